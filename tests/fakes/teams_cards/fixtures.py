"""`teams_cards`: a conftest imports it together with `teams_cards_browser`, which it needs."""

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.at_hand import need
from tests.fakes.slack_page.bundle import NotBundledError, bundle
from tests.fakes.slack_page.fixtures import ARGUMENTS
from tests.fakes.teams_cards.rig import TeamsCards


@pytest.fixture(scope="session")
def teams_cards_browser(pytestconfig: pytest.Config) -> Iterator[Callable[[Path], TeamsCards]]:
    """A browser with the page at hand."""
    chromium = shutil.which("chromium")
    need(chromium, "chromium is not on the PATH")
    page = _bundled(pytestconfig)
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="teams cards") as thread:
        playwright = thread.submit(sync_playwright().start).result()
        browser = thread.submit(
            playwright.chromium.launch, executable_path=chromium, args=ARGUMENTS
        ).result()
        yield lambda screenshots: TeamsCards(browser, thread, page, screenshots)
        thread.submit(browser.close).result()
        thread.submit(playwright.stop).result()


@pytest.fixture
def teams_cards(teams_cards_browser: Callable[[Path], TeamsCards], tmp_path: Path) -> TeamsCards:
    return teams_cards_browser(tmp_path)


def _bundled(config: pytest.Config) -> Path:
    need(shutil.which("npm") and shutil.which("node"), "npm and node are not on the PATH")
    assert config.cache is not None
    try:
        return bundle(Path(config.cache.mkdir("teams_cards")), Path(__file__).parent)
    except NotBundledError as error:
        need(condition=False, reason=str(error))
        raise
