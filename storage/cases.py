"""What do people ask HR, and what became of it?

A case is one row that says how it stands, and events that are appended and never change. Both are
written in one transaction that holds the write lock from its start, together with an event on the
case's exchange: of two who act at once, the second sees what the first has done. Everything that a
person wrote is in the events' bodies, which are sealed under the key of the house: a case is HR's
own record. Some time after it was closed its texts are taken out, and what was done when stays.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import case, col, insert, select, update

from storage.database import Database
from storage.exchanges import append, short_id
from storage.moments import now, read, written
from storage.sealing import ERASED, Sealer
from storage.tables import CaseEventRow, CaseRow


class State(StrEnum):
    """How a case stands."""

    OPEN = "open"  # nobody of HR has it
    CLAIMED = "claimed"  # somebody has it, and it is their turn
    ASKED_BACK = "asked_back"  # it is the employee's turn
    ANSWERED = "answered"
    RESOLVED = "resolved"
    WITHDRAWN = "withdrawn"  # by the employee


class Deed(StrEnum):
    """What is done with a case."""

    OPENED = "opened"
    CLAIMED = "claimed"
    REASSIGNED = "reassigned"
    ASKED_BACK = "asked_back"
    ANSWERED_BACK = "answered_back"
    ANSWERED = "answered"
    RESOLVED = "resolved"
    WITHDRAWN = "withdrawn"


_GIVEN = (Deed.CLAIMED, Deed.REASSIGNED)
_CLOSED = (State.RESOLVED, State.WITHDRAWN)
_HRS_TURN = (State.OPEN, State.CLAIMED)


@dataclass(frozen=True, slots=True)
class Cited:
    """A document that the answer rests on, as HR is shown it."""

    document_id: str
    title: str
    heading: tuple[str, ...]
    url: str


@dataclass(frozen=True, slots=True)
class Told:
    """What the employee lets HR see; `question` and `answer` are None where they are left out.

    `outcome` says how the question ended (`grounded`, `abstained`, …) and `language` is the
    employee's: neither tells what it was about. `origin` is the surface's own: where it was asked.
    `rests_on` are the ids of the documents that the answer cites, be they shown to HR or not.
    """

    question: str | None
    answer: str | None
    citations: tuple[Cited, ...]
    note: str
    outcome: str
    language: str
    origin: Mapping[str, object]
    rests_on: tuple[str, ...] = ()


_NOTHING = Told(None, None, (), note="", outcome="", language="", origin={})


@dataclass(frozen=True, slots=True)
class CaseEvent:
    """Who did what with a case, and when; `to` is whom it was given to, where it was."""

    deed: Deed
    by: str
    at: datetime
    text: str = ""
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A case with everything that a surface draws; people are e-mails in lower case.

    `remind_at` is when HR is to be reminded of it. `erased` tells that its texts are gone.
    """

    id: str
    exchange_id: str
    asker: str
    state: State
    assignee: str | None
    opened_at: datetime
    due_at: datetime
    remind_at: datetime
    told: Told
    events: tuple[CaseEvent, ...]
    erased: bool = False

    @property
    def since(self) -> datetime:
        """When anything was last done with it: from then on it stands as it does."""
        return self.events[-1].at

    @property
    def assigned_at(self) -> datetime | None:
        """Since when somebody of HR has it, None while nobody does."""
        given = [event.at for event in self.events if event.deed in _GIVEN]
        return given[-1] if given else None

    @property
    def reminder(self) -> str:
        """The key of the reminder that is due next: the same for as long as nobody was reminded."""
        return f"{self.id}/{written(self.remind_at)}"

    def texts(self, deed: Deed) -> list[str]:
        """What was written each time that this was done, the oldest first."""
        return [event.text for event in self.events if event.deed is deed]


@dataclass(frozen=True, slots=True)
class Action:
    """Something that is done with a case; under one `key`, one `deed` is done once."""

    deed: Deed
    by: str
    key: str
    text: str = ""
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """How a case stands after an action; `due_at` stays where it is None."""

    state: State
    assignee: str | None
    due_at: datetime | None = None


_READ = {"told", "events", "erased"}  # from the events, and not from the row
_COLUMNS = [getattr(CaseRow, field.name) for field in fields(Case) if field.name not in _READ]
_HAPPENED = [getattr(CaseEventRow, name) for name in ("case_id", "kind", "actor", "at", "body")]

