from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.database import Database


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(tmp_path / "policybot.sqlite")
    await database.open()
    yield database
    await database.close()
