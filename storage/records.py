"""Which exchanges are there? Those of one person, and those that somebody judged."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement
from sqlmodel import col, func, select

from storage.database import Database
from storage.events import Event, body_of
from storage.moments import written
from storage.sealing import Sealer
from storage.tables import EventRow, ExchangeRow


@dataclass(frozen=True, slots=True)
class Record:
    """An exchange with all that happened to it, in order."""

    id: str
    asker: str
    surface: str
    private: bool
    organisation: str | None
    opened_at: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Extent:
    """How many exchanges a person has, since when, and when the newest text came that is kept."""

    exchanges: int
    first_at: str | None
    newest_text_at: str | None


class Records:
    """The record across exchanges."""

    def __init__(self, database: Database, sealer: Sealer) -> None:
        self._database = database
        self._sealer = sealer

    async def of(self, person: str) -> list[Record]:
        """Everything that a person asked, oldest first."""
        return await self._records(col(ExchangeRow.asker) == person)

    async def with_words_of(self, person: str) -> list[Record]:
        """The exchanges of others to which a person added something, oldest first."""
        added = select(EventRow.exchange_id).where(EventRow.author == person)
        return await self._records(col(ExchangeRow.id).in_(added), col(ExchangeRow.asker) != person)

    async def judged(self, since: datetime | None = None) -> list[Record]:
        """The exchanges that somebody rated, since a moment, oldest first."""
        rated = select(EventRow.exchange_id).where(EventRow.kind == "rated")
        if since is not None:
            rated = rated.where(EventRow.at >= written(since))
        return await self._records(col(ExchangeRow.id).in_(rated))

    async def extent(self, person: str) -> Extent:
        """Count what is on record of a person; nothing is unsealed."""
        async with self._database.reading() as connection:
            counted = await connection.execute(
                select(func.count(), func.min(ExchangeRow.opened_at)).where(
                    ExchangeRow.asker == person
                )
            )
            exchanges, first_at = counted.one()
            newest = await connection.execute(
                select(func.max(EventRow.at))
                .join(ExchangeRow, col(ExchangeRow.id) == EventRow.exchange_id)
                .where(ExchangeRow.asker == person, col(EventRow.forgotten_at).is_(None))
            )
            return Extent(exchanges, first_at, newest.scalar())

    async def _records(self, *which: ColumnElement[bool]) -> list[Record]:
        chosen = select(ExchangeRow.id).where(*which)
        columns = [getattr(ExchangeRow, name) for name in _EXCHANGE]
        exchanges = select(*columns).where(*which)
        events = select(*(getattr(EventRow, name) for name in _EVENT)).where(
            col(EventRow.exchange_id).in_(chosen)
        )
        async with self._database.reading() as connection:
            found = await connection.execute(exchanges.order_by(col(ExchangeRow.opened_at)))
            rows = await connection.execute(events.order_by(col(EventRow.id)))
            told = [dict(zip(_EXCHANGE, row, strict=True)) for row in found]
        happened: dict[str, list[Event]] = {}
        for exchange_id, kind, at, body, author in rows:
            event = Event(kind, at, await body_of(self._sealer, body), author)
            happened.setdefault(exchange_id, []).append(event)
        return [Record(**one, events=tuple(happened.get(one["id"], ()))) for one in told]


def first(events: Sequence[Event], kind: str) -> Event | None:
    """The first event of a kind, if there is one."""
    return next((event for event in events if event.kind == kind), None)


_EXCHANGE = ("id", "asker", "surface", "private", "organisation", "opened_at")
_EVENT = ("exchange_id", "kind", "at", "body", "author")
