"""What came in, and who works on it? Each event once, one after another within its lane."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.orm import aliased
from sqlmodel import col, delete, func, or_, select, update

from storage.database import Database
from storage.moments import now, read, written
from storage.sealing import Sealer
from storage.tables import InboxRow

KEPT = timedelta(days=1)
"""How long the keys of what is finished are kept at least: late copies must be known as such."""
_LONGEST = 1_000  # characters of a key


@dataclass(frozen=True, slots=True)
class Arrival:
    """An event that came in, verified.

    `event_id` is unique within the surface, tenants told apart by it. So is `subject`, for what
    may be told by several events. The events of one `lane` are worked on one after another.
    `ValueError` for a key that cannot be kept, `TypeError` for a body that is not JSON.
    """

    surface: str
    event_id: str
    lane: str
    body: Mapping[str, object]
    subject: str | None = None

    def __post_init__(self) -> None:
        for name in ("surface", "event_id", "lane", "subject"):
            key = getattr(self, name)
            if not (key is None or _can_be_kept(key)):
                raise ValueError(f"An event has a {name} that cannot be kept: {key!r:.80}.")
        json.dumps(self.body)  # here, where it fails alone, and not with all that it is kept with


@dataclass(frozen=True, slots=True)
class Claimed:
    """An event under a lease.

    `attempts` counts this one, from 1. `fence` grows with each claim: whoever holds an older one
    can change nothing any more. `body` is empty where it can no longer be unsealed.
    """

    id: int
    surface: str
    lane: str
    event_id: str
    subject: str | None
    body: Mapping[str, object]
    attempts: int
    received_at: datetime
    fence: int
    given_up_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many events are not finished; `given_up` ones wait only to be told of.

    `oldest` is the moment when the oldest of the others came in.
    """

    waiting: int
    in_work: int
    given_up: int
    oldest: datetime | None


class Inbox:
    """Every event that came in, shared by all processes over one database.

    The methods that take something claimed return False, and change nothing, where somebody else
    has claimed it since.
    """

    def __init__(
        self, database: Database, sealer: Sealer, *, clock: Callable[[], datetime] = now
    ) -> None:
        self._database = database
        self._sealer = sealer
        self._clock = clock

    async def put(self, arrivals: Sequence[Arrival]) -> list[bool]:
        """Keep events in one transaction; False for each that was known already."""
        if not arrivals:
            return []
        at = written(self._clock())
        kept = (
            insert(InboxRow)
            .on_conflict_do_nothing()
            .returning(col(InboxRow.surface), col(InboxRow.event_id))
        )
        rows = [_row(arrival, at) | {"body": await self._sealed(arrival)} for arrival in arrivals]
        async with self._database.writing() as connection:
            taken = await connection.execute(kept, rows)
            new = {(surface, event_id) for surface, event_id in taken}
        return [_taken(new, (arrival.surface, arrival.event_id)) for arrival in arrivals]

    async def claim(
        self, owner: str, most: int, lease: float, *, surfaces: Collection[str] | None = None
    ) -> list[Claimed]:
        """Lease the oldest unfinished event of each lane for so many seconds, where it is free.

        What is under a living lease, or waits to be tried again, holds its whole lane. A lease
        does not run out for its own owner, who must be a single process, of one start.
        """
        async with self._database.writing() as connection:
            at = self._clock()  # now that it is our turn: no part of the lease is spent waiting
            claiming = (
                update(InboxRow)
                .where(col(InboxRow.id).in_(_free(owner, most, at, surfaces)))
                .values(
                    owner=owner,
                    free_at=written(at + timedelta(seconds=lease)),
                    attempts=InboxRow.attempts + 1,
                    fence=InboxRow.fence + 1,
                )
                .returning(*_CLAIMED)
            )
            rows = (await connection.execute(claiming)).all()
            # Unsealed before the commit: where that fails, nothing was claimed that nobody works on
            claimed = [_claimed(row, await self._body(row.body)) for row in rows]
        return sorted(claimed, key=lambda one: one.id)

    async def renew(self, claimed: Claimed, lease: float) -> bool:
        """Make a lease last so many seconds from now."""
        until = self._clock() + timedelta(seconds=lease)
        return await self._change(claimed, free_at=written(until))

    async def finish(self, claimed: Claimed) -> bool:
        """Be done with an event: its body goes, its keys stay, its lane is free."""
        at = written(self._clock())
        return await self._change(claimed, owner=None, body=None, finished_at=at)

    async def release(self, claimed: Claimed, at: datetime) -> bool:
        """Let an event be tried again from a moment on; until then it holds its lane."""
        return await self._change(claimed, owner=None, free_at=written(at))

    async def give_up(self, claimed: Claimed, at: datetime) -> bool:
        """Let an event be claimed again from a moment on, to tell of it; its lane is free."""
        first = written(claimed.given_up_at or self._clock())
        return await self._change(claimed, owner=None, free_at=written(at), given_up_at=first)

    async def give_back(self, owner: str) -> int:
        """Free all that an owner holds, at once; what was not worked out counts as no attempt."""
        freeing = (
            update(InboxRow)
            .where(col(InboxRow.finished_at).is_(None), col(InboxRow.owner) == owner)
            .values(owner=None, free_at=written(self._clock()), attempts=InboxRow.attempts - 1)
        )
        async with self._database.writing() as connection:
            return (await connection.execute(freeing)).rowcount

    async def waiting(self) -> Waiting:
        """Count what is not finished."""
        given_up = col(InboxRow.given_up_at).is_not(None)
        leased = col(InboxRow.owner).is_not(None) & (InboxRow.free_at > written(self._clock()))
        counted: list[Any] = [  # more than SQLModel's select has types for
            func.count().filter(~leased, ~given_up),
            func.count().filter(leased),
            func.count().filter(~leased, given_up),
            func.min(InboxRow.received_at).filter(~given_up),
        ]
        asked = select(*counted).where(col(InboxRow.finished_at).is_(None))
        async with self._database.reading() as connection:
            waiting, in_work, told_later, oldest = (await connection.execute(asked)).one()
        return Waiting(waiting, in_work, told_later, None if oldest is None else read(oldest))

    async def drop_old(self, before: datetime) -> int:
        """Forget what was finished before a moment, and `KEPT` ago; returns how many."""
        until = written(min(before, self._clock() - KEPT))
        async with self._database.writing() as connection:
            dropped = delete(InboxRow).where(col(InboxRow.finished_at) < until)
            return (await connection.execute(dropped)).rowcount

    async def _sealed(self, arrival: Arrival) -> str:
        return await self._sealer.seal(json.dumps(arrival.body), None)

    async def _body(self, stored: str) -> Mapping[str, object]:
        """Unseal a body; an empty one, of which its handler must fail, where it does not open."""
        text = await self._sealer.unseal(stored)
        body: Mapping[str, object] = {} if text is None else json.loads(text)
        return body

    async def _change(self, claimed: Claimed, **values: str | None) -> bool:
        changing = (
            update(InboxRow)
            .where(
                col(InboxRow.id) == claimed.id,
                col(InboxRow.fence) == claimed.fence,
                col(InboxRow.owner).is_not(None),
            )
            .values(values)
        )
        async with self._database.writing() as connection:
            return (await connection.execute(changing)).rowcount == 1


