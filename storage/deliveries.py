"""Which message of ours stands where? Kept from before it is sent, so that none is sent twice.

A message is begun, then sent, then shown. What is found begun by an earlier try may have been sent
or not: it has to be looked for in the chat, and sent only where it is not there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy.dialects.sqlite import insert
from sqlmodel import col, delete, select, update

from storage.database import Database
from storage.moments import now, written
from storage.tables import DeliveryRow

KEPT = timedelta(days=400)
"""How long a message can be changed after it was last: longer than a verified answer is valid."""
PLACE_ID = "id"
"""The entry of a place within which the chat's own reference is unique: a channel, for one."""


class State(StrEnum):
    """How far a message has come."""

    POSTING = "posting"  # it may stand in the chat, or not
    SHOWN = "shown"
    TAKEN_BACK = "taken_back"


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message of ours.

    `fresh` where this very call has begun it: it cannot stand in the chat yet. `reference` is the
    chat's own name of it, `digest` tells what it showed last; None as long as it is not shown.
    `about` is the exchange that it answers, where its reader can say what they think of that.
    """

    key: str
    surface: str
    place: Mapping[str, object]
    state: State
    reference: str | None = None
    digest: str | None = None
    about: str | None = None
    fresh: bool = False


_KEPT = tuple(
    getattr(DeliveryRow, name)
    for name in ("key", "surface", "place", "state", "reference", "digest", "about")
)


class Deliveries:
    """The messages that we sent, or were about to."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, key: str) -> Delivery | None:
        """Look a message up by our key."""
        return await self._found(col(DeliveryRow.key) == key)

    async def begin(self, key: str, surface: str, place: Mapping[str, object]) -> Delivery:
        """Keep that a message is about to be sent, on disk when this returns.

        One that was begun before is returned as it stands; one that was taken back is begun anew.
        `ValueError` for a place without its `id`.
        """
        if PLACE_ID not in place:
            raise ValueError(f"A message is to be sent to a place that has no id: {sorted(place)}.")
        at = written(now())
        row = {
            "key": key,
            "surface": surface,
            "place_id": str(place[PLACE_ID]),
            "place": dict(place),
            "state": State.POSTING,
            "begun_at": at,
            "changed_at": at,
        }
        beginning = insert(DeliveryRow).values(row)
        beginning = beginning.on_conflict_do_update(
            index_elements=["key"],
            set_=row | {"reference": None, "digest": None},
            where=col(DeliveryRow.state) == State.TAKEN_BACK,
        )
        async with self._database.writing() as connection:
            fresh = (await connection.execute(beginning)).rowcount == 1
        if fresh:
            return Delivery(key, surface, dict(place), State.POSTING, fresh=True)
        begun = await self.get(key)
        if begun is None:
            raise LookupError(f"The message {key} was dropped while it was begun again.")
        return begun

    async def shown(self, key: str, reference: str, digest: str) -> bool:
        """Keep what a message shows; False for one that was never begun, or was taken back."""
        alive = (col(DeliveryRow.key) == key) & (col(DeliveryRow.state) != State.TAKEN_BACK)
        return await self._change(alive, state=State.SHOWN, reference=reference, digest=digest)

    async def is_about(self, key: str, exchange_id: str) -> bool:
        """Keep which exchange a message answers; False for one that was never begun."""
        return await self._change(col(DeliveryRow.key) == key, about=exchange_id)

    async def taken_back(self, key: str) -> bool:
        """Keep that a message stands in the chat no more; False for one that was never begun."""
        return await self._change(col(DeliveryRow.key) == key, state=State.TAKEN_BACK)

    async def by_reference(self, surface: str, place_id: str, reference: str) -> Delivery | None:
        """Look a message up by the chat's own name of it, whatever became of it."""
        return await self._found(
            (col(DeliveryRow.surface) == surface)
            & (col(DeliveryRow.place_id) == place_id)
            & (col(DeliveryRow.reference) == reference)
        )

    async def drop_old(self, at: datetime) -> int:
        """Forget the messages that were last changed `KEPT` before a moment; returns how many."""
        dropping = delete(DeliveryRow).where(col(DeliveryRow.changed_at) < written(at - KEPT))
        async with self._database.writing() as connection:
            return (await connection.execute(dropping)).rowcount

    async def _found(self, which: Any) -> Delivery | None:  # noqa: ANN401  # SQL
        async with self._database.reading() as connection:
            rows = await connection.execute(select(*_KEPT).where(which))
            row = rows.first()
        if row is None:
            return None
        key, surface, place, state, reference, digest, about = row
        return Delivery(key, surface, place, State(state), reference, digest, about)

    async def _change(self, which: Any, **values: str) -> bool:  # noqa: ANN401  # SQL
        changing = update(DeliveryRow).where(which).values(values | {"changed_at": written(now())})
        async with self._database.writing() as connection:
            return (await connection.execute(changing)).rowcount == 1
