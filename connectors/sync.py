"""How does the index come to hold what a source holds? One document's way, for any source.

Content and permissions are compared with the ledger separately. A changed document is written as
a new generation beside the old one, the ledger's line is flipped, the old generation dropped; a
changed access rewrites two fields. Between any two steps the second lock (ledger against point)
keeps what does not agree out of every answer, and the next run finishes what was begun.
"""

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

import structlog

from connectors.contexts import Contexts, Spent, Writing
from connectors.explaining import keep_terms
from connectors.source import Item, Listing, Problem, Source, UnreadableError
from connectors.stores import Stores, drop, take_out
from connectors.supersession import supersession
from retrieval.access import Access, access_from_canonical
from retrieval.bm25 import passage_terms
from retrieval.chunking import ALL_PARTS, VERSION, Limits, chunks
from retrieval.documents import Chunk, Document, Status
from retrieval.embedding import Embedder, Text
from retrieval.enrichment import Parts, indexed_text
from retrieval.index import Entry
from retrieval.payload import FORM, Filed
from storage.ledger import Entry as Line
from storage.moments import now, written
from storage.people import Known
from storage.tables import SyncRun

log = structlog.get_logger()

_AHEAD = 8  # documents read and cut while the one before is embedded
_AT_ONCE = 64  # chunks embedded and written in one go


@dataclass
class Progress:
    """How far a run is; `total` documents have to be read, `chunks` were written.

    A model wrote `contexts` of theirs, for what was `spent`.
    """

    total: int = 0
    done: int = 0
    chunks: int = 0
    contexts: int = 0
    spent: Spent = field(default_factory=Spent)

    def after(self, other: "Progress") -> "Progress":
        """Count on from where another run has come."""
        return Progress(
            self.total + other.total,
            self.done + other.done,
            self.chunks + other.chunks,
            self.contexts + other.contexts,
            self.spent + other.spent,
        )


@dataclass(frozen=True, slots=True)
class Cutting:
    """How documents are cut and placed; without `writing`, contexts are made by rule alone."""

    embedder: Embedder
    languages: tuple[str, ...]
    limits: Limits
    writing: Writing | None = None
    parts: Parts = ALL_PARTS


@dataclass
class _Report:
    started: datetime
    listing: Listing
    contexts: Contexts
    added: int = 0
    changed: int = 0
    access_changed: int = 0
    removed: int = 0
    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Cut:
    item: Item
    document: Document
    chunks: list[Chunk]
    revision: str
    warnings: tuple[str, ...] = ()
    new_contexts: bool = False


