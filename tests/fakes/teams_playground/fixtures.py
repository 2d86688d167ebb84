"""`playground`: a conftest imports it together with `playgrounds`, which it needs."""

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.at_hand import need
from tests.fakes.teams_playground.installing import NotInstalledError, installed
from tests.fakes.teams_playground.process import Place, free_port
from tests.fakes.teams_playground.rig import Playground
from tests.one_at_a_time import one_at_a_time

ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)


@pytest.fixture(scope="session")
def playgrounds(pytestconfig: pytest.Config) -> Iterator[Callable[[Path], Playground]]:
    """A browser with the playground at hand; makes one that keeps its things in a folder."""
    chromium = shutil.which("chromium")
    need(chromium, "chromium is not on the PATH")
    program = _installed(pytestconfig)
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="playground") as thread:
        playwright = thread.submit(sync_playwright().start).result()
        browser = thread.submit(
            playwright.chromium.launch, executable_path=chromium, args=ARGUMENTS
        ).result()

        def make(folder: Path) -> Playground:
            place = Place(program, folder, free_port())
            return Playground(browser, thread, place, folder)

        yield make
        thread.submit(browser.close).result()
        thread.submit(playwright.stop).result()


@pytest.fixture
def playground(playgrounds: Callable[[Path], Playground], tmp_path: Path) -> Playground:
    return playgrounds(tmp_path)


def _installed(config: pytest.Config) -> Path:
    need(shutil.which("npm") and shutil.which("node"), "npm and node are not on the PATH")
    assert config.cache is not None
    kept = Path(config.cache.mkdir("teams_playground"))
    try:
        with one_at_a_time(kept):
            return installed(kept)
    except NotInstalledError as error:
        need(condition=False, reason=str(error))
        raise
