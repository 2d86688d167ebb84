"""A real Chromium, headless, before a real server on 127.0.0.1."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from aiohttp import web
from playwright.async_api import Browser, async_playwright

from bot.surfaces.web.chat import Progress, chat
from tests.at_hand import need
from tests.bot.surfaces.web.chat_page import ChatPage
from tests.bot.surfaces.web.known_documents import KnownDocuments
from tests.bot.surfaces.web.known_replies import COMPANY, EXAMPLES, PEOPLE, KnownReplies

CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture
def assistant() -> KnownReplies:
    return KnownReplies()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    chromium = shutil.which("chromium")
    need(chromium, "chromium is not on the PATH")
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(
            executable_path=chromium, args=CHROMIUM_ARGUMENTS
        )
        yield launched
        await launched.close()


@pytest_asyncio.fixture(loop_scope="module")
async def chat_page(browser: Browser, assistant: KnownReplies) -> AsyncIterator[ChatPage]:
    """The page, not yet opened."""
    counted = [Progress(indexed=31, total=40), Progress(indexed=40, total=40)]
    app = chat(
        assistant,
        PEOPLE,
        company=COMPANY,
        examples=EXAMPLES,
        progress=lambda: counted.pop(0) if len(counted) > 1 else counted[0],
    )
    async with opened(browser, app) as page:
        yield page


@pytest_asyncio.fixture(loop_scope="module")
async def shelf_page(browser: Browser, assistant: KnownReplies) -> AsyncIterator[ChatPage]:
    """The page of a server that shows the documents it cites, not yet opened."""
    app = chat(assistant, PEOPLE, company=COMPANY, documents=KnownDocuments())
    async with opened(browser, app) as page:
        yield page


@asynccontextmanager
async def opened(browser: Browser, app: web.Application) -> AsyncIterator[ChatPage]:
    """Serve a page; fail afterwards if it asked for anything from elsewhere."""
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        page = ChatPage(browser, f"http://127.0.0.1:{runner.addresses[0][1]}")
        yield page
        await page.close()
    finally:
        await runner.cleanup()
    assert page.requests_elsewhere == []
    assert page.complaints == []
