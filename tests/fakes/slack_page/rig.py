"""Outgoing Slack messages, modals and home views as people would see them, in headless Chromium."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypedDict

from playwright.sync_api import Browser, BrowserContext, Route

Theme = Literal["light", "dark"]
DESKTOP = 900
PHONE = 390
HEIGHT = 600  # pixels; a screenshot is as high as what it shows, and no lower than this


@dataclass(frozen=True, slots=True)
class Leaf:
    """A text of the payload, and where in it: `blocks[2].elements[0].text.text`."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Hidden:
    """A text that Slack does not show at once, and behind what.

    That is a `menu`, a `dialog`, a `tooltip`, a `screen reader`, a `notification`, or, for a
    placeholder, the `value` that stands in its place.
    """

    leaf: Leaf
    behind: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What came of a payload on the page."""

    screenshot: Path
    text: str  # all that can be read, in lines; at the end what fields hold, or ask for
    hidden: tuple[Hidden, ...]
    plain: tuple[Leaf, ...]  # left out by the library, so written out in a dashed box
    unseen: tuple[Leaf, ...]  # nowhere on the page, though not hidden by nature
    overflow: int  # pixels of the page to the right of the screen
    cut_off: tuple[str, ...]  # texts beyond the screen, or beyond a box that does not scroll
    requests: tuple[str, ...]  # what the page wanted from elsewhere, and did not get
    complaints: tuple[str, ...]  # the browser's

    @property
    def faults(self) -> list[str]:
        """All that is wrong, in sentences: empty when everything is there, fits and stays."""
        return [
            *(f"{leaf.text!r} is not on the page ({leaf.path})." for leaf in self.unseen),
            *([f"{self.overflow} pixels lie beside the screen."] if self.overflow else []),
            *(f"{text!r} is cut off." for text in self.cut_off),
            *(f"The page asked for {url}." for url in self.requests),
            *(f"The browser complains: {complaint}" for complaint in self.complaints),
        ]


class _Text(TypedDict):
    path: str
    text: str
    behind: str


class _Report(TypedDict):
    text: str
    behind: list[_Text]
    plain: list[_Text]
    unseen: list[_Text]
    overflow: int
    cutOff: list[str]


@dataclass  # without slots: playwright makes notes on what owns the methods it calls
class _Overheard:
    """What a tab wanted from elsewhere, and what it complained of."""

    page: str
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def listen(self, context: BrowserContext) -> None:
        context.route("**/*", self._answer)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("console", lambda said: self._note(said.type, said.text))

    def _answer(self, route: Route) -> None:
        if route.request.url.startswith((self.page, "data:")):
            route.continue_()
        else:
            self.requests.append(route.request.url)
            route.abort()

    def _note(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"} and not text.startswith("Failed to load resource"):
            self.complaints.append(text)


@dataclass(slots=True)
class SlackPage:
    """Shows payloads, one at a time; `names` holds what ids are called where they are mentioned.

    Its browser lives in a thread of its own, so that tests on any event loop may share it.
    """

    browser: Browser
    thread: Executor
    page: Path
    screenshots: Path
    names: dict[str, str] = field(default_factory=dict)
    count: int = 0

    async def show(
        self, payload: Mapping[str, object], *, theme: Theme = "light", width: int = DESKTOP
    ) -> Shown:
        """Show a message or a view as it would be sent to Slack, and take a picture of it.

        A view is known by its `type`, `modal` or `home`. Of a message these are shown: `blocks`,
        `text` where it has none, `markdown_text`, `attachments`, `username`, `ts`, and whether it
        `is_ephemeral`.
        """
        self.count += 1
        picture = self.screenshots / f"{self.count:02}-{theme}-{width}.png"
        return await asyncio.get_running_loop().run_in_executor(
            self.thread, self._show, payload, theme, width, picture
        )

    def _show(
        self, payload: Mapping[str, object], theme: Theme, width: int, picture: Path
    ) -> Shown:
        overheard = _Overheard(self.page.as_uri())
        with self.browser.new_context(
            viewport={"width": width, "height": HEIGHT},
            color_scheme=theme,
            locale="en-GB",
            timezone_id="UTC",
            reduced_motion="reduce",
        ) as context:
            overheard.listen(context)
            tab = context.new_page()
            tab.goto((self.page / "index.html").as_uri())
            report: _Report = tab.evaluate(
                "([payload, look]) => show(payload, look)",
                [payload, {"theme": theme, "names": self.names}],
            )
            tab.screenshot(path=picture, full_page=True)
        return _shown(report, picture, overheard)


def _shown(report: _Report, picture: Path, overheard: _Overheard) -> Shown:
    return Shown(
        screenshot=picture,
        text=report["text"],
        hidden=tuple(Hidden(_leaf(text), text["behind"]) for text in report["behind"]),
        plain=tuple(map(_leaf, report["plain"])),
        unseen=tuple(map(_leaf, report["unseen"])),
        overflow=report["overflow"],
        cut_off=tuple(report["cutOff"]),
        requests=tuple(overheard.requests),
        complaints=tuple(overheard.complaints),
    )


def _leaf(text: _Text) -> Leaf:
    return Leaf(text["path"], text["text"])
