"""The chat page as an aiohttp application: mount it, or serve it by itself, on loopback."""

import asyncio
import secrets
import traceback
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

import structlog
from aiohttp import web

from bot.conversation import Message, Reply
from bot.surfaces.web.asking import LONGEST_QUESTION, Asked, Person, asked, by_email
from bot.surfaces.web.drawing import drawn
from bot.surfaces.web.guard import guard, harden, refusal

PAGE = Path(__file__).parent / "page"
LONGEST_WAIT = 180.0
"""Seconds that the assistant is given for one reply."""

log = structlog.get_logger()


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
) -> web.Application:
    """Make the application; its page is at its root, and its addresses are all relative to that.

    Raises ValueError when there is nobody to ask as, or when two people share an e-mail.
    """
    opening = {
        "company": company,
        "people": [asdict(person) for person in people],
        "examples": [asdict(example) for example in examples],
        "longest_question": LONGEST_QUESTION,
    }
    desk = _Desk(assistant, by_email(people), opening, progress or _all_indexed)
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
    ) -> None:
        self._assistant = assistant
        self._people = people
        self._opening = opening
        self._progress = progress

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
            return web.json_response(drawn(reply, thread=question.thread))
        except Exception as error:  # noqa: BLE001  # the outermost edge of a request
            return _failed(question, error)


def _failed(question: Asked, error: Exception) -> web.Response:
    """Tell the person under which reference the log has it; the log has no word of the question."""
    reference = secrets.token_hex(4)
    where = traceback.extract_tb(error.__traceback__)[-1]
    log.error(
        "web question failed",
        reference=reference,
        thread=question.message.thread,
        error=type(error).__name__,
        where=f"{where.name}:{where.lineno}",
    )
    message = f"Something went wrong here, and nothing was answered. Reference: {reference}."
    return web.Response(status=500, **refusal("failed", message, reference=reference))
