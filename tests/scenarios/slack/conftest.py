import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import application
from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.fakes.slack.server import fake_slack
from tests.scenarios.runs.copying import copied_with_holes
from tests.scenarios.slack.office import Office, running, settings_over, write_policies


@pytest.fixture(scope="session")
def indexed_policies(
    tmp_path_factory: pytest.TempPathFactory, models: Path, embedder: FastEmbedder
) -> Path:
    """The policies, and a data folder in which they are indexed: to be copied, not used."""
    home = tmp_path_factory.mktemp("office")
    write_policies(home / "policies")
    (home / "data").mkdir()
    (home / "data" / "models").symlink_to(models)

    async def index() -> None:
        settings = settings_over(home / "data", home / "policies")
        async with application(settings, model=embedder) as app:
            await app.sync()

    asyncio.run(index())
    return home


@pytest.fixture
def policies(indexed_policies: Path, tmp_path: Path) -> Settings:
    """Settings over a copy of the indexed policies."""
    home = tmp_path / "office"
    shutil.copytree(
        indexed_policies,
        home,
        symlinks=True,
        ignore=shutil.ignore_patterns("engine.*", "*.sock"),
        copy_function=copied_with_holes,
    )
    return settings_over(home / "data", indexed_policies / "policies")


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with fake_slack() as slack:
        yield Office(slack)


@pytest.fixture
async def bot(office: Office, policies: Settings, embedder: FastEmbedder) -> AsyncIterator[Office]:
    """The bot, running in the office with an HR desk."""
    async with running(office, policies, embedder, desk_channel=office.desk.id) as served:
        yield served


@pytest.fixture
async def following(
    office: Office, policies: Settings, embedder: FastEmbedder
) -> AsyncIterator[Office]:
    """The bot, set to follow the threads in which it answers."""
    async with running(office, policies, embedder, follow_ups=True) as served:
        yield served