Decide = Callable[[Case], Change | None]
"""Says what an action changes, None where there is nothing to do; raises where it may not be."""


@dataclass(frozen=True, slots=True)
class Cases:
    """Every case."""

    database: Database
    sealer: Sealer

    async def open(
        self, exchange_id: str, asker: str, told: Told, *, due_at: datetime, key: str
    ) -> Case:
        """Open the case of an exchange; where there is one already, that is returned as it is."""
        at, case_id = written(now()), short_id()
        row = {
            "id": case_id,
            "exchange_id": exchange_id,
            "asker": asker,
            "state": State.OPEN,
            "assignee": None,
            "opened_at": at,
            "due_at": written(due_at),
            "remind_at": written(due_at),
        }
        body = await self._sealed(asdict(told))
        async with self.database.writing() as connection:
            if known := await self._some(connection, CaseRow.exchange_id == exchange_id):
                return known[0]
            await connection.execute(insert(CaseRow).values(row))
            await _append(connection, case_id, 1, Action(Deed.OPENED, asker, key), body)
            await append(connection, exchange_id, "escalated", {"case": case_id, "by": asker})
            return (await self._some(connection, CaseRow.id == case_id))[0]

    async def change(self, case_id: str, action: Action, decide: Decide) -> Case | None:
        """Do something with a case, once; None where there is no such case.

        An action whose key is known changes nothing, whatever became of the case since.
        """
        body = await self._sealed({"text": action.text, "to": action.to})
        async with self.database.writing() as connection:
            found = await self._some(connection, CaseRow.id == case_id)
            if not found:
                return None
            if await _is_done(connection, case_id, action):
                return found[0]
            change = decide(found[0])
            if change is None:
                return found[0]
            await _write(connection, found[0], action, change, body)
            return (await self._some(connection, CaseRow.id == case_id))[0]

    async def get(self, case_id: str) -> Case | None:
        """Find a case by its id."""
        return await self._one(CaseRow.id == case_id)

    async def of_exchange(self, exchange_id: str) -> Case | None:
        """Find the case of an exchange."""
        return await self._one(CaseRow.exchange_id == exchange_id)

    async def of_asker(self, asker: str, *, most: int = 20, skip: int = 0) -> list[Case]:
        """List somebody's own cases, the newest first."""
        newest = (col(CaseRow.opened_at).desc(), col(CaseRow.id))
        async with self.database.reading() as connection:
            return await self._some(
                connection, CaseRow.asker == asker, order=newest, most=most, skip=skip
            )

    async def queue(self, *, most: int = 20, skip: int = 0) -> list[Case]:
        """List all cases for HR: those that are not closed first, each group by when it is due."""
        order = (
            case((col(CaseRow.state).in_(_CLOSED), 1), else_=0),
            col(CaseRow.due_at),
            col(CaseRow.id),
        )
        async with self.database.reading() as connection:
            return await self._some(connection, order=order, most=most, skip=skip)

    async def due(self, at: datetime) -> list[Case]:
        """List the cases of which HR is to be reminded by now, the oldest first."""
        async with self.database.reading() as connection:
            return await self._some(
                connection,
                col(CaseRow.state).in_(_HRS_TURN),
                CaseRow.remind_at <= written(at),
                order=(col(CaseRow.remind_at), col(CaseRow.id)),
            )

    async def reminded(self, case_id: str, remind_at: datetime, next_at: datetime) -> None:
        """Remind of a case next at another moment, unless that was moved in the meantime."""
        async with self.database.writing() as connection:
            await connection.execute(
                update(CaseRow)
                .where(col(CaseRow.id) == case_id, col(CaseRow.remind_at) == written(remind_at))
                .values(remind_at=written(next_at))
            )

    async def unclosed(self) -> list[Case]:
        """List the cases that are not closed, the oldest first."""
        async with self.database.reading() as connection:
            return await self._some(
                connection,
                col(CaseRow.state).not_in(_CLOSED),
                order=(col(CaseRow.opened_at), col(CaseRow.id)),
            )

    async def forget_closed(self, before: datetime) -> int:
        """Take the texts out of cases that were closed before a moment; returns of how many events.

        Nothing comes to a closed case, so that its last event is the closing.
        """
        closed = select(CaseRow.id).where(col(CaseRow.state).in_(_CLOSED))
        later = select(CaseEventRow.case_id).where(CaseEventRow.at >= written(before))
        forgetting = (
            update(CaseEventRow)
            .where(
                col(CaseEventRow.body) != ERASED,
                col(CaseEventRow.case_id).in_(closed),
                col(CaseEventRow.case_id).not_in(later),
            )
            .values(body=ERASED)
        )
        async with self.database.writing() as connection:
            return (await connection.execute(forgetting)).rowcount

    async def _one(self, where: Any) -> Case | None:  # noqa: ANN401  # SQLAlchemy's own
        async with self.database.reading() as connection:
            found = await self._some(connection, where)
        return found[0] if found else None

    async def _sealed(self, body: Mapping[str, object]) -> str:
        return await self.sealer.seal(json.dumps(body, ensure_ascii=False), None)

    async def _some(
        self,
        connection: AsyncConnection,
        *where: Any,  # noqa: ANN401  # SQLAlchemy's own, as `order`
        order: Sequence[Any] = (),
        most: int | None = None,
        skip: int = 0,
    ) -> list[Case]:
        """Read cases with their events."""
        chosen = select(*_COLUMNS).where(*where).order_by(*order).limit(most).offset(skip)
        rows = (await connection.execute(chosen)).all()
        events = await connection.execute(
            select(*_HAPPENED)
            .where(col(CaseEventRow.case_id).in_([row.id for row in rows]))
            .order_by(col(CaseEventRow.sequence))
        )
        happened: dict[str, list[_Happened]] = {row.id: [] for row in rows}
        for case_id, *facts, body in events:
            told = await self.sealer.unseal(body)
            happened[case_id].append((*facts, None if told is None else json.loads(told)))
        return [_case(row, happened[row.id]) for row in rows]