def _can_be_kept(key: str) -> bool:
    """Whether a database takes it: a NUL or half a surrogate pair would fail its whole group."""
    whole = key.encode(errors="ignore").decode() == key
    return whole and "\0" not in key and 0 < len(key) <= _LONGEST


def _row(arrival: Arrival, at: str) -> dict[str, object]:
    return {
        "surface": arrival.surface,
        "event_id": arrival.event_id,
        "subject": arrival.subject,
        "lane": arrival.lane,
        "received_at": at,
        "attempts": 0,
        "fence": 0,
        "owner": None,
        "free_at": at,
        "given_up_at": None,
        "finished_at": None,
    }


def _taken(new: set[tuple[str, str]], key: tuple[str, str]) -> bool:
    """Whether an event is new: the first of its copies in a group is, the others are not."""
    was_new = key in new
    new.discard(key)
    return was_new


def _free(owner: str, most: int, at: datetime, surfaces: Collection[str] | None) -> Any:  # noqa: ANN401  # SQL
    """Choose what may be claimed, oldest first.

    Only the oldest of a lane is ever leased, so a lane that has a lease has nothing free.
    """
    one, other = aliased(InboxRow), aliased(InboxRow)
    held_up = (
        select(other.id)
        .where(
            col(other.finished_at).is_(None),
            col(other.given_up_at).is_(None),
            other.surface == one.surface,
            other.lane == one.lane,
            col(other.id) < col(one.id),
        )
        .exists()
    )
    free = select(one.id).where(
        col(one.finished_at).is_(None),
        one.free_at <= written(at),
        or_(col(one.owner).is_(None), one.owner != owner),
        or_(col(one.given_up_at).is_not(None), ~held_up),
    )
    if surfaces is not None:
        free = free.where(col(one.surface).in_(surfaces))
    return free.order_by(col(one.id)).limit(most).with_for_update(of=one, skip_locked=True)


_CLAIMED = tuple(
    getattr(InboxRow, name)
    for name in (
        *("id", "surface", "lane", "event_id", "subject", "body"),
        *("attempts", "received_at", "fence", "given_up_at"),
    )
)


def _claimed(row: Any, body: Mapping[str, object]) -> Claimed:  # noqa: ANN401  # SQL
    return Claimed(
        id=row.id,
        surface=row.surface,
        lane=row.lane,
        event_id=row.event_id,
        subject=row.subject,
        body=body,
        attempts=row.attempts,
        received_at=read(row.received_at),
        fence=row.fence,
        given_up_at=None if row.given_up_at is None else read(row.given_up_at),
    )