class Sync:
    """Brings the index in step with one source."""

    def __init__(
        self,
        source: Source,
        stores: Stores,
        cutting: Cutting,
        *,
        progress: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        self._source = source
        self._stores = stores
        self._cutting = cutting
        self._progress = progress

    async def run(self) -> SyncRun:
        """Bring the index in step once, and return the run as it is kept.

        A document that cannot be read is told among the problems and the rest goes on. Raises
        `SourceUnavailableError` before anything was changed.
        """
        cutting, started = self._cutting, now()
        contexts = Contexts(cutting.writing, cutting.embedder.count, cutting.limits, started)
        report = _Report(started, await self._source.listing(), contexts)
        report.problems += report.listing.problems
        before = await self._stores.ledger.of_source(self._source.name)
        people = _known(report.listing)
        # Nobody gets a group before pages are for whom they should be: half a change is a leak.
        await self._stores.people.narrow(self._source.name, people)
        await self._take_accesses(report, before)
        await self._stores.people.replace(self._source.name, people)
        lost = await self._mended(before)
        try:
            written_chunks = await self._take_documents(report, before, lost)
        finally:  # what was spent is spent, however the run ends
            contexts.log(self._source.name)
        if report.listing.complete:
            await self._remove_gone(report, before)
        report.warnings += await self._take_out_superseded(report.started.date())
        report.warnings += contexts.problems
        return await self._kept(report, written_chunks)

    async def _take_accesses(self, report: _Report, before: dict[str, Line]) -> None:
        """Rewrite accesses that changed. The point goes first: until both agree, nobody reads.

        A text that is to be read anew stands under both accesses until then: the old text is not
        for whom the new one lets in.
        """
        await self._add([item.access for item in report.listing.items])
        known = await self._stores.accesses.all()
        for item in report.listing.items:
            line = before.get(item.id)
            if line is None or line.access_id == item.access.id:
                continue
            access = item.access
            if not line.revision.startswith(_revision(item)):
                access = access.both(access_from_canonical(known[line.access_id]))
                await self._add([access])
            await self._set_access(line, access)
            report.access_changed += 1

    async def _add(self, accesses: Iterable[Access]) -> None:
        await self._stores.accesses.add({a.id: a.canonical() for a in accesses})

    async def _set_access(self, line: Line, access: Access) -> None:
        await self._stores.index.set_access(line.id, access, Status(line.standing_status))
        await self._stores.ledger.set_access(line.id, access.id)

    async def _mended(self, before: dict[str, Line]) -> set[str]:
        """Make the index agree with the ledger: sweep what a run that was ended left behind.

        Returns the documents of which points are missing, to be read again.
        """
        index, source = self._stores.index, self._source.name
        if await index.count(source=source) == sum(line.chunks for line in before.values()):
            return set()
        held = await index.holdings(source)
        for document_id in {document_id for document_id, _ in held}:
            line = before.get(document_id)
            generation = None if line is None else line.generation
            await drop(self._stores, document_id, kept=generation)
        return {
            line.id for line in before.values() if held[line.id, line.generation] != line.chunks
        }

    async def _take_documents(
        self, report: _Report, before: dict[str, Line], lost: set[str]
    ) -> int:
        due = [
            item
            for item in report.listing.items
            if item.id in lost
            or item.id not in before
            or before[item.id].revision != _revision(item) + report.contexts.mark(item.access)
        ]
        progress = Progress(total=len(due))
        self._progress(progress)
        async for cut in self._read_ahead(due, report, progress):
            report.warnings += [Problem(cut.item.path, warning) for warning in cut.warnings]
            if cut.item.id in lost or not _stands(cut, before.get(cut.item.id)):
                await self._take(cut, report, before, progress)
            progress.done += 1
            progress.contexts, progress.spent = report.contexts.written, report.contexts.spent
            self._progress(progress)
        return progress.chunks

    async def _take(
        self, cut: _Cut, report: _Report, before: dict[str, Line], progress: Progress
    ) -> None:
        try:
            await self._write(cut)
        except ValueError as error:
            report.problems.append(Problem(cut.item.path, str(error)))
        else:
            report.changed += cut.item.id in before
            report.added += cut.item.id not in before
            progress.chunks += len(cut.chunks)
            report.warnings += [Problem(cut.item.path, w) for w in cut.document.warnings]

    async def _read_ahead(
        self, due: Sequence[Item], report: _Report, progress: Progress
    ) -> AsyncIterator[_Cut]:
        """Read and cut documents in order, a few ahead of the one that is being embedded."""
        tasks: list[asyncio.Task[_Cut]] = []
        waiting = iter(due)
        try:
            while True:
                while len(tasks) < _AHEAD and (item := next(waiting, None)) is not None:
                    tasks.append(asyncio.create_task(self._read(item, report.contexts)))
                if not tasks:
                    return
                try:
                    yield await tasks.pop(0)
                except UnreadableError as error:
                    report.problems.append(Problem(error.path, error.why))
                    progress.done += 1
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self, item: Item, contexts: Contexts) -> _Cut:
        document = await self._source.document(item)
        cutting = self._cutting
        limits = contexts.limits(item.access)
        cut = await asyncio.to_thread(
            chunks,
            document,
            cutting.embedder.count,
            cutting.languages,
            limits,
            cutting.parts,
        )
        given = await contexts.given(document, item.access, cut)
        revision = _revision(item) + given.mark
        return _Cut(item, document, given.chunks, revision, given.warnings, given.new)

    async def _write(self, cut: _Cut) -> None:
        """Write a new generation, flip the ledger's line to it, drop the old one."""
        filed = Filed(cut.document, uuid.uuid4().hex, cut.item.access)
        for start in range(0, len(cut.chunks), _AT_ONCE):
            await self._file(filed, cut.chunks[start : start + _AT_ONCE])
        await keep_terms(self._stores.glossary, cut.document, filed.generation)
        await self._stores.ledger.put(_line(cut, filed))
        await drop(self._stores, cut.document.id, kept=filed.generation)
        log.info("document synced", document=cut.document.id, chunks=len(cut.chunks))

    async def _file(self, filed: Filed, some: Sequence[Chunk]) -> None:
        """Place and write chunks. Tokens go first: what is found must have them."""
        document = filed.document
        texts = [Text(indexed_text(chunk), chunk.language) for chunk in some]
        placed = await self._cutting.embedder.passages(texts)
        codes = {filed.chunk_id(c): p.codes for c, p in zip(some, placed, strict=True)}
        await self._stores.states.put(document.id, filed.generation, codes)
        entries = [
            Entry(chunk, one.dense, passage_terms(text.words, chunk.language))
            for chunk, text, one in zip(some, texts, placed, strict=True)
        ]
        await self._stores.index.write(filed, entries)

    async def _remove_gone(self, report: _Report, before: dict[str, Line]) -> None:
        """Take out of force what a complete listing no longer has, then out of the index."""
        listed = {item.id for item in report.listing.items}
        for document_id in sorted(before.keys() - listed):
            await take_out(self._stores, document_id)
            report.removed += 1

    async def _take_out_superseded(self, on: date) -> tuple[Problem, ...]:
        """Close the points of what another document replaces, and open what none replaces now.

        Points that were just written anew are open: those of what is superseded are closed in
        every run.
        """
        stores = self._stores
        lines = await stores.ledger.of_source(self._source.name)
        found = supersession(lines.values(), on)
        due = [line for line in lines.values() if line.id in found.by or line.superseded_by]
        accesses = await stores.accesses.all() if due else {}
        for line in due:
            by = found.by.get(line.id)
            status = Status(replace(line, superseded_by=by).standing_status)
            access = access_from_canonical(accesses[line.access_id])
            await stores.index.set_access(line.id, access, status)
            await stores.ledger.set_superseded(line.id, by)
        return found.problems

    async def _kept(self, report: _Report, written_chunks: int) -> SyncRun:
        run = SyncRun(
            source=self._source.name,
            started_at=written(report.started),
            finished_at=written(now()),
            complete=report.listing.complete,
            listed=len(report.listing.items),
            added=report.added,
            changed=report.changed,
            access_changed=report.access_changed,
            removed=report.removed,
            failed=sum(problem.path is not None for problem in report.problems),
            chunks=written_chunks,
            problems=[
                {"path": told.path, "sentence": told.sentence}
                for told in (*report.problems, *report.warnings)
            ],
        )
        await self._stores.runs.add(run)
        return run


def _known(listing: Listing) -> list[Known]:
    return [
        Known(
            email=member.email,
            name=member.name,
            title=member.title,
            principals=tuple(sorted((grant.principal, grant.until) for grant in member.grants)),
        )
        for member in listing.members
    ]


def _revision(item: Item) -> str:
    """What the content is, how it was cut and written: a change of any is a new generation."""
    return f"{item.revision}/{VERSION}/{FORM}"


def _stands(cut: _Cut, line: Line | None) -> bool:
    """Tell whether a document is indexed as it is already: nothing came of trying again."""
    return line is not None and line.revision == cut.revision and not cut.new_contexts


def _line(cut: _Cut, filed: Filed) -> Line:
    document = cut.document
    return Line(
        id=document.id,
        source=document.source,
        path=document.path,
        revision=cut.revision,
        generation=filed.generation,
        access_id=filed.access.id,
        title=document.title,
        url=document.url,
        version=document.version,
        status=document.status.value,
        language=document.language,
        chunks=len(cut.chunks),
        synced_at=written(now()),
        number=document.number,
        supersedes=document.supersedes,
        effective_from=document.effective_from,
    )
