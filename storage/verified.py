"""Which of HR's answers may others be given, who let them in, and who took them out again?

Their texts are sealed under the key of the house, as those of the cases are that they come of.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import col, func, insert, select, update

from storage.database import Database
from storage.exchanges import append, short_id
from storage.moments import now, read, written
from storage.sealing import ERASED, Sealer
from storage.tables import CaseRow, VerifiedRow


class EntryState(StrEnum):
    """How a verified answer stands; one whose last day is over stands as it did."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Proposal:
    """An answer in HR's own words.

    `owner` answers for it; `until` is its last day. `cited` are the ids of the documents that the
    case's exchange cited; `organisation` is where it was asked, where a source holds several.
    """

    case_id: str
    question: str
    answer: str
    owner: str
    until: date | None
    cited: tuple[str, ...]
    organisation: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A verified answer and what became of it; people are e-mails in lower case.

    `audience` are the principals of which one is enough, set when it was approved; who may read
    every document in `cited` is another matter, and comes on top.
    """

    id: str
    proposal: Proposal
    audience: tuple[str, ...]
    state: EntryState
    proposed_by: str
    proposed_at: datetime
    decided_by: str | None
    decided_at: datetime | None
    reason: str
    withdrawn_by: str | None
    withdrawn_at: datetime | None

    def is_in_force(self, on: date) -> bool:
        """Tell whether others may be given it on a day."""
        until = self.proposal.until
        return self.state is EntryState.APPROVED and (until is None or on <= until)


@dataclass(frozen=True, slots=True)
class Approval:
    """Let it in, for these principals."""

    audience: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Keep it out."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Take it out."""


Step = Approval | Refusal | Withdrawal
Decide = Callable[[Entry], Step | None]
"""Says what is done with an entry, None where nothing is; raises where it may not be."""


_PROPOSAL = tuple(field.name for field in fields(Proposal))
_COLUMNS = [
    getattr(VerifiedRow, name)
    for name in (*_PROPOSAL, *(f.name for f in fields(Entry) if f.name != "proposal"))
]


