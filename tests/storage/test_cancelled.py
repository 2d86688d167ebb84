"""A write that is cancelled at any await: it is kept whole or not at all, and locks nothing."""

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from storage.database import Database
from storage.exchanges import Opening, Retrieved
from storage.inbox import Arrival
from tests.scenarios.interrupting import At, interrupted
from tests.sealed import inbox_in, recorded

FOUND = Retrieved("d", "1", "g", "c", "h", "a", 1.0, 1, 1.0, None, None, "offered")


@pytest.mark.parametrize("at", At)
async def test_a_cancelled_write_is_whole_or_not_there_and_holds_no_lock(
    tmp_path: Path, at: At
) -> None:
    file = tmp_path / "kept.sqlite"
    database = Database(file)
    await database.open()
    exchanges = recorded(database)
    left = set[tuple[int, int]]()

    for place in count(1):
        thread = f"at {place}"
        opening = Opening("ana@corp.example", "tests", private=True, thread=thread)
        opened, told = await interrupted(
            exchanges.open(opening, {"question": "?"}, [FOUND, FOUND]), place, at
        )
        left.add(rows(file, thread))
        if not told:
            break

    assert opened is not None
    assert left == {(0, 0), (1, 2)}
    await database.close()


def rows(file: Path, thread: str) -> tuple[int, int]:
    """Count the exchanges of a thread and what was found for them, with the write lock taken."""
    counted = "SELECT count(DISTINCT exchange.id), count(position) FROM exchange LEFT JOIN retrieved ON exchange_id = exchange.id WHERE thread = ?"  # noqa: E501
    with closing(sqlite3.connect(file, timeout=2, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        (found,) = connection.execute(counted, (thread,)).fetchall()
        connection.execute("ROLLBACK")
    exchanges, passages = found
    return exchanges, passages


@pytest.mark.parametrize("at", At)
async def test_what_a_cancelled_claim_has_leased_can_be_given_back(tmp_path: Path, at: At) -> None:
    database = Database(tmp_path / "kept.sqlite")
    await database.open()
    inbox = inbox_in(database)
    await inbox.put([Arrival("tests", "E1", "C1", {})])
    left = set[int]()

    for place in count(1):
        claimed, told = await interrupted(inbox.claim("a", 1, 60), place, at)
        if not told:
            break
        left.add(await inbox.give_back("a"))

    assert claimed is not None
    (event,) = claimed
    assert (event.event_id, event.attempts) == ("E1", 1)
    assert left == {0, 1}
    await database.close()
