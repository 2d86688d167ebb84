"""One question's way, from a message to a reply on record."""

import string
from collections.abc import Sequence
from dataclasses import dataclass, replace

import structlog

from bot.answering.abstaining import not_told, told_by_kind, told_by_second_opinion
from bot.answering.answerer import AnswererUnavailableError, Desk
from bot.answering.contacts import DEFAULTS, Contacts
from bot.answering.evidence import ENOUGH, evidence
from bot.answering.holding import holding
from bot.answering.request import Request
from bot.answering.sensitive import concerned
from bot.answering.support import Checked, Supported
from bot.answering.understander import Heard, Understander
from bot.answering.wording import wording
from bot.answers import Abstained, Reason, Unavailable
from bot.audience import Audience, Readers
from bot.conversation import LONGEST, Message, Reply
from bot.desk import ExchangeDesk
from bot.library import Found, Library
from bot.record import answered, opened, opening, retrieved, turns
from retrieval.access import NOBODY, Reader
from retrieval.documents import Passage
from retrieval.index import IndexUnavailableError
from retrieval.search import Query
from retrieval.timing import Timings
from storage.exchanges import Exchanges

log = structlog.get_logger()

_SAYS_NOTHING = f"{string.whitespace}{string.punctuation}¿¡…–—«»“”‘’\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Consulted:
    """What was found for a message, and as whom; `found` is None where the index is down."""

    readers: Readers
    request: Request
    found: Found | None
    timings: Timings

    @property
    def reader(self) -> Reader:
        """Everybody who will see the reply."""
        return self.readers.together


