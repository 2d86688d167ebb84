"""The chat page as somebody before a screen uses it."""

from typing import Literal

from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

NO_FAILED_REQUEST = "Failed to load resource"


class ChatPage:
    """One tab. Keeps what it requested elsewhere and what the browser complained of."""

    def __init__(self, browser: Browser, origin: str) -> None:
        self._browser = browser
        self._context: BrowserContext | None = None
        self.origin = origin
        self.requests_elsewhere: list[str] = []
        self.complaints: list[str] = []
        self.page: Page

    async def open(
        self,
        *,
        width: int = 1280,
        scheme: Literal["light", "dark"] = "light",
        locale: str = "en-GB",
        motion: Literal["reduce", "no-preference"] = "no-preference",
    ) -> None:
        self._context = await self._browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme=scheme,
            locale=locale,
            reduced_motion=motion,
        )
        self._context.set_default_timeout(10_000)
        self._context.on("page", self._watch)
        self.page = await self._context.new_page()
        await self.page.goto(self.origin)
        await expect(self.page.locator("#welcome")).to_be_visible()

    async def follow(self, link: Locator) -> Page:
        """Click a link that opens another tab, and give that tab."""
        async with self.page.expect_popup() as opened:
            await link.click()
        tab = await opened.value
        await tab.wait_for_load_state()
        return tab

    async def close(self) -> None:
        if self._context is not None:
            await self._context.close()

    async def ask(self, text: str) -> Locator:
        """Type a question, send it with Enter, and give what came of it."""
        before = await self.exchanges.count()
        await self.box.fill(text)
        await self.box.press("Enter")
        answer = self.exchanges.nth(before).locator(".answer:not(.searching)")
        await expect(answer).to_be_visible()
        return answer

    @property
    def box(self) -> Locator:
        return self.page.locator("#question")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log")

    @property
    def exchanges(self) -> Locator:
        return self.log.get_by_role("article")

    @property
    def conversations(self) -> Locator:
        return self.page.locator("#conversation-list button")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    async def press(self, key: str) -> None:
        await self.page.keyboard.press(key)

    async def step_back_to(self, target: Locator) -> None:
        """Go back by the keyboard, stop by stop, until the target has the focus."""
        for _ in range(30):
            await self.press("Shift+Tab")
            if await target.evaluate("node => node === document.activeElement"):
                return
        raise AssertionError(f"The keyboard does not reach {target}.")

    async def overflow(self, tab: Page | None = None) -> int:
        """How many pixels of the page lie to the right of the screen."""
        width = await (tab or self.page).evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return int(width)

    def _watch(self, page: Page) -> None:
        page.on("request", lambda request: self._note_request(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self._note(said.type, said.text))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))

    def _note_request(self, url: str) -> None:
        if not url.startswith(f"{self.origin}/"):
            self.requests_elsewhere.append(url)

    def _note(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"} and not text.startswith(NO_FAILED_REQUEST):
            self.complaints.append(text)
