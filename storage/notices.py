"""Who was told what is kept of them? Once a person, at their first question."""

from sqlalchemy.dialects.sqlite import insert
from sqlmodel import select

from storage.database import Database
from storage.moments import now, written
from storage.tables import NoticeRow


class Notices:
    """Everybody who was told."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def first(self, person: str, event: str | None) -> bool:
        """Whether this is the first time; told again to the same event, which may be retried."""
        if (told := await self._told(person)) is None:
            row = {"person": person, "event": event, "noticed_at": written(now())}
            async with self._database.writing() as connection:
                done = await connection.execute(
                    insert(NoticeRow).values(row).on_conflict_do_nothing()
                )
            if done.rowcount:
                return True
            told = await self._told(person)
        return told is not None and event is not None and told == [event]

    async def _told(self, person: str) -> list[str | None] | None:
        """The event at which somebody was told, in a list of one; None where nobody did."""
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(NoticeRow.event).where(NoticeRow.person == person)
            )
            return list(rows.scalars()) or None
