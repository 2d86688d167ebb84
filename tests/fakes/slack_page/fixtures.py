"""`slack_page`: a conftest imports it together with `slack_pages`, which it needs."""

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.at_hand import need
from tests.fakes.slack_page.bundle import NotBundledError, bundle
from tests.fakes.slack_page.rig import SlackPage
from tests.one_at_a_time import one_at_a_time

ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")


@pytest.fixture(scope="session")
def slack_pages(pytestconfig: pytest.Config) -> Iterator[Callable[[Path], SlackPage]]:
    """A browser with the page at hand; makes a SlackPage that leaves its pictures in a folder."""
    chromium = shutil.which("chromium")
    need(chromium, "chromium is not on the PATH")
    page = _bundled(pytestconfig)
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="slack page") as thread:
        playwright = thread.submit(sync_playwright().start).result()
        browser = thread.submit(
            playwright.chromium.launch, executable_path=chromium, args=ARGUMENTS
        ).result()
        yield lambda screenshots: SlackPage(browser, thread, page, screenshots)
        thread.submit(browser.close).result()
        thread.submit(playwright.stop).result()


@pytest.fixture
def slack_page(slack_pages: Callable[[Path], SlackPage], tmp_path: Path) -> SlackPage:
    return slack_pages(tmp_path)


def _bundled(config: pytest.Config) -> Path:
    need(shutil.which("npm") and shutil.which("node"), "npm and node are not on the PATH")
    assert config.cache is not None
    kept = Path(config.cache.mkdir("slack_page"))
    try:
        with one_at_a_time(kept):
            return bundle(kept)
    except NotBundledError as error:
        need(condition=False, reason=str(error))
        raise
