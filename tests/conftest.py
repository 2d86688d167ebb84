import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import hypothesis
import pytest
import structlog

from bot.app import Application, application
from bot.settings import PREFIX, FolderSettings, Settings
from retrieval.embedding import EMBEDDED, Embedder, FastEmbedder
from retrieval.engine.launch import Engine, running_engine
from retrieval.vector_cache import CachedEmbedder
from tests.one_at_a_time import one_at_a_time
from tests.terminal import Terminal

SHARED = Path(__file__).parents[2] / "shared"

# What a property says holds on a slow machine, too.
hypothesis.settings.register_profile(
    "slow", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("slow")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Test in two processes, or in this one where there is only one file to test."""
    first, *others = config.args
    return 2 if others or Path(first.partition("::")[0]).is_dir() else 0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, so that the processes end at about the same time."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


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
    with one_at_a_time(models):
        embedder = FastEmbedder(EMBEDDED, models)
    yield embedder
    embedder.close()


@pytest.fixture(scope="session")
def company_data(
    tmp_path_factory: pytest.TempPathFactory, models: Path, embedder: FastEmbedder
) -> Path:
    """A data folder with the sample company in it, indexed once; only to ask, never to change."""
    data, vectors = tmp_path_factory.mktemp("company"), models.with_name("vectors")
    (data / "models").symlink_to(models)

    def remembering(embedder: Embedder) -> Embedder:
        return CachedEmbedder(embedder, vectors / "company.sqlite")

    async def index() -> None:
        async with application(Settings(data=data), around=remembering, model=embedder) as app:
            await app.sync()

    with one_at_a_time(vectors):
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
