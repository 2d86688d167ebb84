"""What was asked of a model, for whom, and what did it cost? One row a call, never changed."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlmodel import col, func, insert, select

from storage.database import Database
from storage.moments import now, written
from storage.tables import CallRow


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a model, all its attempts with it.

    `input_tokens` are those that no cache had; `dollars` is None where the price is not known.
    `first_token` are the milliseconds until the first word, None where none came. `outcome` is
    `answered`, `cancelled`, or why it failed; `failed` names what the attempts before the last
    one met, in order, with their request's id. `exchange_id` and `asker` are None where nobody
    asked.
    """

    purpose: str
    model: str
    outcome: str
    exchange_id: str | None = None
    asker: str | None = None
    input_tokens: int = 0
    cache_read_tokens: int = 0
    cache_written_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = 0.0
    milliseconds: float = 0.0
    first_token: float | None = None
    attempts: int = 0
    failed: tuple[str, ...] = ()
    stop_reason: str | None = None
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """What the calls of one day, model and purpose came to; `unpriced` of them have no price."""

    day: str
    model: str
    purpose: str
    calls: int
    failed: int
    attempts: int
    input_tokens: int
    cache_read_tokens: int
    cache_written_tokens: int
    output_tokens: int
    dollars: float
    unpriced: int
    milliseconds: float


class Calls:
    """The record of what models were asked."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, call: Call) -> None:
        """Keep a call; it is on disk when this returns."""
        row = asdict(call) | {"failed": list(call.failed), "at": written(now())}
        async with self._database.writing() as connection:
            await connection.execute(insert(CallRow).values(row))

    async def of(self, exchange_id: str) -> list[Call]:
        """The calls made for an exchange, in order."""
        names = list(Call.__dataclass_fields__)
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(*(getattr(CallRow, name) for name in names))
                .where(CallRow.exchange_id == exchange_id)
                .order_by(col(CallRow.id))
            )
            found = [dict(zip(names, row, strict=True)) for row in rows]
        return [Call(**one | {"failed": tuple(one["failed"])}) for one in found]

    async def tokens(self, since: datetime, asker: str | None = None) -> int:
        """Count the tokens sent and received since a moment: by one asker, or by everybody."""
        asked = select(func.sum(_TOKENS)).where(CallRow.at >= written(since))
        if asker is not None:
            asked = asked.where(CallRow.asker == asker)
        async with self._database.reading() as connection:
            return int((await connection.execute(asked)).scalar() or 0)

    async def usage(self, since: datetime | None = None) -> list[Usage]:
        """Add up the calls by day (UTC), model and purpose, in this order."""
        groups = [func.substr(CallRow.at, 1, 10), col(CallRow.model), col(CallRow.purpose)]
        answered = func.count().filter(col(CallRow.outcome) == "answered")
        columns: list[Any] = [  # more than SQLModel's select has types for
            *groups,
            func.count(),
            func.count() - answered,
            *(func.sum(getattr(CallRow, name)) for name in _SUMMED),
            func.total(CallRow.dollars),
            func.count() - func.count(col(CallRow.dollars)),
            func.total(CallRow.milliseconds),
        ]
        asked = select(*columns).group_by(*groups).order_by(*groups)
        if since is not None:
            asked = asked.where(CallRow.at >= written(since))
        async with self._database.reading() as connection:
            return [Usage(*row) for row in await connection.execute(asked)]


_SUMMED = (
    "attempts",
    "input_tokens",
    "cache_read_tokens",
    "cache_written_tokens",
    "output_tokens",
)
_TOKENS = (
    col(CallRow.input_tokens)
    + col(CallRow.cache_read_tokens)
    + col(CallRow.cache_written_tokens)
    + col(CallRow.output_tokens)
)
