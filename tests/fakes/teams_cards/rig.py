"""Messages to Teams as people would see them: cards by Microsoft's own renderer, in Chromium."""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser

Theme = Literal["light", "dark"]
DESKTOP = 760
PHONE = 360
HEIGHT = 500  # pixels; a screenshot is as high as what it shows, and no lower than this


@dataclass(frozen=True, slots=True)
class Shown:
    """What came of messages on the page."""

    screenshot: Path
    text: str  # all that can be read
    links: tuple[str, ...]  # all that can be opened from the text and the cards
    complaints: tuple[str, ...]  # the renderer's
    cut: tuple[str, ...]  # buttons that are not shown whole
    overflow: int  # pixels beside the screen


@dataclass(slots=True)
class TeamsCards:
    """Shows messages; its browser lives in a thread of its own."""

    browser: Browser
    thread: Executor
    page: Path
    screenshots: Path
    count: int = 0

    async def show(
        self,
        *activities: Mapping[str, Any],
        theme: Theme = "light",
        width: int = DESKTOP,
        press: str = "",
    ) -> Shown:
        """Show activities below one another, and press a button if one is named."""
        self.count += 1
        picture = self.screenshots / f"{self.count:02}-{theme}-{width}.png"
        return await asyncio.get_running_loop().run_in_executor(
            self.thread, self._show, activities, theme, width, press, picture
        )

    def _show(  # one more than else, for the thread
        self,
        activities: Sequence[Mapping[str, Any]],
        theme: Theme,
        width: int,
        press: str,
        picture: Path,
    ) -> Shown:
        size = {"width": width, "height": HEIGHT}
        with self.browser.new_context(viewport=size, color_scheme=theme) as context:  # type: ignore[arg-type]  # a plain dict is one
            tab = context.new_page()
            tab.goto((self.page / "index.html").as_uri())
            told = tab.evaluate("([what, theme]) => show(what, theme)", [activities, theme])
            text = tab.evaluate("title => press(title)", press) if press else told["text"]
            tab.screenshot(path=picture, full_page=True)
        return Shown(
            screenshot=picture,
            text=text,
            links=tuple(told["links"]),
            complaints=tuple(told["complaints"]),
            cut=tuple(told["cut"]),
            overflow=told["overflow"],
        )
