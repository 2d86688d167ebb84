"""The playground in headless Chromium: what a person does in Teams' own words, and sees there."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import quote
from uuid import uuid4

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, Route
from playwright.sync_api import TimeoutError as TookTooLongError

from tests.fakes.teams_playground.process import (
    ASKER,
    BOT,
    BOT_NAME,
    CHANNEL,
    CHATS,
    GROUP,
    HERE,
    TENANT,
    Place,
    identity,
    running,
)

T = TypeVar("T")
Where = Literal["personal", "group", "channel"]
Thumb = Literal["like", "dislike"]
WIDTH, HEIGHT = 1400, 950
PATIENCE = 30.0  # seconds; on a busy machine all of it is slow
SETTLES = 0.5  # seconds, from one conversation to the next
_BOX = "[role=textbox][contenteditable=true]"
_UNFOLDED = "[role=dialog][id^=preview-surface]"
_ROWS = {"personal": "Personal Chat", "group": GROUP, "channel": CHANNEL}
_CONFIG, _INVOKE = "/_internal/v1/config", "/_conversation/v1/invoke"
_ANY_ACTIVITY = "/_internal/v1/customActivities"
_KINDS = {"personal": "personal", "group": "groupChat", "channel": "channel"}


@dataclass(frozen=True, slots=True)
class Said:
    """A message on the screen; in a chat, the author of one's own is empty."""

    author: str
    text: str
    is_ai: bool


