"""In which conversations is the bot, and where can somebody be reached? As it was last heard."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from sqlalchemy.dialects.sqlite import insert
from sqlmodel import col, select, update

from storage.database import Database
from storage.moments import now, written
from storage.tables import AcquaintanceRow, ConversationRow


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation; `place` is all that it takes to write into it.

    `is_outside` tells that it cannot be known who reads along.
    """

    id: str
    place: Mapping[str, str]
    name: str = ""
    is_outside: bool = False


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Somebody who wrote to the bot, or whom it wrote to.

    `user` is the service's id, `object_id` that of the company's directory as it was told last:
    empty where it was not told then, None where they never wrote.
    `personal` is the conversation in which nobody else is, `met_in` the one they wrote in last.
    """

    user: str
    object_id: str | None
    personal: str | None
    met_in: str
    locale: str = ""


_CONVERSATION = tuple(getattr(ConversationRow, n) for n in ("id", "place", "name", "is_outside"))
_ACQUAINTANCE = tuple(
    getattr(AcquaintanceRow, name) for name in ("user", "object_id", "personal", "met_in", "locale")
)


class ConversationBook:
    """What is known of conversations and of the people in them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, conversation: Conversation) -> None:
        """Keep a conversation as it is now."""
        row = {
            "id": conversation.id,
            "place": dict(conversation.place),
            "name": conversation.name,
            "is_outside": conversation.is_outside,
            "changed_at": written(now()),
        }
        putting = insert(ConversationRow).values(row)
        putting = putting.on_conflict_do_update(index_elements=["id"], set_=row)
        async with self._database.writing() as connection:
            await connection.execute(putting)

    async def get(self, id_: str) -> Conversation | None:
        """Look a conversation up."""
        async with self._database.reading() as connection:
            rows = await connection.execute(select(*_CONVERSATION).where(ConversationRow.id == id_))
            row = rows.first()
        return None if row is None else Conversation(*row)

    async def latest(self) -> Conversation | None:
        """Look up the one that changed last; None where there is none at all."""
        newest_first = select(*_CONVERSATION).order_by(col(ConversationRow.changed_at).desc())
        async with self._database.reading() as connection:
            rows = await connection.execute(newest_first.limit(1))
            row = rows.first()
        return None if row is None else Conversation(*row)

    async def meet(self, somebody: Acquaintance) -> None:
        """Keep what was told of somebody last."""
        row = asdict(somebody)
        putting = insert(AcquaintanceRow).values(row)
        putting = putting.on_conflict_do_update(index_elements=["user"], set_=row)
        async with self._database.writing() as connection:
            await connection.execute(putting)

    async def somebody(self, id_: str) -> Acquaintance | None:
        """Look somebody up, by the service's id, by that of the directory, or by their own chat."""
        is_them = (
            (col(AcquaintanceRow.user) == id_)
            | (col(AcquaintanceRow.object_id) == id_.casefold())
            | (col(AcquaintanceRow.personal) == id_)
        )
        async with self._database.reading() as connection:
            rows = await connection.execute(select(*_ACQUAINTANCE).where(is_them))
            row = rows.first()
        return None if row is None else Acquaintance(*row)

    async def is_on_record_as(self, user: str, person: str) -> None:
        """Keep who somebody is on record: with that person, what is known of them is erased."""
        knowing = update(AcquaintanceRow).where(col(AcquaintanceRow.user) == user)
        async with self._database.writing() as connection:
            await connection.execute(knowing.values(person=person.casefold()))
