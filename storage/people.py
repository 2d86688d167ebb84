"""Who is known, and which principals do they answer to?"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import col, delete, insert, select

from storage.database import Database
from storage.moments import read, written
from storage.tables import Membership, Person

_AT_ONCE = 500  # SQLite takes a limited number of values in one statement


@dataclass(frozen=True, slots=True)
class Known:
    """A person as one source knows them; `principals` with the moment each ends, if it does."""

    email: str
    name: str
    title: str
    principals: tuple[tuple[str, datetime | None], ...]


class People:
    """Everybody, source by source. E-mails are compared in lower case."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def replace(self, source: str, people: Sequence[Known]) -> None:
        """Make these the people of a source, and nobody else."""
        async with self._database.writing() as connection:
            await _replace(connection, source, people)

    async def narrow(self, source: str, people: Sequence[Known]) -> None:
        """Take from the people of a source what they will not have, and give them nothing yet."""
        will = {person.email.casefold(): dict(person.principals) for person in people}
        async with self._database.writing() as connection:
            persons = await connection.execute(
                select(Person.email, Person.name, Person.title).where(Person.source == source)
            )
            memberships = await connection.execute(
                select(Membership.email, Membership.principal, Membership.until).where(
                    Membership.source == source
                )
            )
            kept: dict[str, list[tuple[str, datetime | None]]] = defaultdict(list)
            for email, principal, until in memberships:
                if principal in will.get(email, {}):
                    had = None if until is None else read(until)
                    kept[email].append((principal, _earlier(had, will[email][principal])))
            staying = [
                Known(email, name, title, tuple(kept[email]))
                for email, name, title in persons
                if email in will
            ]
            await _replace(connection, source, staying)

    async def principals(self, email: str, at: datetime) -> frozenset[str] | None:
        """Name what somebody answers to at a moment; None for somebody whom no source knows."""
        key = email.casefold()
        async with self._database.reading() as connection:
            known = await connection.execute(
                select(Membership.principal, Membership.until, Person.email)
                .select_from(Person)
                .outerjoin(
                    Membership,
                    (col(Membership.email) == Person.email)
                    & (col(Membership.source) == Person.source),
                )
                .where(Person.email == key)
            )
            rows = known.all()
        if not rows:
            return None
        return frozenset(
            principal
            for principal, until, _ in rows
            if principal is not None and (until is None or at < read(until))
        )

    async def unknown(self, emails: Iterable[str]) -> frozenset[str]:
        """Say which of these addresses no source knows."""
        asked = sorted({email.casefold() for email in emails})
        known: set[str] = set()
        async with self._database.reading() as connection:
            for start in range(0, len(asked), _AT_ONCE):
                some = asked[start : start + _AT_ONCE]
                rows = await connection.execute(
                    select(Person.email).where(col(Person.email).in_(some))
                )
                known.update(rows.scalars())
        return frozenset(asked) - known

    async def all(self) -> list[Known]:
        """List everybody by name, without their principals."""
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(Person.email, Person.name, Person.title).order_by(Person.name)
            )
        return [Known(email, name, title, ()) for email, name, title in rows]

    async def names(self, email: str) -> frozenset[str]:
        """Every name that a source gives somebody."""
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(Person.name).where(Person.email == email.casefold())
            )
        return frozenset(rows.scalars())

    async def known_principals(self) -> frozenset[str]:
        """Every principal that anybody answers to."""
        async with self._database.reading() as connection:
            rows = await connection.execute(select(Membership.principal).distinct())
        return frozenset(rows.scalars())


async def _replace(connection: AsyncConnection, source: str, people: Sequence[Known]) -> None:
    persons = [
        {"source": source, "email": p.email.casefold(), "name": p.name, "title": p.title}
        for p in people
    ]
    memberships = [
        {
            "source": source,
            "email": person.email.casefold(),
            "principal": principal,
            "until": None if until is None else written(until),
        }
        for person in people
        for principal, until in person.principals
    ]
    for table, rows in ((Person, persons), (Membership, memberships)):
        await connection.execute(delete(table).where(col(table.source) == source))
        if rows:
            await connection.execute(insert(table), rows)


def _earlier(one: datetime | None, other: datetime | None) -> datetime | None:
    return min((moment for moment in (one, other) if moment is not None), default=None)
