"""How is what somebody said forgotten, when they ask for it, and when its time is over?

Texts are taken out of their rows; that something happened, when, and what is no text stays.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, or_
from sqlmodel import col, delete, func, insert, literal, select, update

from storage.database import Database
from storage.events import body_of, sealed_body, without_texts
from storage.moments import now, written
from storage.sealing import ERASED, Sealer
from storage.tables import (
    AcquaintanceRow,
    CallRow,
    EventRow,
    ExchangeRow,
    NoticeRow,
    PersonKeyRow,
)

_AT_ONCE = 200  # events in one transaction: others write in between


@dataclass(frozen=True, slots=True)
class Kept:
    """Which names of an event's body are no texts: of every event, and of some kinds besides."""

    always: tuple[str, ...] = ()
    of_kind: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def names(self, kind: str) -> tuple[str, ...]:
        """The names of a kind that stay."""
        return (*self.always, *self.of_kind.get(kind, ()))


@dataclass(frozen=True, slots=True)
class Erased:
    """What was done: how many exchanges were theirs, and the name that stands there instead."""

    exchanges: int
    stand_in: str


class Forgetting:
    """Takes texts out of the record."""

    def __init__(self, database: Database, sealer: Sealer, kept: Kept) -> None:
        self._database = database
        self._sealer = sealer
        self._kept = kept

    async def texts_before(self, moment: datetime) -> int:
        """Take out the texts of events before a moment; returns of how many events."""
        return await self._forget(col(EventRow.at) < written(moment))

    async def person(self, person: str, by: str | None) -> Erased:
        """Take out every text of a person, destroy their key, and let nobody stand in their place.

        `by` is who did it, None where they did themselves. Done again, it finds nothing left.
        """
        await self._forget(_is_of(person))
        stand_in = f"{ERASED}{secrets.token_hex(8)}"
        told = {"by": "themselves" if by is None else "somebody else"}
        row = {
            "kind": "erased",
            "at": written(now()),
            "body": await sealed_body(self._sealer, told, None),
            "author": by,
            "forgotten_at": written(now()),  # there is no text in it
        }
        async with self._database.writing() as connection:
            exchanges: int = await connection.run_sync(_replace, person, stand_in, row)
        self._sealer.forget_keys()
        await self._database.empty_log()
        return Erased(exchanges, stand_in)

    async def _forget(self, which: ColumnElement[bool]) -> int:
        """Take the texts out of these events, some at a time."""
        done = 0
        while rows := await self._next(which):
            at = written(now())
            changes = [
                {"row": id_, "text": await self._rest(kind, body), "moment": at}
                for id_, kind, body in rows
            ]
            async with self._database.writing() as connection:
                await connection.execute(_TAKE_OUT, changes)
            done += len(rows)
        return done

    async def _next(self, which: ColumnElement[bool]) -> Sequence[Any]:
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(EventRow.id, EventRow.kind, EventRow.body)
                .where(col(EventRow.forgotten_at).is_(None), which)
                .limit(_AT_ONCE)
            )
            return found.all()

    async def _rest(self, kind: str, stored: str) -> str:
        """What stays of a body: it belongs to nobody any more."""
        rest = without_texts(await body_of(self._sealer, stored), self._kept.names(kind))
        return await sealed_body(self._sealer, rest, None)


_TAKE_OUT = (
    update(EventRow.__table__)  # type: ignore[attr-defined]  # SQLModel hides it from its types
    .where(EventRow.__table__.c.id == bindparam("row"))  # type: ignore[attr-defined]
    .values(body=bindparam("text"), forgotten_at=bindparam("moment"))
)


def _is_of(person: str) -> ColumnElement[bool]:
    """The events that hold words of a person, on their own exchanges and on others'."""
    theirs = select(ExchangeRow.id).where(ExchangeRow.asker == person)
    on_their_own = and_(col(EventRow.author).is_(None), col(EventRow.exchange_id).in_(theirs))
    return or_(on_their_own, col(EventRow.author) == person)


def _replace(connection: Connection, person: str, stand_in: str, row: dict[str, Any]) -> int:
    """Destroy the key, and put the stand-in everywhere, in one transaction; counts the exchanges.

    What was said since the texts were taken out is sealed with the key that goes.
    """
    connection.execute(delete(PersonKeyRow).where(col(PersonKeyRow.person) == person))
    connection.execute(delete(NoticeRow).where(col(NoticeRow.person) == person))
    connection.execute(delete(AcquaintanceRow).where(col(AcquaintanceRow.person) == person))
    connection.execute(
        update(EventRow)
        .where(col(EventRow.forgotten_at).is_(None), _is_of(person))
        .values(body=ERASED, forgotten_at=row["at"])
    )
    event = {
        "exchange_id": col(EventRow.exchange_id),
        "sequence": func.max(EventRow.sequence) + 1,
        **{name: literal(value) for name, value in row.items()},
    }
    connection.execute(
        insert(EventRow).from_select(
            list(event),
            select(*event.values())
            .join(ExchangeRow, col(ExchangeRow.id) == EventRow.exchange_id)
            .where(ExchangeRow.asker == person)
            .group_by(col(EventRow.exchange_id)),
        )
    )
    connection.execute(
        update(EventRow).where(col(EventRow.author) == person).values(author=stand_in)
    )
    connection.execute(update(CallRow).where(col(CallRow.asker) == person).values(asker=stand_in))
    changed = connection.execute(
        update(ExchangeRow)
        .where(col(ExchangeRow.asker) == person)
        .values(asker=stand_in, thread=None)
    )
    return changed.rowcount
