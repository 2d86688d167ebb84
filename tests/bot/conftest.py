from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.feedback import Feedback
from bot.identity import Identity
from storage.database import Database
from storage.exchanges import Exchanges
from storage.people import Known, People
from storage.sealing import Sealer
from tests.bot.said import ANA, BEN
from tests.sealed import sealer


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A database in which Ana and Ben are known."""
    database = Database(tmp_path / "policybot.sqlite")
    await database.open()
    known = [Known(email, email, "", (("group:all", None),)) for email in (ANA, BEN)]
    await People(database).replace("wiki", known)
    yield database
    await database.close()


@pytest.fixture
async def other_database(database: Database, tmp_path: Path) -> AsyncIterator[Database]:
    other = Database(tmp_path / "policybot.sqlite")
    yield other
    await other.close()


@pytest.fixture
def sealing(database: Database) -> Sealer:
    """What seals everything of one process."""
    return sealer(database)


@pytest.fixture
def exchanges(database: Database, sealing: Sealer) -> Exchanges:
    return Exchanges(database, sealing)


@pytest.fixture
def feedback(database: Database, exchanges: Exchanges) -> Feedback:
    return Feedback(exchanges, Identity(People(database)))
