"""How is told how far an answer is, while it is being made? At Teams' pace, then once for good.

Teams takes one request a second, one at a time, for two minutes, in personal chats; of what comes
faster, the last is told (streaming-ux). Only notes of how far it is are streamed, never a part of
an answer: what is said has been checked as a whole.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import structlog

from bot.surfaces.teams.connector import (
    OutcomeUnknownError,
    TeamsRefusedError,
    TeamsUnavailableError,
)
from bot.surfaces.teams.messages import Outgoing, written
from bot.surfaces.teams.references import Kind, Reference

log = structlog.get_logger()

Post = Callable[[Reference, Mapping[str, Any]], Awaitable[str | None]]


@dataclass(frozen=True, slots=True)
class StreamPace:
    """Seconds between two requests of a stream, and that it may last; characters of a note."""

    between: float = 1.5
    lasting: float = 110.0
    longest: int = 1_000


class Stream:
    """A message that is to come; it works only while it is `running`.

    What is told on the way is attempted once, the message is posted as any other. Once anything
    failed, or outside of personal chats, all that is told is that something is being written.
    """

    def __init__(self, post: Post, attempt: Post, place: Reference, pace: StreamPace) -> None:
        self._post = post
        self._attempt = attempt
        self._place = place
        self._pace = pace
        self._id: str | None = None
        self._sequence = 0
        self._said = ""
        self._note = asyncio.Event()
        self._is_open = place.kind is Kind.PERSONAL
        self._in_flight = asyncio.Lock()
        self._began = self._last = float("-inf")

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Stream"]:
        """Tell what is noted; at the end, nothing more."""
        is_private = self._place.kind is Kind.PERSONAL
        telling = asyncio.create_task(self._tell() if is_private else self._show_typing())
        try:
            yield self
        finally:
            telling.cancel()
            await asyncio.wait({telling})

    def inform(self, text: str) -> None:
        """Note how far it is; it is told as soon as the pace allows, or never."""
        self._said = text[: self._pace.longest]
        self._note.set()

    async def finish(self, message: Outgoing) -> str:
        """Put the answer in place of what was told, or send it where that is not possible.

        Raises what sending raises.
        """
        async with self._in_flight:
            self._is_open = False
            if self._id is not None and _time() - self._began < self._pace.lasting:
                await self._paced()
                activity = self._streamed(written(message), "final")
                try:
                    return await self._post(self._place, activity) or self._id
                except TeamsRefusedError as error:
                    log.info("stream not finished", status=error.status, reason=error.code)
            return named(await self._post(self._place, written(message)))

    async def _tell(self) -> None:
        while self._is_open:
            await self._note.wait()
            await self._paced()
            async with self._in_flight:
                self._note.clear()
                if self._is_open:
                    await self._inform()

    async def _inform(self) -> None:
        activity = self._streamed({"type": "typing", "text": self._said}, "informative")
        try:
            told = await self._attempt(self._place, activity)
        except (TeamsRefusedError, TeamsUnavailableError) as error:
            log.info("stream broken off", reason=str(error))
            self._is_open, self._id = False, None
            return
        finally:
            self._last = _time()
        if self._id is None and told is not None:
            self._id, self._began = told, self._last

    async def _show_typing(self) -> None:
        try:
            await self._attempt(self._place, {"type": "typing"})
        except (TeamsRefusedError, TeamsUnavailableError) as error:
            log.info("typing not shown", reason=str(error))

    def _streamed(self, activity: Mapping[str, Any], kind: str) -> dict[str, Any]:
        info: dict[str, Any] = {"type": "streaminfo", "streamType": kind}
        if self._id is not None:
            info["streamId"] = self._id
        if kind != "final":
            self._sequence += 1
            info["streamSequence"] = self._sequence
        return {**activity, "entities": [info, *activity.get("entities", ())]}

    async def _paced(self) -> None:
        await asyncio.sleep(max(0.0, self._last + self._pace.between - _time()))


def named(told: str | None) -> str:
    """Take the name of something new; `OutcomeUnknownError` where none was told."""
    if told is None:
        raise OutcomeUnknownError("Teams did not tell what is new to it by name.")
    return told


def _time() -> float:
    return asyncio.get_running_loop().time()