class Assistant:
    """Answers messages, each as whoever will read the reply."""

    def __init__(
        self,
        audience: Audience,
        library: Library,
        answerer: Supported,
        exchanges: Exchanges,
        *,
        understander: Understander,
        contacts: Contacts = DEFAULTS,
    ) -> None:
        self._audience = audience
        self._library = library
        self._answerer = answerer
        self._exchanges = exchanges
        self._understander = understander
        self._contacts = contacts

    @property
    def answerer(self) -> str:
        """The name of what words the answers, as it stands on record."""
        return self._answerer.name

    async def reply(self, message: Message) -> Reply:
        """Answer a message; whoever asked gets a reply, and it is on record.

        Raises `StorageUnavailableError` where nothing can be put on record: then nothing is said.
        """
        return await self.conclude(message, await self.consult(message))

    async def search(self, message: Message) -> Sequence[Passage]:
        """Find passages without answering, on record; none where the index is down."""
        consulted = await self.consult(message)
        found = consulted.found
        asked = opened(message, consulted.request, consulted.reader, found)
        await self._exchanges.open(opening(message), asked, retrieved(found))
        return () if found is None else found.offered

    async def consult(self, message: Message) -> Consulted:
        """Find what all who will see the reply may read; nothing is on record yet.

        Who they are is looked up again behind the search: understanding takes seconds, and what was
        found as whom they were before is not theirs.
        """
        timings = Timings()
        readers = await self._audience.readers(message)
        with timings.stage("understanding"):
            request = await self.understand(message, readers.together)
        while True:
            found = await self._find(request, readers.together, timings)
            readers, before = await self._audience.readers(message), readers
            if readers == before:
                return Consulted(readers, request, found, timings)

    async def conclude(self, message: Message, consulted: Consulted) -> Reply:
        """Put on record what was found, answer from it, put the answer on record, return it."""
        request, reader, found = consulted.request, consulted.reader, consulted.found
        timings = consulted.timings
        with timings.stage("record"):
            asked = opened(message, request, reader, found)
            exchange_id = await self._exchanges.open(opening(message), asked, retrieved(found))
        with timings.stage("answer"):
            desk = self._desk(exchange_id, message, consulted)
            checked = await self._answer(message, consulted, desk)
        reply = Reply(
            exchange_id,
            request.reply_in,
            checked.answer,
            timings.milliseconds,
            self._contacts.first(request.sensitive, request.reply_in),
            await self._library.opens_more(consulted.readers.alone, reader),
        )
        with timings.stage("record"):
            said = answered(reply, checked, self._answerer.name)
            await self._exchanges.append(exchange_id, "answered", said)
        log.info(
            "question answered",
            exchange=exchange_id,
            surface=message.surface,
            outcome=type(checked.answer).__name__.lower(),
            taken_out=checked.taken_out,
            milliseconds=timings.milliseconds,
        )
        return reply

    async def understand(self, message: Message, reader: Reader = NOBODY) -> Request:
        """Make a question that stands on its own, from the message and its thread.

        What nobody may be answered is understood in the house.
        """
        recorded = await self._exchanges.questions(opening(message))
        earlier = [*message.context, *turns(recorded)]
        is_answered = reader != NOBODY and _may_be_a_question(message)
        asker = message.asker.casefold() if is_answered else None
        return await self._understander.understand(
            Heard(message.text.strip()[:LONGEST], earlier, asker)
        )

    async def _find(self, request: Request, reader: Reader, timings: Timings) -> Found | None:
        """Search as the reader; None where the index is down."""
        try:
            query = Query(
                request.search,
                request.language,
                parts=request.parts,
                rewrites=request.rewrites,
                identifiers=request.identifiers,
            )
            return await self._library.find(query, reader, timings)
        except IndexUnavailableError as error:
            log.error("index unavailable", reason=str(error))  # noqa: TRY400  # it says what and why
            return None

    def _desk(self, exchange_id: str, message: Message, consulted: Consulted) -> Desk:
        return ExchangeDesk(
            self._library,
            self._exchanges,
            exchange_id,
            message.asker.casefold(),
            consulted.reader,
            consulted.request.language,
        )

    async def _answer(self, message: Message, consulted: Consulted, desk: Desk) -> Checked:
        """Say why this cannot be answered, where it cannot; else answer it from the policies."""
        request, found = consulted.request, consulted.found
        words = wording(request.reply_in)
        if (refused := consulted.readers.refused) is not None:
            return Checked(Abstained(Reason.REFUSED, words.refused[refused]))
        if not _may_be_a_question(message):
            is_too_long = len(message.text.strip()) > LONGEST
            text = words.too_long if is_too_long else words.empty
            return Checked(Abstained(Reason.REFUSED, text))
        passages = () if found is None else found.passages
        if (told := told_by_kind(request, passages, self._contacts)) is not None:
            return Checked(told)
        if found is None:
            return Checked(Unavailable(words.unavailable))
        checked = await self._from_policies(request, found, desk)
        answer = told_by_second_opinion(checked.answer, request, passages, self._contacts)
        return replace(checked, answer=answer)

    async def _from_policies(self, request: Request, found: Found, desk: Desk) -> Checked:
        """Answer from passages, where they bear out that they do, with what they bear out."""
        if not found.passages:
            text = wording(request.reply_in).nothing_readable
            return Checked(Abstained(Reason.NOTHING_READABLE, text))
        on_topic = concerned(request.sensitive, found.passages)
        passages = holding(request.filters, on_topic)
        weight = evidence(request, passages)
        if not passages or (weight is not None and weight < ENOUGH):
            return Checked(not_told(request, passages or on_topic))
        try:
            offered = holding(request.filters, concerned(request.sensitive, found.offered))
            return await self._answerer.answer(request, offered, desk)
        except AnswererUnavailableError as error:
            log.error(  # noqa: TRY400  # as above
                "answerer unavailable", exchange=desk.exchange_id, reason=str(error)
            )
            return Checked(Unavailable(wording(request.reply_in).unavailable))


def _may_be_a_question(message: Message) -> bool:
    """Whether it says anything, and no more than is read."""
    return bool(message.text.strip(_SAYS_NOTHING)) and len(message.text.strip()) <= LONGEST
