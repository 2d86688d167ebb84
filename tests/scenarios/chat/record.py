"""What is on record of what was asked in a chat, read beside the bot that runs?"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import col, select

from bot.app import home, sealer
from bot.feedback import Rating, ratings
from bot.settings import Settings
from storage.database import Database
from storage.exchanges import Exchanges
from storage.inbox import Inbox
from storage.moments import written
from storage.tables import ExchangeRow

_PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Asked:
    """A question on record; `reader` are the principals that it was answered as."""

    asker: str
    private: bool
    question: str
    search: str
    refused: str | None
    reader: frozenset[str]
    found: frozenset[str]
    outcome: str
    reason: str
    text: str
    delivered: tuple[Mapping[str, Any], ...]


async def on_record(settings: Settings, *, since: datetime | None = None) -> list[Asked]:
    """Read every question from a moment on, oldest first."""
    async with _database(settings) as database:
        exchanges = Exchanges(database, await sealer(settings, database))
        async with database.reading() as connection:
            ids = await connection.execute(
                select(ExchangeRow.id)
                .where(col(ExchangeRow.opened_at) >= ("" if since is None else written(since)))
                .order_by(col(ExchangeRow.opened_at))
            )
        return [await _read(exchanges, exchange_id) for exchange_id in ids.scalars()]


async def ratings_on_record(settings: Settings) -> list[Rating]:
    """Read what people think of the answers, the oldest question's first."""
    async with _database(settings) as database:
        exchanges = Exchanges(database, await sealer(settings, database))
        async with database.reading() as connection:
            ids = await connection.execute(
                select(ExchangeRow.id).order_by(col(ExchangeRow.opened_at))
            )
        return [rating for one in ids.scalars() for rating in ratings(await exchanges.events(one))]


async def until_nothing_waits(settings: Settings) -> None:
    """Wait until every event that came in is finished."""
    async with _database(settings) as database, asyncio.timeout(_PATIENCE):
        inbox = Inbox(database, await sealer(settings, database))
        while True:
            waiting = await inbox.waiting()
            if not (waiting.waiting or waiting.in_work):
                return
            await asyncio.sleep(0.02)


async def _read(exchanges: Exchanges, exchange_id: str) -> Asked:
    opening = await exchanges.opening(exchange_id)
    assert opening is not None
    events = await exchanges.events(exchange_id)
    asked: Any = events[0].body
    answered: Any = next((e.body for e in events if e.kind == "answered"), {"answer": {}})
    retrieved = await exchanges.retrieved(exchange_id)
    return Asked(
        asker=opening.asker,
        private=opening.private,
        question=asked["question"],
        search=asked["search"],
        refused=asked["refused"],
        reader=frozenset(asked["principals"]),
        found=frozenset(row.document_id for row in retrieved),
        outcome=answered.get("kind", ""),
        reason=answered["answer"].get("reason", ""),
        text=answered["answer"].get("text", ""),
        delivered=tuple(e.body for e in events if e.kind == "delivered"),
    )


@asynccontextmanager
async def _database(settings: Settings) -> AsyncIterator[Database]:
    database = Database(home(settings) / "policybot.sqlite")
    try:
        yield database
    finally:
        await database.close()
