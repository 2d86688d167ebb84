from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.app import Application, application
from bot.settings import FolderSettings, Settings
from retrieval.embedding import EMBEDDED, FastEmbedder
from retrieval.engine.launch import Engine, running_engine

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def models(pytestconfig: pytest.Config) -> Path:
    """The folder of the embedding model: written once, kept between runs."""
    assert pytestconfig.cache is not None
    return Path(pytestconfig.cache.mkdir("models"))


@pytest.fixture(scope="session")
def embedder(models: Path) -> Iterator[FastEmbedder]:
    embedder = FastEmbedder(EMBEDDED, models)
    yield embedder
    embedder.close()


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    async with running_engine(tmp_path / "index", grace=0) as engine:
        yield engine


@pytest.fixture
def handbook(tmp_path: Path) -> Path:
    """An empty folder for pages and an access file."""
    folder = tmp_path / "handbook"
    folder.mkdir()
    return folder


@pytest.fixture
def settings(tmp_path: Path, models: Path, handbook: Path) -> Settings:
    """Settings over the handbook, with the model that is there already."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "models").symlink_to(models)
    return Settings(data=data, folder=FolderSettings(path=handbook))


@pytest.fixture
async def app(settings: Settings) -> AsyncIterator[Application]:
    async with application(settings) as app:
        yield app
