"""One question's way, from a message to a reply on record."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace

import structlog

from bot.answering.abstaining import not_told, told_by_kind, told_by_second_opinion
from bot.answering.answerer import AnswererUnavailableError, Desk
from bot.answering.contacts import DEFAULTS, Contacts
from bot.answering.evidence import ENOUGH, evidence
from bot.answering.request import Request
from bot.answering.sensitive import concerned
from bot.answering.support import Checked, Supported
from bot.answering.understander import Heard, Understander
from bot.answering.wording import wording
from bot.answers import Abstained, Answer, Grounded, Reason, Unavailable
from bot.audience import Audience
from bot.conversation import LONGEST, Message, Reply, Role, Turn
from bot.desk import ExchangeDesk
from bot.identity import UnknownPersonError
from bot.library import Found, Library
from retrieval.access import NOBODY, Reader
from retrieval.documents import Leg, Passage
from retrieval.index import IndexUnavailableError
from retrieval.search import Query
from retrieval.timing import Timings
from storage.exchanges import Earlier, Exchanges, Opening, Retrieved

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Consulted:
    """What was found for a message, and as whom; `found` is None where the index is down."""

    reader: Reader
    request: Request
    found: Found | None
    timings: Timings


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

    async def consult(self, message: Message) -> Consulted:
        """Find what all who will see the reply may read; nothing is on record yet."""
        timings = Timings()
        reader = await self._reader(message)
        with timings.stage("understanding"):
            request = await self.understand(message, reader)
        found = await self._find(request, reader, timings)
        return Consulted(reader, request, found, timings)

    async def conclude(self, message: Message, consulted: Consulted) -> Reply:
        """Put on record what was found, answer from it, put the answer on record, return it."""
        timings, request = consulted.timings, consulted.request
        with timings.stage("record"):
            exchange_id = await self._open(message, consulted)
        with timings.stage("answer"):
            desk = self._desk(exchange_id, message, consulted)
            checked = await self._answer(message, consulted, desk)
        first = self._first(request)
        with timings.stage("record"):
            await self._answered(exchange_id, checked, timings, first=first)
        log.info(
            "question answered",
            exchange=exchange_id,
            surface=message.surface,
            outcome=type(checked.answer).__name__.lower(),
            taken_out=checked.taken_out,
            milliseconds=timings.milliseconds,
        )
        return Reply(exchange_id, request.reply_in, checked.answer, timings.milliseconds, first)

    async def understand(self, message: Message, reader: Reader = NOBODY) -> Request:
        """Make a question that stands on its own, from the message and its thread.

        What nobody may be answered is understood in the house.
        """
        recorded = await self._exchanges.questions(_opening(message))
        turns = [*message.context, *_turns(recorded)]
        is_answered = reader != NOBODY and _has_a_fit_length(message)
        asker = message.asker.casefold() if is_answered else None
        return await self._understander.understand(
            Heard(message.text.strip()[:LONGEST], turns, asker)
        )

    async def _reader(self, message: Message) -> Reader:
        """Name the reader; nobody where the asker is unknown, who then reads nothing."""
        try:
            return await self._audience.reader(message)
        except UnknownPersonError:
            return NOBODY

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

    def _first(self, request: Request) -> str:
        """What is said before any answer, on a topic that needs a person."""
        if request.sensitive is None:
            return ""
        return self._contacts.first(request.sensitive, request.reply_in)

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
        request, found = consulted.request, consulted.found
        words = wording(request.reply_in)
        if consulted.reader == NOBODY:
            return Checked(Abstained(Reason.REFUSED, words.unknown_person))
        if not _has_a_fit_length(message):
            text = words.too_long if request.question else words.empty
            return Checked(Abstained(Reason.REFUSED, text))
        passages = () if found is None else found.passages
        if (told := told_by_kind(request, passages, self._contacts)) is not None:
            return Checked(told)
        if found is None:
            return Checked(Unavailable(words.unavailable))
        checked = await self._told(request, found, desk)
        answer = told_by_second_opinion(checked.answer, request, passages, self._contacts)
        return replace(checked, answer=answer)

    async def _told(self, request: Request, found: Found, desk: Desk) -> Checked:
        """Answer from passages, where they bear out that they do, with what they bear out."""
        if not found.passages:
            text = wording(request.reply_in).nothing_readable
            return Checked(Abstained(Reason.NOTHING_READABLE, text))
        passages = concerned(request.sensitive, found.passages)
        weight = evidence(request, passages)
        if weight is not None and weight < ENOUGH:
            return Checked(not_told(request, passages))
        try:
            offered = concerned(request.sensitive, found.offered)
            return await self._answerer.answer(request, offered, desk)
        except AnswererUnavailableError as error:
            log.error("answerer unavailable", reason=str(error))  # noqa: TRY400  # as above
            return Checked(Unavailable(wording(request.reply_in).unavailable))

    async def _open(self, message: Message, consulted: Consulted) -> str:
        request, found = consulted.request, consulted.found
        question = {
            "question": message.text,
            "search": request.search,
            "understanding": asdict(request.understanding),
            "language": request.language,
            "kind": request.kind,
            "sensitive": request.sensitive,
            "principals": sorted(consulted.reader.principals),
            "index": "down" if found is None else "answered",
            "evidence": None if found is None else evidence(request, found.passages),
            "mode": "whole" if found is not None and found.is_whole else "searched",
        }
        return await self._exchanges.open(_opening(message), question, _retrieved(found))

    async def _answered(
        self, exchange_id: str, checked: Checked, timings: Timings, *, first: str
    ) -> None:
        answer = checked.answer
        body = {
            "kind": type(answer).__name__.lower(),
            "first": first,
            "answer": asdict(answer),
            "answerer": self._answerer.name,
            "cited": _cited(answer),
            "support": {
                "found": [asdict(finding) for finding in checked.found],
                "asked_again": checked.asked_again,
                "found_again": [asdict(finding) for finding in checked.found_again],
                "taken_out": checked.taken_out,
            },
            "milliseconds": timings.milliseconds,
        }
        await self._exchanges.append(exchange_id, "answered", body)


def _turns(recorded: Sequence[Earlier]) -> Iterator[Turn]:
    """What was asked, and what was asked back: a yes says nothing without it."""
    for one in recorded:
        yield Turn(Role.USER, one.question)
        if one.asked_back:
            yield Turn(Role.BOT, one.asked_back)


def _has_a_fit_length(message: Message) -> bool:
    return 0 < len(message.text.strip()) <= LONGEST


def _opening(message: Message) -> Opening:
    return Opening(
        asker=message.asker.casefold(),
        surface=message.surface,
        private=message.private,
        thread=message.thread,
        organisation=message.organisation,
    )


def _retrieved(found: Found | None) -> list[Retrieved]:
    if found is None:
        return []
    offered = len(found.offered)
    used = [_row(p, "offered" if n < offered else "spare") for n, p in enumerate(found.passages)]
    return [*used, *(_row(drop.passage, "dropped", drop.why) for drop in found.dropped)]


def _row(passage: Passage, outcome: str, why: str = "") -> Retrieved:
    dense, sparse = passage.dense, passage.sparse
    return Retrieved(
        document_id=passage.document_id,
        version=passage.version,
        generation=passage.generation,
        chunk_id=passage.chunk_id,
        content_hash=passage.content_hash,
        access_id=passage.access_id,
        score=passage.score,
        dense_rank=_rank(dense),
        dense_score=_score(dense),
        sparse_rank=_rank(sparse),
        sparse_score=_score(sparse),
        outcome=outcome,
        why=why,
    )


def _rank(leg: Leg | None) -> int | None:
    return None if leg is None else leg.rank


def _score(leg: Leg | None) -> float | None:
    return None if leg is None else leg.score


def _cited(answer: Answer) -> Sequence[str]:
    if not isinstance(answer, Grounded):
        return []
    return sorted({c.chunk_id for s in answer.statements for c in s.citations})
