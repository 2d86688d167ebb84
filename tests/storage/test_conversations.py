from pathlib import Path

from storage.conversations import Acquaintance, Conversation, ConversationBook
from storage.database import Database
from storage.forgetting import Forgetting, Kept
from tests.sealed import sealer

NEWS = Conversation("19:news", {"id": "19:news", "kind": "channel"}, "News", is_outside=True)
ANA = Acquaintance("29:ana", "aa-1", "a:1", "19:news", "es-ES")


async def test_a_conversation_is_kept_as_it_was_told_last(
    database: Database, tmp_path: Path
) -> None:
    book = ConversationBook(database)
    await book.put(Conversation("19:news", {"id": "19:news"}))
    await book.put(Conversation("19:other", {"id": "19:other"}))
    await book.put(NEWS)

    other = Database(tmp_path / "policybot.sqlite")
    again = ConversationBook(other)
    assert await again.get("19:news") == await again.latest() == NEWS
    assert await again.get("19:nowhere") is None
    await other.close()


async def test_where_nothing_was_heard_there_is_nothing(database: Database) -> None:
    assert await ConversationBook(database).latest() is None
    assert await ConversationBook(database).somebody("29:ana") is None


async def test_somebody_is_found_by_each_of_their_ids(database: Database) -> None:
    book = ConversationBook(database)
    await book.meet(Acquaintance("29:ana", "", None, "19:news"))
    await book.meet(Acquaintance("29:ben", "bb-2", None, "19:news"))
    await book.meet(ANA)

    for id_ in ("29:ana", "aa-1", "AA-1", "a:1"):
        assert await book.somebody(id_) == ANA
    assert await book.somebody("") is None


async def test_what_is_known_of_somebody_is_erased_with_the_rest_of_theirs(
    database: Database,
) -> None:
    book = ConversationBook(database)
    ben = Acquaintance("29:ben", "bb-2", None, "19:news")
    await book.put(NEWS)
    await book.meet(ANA)
    await book.meet(ben)
    await book.is_on_record_as("29:ana", "Ana@corp.example")
    await book.is_on_record_as("29:ben", "ben@corp.example")
    await book.meet(ANA)  # whatever is heard of them later

    await Forgetting(database, sealer(database), Kept()).person("ana@corp.example", None)

    assert await book.somebody("29:ana") is None
    assert await book.somebody("29:ben") == ben
    assert await book.get("19:news") == NEWS
