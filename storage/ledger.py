"""Which documents stand in the index, in which generation, under which access?"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import date

from sqlalchemy.dialects.sqlite import insert
from sqlmodel import col, delete, func, select, update

from storage.database import Database
from storage.tables import DocumentRow, SyncRun, TermRow

APPROVED = "approved"
_SUPERSEDED = "superseded"


@dataclass(frozen=True, slots=True)
class Standing:
    """What is in force of a document now; only what is `approved` may answer."""

    generation: str
    access_id: str
    status: str = APPROVED


@dataclass(frozen=True, slots=True)
class Entry:
    """A document's line; see `storage.tables.DocumentRow`."""

    id: str
    source: str
    path: str
    revision: str
    generation: str
    access_id: str
    title: str
    url: str
    version: str
    status: str
    language: str | None
    chunks: int
    synced_at: str
    number: str | None = None
    supersedes: str | None = None
    effective_from: date | None = None
    superseded_by: str | None = None

    @property
    def standing_status(self) -> str:
        """What it says of itself, or superseded where another document replaces it."""
        return _standing_status(self.status, self.superseded_by)


_FIELDS = [field.name for field in fields(Entry)]
_COLUMNS = [getattr(DocumentRow, name) for name in _FIELDS]
_STANDING = [
    getattr(DocumentRow, name)
    for name in ("id", "generation", "access_id", "status", "superseded_by")
]
_AT_ONCE = 500  # SQLite takes a limited number of values in one statement


class Ledger:
    """The truth about documents: what the index says is checked against it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def standings(self, document_ids: Iterable[str]) -> dict[str, Standing]:
        """Say what is in force of each of these documents; those not in force are left out."""
        chosen = sorted(set(document_ids))
        found: dict[str, Standing] = {}
        async with self._database.reading() as connection:
            for start in range(0, len(chosen), _AT_ONCE):
                rows = await connection.execute(
                    select(*_STANDING).where(
                        col(DocumentRow.id).in_(chosen[start : start + _AT_ONCE])
                    )
                )
                for id_, generation, access_id, status, superseded_by in rows:
                    now = _standing_status(status, superseded_by)
                    found[id_] = Standing(generation, access_id, now)
        return found

    async def of_source(self, source: str) -> dict[str, Entry]:
        """Every document of a source by its id."""
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(*_COLUMNS).where(col(DocumentRow.source) == source)
            )
        return {row[0]: Entry(*row) for row in rows}

    async def put(self, entry: Entry) -> None:
        """Write a document's line, in place of the one it had.

        Who supersedes it stays: that is not told by the document itself (`set_superseded`).
        """
        values = {name: getattr(entry, name) for name in _FIELDS}
        told = {name: value for name, value in values.items() if name != "superseded_by"}
        statement = insert(DocumentRow).values(values)
        statement = statement.on_conflict_do_update(index_elements=["id"], set_=told)
        async with self._database.writing() as connection:
            await connection.execute(statement)

    async def set_access(self, document_id: str, access_id: str) -> None:
        """Change under which access a document stands."""
        async with self._database.writing() as connection:
            await connection.execute(
                update(DocumentRow)
                .where(col(DocumentRow.id) == document_id)
                .values(access_id=access_id)
            )

    async def set_superseded(self, document_id: str, by: str | None) -> None:
        """Change which document replaces one; None where none does."""
        async with self._database.writing() as connection:
            await connection.execute(
                update(DocumentRow)
                .where(col(DocumentRow.id) == document_id)
                .values(superseded_by=by)
            )

    async def remove(self, document_id: str) -> None:
        """Take a document out of force, and with it what it explains."""
        async with self._database.writing() as connection:
            await connection.execute(delete(DocumentRow).where(col(DocumentRow.id) == document_id))
            await connection.execute(delete(TermRow).where(col(TermRow.document_id) == document_id))

    async def size(self) -> tuple[int, int]:
        """Count the documents in force and their chunks."""
        async with self._database.reading() as connection:
            row = await connection.execute(
                select(func.count(), func.coalesce(func.sum(DocumentRow.chunks), 0))
            )
            documents, chunks = row.one()
        return int(documents), int(chunks)


def _standing_status(status: str, superseded_by: str | None) -> str:
    return status if superseded_by is None or status != APPROVED else _SUPERSEDED


class SyncRuns:
    """What each pass over a source found, did and could not do."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, run: SyncRun) -> None:
        """Keep a finished pass."""
        async with self._database.writing() as connection:
            await connection.execute(insert(SyncRun).values(run.model_dump(exclude={"id"})))

    async def newest(self, source: str) -> SyncRun | None:
        """The last pass over a source, None where there was none."""
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(*SyncRun.__table__.columns)  # type: ignore[attr-defined]  # SQLModel's own
                .where(col(SyncRun.source) == source)
                .order_by(col(SyncRun.id).desc())
                .limit(1)
            )
            row = rows.mappings().first()
        return None if row is None else SyncRun(**row)
