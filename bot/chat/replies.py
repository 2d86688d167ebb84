"""How is one question replied to? Who asks, who listens, what is said, where it stands.

account, listeners → message → assistant → shown, if who listens still does → kept as delivered
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import partial

import structlog

from bot.answers import Abstained, Citation, Grounded, Reason
from bot.assistant import Assistant
from bot.chat.kept import Kept
from bot.chat.ports import Place, RefusedError, Service
from bot.conversation import Message, Refusal, Reply, Turn
from bot.identity import Account
from bot.privacy import Privacy
from bot.privacy_words import Terms, privacy_words
from bot.recorded import reply_of
from bot.saying import hints, notes
from bot.saying.answers import AnswerView, answer
from bot.saying.parts import Part, Said
from bot.saying.plain import label
from bot.saying.words import language_of
from bot.saying.words import words as words_of
from storage.exchanges import Exchanges

log = structlog.get_logger()

Address = Callable[[str, int, Citation], str | None]
"""The address behind the n-th citation of an exchange's answer, None where it has none."""

_FRESH = 2.0  # seconds: how old the knowledge of who listens may be when a reply is posted
_ROUNDS = 3
_AT_ONCE = 8  # replies that are made: the others show that they wait
_CHATTER = frozenset({Reason.COURTESY, Reason.OUT_OF_SCOPE, Reason.REFUSED})
_ENGLISH = "en"
_TITLE = 80  # characters of a question that name its conversation


@dataclass(frozen=True, slots=True)
class Question:
    """Something that is to be replied to.

    `key` is the one under which the reply stands, `place` where. `is_private` tells that nobody
    but the asker reads there; `is_addressed` is false for what was said in a thread of ours to
    nobody in particular. `origin` is the channel that a private answer may be shared in; `above`
    stands over the answer. `message` is the one that asks, if one does.
    """

    key: str
    place: Place
    user: str
    text: str
    is_private: bool
    is_addressed: bool = True
    is_reply: bool = False
    message: str | None = None
    may_be_external: bool = False
    origin: Place | None = None
    above: tuple[Part, ...] = ()
    event: str | None = None


@dataclass(frozen=True, slots=True)
class Offers:
    """What this installation has.

    Whether HR has a channel, up to how many people a channel's members count one by one, on which
    terms, in a language, texts of people are kept, and whether a model words the answers.
    """

    hr: bool
    small_channel: int
    terms: Callable[[str], Terms]
    wording_takes_long: bool = False


@dataclass(frozen=True, slots=True)
class _Reading:
    """Who asks, why they get no answer here, if so, and who reads along where that counts."""

    asker: str
    refused: Refusal | None
    members: tuple[str, ...]


class _OthersReadError(Exception):
    """Others read now than those for whom an answer was made."""

    def __init__(self, now: _Reading) -> None:
        super().__init__("Others read now.")
        self.now = now


