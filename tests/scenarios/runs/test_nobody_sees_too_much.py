"""Does anybody ever see text of a page that they may not read? In random companies, judged by
what everybody's screen showed; `python -m tests.bench leaks` does the same for longer."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.app import Application, application
from bot.audience import Audience
from bot.settings import FolderSettings, Settings
from retrieval.embedding import FastEmbedder
from tests.scenarios.runs.leaks.breaking import CARELESS, QUICK, careless
from tests.scenarios.runs.leaks.pages import write_pages
from tests.scenarios.runs.leaks.running import Run, World, run
from tests.scenarios.slack.office import SITE
from tests.scenarios.surfaces import WORLDS

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def world(surface: str) -> World:
    return WORLDS[surface]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("companies") / "pages"
    write_pages(folder)
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, models: Path, embedder: FastEmbedder
) -> AsyncIterator[Application]:
    data = tmp_path_factory.mktemp("companies-data")
    (data / "models").symlink_to(models)
    settings = Settings(data=data, folder=FolderSettings(path=folder, url=SITE))
    async with application(settings, model=embedder) as app:
        await app.sync()
        yield app


async def test_nobody_sees_what_they_may_not_read(
    world: World, app: Application, folder: Path
) -> None:
    told = await run(world, app, folder, seed=_seed(), seconds=8, enough=lambda told: told.shown)

    assert told.shown
    _assert_tight(told)


@pytest.mark.slow
async def test_nobody_does_in_many_companies_either(
    world: World, app: Application, folder: Path
) -> None:
    """However slow it goes: the time is over once something was shown in each of these ways."""
    ways = {"message", "passage", "ask_hr"}
    told = await run(
        world, app, folder, seed=_seed(), seconds=30, enough=lambda told: ways <= told.shown.keys()
    )

    assert ways <= told.shown.keys()
    _assert_tight(told)


@pytest.mark.parametrize(
    "audience",
    [pytest.param(one, marks=() if one in QUICK else pytest.mark.slow) for one in CARELESS],
)
async def test_the_judge_finds_what_a_careless_product_shows(
    world: World, audience: type[Audience], app: Application, folder: Path, embedder: FastEmbedder
) -> None:
    broken = careless(audience, embedder)
    told = await run(
        world, app, folder, seed=3, seconds=0, broken=broken, enough=lambda told: told.leaks
    )

    assert told.leaks, told


def _seed() -> int:
    """Another one each time, to be repeated by what is printed."""
    return int(os.environ.get("LEAKS_SEED") or int.from_bytes(os.urandom(4)))


def _assert_tight(told: Run) -> None:
    print(told)  # noqa: T201  # figures, with -s and in CI
    assert not told.leaks, "\n".join([str(told), *map(str, told.leaks), *told.traces])