@dataclass
class Playground:
    """One person at the playground's client, and what the page wanted from elsewhere.

    Its browser lives in a thread of its own, so that tests on any event loop may share it.
    """

    browser: Browser
    thread: Executor
    place: Place
    screenshots: Path
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)  # the browser's
    me: str = ASKER
    where: Where = "personal"
    count: int = 0
    tenant_id: str = TENANT
    app_id: str = BOT

    @property
    def service_url(self) -> str:
        """The one address that the bot may answer to; known before anything runs."""
        return self.place.service_url

    def person(self, name: str) -> dict[str, str]:
        """Give what Teams would tell of somebody: `id`, `aadObjectId`, `email`, …"""
        return identity(name)

    @asynccontextmanager
    async def against(self, bot: str) -> AsyncIterator["Playground"]:
        """Start it against the bot at an address, like http://127.0.0.1:3978/api/messages."""
        async with running(self.place, bot), self.opened():
            yield self

    @asynccontextmanager
    async def beside(self, name: str) -> AsyncIterator["Playground"]:
        """Open it for one more person, at a client of their own.

        They see what is said from now on and press what is theirs; the playground lets one person
        alone write messages.
        """
        async with replace(self, me=name, where="personal").opened() as other:
            yield other

    @asynccontextmanager
    async def opened(self) -> AsyncIterator["Playground"]:
        """Open the client, where the playground runs."""
        await self._do(self._open)
        try:
            yield self
        finally:
            await self._do(self._context.close)

    async def installs(self, where: Where) -> None:
        """Have the bot added to a conversation."""
        url = f"{self.place.url}/_debug/conversation/{quote(CHATS[where])}/installation"
        await self._do(lambda: self._context.request.post(url, data={}))

    async def goes(self, where: Where) -> None:
        """Turn to a conversation."""
        await self._do(lambda: self._go(where))

    async def says(self, text: str, *, in_: Where = "personal") -> None:
        """Say something: where others are, to the bot by name; in the channel, as a new post."""
        await self._do(lambda: self._say(text, in_))

    async def replies(self, text: str) -> None:
        """Reply to the last post in the channel, to the bot by name."""
        await self._do(lambda: self._reply(text))

    async def fills(self, placeholder: str, text: str) -> None:
        """Write into the last field that asks for that."""
        await self._do(lambda: self._page.get_by_placeholder(placeholder).last.fill(text))

    async def writes(self, label: str, text: str) -> None:
        """Write into the last field of that label."""
        await self._do(lambda: self._page.get_by_label(label).last.fill(text))

    async def presses(self, button: str) -> None:
        """Press the last button that is called so."""
        await self._do(lambda: self._button(button).click())

    async def unfolds(self, number: int) -> str:
        """Unfold a source in the last message that names it, and read it."""
        return await self._do(lambda: self._unfold(number))

    async def rates(self, thumb: Thumb, reason: str) -> str:
        """Press the last thumb of that kind, say why, and send it; give what Teams says then."""
        return await self._do(lambda: self._rate(thumb, reason))

    async def sees(self, text: str, *, within: float = PATIENCE) -> None:
        """Wait until that can be read in the conversation."""
        await self._do(lambda: self._see(text, within))

    async def reads(self) -> list[Said]:
        """Read the conversation, message by message.

        The client may draw what was answered at once above what it answers, and in a channel not
        at all: let a bot take a message first, and answer it a moment later.
        """
        return await self._do(self._read)

    async def pictures(self, name: str) -> Path:
        """Take a picture of it all."""
        self.count += 1
        path = self.screenshots / f"{self.count:02}-{name}.png"
        await self._do(lambda: self._page.screenshot(path=path))
        return path

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.thread, work)

    def _open(self) -> None:
        self._context: BrowserContext = self.browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, locale="en-GB", timezone_id="UTC"
        )
        self._context.set_default_timeout(PATIENCE * 1000)
        self._context.route("**/*", self._answer)
        self._context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self._context.add_init_script(path=HERE / "reading.js")
        self._page: Page = self._context.new_page()
        self._page.goto(self.place.url)
        self._page.get_by_text("Type a message").wait_for()
        self._page.get_by_title("Hide log panel").click()

    def _answer(self, route: Route) -> None:
        url = route.request.url
        if url == f"{self.place.url}{_CONFIG}" and self.me != ASKER:
            told = route.fetch().json()
            told["config"]["currentUser"] = identity(self.me)
            route.fulfill(json=told)
        elif url == f"{self.place.url}{_INVOKE}" and _is_rating(route.request):
            self._send_rating(route.request.post_data_json or {})
            route.fulfill(json={"status": 200})
        elif url.startswith((self.place.url, "data:", "blob:")):
            route.continue_()
        else:
            self.requests.append(url)
            route.abort()

    def _send_rating(self, told: dict[str, Any]) -> None:
        """Send what Teams would: the playground leaves out which message is rated."""
        sender = identity(self.me)
        activity = {
            "type": "invoke",
            "name": told["name"],
            "id": str(uuid4()),
            "timestamp": datetime.now(UTC).isoformat(),
            "channelId": "msteams",
            "serviceUrl": self.service_url,
            "from": {name: sender[name] for name in ("id", "name", "aadObjectId")},
            "recipient": {"id": f"28:{BOT}", "name": BOT_NAME},
            "conversation": {
                "id": told["conversation"]["id"],
                "conversationType": _KINDS[self.where],
                "tenantId": TENANT,
            },
            "replyToId": self._rated,
            "value": told["value"],
            "channelData": {"tenant": {"id": TENANT}, "source": {"name": "message"}},
            "locale": "en-US",
        }
        self._context.request.post(f"{self.place.url}{_ANY_ACTIVITY}", data=activity)

    def _go(self, where: Where) -> None:
        if where != self.where:
            self._page.get_by_role("treeitem", name=_ROWS[where]).click()
            self._page.wait_for_timeout(SETTLES * 1000)  # nothing on the page tells when it has
            self.where = where

    def _say(self, text: str, where: Where) -> None:
        self._go(where)
        button = "Post" if where == "channel" else "Send Message"
        send = self._page.get_by_role("button", name=button, exact=True).first
        self._send(self._page.locator(_BOX).first, text, send, calls=where != "personal")

    def _reply(self, text: str) -> None:
        self._go("channel")
        send = self._page.get_by_role("button", name="Send Message", exact=True).last
        self._send(self._page.locator(_BOX).last, text, send, calls=True)

    def _send(self, box: Locator, text: str, send: Locator, *, calls: bool) -> None:
        box.click()
        if calls:
            self._page.keyboard.type(f"@{BOT_NAME[:6]}", delay=20)
            menu = self._page.get_by_role("listbox").filter(has_text=BOT_NAME)
            menu.get_by_text(BOT_NAME).last.click()
            self._page.keyboard.type(" ")
        self._page.keyboard.type(text)
        written = box.inner_text()
        assert text in written, f"{text!r} was written, and {written!r} is there."
        send.click()
        self._see(text, PATIENCE)

    def _button(self, name: str) -> Locator:
        return self._page.get_by_role("button", name=name, exact=True).last

    def _unfold(self, number: int) -> str:
        self._button(str(number)).hover()
        unfolded = self._page.locator(_UNFOLDED).last
        unfolded.wait_for()
        text = unfolded.inner_text()
        self._page.mouse.move(0, 0)
        unfolded.wait_for(state="hidden")
        return text

    def _rate(self, thumb: Thumb, reason: str) -> str:
        button = self._button(thumb.capitalize())
        self._rated: str = button.evaluate("messageOf")
        button.click()
        self._page.locator("textarea:visible").last.fill(reason)
        self._button("Submit").click()
        close = self._button("Close")
        close.wait_for()
        answered = self._page.get_by_role("dialog").last.inner_text()
        close.click()
        return answered

    def _see(self, text: str, within: float) -> None:
        try:
            self._page.wait_for_function("says", arg=text, timeout=within * 1000)
        except TookTooLongError:
            raise AssertionError(f"{text!r} is not there, but {self._read()}.") from None

    def _read(self) -> list[Said]:
        found = self._page.evaluate("messages()")
        return [Said(each["author"], each["text"], each["isAi"]) for each in found]


def _is_rating(request: Request) -> bool:
    told = request.post_data_json
    return isinstance(told, dict) and told.get("name") == "message/submitAction"