async def _is_done(connection: AsyncConnection, case_id: str, action: Action) -> bool:
    rows = await connection.execute(
        select(CaseEventRow.id).where(
            CaseEventRow.case_id == case_id,
            CaseEventRow.kind == action.deed,
            CaseEventRow.key == action.key,
        )
    )
    return rows.first() is not None


async def _write(
    connection: AsyncConnection, before: Case, action: Action, change: Change, body: str
) -> None:
    values: dict[str, object] = {"state": change.state, "assignee": change.assignee}
    if change.due_at is not None:
        values |= dict.fromkeys(("due_at", "remind_at"), written(change.due_at))
    await connection.execute(update(CaseRow).where(col(CaseRow.id) == before.id).values(**values))
    await _append(connection, before.id, len(before.events) + 1, action, body)
    on_record = {"case": before.id, "by": action.by}
    await append(connection, before.exchange_id, f"case_{action.deed}", on_record)


async def _append(
    connection: AsyncConnection,
    case_id: str,
    sequence: int,
    action: Action,
    body: str,
) -> None:
    row = {
        "case_id": case_id,
        "sequence": sequence,
        "kind": action.deed,
        "key": action.key,
        "actor": action.by,
        "at": written(now()),
        "body": body,
    }
    await connection.execute(insert(CaseEventRow), [row])


_Happened = tuple[str, str, str, dict[str, Any] | None]  # kind, actor, moment, body


def _case(row: Any, happened: Sequence[_Happened]) -> Case:  # noqa: ANN401  # SQL
    opening = happened[0][3]
    return Case(
        id=row.id,
        exchange_id=row.exchange_id,
        asker=row.asker,
        state=State(row.state),
        assignee=row.assignee,
        opened_at=read(row.opened_at),
        due_at=read(row.due_at),
        remind_at=read(row.remind_at),
        told=_NOTHING if opening is None else _told(opening),
        events=tuple(_event(*facts) for facts in happened),
        erased=opening is None,
    )


def _event(kind: str, actor: str, at: str, body: dict[str, Any] | None) -> CaseEvent:
    told = body or {}
    return CaseEvent(Deed(kind), actor, read(at), told.get("text", ""), told.get("to"))


def _told(opening: dict[str, Any]) -> Told:
    """Read what `Cases.open` wrote."""
    citations = (
        Cited(**(one | {"heading": tuple(one["heading"])})) for one in opening["citations"]
    )
    lists = {"citations": tuple(citations), "rests_on": tuple(opening["rests_on"])}
    return Told(**(opening | lists))
