import asyncio
from pathlib import Path

import pytest

from bot.app import application
from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from tests.scenarios.chat.company import settings_over, write_policies
from tests.scenarios.chat.copying import copied
from tests.scenarios.handbook import Handbook, small_handbook


@pytest.fixture
def pages(handbook: Path) -> Handbook:
    return small_handbook(handbook)


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
    return copied(indexed_policies, tmp_path / "office")