class Replies:
    """Replies to questions, each once, whatever is tried again."""

    def __init__(  # what a reply takes
        self,
        assistant: Assistant,
        exchanges: Exchanges,
        privacy: Privacy,
        service: Service,
        *,
        address: Address,
        offers: Offers,
    ) -> None:
        self._assistant = assistant
        self._exchanges = exchanges
        self._privacy = privacy
        self._service = service
        self._poster = service.poster
        self._address = address
        self._offers = offers
        self._turn = asyncio.Semaphore(_AT_ONCE)

    async def reply(self, question: Question) -> None:
        """Reply to a question; done again, it leaves one reply."""
        account = await self._service.roster.account(question.user)
        message = await self._message(question)
        if account.refusal is Refusal.BOT:
            log.info("bot not answered", user=question.user)
            return
        await self._show_working(question, account, message)
        for _ in range(_ROUNDS):
            reply = await self._answered(question, account, message)
            try:
                await self._still(question, message)
                await self._deliver(question, account, message, reply)
            except _OthersReadError as others:
                message = replace(message, **asdict(others.now))
            else:
                return
        message = replace(message, refused=Refusal.EXTERNAL, members=())
        await self._deliver(question, account, message, await self._assistant.reply(message))

    async def again(self, kept: Kept, user: str) -> Said | None:
        """Word once more what was replied, and what may be done with it; None if it is gone."""
        reply = reply_of(kept.id, await self._exchanges.events(kept.id))
        if reply is None or kept.place is None:
            return None
        question = Question(
            kept.key, kept.place, user, kept.question, kept.opening.private, origin=kept.origin
        )
        return await self._drawn(question, await self._service.roster.account(user), reply)

    async def _answered(self, question: Question, account: Account, message: Message) -> Reply:
        """Have a message answered; where a model words the answer, show when it begins to."""
        async with self._turn:
            consulted = await self._assistant.consult(message)
            if self._offers.wording_takes_long and question.is_private:
                words = self._service.status(notes.Stage.WRITING, locale(account))
                await self._poster.status(question.place, words)
            return await self._assistant.conclude(message, consulted)

    async def _message(self, question: Question) -> Message:
        """Say who asks and who reads the reply, as it is now."""
        reading = await self._reading(question)
        return Message(
            text=question.text,
            asker=reading.asker,
            surface=self._service.surface,
            private=question.is_private,
            thread=question.place.thread(self._service.surface),
            context=await self._earlier(question, reading.refused),
            refused=reading.refused,
            members=reading.members,
            event=question.event,
        )

    async def _reading(self, question: Question, *, age: float = 30.0) -> _Reading:
        """Say who asks and who reads the reply, as it was `age` seconds ago at the earliest."""
        account = await self._service.roster.account(question.user)
        refused, members = account.refusal, tuple[str, ...]()
        if not question.is_private:
            listeners = await self._service.channels.listeners(question.place.channel, age=age)
            external = Refusal.EXTERNAL if question.may_be_external else None
            refused = refused or external or listeners.refusal(account.email)
            is_small = listeners.is_closed and len(listeners.emails) <= self._offers.small_channel
            members = tuple(sorted(listeners.emails)) if is_small and not refused else ()
        return _Reading(account.asker, refused, members)

    async def _still(self, question: Question, message: Message) -> None:
        """See that a message is answered before those for whom the answer was made."""
        now = await self._reading(question, age=_FRESH)
        if now != _Reading(message.asker, message.refused, message.members):
            raise _OthersReadError(now)

    async def _earlier(self, question: Question, refused: Refusal | None) -> tuple[Turn, ...]:
        if refused or question.is_private or not question.is_reply:
            return ()
        return await self._service.context.turns(question.place, before=question.message)

    async def _show_working(self, question: Question, account: Account, message: Message) -> None:
        """Show that it is being worked on: where others read, by the message that will answer."""
        stage, words = notes.Stage.SEARCHING, locale(account)
        if question.is_private:
            await self._poster.status(question.place, self._service.status(stage, words))
        elif message.refused is None and question.is_addressed:
            with suppress(RefusedError):  # told of when the reply is not taken either
                await self._poster.show(question.key, question.place, notes.working(stage, words))

    async def _deliver(
        self, question: Question, account: Account, message: Message, reply: Reply
    ) -> None:
        if not question.is_addressed and _is_chatter(reply):
            await self._poster.take_back(question.key)
            return
        if not question.is_private and _is_for_the_asker_alone(question, reply):
            # What is shared may begin a thread; in one that nobody has replied in, no note is seen
            alone = replace(question, above=(), is_reply=question.is_reply and not question.above)
            await self._whisper(alone, account, await self._drawn(alone, account, reply), reply)
            return
        drawn = await self._drawn(question, account, reply)
        try:
            may = partial(self._still, question, message)
            message_id = await self._poster.show(question.key, question.place, drawn, may=may)
        except RefusedError as error:
            await self._not_taken(question, account, reply, error)
            return
        await self._delivered(question, reply, question.place, message_id)
        if question.is_private and not question.is_reply and not _is_refused(reply):
            await self._poster.title(question.place, label(question.text, _TITLE))
        try:
            await self._first_time(question, account)
        except RefusedError as error:  # the answer stands all the same
            log.warning("notice refused", reason=error.code, exchange=reply.exchange_id)

    async def _not_taken(
        self, question: Question, account: Account, reply: Reply, error: RefusedError
    ) -> None:
        """Say in private that a channel did not take a reply.

        Where its asker cannot be written to, or it is gone, nobody is left to tell;
        what else is refused in private is raised again.
        """
        log.warning("reply refused", reason=error.code, exchange=reply.exchange_id)
        if error.is_gone or (question.is_private and error.is_closed):
            return
        if question.is_private:
            raise error
        await self._poster.take_back(question.key)
        await self._say_in_private(question, account)

    async def _drawn(self, question: Question, account: Account, reply: Reply) -> Said:
        share_to = None
        if question.origin is not None:
            listeners = await self._service.channels.listeners(question.origin.channel)
            if listeners.refusal(account.email) is None:
                share_to = listeners.name or words_of(locale(account)).answer.unnamed
        return answer(
            AnswerView(
                reply=reply,
                locale=locale(account),
                private=question.is_private,
                exchange_id=reply.exchange_id,
                link=lambda n, cited: self._address(reply.exchange_id, n, cited),
                offers_private=reply.more_in_private,
                share_to=share_to,
                offers_hr=self._offers.hr and account.refusal is None,
                today=date.today(),  # noqa: DTZ011  # the day of whoever reads, as far as known
            ),
            above=question.above,
        )

    async def _whisper(
        self, question: Question, account: Account, said: Said, reply: Reply
    ) -> None:
        """Refuse before nobody but the one who asked."""
        await self._poster.take_back(question.key)
        root = question.place.root if question.is_reply else None
        place = replace(question.place, root=root)
        key = f"{question.key}?"
        try:
            await self._poster.whisper(key, place, question.user, said)
        except RefusedError as error:
            log.warning("refusal not shown", reason=error.code, exchange=reply.exchange_id)
            if account.refusal is None:
                await self._say_in_private(question, account)
            return
        await self._delivered(question, reply, place, "ephemeral")

    async def _say_in_private(self, question: Question, account: Account) -> None:
        """Nobody is left without a reply: where the channel takes none, the asker is told so."""
        place = await self._poster.direct(question.place.team, question.user)
        await self._poster.show(f"{question.key}!", place, hints.not_postable(locale(account)))

    async def _delivered(
        self, question: Question, reply: Reply, place: Place, message_id: str
    ) -> None:
        origin = question.origin
        await self._exchanges.append(
            reply.exchange_id,
            "delivered",
            {
                "key": question.key,
                "team": place.team,
                "channel": place.channel,
                "root": place.root,
                "message": message_id,
                "origin": origin and {"channel": origin.channel, "root": origin.root},
            },
        )

    async def _first_time(self, question: Question, account: Account) -> None:
        """Tell a newcomer, in private and once, who can read what they ask."""
        event = question.event
        if account.email is None or not await self._privacy.first_time(account.email, event=event):
            return
        place = question.place
        if not question.is_private:
            place = await self._poster.direct(place.team, question.user)
        said = privacy_words(locale(account)).notice(self._offers.terms(locale(account)))
        await self._poster.show(f"notice:{question.event or account.id}", place, notes.note(said))


def locale(account: Account) -> str:
    """The language in which somebody is shown buttons and hints."""
    return language_of(account.locale) or _ENGLISH


def _is_for_the_asker_alone(question: Question, reply: Reply) -> bool:
    """Whether nobody else in a channel is to read it: a refusal, or that there is nothing to share.

    `above` is what stands over an answer that is shared.
    """
    return _is_refused(reply) or bool(question.above and not isinstance(reply.answer, Grounded))


def _is_refused(reply: Reply) -> bool:
    return isinstance(reply.answer, Abstained) and reply.answer.reason is Reason.REFUSED


def _is_chatter(reply: Reply) -> bool:
    return isinstance(reply.answer, Abstained) and reply.answer.reason in _CHATTER
