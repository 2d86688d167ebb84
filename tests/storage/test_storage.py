import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlmodel import SQLModel

from storage.accesses import Accesses
from storage.database import Database, StorageUnavailableError
from storage.exchanges import Earlier, Opening, Retrieved
from storage.ledger import Entry, Ledger, Standing
from storage.moments import read, written
from storage.people import Known, People
from tests.sealed import recorded, sealer

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ANA = "ana@corp.example"
PRIVATE = Opening(asker=ANA, surface="tests", private=True, thread="t1")


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(tmp_path / "kept" / "policybot.sqlite")
    await database.open()
    yield database
    await database.close()


def retrieved(document_id: str, outcome: str = "offered") -> Retrieved:
    return Retrieved(
        document_id=document_id,
        version="2",
        generation="g",
        chunk_id="c",
        content_hash="h",
        access_id="a",
        score=0.03,
        dense_rank=1,
        dense_score=0.9,
        sparse_rank=None,
        sparse_score=None,
        outcome=outcome,
    )


def entry(document_id: str, generation: str = "g1") -> Entry:
    return Entry(
        id=document_id,
        source="wiki",
        path="a.md",
        revision="r",
        generation=generation,
        access_id="a1",
        title="A",
        url="u",
        version="1",
        status="approved",
        language=None,
        chunks=3,
        synced_at=written(NOW),
    )


async def test_the_migrations_make_exactly_the_tables_that_the_code_knows(
    database: Database,
) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection)
        return list(compare_metadata(context, SQLModel.metadata))

    async with database.reading() as connection:
        assert await connection.run_sync(differences) == []


async def test_opening_twice_changes_nothing(database: Database, tmp_path: Path) -> None:
    await Ledger(database).put(entry("wiki:a.md"))
    again = Database(tmp_path / "kept" / "policybot.sqlite")
    await again.open()

    assert await Ledger(again).size() == (1, 3)
    await again.close()


async def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    with pytest.raises(RuntimeError, match="halfway"):
        await _write_and_fail(database)

    async with database.reading() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM access"))).scalar() == 0


async def _write_and_fail(database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(text("INSERT INTO access (id, clauses) VALUES ('a', '[]')"))
        raise RuntimeError("halfway")


async def test_many_may_write_at_once(database: Database) -> None:
    ledger = Ledger(database)

    await asyncio.gather(*(ledger.put(entry(f"wiki:{n}.md")) for n in range(20)))

    assert await ledger.size() == (20, 60)


async def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(StorageUnavailableError, match=r"cannot be used.*POLICYBOT_DATA"):
        await Database(tmp_path / "file" / "policybot.sqlite").open()


async def test_a_file_that_is_no_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "policybot.sqlite").write_text("this is not a database, it is a letter" * 100)
    database = Database(tmp_path / "policybot.sqlite")

    with pytest.raises(StorageUnavailableError, match="not a database"):
        await database.open()
    await database.close()


async def test_a_ledger_line_takes_the_place_of_the_one_before(database: Database) -> None:
    ledger = Ledger(database)
    await ledger.put(entry("wiki:a.md", "g1"))
    await ledger.put(entry("wiki:a.md", "g2"))
    await ledger.set_access("wiki:a.md", "a2")

    assert await ledger.standings(["wiki:a.md", "wiki:b.md"]) == {"wiki:a.md": Standing("g2", "a2")}

    await ledger.remove("wiki:a.md")
    assert await ledger.standings(["wiki:a.md"]) == {}


async def test_who_supersedes_a_document_outlives_its_next_generation(database: Database) -> None:
    ledger = Ledger(database)
    await ledger.put(entry("wiki:a.md", "g1"))
    await ledger.set_superseded("wiki:a.md", "wiki:b.md")
    await ledger.put(entry("wiki:a.md", "g2"))

    standings = await ledger.standings(["wiki:a.md"])
    assert standings == {"wiki:a.md": Standing("g2", "a1", "superseded")}
    assert (await ledger.of_source("wiki"))["wiki:a.md"].superseded_by == "wiki:b.md"

    await ledger.set_superseded("wiki:a.md", None)
    assert (await ledger.standings(["wiki:a.md"]))["wiki:a.md"].status == "approved"


async def test_many_documents_are_looked_up_at_once(database: Database) -> None:
    assert await Ledger(database).standings(f"wiki:{n}" for n in range(1_500)) == {}


async def test_an_access_keeps_its_meaning_and_the_edition_grows(database: Database) -> None:
    accesses = Accesses(database)
    before = await accesses.edition()
    await accesses.add({"a": "[]"})
    await accesses.add({"a": "[[1]]", "b": "[[2]]"})

    assert await accesses.all() == {"a": "[]", "b": "[[2]]"}
    assert await accesses.edition() > before


