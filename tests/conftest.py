import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog

from bot.app import Application, application
from bot.settings import PREFIX, FolderSettings, Settings
from retrieval.embedding import EMBEDDED, Embedder, FastEmbedder
from retrieval.engine.launch import Engine, running_engine
from retrieval.vector_cache import CachedEmbedder
from tests.terminal import Terminal

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(autouse=True)
def _logging() -> Iterator[None]:
    """Let no command's logging outlive its test: it goes to a stream that ends with it."""
    yield
    structlog.reset_defaults()


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


@pytest.fixture(scope="session")
def company_data(
    tmp_path_factory: pytest.TempPathFactory, models: Path, embedder: FastEmbedder
) -> Path:
    """A data folder with the sample company in it, indexed once; only to ask, never to change."""
    data = tmp_path_factory.mktemp("company")
    (data / "models").symlink_to(models)

    def remembering(embedder: Embedder) -> Embedder:
        return CachedEmbedder(embedder, models.with_name("vectors") / "company.sqlite")

    async def index() -> None:
        async with application(Settings(data=data), around=remembering, model=embedder) as app:
            await app.sync()

    asyncio.run(index())
    return data


@pytest.fixture
def terminal(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    models: Path,
) -> Terminal:
    """Types `python -m bot …` in this process, with a data folder that holds only the model."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)
    terminal = Terminal(monkeypatch, capsys)
    data = tmp_path / "data"
    data.mkdir(exist_ok=True)
    if not (data / "models").is_symlink():
        (data / "models").symlink_to(models)
    terminal.set(DATA=data)
    return terminal


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
async def app(settings: Settings, embedder: FastEmbedder) -> AsyncIterator[Application]:
    async with application(settings, model=embedder) as app:
        yield app
