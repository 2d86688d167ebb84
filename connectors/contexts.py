"""What does a model say of where a chunk stands? The port, and one sync run's use of it.

What is written goes into the chunk's context, below what is made by rule: it is embedded and
counted by BM25, and never shown as what a policy says. Nothing that a writer does or fails to do
keeps a document out of the index.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

import structlog

from connectors.source import Problem
from retrieval.access import EVERYONE, Access, reader
from retrieval.boundaries import sentences
from retrieval.chunking import Limits
from retrieval.documents import Chunk, Document, Status
from retrieval.enrichment import indexed_text
from retrieval.units import CountTokens

log = structlog.get_logger()

_SILENT = 3  # documents in a row that got no answer, after which a run asks no more
_MISSING = "?"  # no run expects a revision with this in it, so the next one tries again


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens that were paid for; `dollars` is None where the price of some is not known."""

    uncached: int = 0
    cache_written: int = 0
    cache_read: int = 0
    output: int = 0
    dollars: float | None = 0.0

    def __add__(self, other: "Spent") -> "Spent":
        unknown = self.dollars is None or other.dollars is None
        return Spent(
            uncached=self.uncached + other.uncached,
            cache_written=self.cache_written + other.cache_written,
            cache_read=self.cache_read + other.cache_read,
            output=self.output + other.output,
            dollars=None if unknown else (self.dollars or 0.0) + (other.dollars or 0.0),
        )


@dataclass(frozen=True, slots=True)
class Written:
    """One context for each chunk, in order, empty where there is none.

    `complete` is False where some are missing that another time may bring; `warnings` are
    sentences for the operator.
    """

    contexts: tuple[str, ...]
    spent: Spent = Spent()
    warnings: tuple[str, ...] = ()
    complete: bool = True


class ContextWriter(Protocol):
    """Writes a sentence or two on where each chunk stands in its document."""

    @property
    def version(self) -> str:
        """Changes with anything that makes it write otherwise: documents are then read anew."""

    async def contexts(self, document: Document, chunks: Sequence[Chunk]) -> Written:
        """Write for every chunk; a provider that fails is told in what is returned."""

    async def close(self) -> None:
        """Let go of what it holds open."""


@dataclass(frozen=True, slots=True)
class Writing:
    """Which documents a writer is shown, and how many tokens of a chunk its words may take.

    Unless `restricted`, those that not everyone may read stay in the house.
    """

    writer: ContextWriter
    restricted: bool = False
    room: int = 100

    def takes(self, access: Access, at: datetime) -> bool:
        """Tell whether a document under this access is shown to the writer."""
        return self.restricted or access.admits(reader(EVERYONE), at)


@dataclass(frozen=True, slots=True)
class Given:
    """A document's chunks with their contexts; `new` says whether any was written.

    `mark` goes into the document's revision: who wrote, and whether some are missing.
    """

    chunks: list[Chunk]
    mark: str
    warnings: tuple[str, ...] = ()

    new: bool = False


@dataclass
class Contexts:
    """One run's use of a writer: what it spent, and when it stopped asking."""

    writing: Writing | None
    count: CountTokens
    whole: Limits
    at: datetime
    spent: Spent = field(default_factory=Spent)
    written: int = 0
    problems: list[Problem] = field(default_factory=list)
    _silent: int = 0

    def mark(self, access: Access) -> str:
        """Say by whom contexts are written for documents under this access; empty: by nobody."""
        writing = self.writing
        if writing is None or not writing.takes(access, self.at):
            return ""
        return f"/{writing.writer.version}"

    def limits(self, access: Access) -> Limits:
        """Leave room for what will be written."""
        if self.writing is None or not self.mark(access):
            return self.whole
        return replace(self.whole, whole=self.whole.whole - self.writing.room)

    async def given(self, document: Document, access: Access, chunks: list[Chunk]) -> Given:
        """Have contexts written for a document's chunks, and put them below those made by rule.

        What does not answer is not shown to the writer: it is not worth its cost.
        """
        mark = self.mark(access)
        if self.writing is None or not mark or not chunks:
            return Given(chunks, mark)
        if document.status is not Status.APPROVED:
            return Given(chunks, mark)
        if self._silent >= _SILENT:
            return Given(chunks, mark + _MISSING)
        told = await self.writing.writer.contexts(document, chunks)
        self._account(told)
        filled = await asyncio.to_thread(self._filled, chunks, told.contexts)
        new = filled != chunks
        mark += "" if told.complete else _MISSING
        return Given(filled, mark, told.warnings, new=new)

    def log(self, source: str) -> None:
        """Log what the run spent."""
        if self.writing is not None and self.spent != Spent():
            spent = self.spent
            log.info(
                "contexts written",
                source=source,
                writer=self.writing.writer.version,
                contexts=self.written,
                uncached=spent.uncached,
                cache_written=spent.cache_written,
                cache_read=spent.cache_read,
                output=spent.output,
                dollars=None if spent.dollars is None else round(spent.dollars, 6),
            )

    def _account(self, told: Written) -> None:
        """Add up, and stop asking a provider that does not answer."""
        self.spent += told.spent
        self.written += sum(bool(context) for context in told.contexts)
        self._silent = 0 if told.complete or any(told.contexts) else self._silent + 1
        if self._silent == _SILENT:
            why = f"{_SILENT} pages in a row got no written contexts; no more were asked for."
            self.problems.append(Problem(None, f"{why} The next sync tries again."))

    def _filled(self, chunks: Sequence[Chunk], contexts: Sequence[str]) -> list[Chunk]:
        """Give each chunk as many sentences as it has room for, whole ones only."""
        return [
            self._fitting(chunk, context) if context else chunk
            for chunk, context in zip(chunks, contexts, strict=True)
        ]

    def _fitting(self, chunk: Chunk, context: str) -> Chunk:
        some = [
            replace(chunk, context="\n".join(part for part in (chunk.context, told) if part))
            for told in _shorter(context, chunk.language)
        ]
        lengths = self.count([indexed_text(one) for one in some])
        fitting = (
            one for one, tokens in zip(some, lengths, strict=True) if tokens <= self.whole.whole
        )
        return next(fitting, chunk)


def _shorter(context: str, language: str) -> Iterator[str]:
    """Give a context with fewer and fewer of its sentences."""
    yield context.strip()
    for end in reversed(sentences(context, language)):
        yield context[:end].rstrip()
