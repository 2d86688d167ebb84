"""Who asked what, what was found, what was said? Appended, never changed."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace

from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import col, func, insert, select

from storage.database import Database
from storage.moments import now, written
from storage.sealing import sealed, unsealed
from storage.tables import EventRow, ExchangeRow, RetrievedRow

Body = Mapping[str, object]  # JSON
_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # without those that are taken for one another
_LENGTH = 10


@dataclass(frozen=True, slots=True)
class Opening:
    """Who asks, where: the facts of an exchange that never change."""

    asker: str
    surface: str
    private: bool
    thread: str | None = None
    organisation: str | None = None


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A passage found for an exchange.

    `outcome` is `offered` to the answer, `spare`, or `dropped`, and `why` says why.
    """

    document_id: str
    version: str
    generation: str
    chunk_id: str
    content_hash: str
    access_id: str
    score: float
    dense_rank: int | None
    dense_score: float | None
    sparse_rank: int | None
    sparse_score: float | None
    outcome: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Earlier:
    """An earlier question of a thread, and what was asked back instead of answering it, if so."""

    question: str
    asked_back: str = ""


_OPENING = tuple(field.name for field in fields(Opening))
_RETRIEVED = tuple(field.name for field in fields(Retrieved))  # none of them holds another record


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to an exchange, with its text unsealed."""

    kind: str
    at: str
    body: dict[str, object]


def short_id() -> str:
    """Make an id that people can read out to each other."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


async def append(connection: AsyncConnection, exchange_id: str, kind: str, body: Body) -> None:
    """Add an event to an exchange, in a transaction that writes more than that."""
    last = await connection.execute(
        select(func.max(EventRow.sequence)).where(EventRow.exchange_id == exchange_id)
    )
    sequence = (last.scalar() or 0) + 1
    await connection.execute(insert(EventRow), [_event(exchange_id, sequence, kind, body)])


class Exchanges:
    """The record of every question."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, opening: Opening, question: Body, found: Sequence[Retrieved]) -> str:
        """Keep a question with what was found for it, and return its short id.

        On disk when this returns: no model is asked for an answer before.
        """
        exchange_id = short_id()
        at = written(now())
        rows = [
            {name: getattr(passage, name) for name in _RETRIEVED}
            | {"exchange_id": exchange_id, "position": position}
            for position, passage in enumerate(found, start=1)
        ]
        async with self._database.writing() as connection:
            await connection.execute(
                insert(ExchangeRow).values(asdict(opening) | {"id": exchange_id, "opened_at": at})
            )
            await connection.execute(insert(EventRow), [_event(exchange_id, 1, "opened", question)])
            if rows:
                await connection.execute(insert(RetrievedRow), rows)
        return exchange_id

    async def append(self, exchange_id: str, kind: str, body: Body) -> None:
        """Add an event to an exchange."""
        async with self._database.writing() as connection:
            await append(connection, exchange_id, kind, body)

    async def opening(self, exchange_id: str) -> Opening | None:
        """Say who asked, and where; None where there is no such exchange."""
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(*(getattr(ExchangeRow, name) for name in _OPENING)).where(
                    ExchangeRow.id == exchange_id
                )
            )
            row = rows.first()
        return None if row is None else Opening(*row)

    async def events(self, exchange_id: str) -> list[Event]:
        """What happened to an exchange, in order."""
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(EventRow.kind, EventRow.at, EventRow.body)
                .where(EventRow.exchange_id == exchange_id)
                .order_by(col(EventRow.sequence))
            )
        return [Event(kind, at, json.loads(unsealed(body))) for kind, at, body in rows]

    async def retrieved(self, exchange_id: str) -> list[Retrieved]:
        """What was found for an exchange, best first, the dropped ones with it."""
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(*(getattr(RetrievedRow, name) for name in _RETRIEVED))
                .where(RetrievedRow.exchange_id == exchange_id)
                .order_by(col(RetrievedRow.position))
            )
        return [Retrieved(*row) for row in rows]

    async def questions(self, opening: Opening, *, most: int = 6) -> list[Earlier]:
        """The earlier questions of the same asker in the same thread, oldest first.

        A thread read by others never gets what was asked in private, nor the other way round.
        """
        if opening.thread is None:
            return []
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(EventRow.exchange_id, EventRow.kind, EventRow.body)
                .join(ExchangeRow, col(ExchangeRow.id) == EventRow.exchange_id)
                .where(
                    ExchangeRow.thread == opening.thread,
                    ExchangeRow.asker == opening.asker,
                    ExchangeRow.private == opening.private,
                    col(EventRow.kind).in_(("opened", "answered")),
                )
                .order_by(col(EventRow.id).desc())
                .limit(2 * most)
            )
        asked: dict[str, Earlier] = {}
        for exchange_id, kind, body in reversed(list(rows)):
            told = json.loads(unsealed(body))
            if kind == "opened":
                asked[exchange_id] = Earlier(str(told["question"]))
            elif exchange_id in asked and told.get("kind") == "clarification":
                asked[exchange_id] = replace(
                    asked[exchange_id], asked_back=str(told["answer"]["question"])
                )
        return list(asked.values())[-most:]


def _event(exchange_id: str, sequence: int, kind: str, body: Body) -> dict[str, object]:
    return {
        "exchange_id": exchange_id,
        "sequence": sequence,
        "kind": kind,
        "at": written(now()),
        "body": sealed(json.dumps(body, ensure_ascii=False, default=str)),
    }
