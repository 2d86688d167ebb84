"""HR's verified answers as a source: each one that is in force is a document.

Who may read one is decided anew at each listing, from the ledger as it stands then: all clauses of
every page that the case's exchange cited, each of them to be met; then the groups that were chosen
when it was approved, of which one is enough; then the organisation in which it was asked. A cited
page that is gone, or that the ledger never knew, lets nobody in, and neither does an answer for
which there is neither a cited page nor a group: what is not known is never taken for open. A cited
verified answer stands for what it rests on itself, as long as it is in force.
"""

from collections.abc import Mapping
from datetime import date

from connectors.source import Item, Listing, UnreadableError
from retrieval.access import NOBODY_MAY, Access, access_from_canonical, clause
from retrieval.documents import Document, Kind, Section
from storage.accesses import Accesses
from storage.ledger import Ledger
from storage.moments import now, written
from storage.verified import Entry, EntryState, VerifiedEntries

NAME = "verified"
"""The source's name: the ids of its documents, and of no others, begin with it and a colon."""


def document_id(entry_id: str) -> str:
    """The id of the document that a verified answer is; it is its path and its address, too."""
    return f"{NAME}:{entry_id}"


class VerifiedAnswers:
    """The answers that HR approved, as long as they are neither withdrawn nor over."""

    def __init__(self, entries: VerifiedEntries, ledger: Ledger, accesses: Accesses) -> None:
        self._entries = entries
        self._ledger = ledger
        self._accesses = accesses

    @property
    def name(self) -> str:
        """The name under which its documents are kept."""
        return NAME

    async def listing(self) -> Listing:
        """List the answers in force; this source knows no people."""
        entries = await self._in_force()
        accesses = await self._accesses_of(entries)
        items = tuple(
            Item(
                id=id_,
                path=id_,
                revision=_approved(entry),
                access=accesses[id_],
                size=len(entry.proposal.answer.encode()),
            )
            for id_, entry in sorted(entries.items())
        )
        return Listing(items=items, members=(), complete=True)

    async def document(self, item: Item) -> Document:
        """Read one answer, unless it was withdrawn since it was listed."""
        entry = (await self._in_force()).get(item.id)
        if entry is None:
            raise UnreadableError(item.path, "It was withdrawn, or its last day is over.")
        told = entry.proposal
        return Document(
            id=item.id,
            source=NAME,
            path=item.path,
            title=told.question,
            url=item.id,
            version=_day(entry).isoformat(),
            sections=(Section((), told.answer),),
            owner=told.owner,
            effective_from=_day(entry),
            effective_until=told.until,
            updated=entry.decided_at,
            kind=Kind.FAQ,
        )

    async def contents(self, item: Item) -> bytes:
        """Fetch one answer's text."""
        document = await self.document(item)
        return document.sections[0].text.encode()

    async def close(self) -> None:
        """Nothing is held open."""

    async def _in_force(self) -> dict[str, Entry]:
        on = now().date()
        approved = await self._entries.all(EntryState.APPROVED)
        return {document_id(entry.id): entry for entry in approved if entry.is_in_force(on)}

    async def _accesses_of(self, entries: Mapping[str, Entry]) -> dict[str, Access]:
        cited = {id_ for entry in entries.values() for id_ in entry.proposal.cited}
        known = await self._accesses.all() if cited else {}
        standings = await self._ledger.standings(cited)
        pages = {
            id_: access_from_canonical(known[standing.access_id])
            for id_, standing in standings.items()
            if standing.access_id in known and not id_.startswith(f"{NAME}:")
        }
        return {id_: _access(entry, pages, entries) for id_, entry in entries.items()}


def _access(entry: Entry, pages: Mapping[str, Access], entries: Mapping[str, Entry]) -> Access:
    """Put together who may read an answer; see the module for the rule."""
    told = entry.proposal
    rests_on = [
        _access(entries[id_], pages, entries) if id_ in entries else pages.get(id_, NOBODY_MAY)
        for id_ in told.cited
    ]
    if not all(access.clauses for access in rests_on) or not (rests_on or entry.audience):
        return NOBODY_MAY
    clauses = {one for access in rests_on for one in access.clauses}
    if entry.audience:
        clauses.add(clause(*entry.audience))
    if told.organisation is not None:
        clauses.add(clause(f"organisation:{told.organisation}"))
    return Access(frozenset(clauses))


def _approved(entry: Entry) -> str:
    """What is approved never changes: it is told by when it was."""
    return "" if entry.decided_at is None else written(entry.decided_at)


def _day(entry: Entry) -> date:
    return (entry.decided_at or entry.proposed_at).date()
