"""How does a message get where it belongs in Teams, once? What is to hold it stands there first.

Teams tells a bot nothing of what it has posted. So nothing is posted whose fate could be in doubt:
a stream is opened, or a message without words is posted, its id is kept, and then it becomes what
was to be said. Cut off at any point, that is done again with the same id. What may be left over
says nothing.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from itertools import count
from urllib.parse import quote, urlencode

import structlog

from bot.chat.ports import May, Place, RefusedError, UnavailableError, always
from bot.chat.standing import Standing, digest, part
from bot.saying.parts import Feedback, Said
from bot.surfaces.teams.connector import TeamsRefusedError, TeamsUnavailableError
from bot.surfaces.teams.conversations import Conversations, UnknownConversationError
from bot.surfaces.teams.exports import pieces
from bot.surfaces.teams.failing import failing_as_a_chat
from bot.surfaces.teams.messages import Outgoing, written
from bot.surfaces.teams.references import Kind, Reference
from bot.surfaces.teams.streams import Stream, StreamPace, Streams
from bot.surfaces.teams.transport import Transport
from storage.deliveries import Deliveries, Delivery

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Drawing:
    """Draws for the language tag of whoever reads it, empty where that is not known.

    `messages` draws what is said, `offer` questions to begin with; `unreachable` is what is said
    before others to somebody who cannot be written to in private: it must tell nothing of why.
    """

    messages: Callable[[Said, str], Sequence[Outgoing]]
    offer: Callable[[str], Outgoing]
    unreachable: Callable[[str], Said]


_WORDLESS = "…"
_STREAM, _PLACEHOLDER = "stream", "placeholder"
"""The digests of what is to become a message, for as long as it is none."""
_BESIDE = 4.0  # seconds for what is worth nothing by itself
_IN_A_CHAT = '{"contextType":"chat"}'
_LINK = "https://teams.microsoft.com/l/message/"


@dataclass(frozen=True, slots=True)
class _Coming:
    """What stands in a place of what is to be said there, and says nothing yet."""

    key: str
    place: Reference
    id: str
    is_stream: bool


class Poster(Standing[Outgoing]):
    """Shows, changes and takes back messages of Teams; one at a time in each conversation.

    `status` needs it `running`.
    """

    def __init__(  # what it talks to
        self,
        transport: Transport,
        conversations: Conversations,
        deliveries: Deliveries,
        drawing: Drawing,
        *,
        pace: StreamPace | None = None,
    ) -> None:
        super().__init__("teams", deliveries)
        self._transport = transport
        self._conversations = conversations
        self._drawing = drawing
        self._streams = Streams(transport, pace)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Let no stream stay open that no message ends."""
        async with self._streams.running():
            yield

    async def show(self, key: str, place: Place, said: Said, *, may: May = always) -> str:
        """Let exactly this stand under a key, and return Teams' id of its first message."""
        try:
            with failing_as_a_chat():
                shown = await super().show(key, place, said, may=may)
                if (about := _answered(said)) is not None:
                    await self._is_about(key, about)
                return shown
        finally:
            self._streams.let_go(place.channel)

    async def _is_about(self, key: str, exchange_id: str) -> None:
        """Keep which exchange its messages answer: Teams tells of a rating by its message alone."""
        for n in count():
            if not await self._deliveries.is_about(part(key, n), exchange_id):
                return

    async def take_back(self, key: str) -> bool:
        """Delete what stands under a key, and what was said before others in its place."""
        with failing_as_a_chat():
            instead = await super().take_back(_instead(key))
            return await super().take_back(key) or instead

    async def whisper(self, key: str, place: Place, user: str, said: Said) -> None:
        """Show something to one person alone: in their personal chat, where Teams opens one.

        Else a fixed sentence stands in the place itself.
        """
        try:
            await self.show(key, await self.direct(place.team, user), said)
        except RefusedError as error:
            if error.is_of_ours:
                raise
            log.info("not told in private", reason=error.code)
            instead = self._drawing.unreachable(await self._conversations.locale(user))
            await self.show(_instead(key), place, instead)

    async def permalink(self, place: Place, message: str) -> str | None:
        """Tell the address of a message; personal chats with a bot have none.

        See "Deep link to a message" (concepts/build-and-test/deep-link-teams).
        """
        try:
            reference = await self._conversations.reference(place)
        except UnknownConversationError:
            return None
        address = f"{_LINK}{quote(place.channel, safe='')}/{quote(message, safe='')}"
        match reference.kind:
            case Kind.CHANNEL:
                told = {"tenantId": place.team, "parentMessageId": place.root or message}
                return f"{address}?{urlencode(told)}"
            case Kind.GROUP:
                return f"{address}?{urlencode({'context': _IN_A_CHAT})}"
            case Kind.PERSONAL:
                return None

    async def direct(self, team: str, user: str) -> Place:
        """Find the personal chat with somebody; `RefusedError` where they do not have the bot."""
        known = await self._conversations.somebody(user)
        if known is not None and known.personal is not None:
            return Place(team, known.personal)
        with failing_as_a_chat():
            place = await self._transport.create_conversation(await self._conversations.any(), user)
        await self._conversations.found(place, user)
        return Place(team, place.channel)

    async def status(self, place: Place, words: str) -> None:
        """Say that a question is being worked on; without words, no longer.

        In private that opens a stream, or goes on with it: the next message there ends it, or it
        ends by itself. Where others read, it is shown that something is being written.
        """
        if not words:
            self._streams.let_go(place.channel)
            return
        with _worth_nothing("status"):
            async with asyncio.timeout(_BESIDE), self._turn(place.channel):
                reference = await self._conversations.reference(place)
                if reference.kind is Kind.PERSONAL:
                    await self._streams.tell(reference, words)
                else:
                    await self._transport.typing(reference)

    async def title(self, place: Place, words: str) -> None:
        """Do nothing: there is one conversation with the bot, which has its name."""

    async def prompts(self, place: Place, prompts: Sequence[tuple[str, str]]) -> None:
        """Do nothing: they come with what the bot tells of itself."""

    async def home(self, key: str, place: Place, user: str, said: Said) -> None:  # noqa: ARG002
        """Say it in the chat, and offer questions to begin with: there is no page of its own."""
        await self.show(key, place, said)
        offered = self._drawing.offer(await self._conversations.locale(place.channel))
        with failing_as_a_chat():
            await self._stand(f"{key}/offer", place, [offered], always)

    async def hand(self, key: str, place: Place, name: str, content: bytes, words: str) -> None:
        """Hand somebody a file of text, in messages."""
        with failing_as_a_chat():
            await self._stand(key, place, pieces(name, content, words), always)

    async def _drawn(self, place: Place, said: Said) -> Sequence[Outgoing]:
        reader = await self._conversations.locale(place.channel)
        return self._drawing.messages(said, reader)

    def _digest(self, message: Outgoing) -> str:
        return digest(written(message))

    async def _posted(self, key: str, place: Place, message: Outgoing, may: May) -> str:
        reference = await self._conversations.reference(place)
        stream = await self._streaming(reference, message)
        if stream is not None:
            await self._deliveries.shown(key, stream.id, _STREAM)
            await self._streams.paced(stream)
            coming = _Coming(key, reference, stream.id, is_stream=True)
            if await self._became(coming, message, may):
                return stream.id
        posted = await self._transport.send(reference, Outgoing(_WORDLESS))
        await self._deliveries.shown(key, posted, _PLACEHOLDER)
        if not await self._became(_Coming(key, reference, posted, is_stream=False), message, may):
            raise UnavailableError("A message was gone before it said anything.")
        return posted

    async def _updated(self, delivery: Delivery, place: Place, message: Outgoing, may: May) -> bool:
        reference = await self._conversations.reference(place)
        standing = delivery.reference or ""
        if delivery.digest not in (_STREAM, _PLACEHOLDER):
            return await self._changed(reference, standing, message, may)
        is_stream = delivery.digest == _STREAM
        coming = _Coming(delivery.key, reference, standing, is_stream=is_stream)
        return await self._became(coming, message, may)

    async def _deleted(self, place: Place, reference: str) -> None:
        with failing_as_a_chat():
            await self._transport.delete(await self._conversations.reference(place), reference)

    async def _streaming(self, reference: Reference, message: Outgoing) -> Stream | None:
        """Give the stream that is open in a personal chat, or a new one; None where none can be.

        None is opened for a card: whoever waits for one would see the stream that says nothing.
        """
        if reference.kind is not Kind.PERSONAL:
            return None
        stream = self._streams.taken(reference.channel)
        if stream is not None or not message.text:
            return stream
        try:
            return await self._streams.begin(reference, _WORDLESS)
        except (TeamsRefusedError, TeamsUnavailableError) as error:
            log.info("no stream", reason=str(error))
            return None

    async def _became(self, coming: _Coming, message: Outgoing, may: May) -> bool:
        """Let what is to become a message be it; False where it is gone.

        Where it must not be any more, or Teams refuses it for good, nothing of it stays.
        """
        is_over = False

        async def allowed() -> None:
            nonlocal is_over
            is_over = True
            await may()
            is_over = False

        try:
            return await self._filled(coming, message, allowed)
        except TeamsRefusedError:
            is_over = True
            raise
        finally:
            if is_over:
                await self._withdraw(coming)

    async def _filled(self, coming: _Coming, message: Outgoing, may: May) -> bool:
        """Finish a stream; one that is over, whatever it says by then, is updated."""
        if coming.is_stream:
            try:
                await self._transport.finish_stream(coming.place, coming.id, message, before=may)
            except TeamsRefusedError as error:
                log.info("stream not finished", status=error.status, reason=error.code)
            else:
                return True
        return await self._changed(coming.place, coming.id, message, may)

    async def _changed(self, place: Reference, id_: str, message: Outgoing, may: May) -> bool:
        """Change a message; False where it is gone."""
        try:
            await self._transport.update(place, id_, message, before=may)
        except TeamsRefusedError as error:
            if error.status != HTTPStatus.NOT_FOUND:
                raise
            return False
        return True

    async def _withdraw(self, coming: _Coming) -> None:
        if coming.is_stream:
            await self._streams.abandon(coming.place, coming.id, _WORDLESS)
        else:
            with _worth_nothing("withdrawing"):
                await self._transport.delete(coming.place, coming.id)
        await self._deliveries.taken_back(coming.key)


def _answered(said: Said) -> str | None:
    """Tell which exchange is answered, where one is that may be rated."""
    return next((one.about for one in said.tail if isinstance(one, Feedback)), None)


def _instead(key: str) -> str:
    """Name what stands before others in place of what could not be told in private."""
    return f"{key}/instead"


@contextmanager
def _worth_nothing(what: str) -> Iterator[None]:
    """Do what is worth nothing by itself: when it fails, the rest goes on."""
    try:
        with failing_as_a_chat():
            yield
    except (RefusedError, UnavailableError, TimeoutError) as error:
        log.info("not shown", what=what, reason=type(error).__name__)
