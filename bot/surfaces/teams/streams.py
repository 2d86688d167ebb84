"""How is told how far an answer is, while it is being made? In a stream that the answer ends.

Teams takes one request a second, one at a time, for two minutes, in personal chats (streaming-ux).
Only notes of how far it is are streamed, never a part of an answer: what is said has been checked
as a whole.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import structlog

from bot.surfaces.teams.connector import TeamsRefusedError, TeamsUnavailableError
from bot.surfaces.teams.messages import Outgoing
from bot.surfaces.teams.references import Reference
from bot.surfaces.teams.transport import Transport

log = structlog.get_logger()

_LAST = 5.0  # seconds for what is still open when the bot stops


@dataclass(frozen=True, slots=True)
class StreamPace:
    """Seconds between two requests of a stream, and that it may last; characters of a note."""

    between: float = 1.5
    lasting: float = 105.0
    longest: int = 1_000


@dataclass(slots=True)
class Stream:
    """A message that is to come, under the id that it will have; what it tells until then."""

    place: Reference
    id: str
    words: str
    until: float
    last: float
    notes: int = 1


class Streams:
    """The streams that are open, one in each personal chat; what nothing ends, ends by itself.

    That happens only while it is `running`.
    """

    def __init__(self, transport: Transport, pace: StreamPace | None = None) -> None:
        self._transport = transport
        self._pace = pace or StreamPace()
        self._open: dict[str, Stream] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """End what lasts too long; and when the bot stops, all."""
        watching = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            watching.cancel()
            await asyncio.wait({watching})
            await self._end_all()

    async def begin(self, place: Reference, words: str) -> Stream:
        """Open a stream in a personal chat; raises where Teams does not do it at once."""
        words = words[: self._pace.longest]
        name = await self._transport.begin_stream(place, words)
        return Stream(place, name, words, _time() + self._pace.lasting, _time())

    async def tell(self, place: Reference, words: str) -> None:
        """Say how far it is, in the stream that is open there, or in a new one; raises likewise."""
        stream = self._open.get(place.channel)
        if stream is None:
            self._open[place.channel] = await self.begin(place, words)
        elif stream.words != words and stream.until > _time():
            await self.paced(stream)
            stream.words, stream.last = words[: self._pace.longest], _time()
            stream.notes += 1
            await self._transport.inform(place, stream.id, stream.words, stream.notes)

    def taken(self, channel: str) -> Stream | None:
        """Give the stream that is open in a chat away, to be finished: here it is none any more."""
        return self._open.pop(channel, None)

    def let_go(self, channel: str) -> None:
        """Let the stream in a chat end soon, if nothing takes it before: there is no answer."""
        if channel in self._open:
            self._open[channel].until = float("-inf")

    async def paced(self, stream: Stream) -> None:
        """Wait until Teams takes the next request for a stream."""
        await asyncio.sleep(max(0.0, stream.last + self._pace.between - _time()))

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(min(self._pace.between, 1.0))
            due = [channel for channel, one in self._open.items() if one.until <= _time()]
            async with asyncio.TaskGroup() as ending:
                for channel in due:
                    ending.create_task(self._end(self._open.pop(channel)))

    async def _end_all(self) -> None:
        streams, self._open = list(self._open.values()), {}
        try:
            async with asyncio.timeout(_LAST), asyncio.TaskGroup() as ending:
                for stream in streams:
                    ending.create_task(self._end(stream))
        except TimeoutError:
            log.info("streams left open", streams=len(streams))

    async def _end(self, stream: Stream) -> None:
        await self.paced(stream)
        await self.abandon(stream.place, stream.id, stream.words)

    async def abandon(self, place: Reference, stream: str, words: str) -> None:
        """End a stream without an answer: Teams ends it with a message, which is taken back."""
        try:
            await self._transport.finish_stream(place, stream, Outgoing(words))
        except (TeamsRefusedError, TeamsUnavailableError) as error:
            log.info("stream not ended", reason=str(error))
        try:
            await self._transport.delete(place, stream)
        except (TeamsRefusedError, TeamsUnavailableError) as error:
            log.info("stream not taken back", reason=str(error))


def _time() -> float:
    return asyncio.get_running_loop().time()
