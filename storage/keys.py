"""Under which key are a person's texts sealed? Kept wrapped; without its row they are gone."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement
from sqlalchemy.dialects.sqlite import insert
from sqlmodel import col, select

from storage.database import Database
from storage.moments import now, written
from storage.tables import PersonKeyRow

HOUSE = ""
"""Whose key is for what is nobody's own: no person is called so."""


@dataclass(frozen=True, slots=True, repr=False)
class Wrapped:
    """A key as it is kept, under its id."""

    id: str
    key: bytes


class Keys:
    """The wrapped keys, one a person and one of the house."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def any(self) -> bool:
        """Whether anything was ever sealed with a key."""
        return await self.of(HOUSE) is not None

    async def of(self, person: str) -> Wrapped | None:
        """The key of a person, if they have one."""
        return await self._one(col(PersonKeyRow.person) == person)

    async def by_id(self, id_: str) -> Wrapped | None:
        """The key of an id; None where it was destroyed."""
        return await self._one(col(PersonKeyRow.id) == id_)

    async def add(self, key: Wrapped, person: str) -> None:
        """Keep a new key; where somebody was faster, theirs stays."""
        row = {"id": key.id, "person": person, "wrapped": key.key, "made_at": written(now())}
        async with self._database.writing() as connection:
            await connection.execute(insert(PersonKeyRow).on_conflict_do_nothing(), row)

    async def _one(self, which: ColumnElement[bool]) -> Wrapped | None:
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(PersonKeyRow.id, PersonKeyRow.wrapped).where(which)
            )
            row = rows.first()
        return None if row is None else Wrapped(*row)