async def test_a_membership_that_has_ended_is_none(database: Database) -> None:
    people = People(database)
    principals = (("group:hr", NOW), ("group:all", None))
    await people.replace("wiki", [Known("Ana@Corp.example", "Ana", "", principals)])

    assert await people.principals(ANA, NOW - timedelta(days=1)) == frozenset(
        {"group:hr", "group:all"}
    )
    assert await people.principals(ANA, NOW) == frozenset({"group:all"})


async def test_who_is_narrowed_keeps_of_both_what_ends_first(database: Database) -> None:
    people = People(database)
    soon, later = NOW + timedelta(days=1), NOW + timedelta(days=9)
    had = (("group:all", None), ("group:hr", later), ("group:pay", soon), ("group:old", None))
    await people.replace("wiki", [Known(ANA, "Ana", "", had)])
    await people.replace("drive", [Known(ANA, "Ana", "", (("google:x", None),))])

    has = (("group:all", later), ("group:hr", soon), ("group:pay", None), ("group:new", None))
    await people.narrow("wiki", [Known(ANA, "Ana", "", has)])

    rest = frozenset({"google:x"})
    assert await people.principals(ANA, NOW) == rest | {"group:all", "group:hr", "group:pay"}
    assert await people.principals(ANA, soon) == rest | {"group:all"}
    assert await people.principals(ANA, later) == rest


async def test_one_sources_people_do_not_touch_anothers(database: Database) -> None:
    people = People(database)
    await people.replace("wiki", [Known(ANA, "Ana", "", (("group:hr", None),))])
    await people.replace("drive", [Known(ANA, "Ana", "", (("google:x", None),))])
    await people.replace("wiki", [])

    assert await people.principals(ANA, NOW) == frozenset({"google:x"})


async def test_an_exchange_is_appended_to_and_read_back_in_order(database: Database) -> None:
    exchanges = recorded(database)
    found = [retrieved("wiki:a.md"), retrieved("wiki:b.md", "dropped")]
    exchange_id = await exchanges.open(PRIVATE, {"question": "¿cuántos días?"}, found)
    await exchanges.append(exchange_id, "answered", {"answer": "23"})

    events = await exchanges.events(exchange_id)
    assert [event.kind for event in events] == ["opened", "answered"]
    assert events[0].body == {"question": "¿cuántos días?"}
    assert await exchanges.retrieved(exchange_id) == found


async def test_texts_are_stored_sealed(database: Database) -> None:
    await recorded(database).open(PRIVATE, {"question": "secret"}, [])

    async with database.reading() as connection:
        body = (await connection.execute(text("SELECT body FROM exchange_event"))).scalar()
    assert isinstance(body, str)
    assert "secret" not in body
    assert await sealer(database).unseal(body) == '{"question": "secret"}'


async def test_a_threads_questions_are_its_askers_own_and_stay_where_they_were_asked(
    database: Database,
) -> None:
    exchanges = recorded(database)
    channel = Opening(asker=ANA, surface="tests", private=False, thread="t1")
    ben = Opening(asker="ben@corp.example", surface="tests", private=True, thread="t1")
    for opening, question in (
        (PRIVATE, "one"),
        (channel, "two"),
        (ben, "three"),
        (PRIVATE, "four"),
    ):
        await exchanges.open(opening, {"question": question}, [])

    assert await exchanges.questions(PRIVATE) == [Earlier("one"), Earlier("four")]
    assert await exchanges.questions(channel) == [Earlier("two")]
    assert await exchanges.questions(PRIVATE, most=1) == [Earlier("four")]
    assert await exchanges.questions(Opening(ANA, "tests", private=True)) == []


async def test_what_was_asked_back_is_part_of_the_thread(database: Database) -> None:
    exchanges = recorded(database)
    for question, kind in (("one", "clarification"), ("two", "grounded")):
        exchange_id = await exchanges.open(PRIVATE, {"question": question}, [])
        body = {"kind": kind, "answer": {"question": "Which country?"}}
        await exchanges.append(exchange_id, "answered", body)

    one, two = await exchanges.questions(PRIVATE)
    assert (one.asked_back, two.asked_back) == ("Which country?", "")


def test_a_moment_is_written_in_utc_and_a_naive_one_is_refused() -> None:
    madrid = datetime(2026, 11, 30, 13, tzinfo=timezone(timedelta(hours=1)))

    assert read(written(madrid)) == NOW
    assert written(madrid) == written(NOW)
    with pytest.raises(ValueError, match="no time zone"):
        written(datetime(2026, 11, 30))  # noqa: DTZ001  # a naive one, on purpose