@dataclass(frozen=True, slots=True)
class VerifiedEntries:
    """Every answer that was ever proposed."""

    database: Database
    sealer: Sealer

    async def propose(
        self, proposal: Proposal, by: str, *, key: str, decide: Callable[[Sequence[Entry]], None]
    ) -> Entry:
        """Keep a proposal; the one that was made under this key before is returned as it is.

        `decide` is shown what was proposed from the same case so far, and raises where nothing more
        may be.
        """
        entry_id = short_id()
        texts = {
            "question": await self.sealer.seal(proposal.question, None),
            "answer": await self.sealer.seal(proposal.answer, None),
        }
        async with self.database.writing() as connection:
            if known := await self._some(connection, VerifiedRow.key == key):
                return known[0]
            decide(await self._some(connection, VerifiedRow.case_id == proposal.case_id))
            row = asdict(proposal) | texts
            row |= {
                "id": entry_id,
                "key": key,
                "audience": [],
                "state": EntryState.PROPOSED,
                "proposed_by": by,
                "proposed_at": written(now()),
                "reason": "",
            }
            await connection.execute(insert(VerifiedRow).values(row))
            await _on_record(connection, entry_id, EntryState.PROPOSED, by)
            return (await self._some(connection, VerifiedRow.id == entry_id))[0]

    async def change(
        self, entry_id: str, by: str, decide: Decide, *, reason: str = ""
    ) -> Entry | None:
        """Do something with an entry, for a reason; None where there is no such entry."""
        why = await self.sealer.seal(reason, None) if reason else ""
        async with self.database.writing() as connection:
            found = await self._some(connection, VerifiedRow.id == entry_id)
            if not found:
                return None
            step = decide(found[0])
            if step is None:
                return found[0]
            values = _values(step, by) | {"reason": why}
            await connection.execute(
                update(VerifiedRow).where(col(VerifiedRow.id) == entry_id).values(**values)
            )
            await _on_record(connection, entry_id, values["state"], by)
            return (await self._some(connection, VerifiedRow.id == entry_id))[0]

    async def get(self, entry_id: str) -> Entry | None:
        """Find an entry by its id."""
        async with self.database.reading() as connection:
            found = await self._some(connection, VerifiedRow.id == entry_id)
        return found[0] if found else None

    async def of_case(self, case_id: str) -> list[Entry]:
        """List what was proposed from a case, the oldest first."""
        async with self.database.reading() as connection:
            return await self._some(connection, VerifiedRow.case_id == case_id)

    async def all(self, *states: EntryState) -> list[Entry]:
        """List the entries of these states, the oldest first."""
        async with self.database.reading() as connection:
            return await self._some(connection, col(VerifiedRow.state).in_(states))

    async def forget_dead(self, before: datetime) -> int:
        """Take the texts out of what was refused or withdrawn before a moment; returns of how many.

        What is proposed or in force is HR's own page, and stays.
        """
        dead = (EntryState.REFUSED, EntryState.WITHDRAWN)
        died_at = func.coalesce(VerifiedRow.withdrawn_at, VerifiedRow.decided_at)
        forgetting = (
            update(VerifiedRow)
            .where(
                col(VerifiedRow.answer) != ERASED,
                col(VerifiedRow.state).in_(dead),
                died_at < written(before),
            )
            .values(question=ERASED, answer=ERASED, reason="")
        )
        async with self.database.writing() as connection:
            return (await connection.execute(forgetting)).rowcount

    async def _some(self, connection: AsyncConnection, where: Any) -> list[Entry]:  # noqa: ANN401  # SQLAlchemy's
        rows = await connection.execute(
            select(*_COLUMNS).where(where).order_by(VerifiedRow.proposed_at, VerifiedRow.id)
        )
        return [await self._entry(row._mapping) for row in rows]  # noqa: SLF001  # its public name, says SQLAlchemy

    async def _entry(self, row: Mapping[Any, Any]) -> Entry:
        texts = {name: await self._unsealed(row[name]) for name in ("question", "answer")}
        told = {name: row[name] for name in _PROPOSAL} | texts
        return Entry(
            id=row["id"],
            proposal=Proposal(**(told | {"cited": tuple(told["cited"])})),
            audience=tuple(row["audience"]),
            state=EntryState(row["state"]),
            proposed_by=row["proposed_by"],
            proposed_at=read(row["proposed_at"]),
            decided_by=row["decided_by"],
            decided_at=_read(row["decided_at"]),
            reason=await self._unsealed(row["reason"]) if row["reason"] else "",
            withdrawn_by=row["withdrawn_by"],
            withdrawn_at=_read(row["withdrawn_at"]),
        )

    async def _unsealed(self, stored: str) -> str:
        """Read a text; empty where it was taken out."""
        return await self.sealer.unseal(stored) or ""


def _values(step: Step, by: str) -> dict[str, Any]:
    """Say what a step leaves on the row."""
    at = written(now())
    match step:
        case Approval(audience):
            decided = {"decided_by": by, "decided_at": at, "audience": list(audience)}
            return {"state": EntryState.APPROVED, **decided}
        case Refusal():
            return {"state": EntryState.REFUSED, "decided_by": by, "decided_at": at}
        case Withdrawal():
            return {"state": EntryState.WITHDRAWN, "withdrawn_by": by, "withdrawn_at": at}


async def _on_record(
    connection: AsyncConnection, entry_id: str, state: EntryState, by: str
) -> None:
    """Add to the exchange that something became of an answer which came of it."""
    exchanges = await connection.execute(
        select(CaseRow.exchange_id)
        .join(VerifiedRow, col(VerifiedRow.case_id) == CaseRow.id)
        .where(VerifiedRow.id == entry_id)
    )
    body = {"entry": entry_id, "by": by}
    await append(connection, exchanges.scalar_one(), f"verified_{state}", body)


def _read(moment: str | None) -> datetime | None:
    return None if moment is None else read(moment)
