"""What may this reader read of what was found? The access book, and the second lock.

The index matches by what stands on its points. Every hit is then looked up again in the ledger:
its document must be in force, in this generation, under this access, and the access must admit
the reader now. What does not agree is dropped, and counted as an alarm.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import structlog

from bot.vocabulary import Vocabulary
from retrieval.access import AccessBook, Reader, access_from_canonical
from retrieval.documents import Passage
from retrieval.index import IndexUnavailableError
from retrieval.precedence import settled
from retrieval.recipe import Recipe
from retrieval.search import Query, Search, folded
from retrieval.timing import Timings
from retrieval.validity import objection
from storage.accesses import Accesses
from storage.ledger import APPROVED, Ledger, Standing
from storage.moments import now

log = structlog.get_logger()

_OFFERED = 20  # passages that may be used for an answer


@dataclass(frozen=True, slots=True)
class Dropped:
    """A passage that was found and may not be used, with the reason."""

    passage: Passage
    why: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a search brought: `passages` may be used, best first.

    `is_whole` tells that nothing was left out for being far from the question: the reader may see
    no more.
    """

    passages: tuple[Passage, ...]
    dropped: tuple[Dropped, ...]
    is_whole: bool = False

    @property
    def offered(self) -> tuple[Passage, ...]:
        """What an answer may be made of: the best, or all of it where that is little."""
        return self.passages if self.is_whole else self.passages[:_OFFERED]


class Library:
    """The policies, as one reader may read them now."""

    def __init__(
        self,
        search: Search,
        accesses: Accesses,
        ledger: Ledger,
        vocabulary: Vocabulary,
        recipe: Recipe,
    ) -> None:
        self._search = search
        self._vocabulary = vocabulary
        self._recipe = recipe
        self._accesses = accesses
        self._ledger = ledger
        self._book = AccessBook({})
        self._edition = 0

    async def find(self, query: Query, reader: Reader, timings: Timings) -> Found:
        """Search as a reader, and keep only what the ledger bears out.

        Raises `IndexUnavailableError` where the index is down, or has lost what was put in it.
        """
        with timings.stage("access"):
            at = now()
            admission = (await self._current_book()).admission(reader, at)
            query = await self._expanded(query, reader, at)
        sought = await self._search.candidates(query, admission, timings)
        candidates = {p.chunk_id: p for one in sought for p in one.passages}
        if sought and not candidates:
            await self._refuse_a_lost_index()
        # The lock is turned while the order is made: hardly ever does it drop anything, and then
        # the order is made again without it.
        (readable, locked), ranked = await asyncio.gather(
            self._second_lock(list(candidates.values()), reader, at, timings),
            self._search.ranked(sought, candidates.keys(), query, timings),
        )
        if locked:
            ranked = await self._search.ranked(sought, readable, query, timings)
        with timings.stage("folding"):
            ordered = settled(ranked) if self._recipe.authority else ranked
            passages, folds = folded(ordered)
        twins = [Dropped(fold.passage, f"same text as {fold.twin_of.chunk_id}") for fold in folds]
        is_whole = any(one.is_whole for one in sought)
        return Found(tuple(passages), (*locked, *twins), is_whole)

    async def opens_more(self, one: Reader, other: Reader) -> bool:
        """Tell whether one reader may read anything that another may not."""
        return one != other and (await self._current_book()).opens_more(one, other, now())

    async def readable(self, document_ids: Iterable[str], reader: Reader) -> frozenset[str]:
        """Say which of these documents a reader may read now."""
        at, book = now(), await self._current_book()
        standings = await self._ledger.standings(document_ids)
        return frozenset(
            document_id
            for document_id, standing in standings.items()
            if standing.status == APPROVED and book.get(standing.access_id).admits(reader, at)
        )

    async def section(self, passage: Passage, reader: Reader) -> list[Passage]:
        """Read the whole section that a passage was cut from, in order, as far as it is in force.

        What was cut small to be found is read in its section to be understood.
        """
        at = now()
        admission = (await self._current_book()).admission(reader, at)
        section = await self._search.section(passage, admission)
        readable, _ = await self._second_lock(section, reader, at, Timings())
        return [one for one in section if one.chunk_id in readable]

    async def _expanded(self, query: Query, reader: Reader, at: datetime) -> Query:
        """Add what short forms stand for, as far as the reader may read where that is explained."""
        if not self._recipe.glossary:
            return query
        expansions = await self._vocabulary.expansions(
            query.text, query.language, lambda id_: self._book.get(id_).admits(reader, at)
        )
        return replace(query, expansions=expansions)

    async def _refuse_a_lost_index(self) -> None:
        """An index that lost everything must not pass for policies that nobody may read."""
        documents, chunks = await self._ledger.size()
        if chunks and await self._search.is_empty():
            raise IndexUnavailableError(
                f"The index is empty, though {documents} documents were put in it. Run "
                "`python -m bot sync`."
            )

    async def _current_book(self) -> AccessBook:
        edition = await self._accesses.edition()
        if edition != self._edition:
            accesses = await self._accesses.all()
            self._book = AccessBook({i: access_from_canonical(a) for i, a in accesses.items()})
            self._edition = edition
        return self._book

    async def _second_lock(
        self, candidates: Sequence[Passage], reader: Reader, at: datetime, timings: Timings
    ) -> tuple[frozenset[str], list[Dropped]]:
        """Say which candidates may be used, by id, and why the others may not."""
        if not candidates:
            return frozenset(), []
        with timings.stage("second_lock"):
            standings = await self._ledger.standings(p.document_id for p in candidates)
        alarms = [
            Dropped(p, why)
            for p in candidates
            if (why := self._objection(p, standings, reader, at))
        ]
        if alarms:
            log.warning(
                "second lock dropped passages",
                reasons=sorted({drop.why for drop in alarms}),
                documents=sorted({drop.passage.document_id for drop in alarms}),
            )
        locked = {drop.passage.chunk_id for drop in alarms}
        expired = [
            Dropped(p, why)
            for p in candidates
            if p.chunk_id not in locked and (why := objection(p, at.date()))
        ]
        out = locked | {drop.passage.chunk_id for drop in expired}
        return frozenset(p.chunk_id for p in candidates) - out, [*alarms, *expired]

    def _objection(
        self, passage: Passage, standings: dict[str, Standing], reader: Reader, at: datetime
    ) -> str:
        standing = standings.get(passage.document_id)
        if standing is None:
            return "not in force"
        if standing.status != APPROVED:
            return f"it is {standing.status}"
        if standing.generation != passage.generation:
            return "another generation is in force"
        if standing.access_id != passage.access_id:
            return "another access is in force"
        if not self._book.get(standing.access_id).admits(reader, at):
            return "access does not admit the reader"
        return ""
