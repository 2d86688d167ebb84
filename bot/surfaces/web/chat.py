"""The chat page as an aiohttp application: mount it, or serve it by itself, on loopback."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from aiohttp import web

from bot.conversation import LONGEST, Message, Reply
from bot.surfaces.web.asking import Asked, Person, asked, by_email
from bot.surfaces.web.drawing import drawn
from bot.surfaces.web.failing import logged
from bot.surfaces.web.guard import guard, harden, refusal
from bot.surfaces.web.viewer.showing import Documents, Viewer

PAGE = Path(__file__).parent / "page"
LONGEST_WAIT = 180.0
"""Seconds that the assistant is given for one reply."""


class Assistant(Protocol):
    """Whatever replies to a message."""

    async def reply(self, message: Message) -> Reply:
        """Reply to a message."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many pages can be found by now, of how many there are."""

    indexed: int
    total: int


@dataclass(frozen=True, slots=True)
class Example:
    """A question that the page offers to begin with; `language` is its code."""

    text: str
    language: str


def chat(
    assistant: Assistant,
    people: Sequence[Person],
    *,
    company: str,
    examples: Sequence[Example] = (),
    progress: Callable[[], Progress] | None = None,
    documents: Documents | None = None,
) -> web.Application:
    """Make the application; its page is at its root, and its addresses are all relative to that.

    With `documents`, citations that no browser could follow (`file:`) are opened here.
    Raises ValueError when there is nobody to ask as, or when two people share an e-mail.
    """
    opening = {
        "company": company,
        "people": [asdict(person) for person in people],
        "examples": [asdict(example) for example in examples],
        "longest_question": LONGEST,
    }
    known = by_email(people)
    desk = _Desk(
        assistant,
        known,
        opening,
        progress or _all_indexed,
        opens_documents=documents is not None,
    )
    app = web.Application(middlewares=[guard])
    app.on_response_prepare.append(harden)
    app.add_routes(
        [
            web.get("/", desk.page),
            web.get("/api/people", desk.opening),
            web.get("/api/progress", desk.progress),
            web.post("/api/ask", desk.ask),
            web.static("/page", PAGE),
        ]
    )
    if documents is not None:
        app.router.add_get("/documents/{path:.+}", Viewer(documents, known, company).show)
    return app


def _all_indexed() -> Progress:
    return Progress(0, 0)


class _Desk:
    """The handlers, and what they answer from."""

    def __init__(
        self,
        assistant: Assistant,
        people: dict[str, Person],
        opening: dict[str, object],
        progress: Callable[[], Progress],
        *,
        opens_documents: bool,
    ) -> None:
        self._assistant = assistant
        self._people = people
        self._opening = opening
        self._progress = progress
        self._opens_documents = opens_documents

    async def page(self, _: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / "page.html")

    async def opening(self, _: web.Request) -> web.Response:
        return web.json_response(self._opening)

    async def progress(self, _: web.Request) -> web.Response:
        return web.json_response(asdict(self._progress()))

    async def ask(self, request: web.Request) -> web.Response:
        question = await asked(request, self._people)
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                reply = await self._assistant.reply(question.message)
            opened_as = question.message.asker if self._opens_documents else None
            return web.json_response(drawn(reply, thread=question.thread, opened_as=opened_as))
        except Exception as error:  # noqa: BLE001  # the outermost edge of a request
            return _failed(question, error)


def _failed(question: Asked, error: Exception) -> web.Response:
    """Tell the person under which reference the log has it."""
    reference = logged("web question failed", error, thread=question.message.thread or "")
    message = f"Something went wrong here, and nothing was answered. Reference: {reference}."
    return web.Response(status=500, **refusal("failed", message, reference=reference))
