"""Who asked what, what was found, what was said? Appended, never changed."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace

from sqlalchemy import ScalarSelect, true
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import col, func, insert, select
from sqlmodel.sql.expression import SelectOfScalar

from storage.database import Database
from storage.events import Body, Event, body_of, sealed_body
from storage.moments import now, written
from storage.sealing import ERASED, Sealer, sealed
from storage.tables import EventRow, ExchangeRow, RetrievedRow

_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # without those that are taken for one another
_LENGTH = 10
_MOST = 1_000  # exchanges whose askers are remembered: most are answered soon after they are opened


class UnknownExchangeError(LookupError):
    """There is no exchange of this id."""


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


def short_id() -> str:
    """Make an id that people can read out to each other."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


async def append(connection: AsyncConnection, exchange_id: str, kind: str, body: Body) -> None:
    """Add an event to an exchange, in a transaction that writes more than that.

    Sealed under no key, for keys are not looked up in a transaction: for ids, never for words.
    """
    stored = sealed(json.dumps(body, ensure_ascii=False, default=str))
    last, _ = await _last(connection, exchange_id)
    row = _event(exchange_id, kind) | {"sequence": last + 1, "body": stored}
    await connection.execute(insert(EventRow), [row])


class Exchanges:
    """The record of every question."""

    def __init__(self, database: Database, sealer: Sealer) -> None:
        self._database = database
        self._sealer = sealer
        self._askers: dict[str, str] = {}

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
        asked = _event(exchange_id, "opened") | {
            "sequence": 1,
            "body": await sealed_body(self._sealer, question, opening.asker),
        }
        async with self._database.writing() as connection:
            await connection.execute(
                insert(ExchangeRow).values(asdict(opening) | {"id": exchange_id, "opened_at": at})
            )
            await connection.execute(insert(EventRow), [asked])
            if rows:
                await connection.execute(insert(RetrievedRow), rows)
        self._remember(exchange_id, opening.asker)
        return exchange_id

    async def append(
        self,
        exchange_id: str,
        kind: str,
        body: Body,
        *,
        author: str | None = None,
        key: str | None = None,
    ) -> bool:
        """Add an event to an exchange; False where its kind was told under the same `key` before.

        `author` is whose words they are, where they are not the asker's. Of an exchange whose asker
        was erased, nothing of theirs is kept any more. Raises `UnknownExchangeError`.
        """
        asker = await self._asker(exchange_id)
        row = _event(exchange_id, kind) | {"author": author, "key": key}
        stored = await self._sealed(body, asker if author is None else author)
        async with self._database.writing() as connection:
            if key is not None and await connection.scalar(_told(exchange_id, kind, key)):
                return False
            last, asker_now = await _last(connection, exchange_id)
            was_erased = author is None and asker_now != asker
            row |= {"sequence": last + 1, "body": ERASED if was_erased else stored}
            await connection.execute(insert(EventRow), [row])
        return True

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
                select(EventRow.kind, EventRow.at, EventRow.body, EventRow.author)
                .where(EventRow.exchange_id == exchange_id)
                .order_by(col(EventRow.sequence))
            )
        return [
            Event(kind, at, await body_of(self._sealer, body), author)
            for kind, at, body, author in rows
        ]

    async def retrieved(self, exchange_id: str) -> list[Retrieved]:
        """What was found for an exchange, best first, the dropped ones with it."""
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(*(getattr(RetrievedRow, name) for name in _RETRIEVED))
                .where(RetrievedRow.exchange_id == exchange_id)
                .order_by(col(RetrievedRow.position))
            )
        return [Retrieved(*row) for row in rows]

    async def questions(
        self, opening: Opening, *, most: int = 6, before: str | None = None
    ) -> list[Earlier]:
        """The earlier questions of the same asker in the same thread, oldest first.

        Only those `before` an exchange, where one is named. A thread read by others never gets what
        was asked in private, nor the other way round.
        """
        if opening.thread is None:
            return []
        is_earlier = true() if before is None else col(EventRow.id) < _first(before)
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(EventRow.exchange_id, EventRow.kind, EventRow.body)
                .join(ExchangeRow, col(ExchangeRow.id) == EventRow.exchange_id)
                .where(
                    ExchangeRow.thread == opening.thread,
                    ExchangeRow.asker == opening.asker,
                    ExchangeRow.private == opening.private,
                    is_earlier,
                    col(EventRow.kind).in_(("opened", "answered")),
                )
                .order_by(col(EventRow.id).desc())
                .limit(2 * most)
            )
        asked: dict[str, Earlier] = {}
        for exchange_id, kind, body in reversed(list(rows)):
            told = await body_of(self._sealer, body)
            if kind == "opened" and "question" in told:
                asked[exchange_id] = Earlier(str(told["question"]))
            elif exchange_id in asked and (asked_back := _asked_back(told)):
                asked[exchange_id] = replace(asked[exchange_id], asked_back=asked_back)
        return list(asked.values())[-most:]

    async def _sealed(self, body: Body, person: str) -> str:
        if person.startswith(ERASED):
            return ERASED
        return await sealed_body(self._sealer, body, person)

    async def _asker(self, exchange_id: str) -> str:
        if exchange_id not in self._askers:
            opening = await self.opening(exchange_id)
            if opening is None:
                raise UnknownExchangeError(f"There is no exchange {exchange_id}.")
            self._remember(exchange_id, opening.asker)
        return self._askers[exchange_id]

    def _remember(self, exchange_id: str, asker: str) -> None:
        self._askers[exchange_id] = asker
        if len(self._askers) > _MOST:
            del self._askers[next(iter(self._askers))]


async def _last(connection: AsyncConnection, exchange_id: str) -> tuple[int, str]:
    """How many events an exchange has, and who asks by now."""
    found = await connection.execute(
        select(func.max(EventRow.sequence), ExchangeRow.asker)
        .join(ExchangeRow, col(ExchangeRow.id) == EventRow.exchange_id)
        .where(EventRow.exchange_id == exchange_id)
    )
    sequence, asker = found.one()
    return sequence or 0, asker or ""


def _event(exchange_id: str, kind: str) -> dict[str, object]:
    return {"exchange_id": exchange_id, "kind": kind, "at": written(now())}


def _first(exchange_id: str) -> ScalarSelect[int | None]:
    first = select(func.min(EventRow.id)).where(EventRow.exchange_id == exchange_id)
    return first.scalar_subquery()


def _told(exchange_id: str, kind: str, key: str) -> SelectOfScalar[int]:
    return select(func.count()).where(
        EventRow.exchange_id == exchange_id, EventRow.kind == kind, EventRow.key == key
    )


def _asked_back(answered: Body) -> str:
    """The question that was asked back; nothing where there was none, or it was erased."""
    answer = answered.get("answer")
    if answered.get("kind") != "clarification" or not isinstance(answer, dict):
        return ""
    return str(answer["question"])
