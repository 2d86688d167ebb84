"""Which clauses stand behind an access id? Rows are only added: an id means one thing for ever."""

from collections.abc import Mapping

from sqlalchemy.dialects.sqlite import insert
from sqlmodel import func, select

from storage.database import Database
from storage.tables import AccessRow


class Accesses:
    """Ids and the canonical forms behind them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, canonical_by_id: Mapping[str, str]) -> None:
        """Keep accesses; those that are there already stay as they are."""
        if not canonical_by_id:
            return
        rows = [{"id": id_, "clauses": text} for id_, text in canonical_by_id.items()]
        async with self._database.writing() as connection:
            await connection.execute(insert(AccessRow).on_conflict_do_nothing(), rows)

    async def edition(self) -> int:
        """A number that grows whenever an access was added."""
        async with self._database.reading() as connection:
            newest = await connection.execute(select(func.max(AccessRow.sequence)))
        return newest.scalar() or 0

    async def all(self) -> dict[str, str]:
        """Every access: id → canonical form."""
        async with self._database.reading() as connection:
            rows = await connection.execute(select(AccessRow.id, AccessRow.clauses))
        return {row.id: row.clauses for row in rows}
