"""The writers of one process: one after another, as they come."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.calls import Call, Calls
from storage.database import Database, StorageUnavailableError


async def test_writers_go_in_the_order_in_which_they_came(database: Database) -> None:
    went: list[int] = []

    async def write(number: int) -> None:
        async with database.writing():
            went.append(number)
            await asyncio.sleep(0)

    await asyncio.gather(*map(write, range(50)))

    assert went == list(range(50))


async def test_a_writer_that_is_cancelled_in_the_queue_holds_up_nobody(
    database: Database,
) -> None:
    calls = Calls(database)
    async with database.writing():
        first, second = (
            asyncio.create_task(calls.add(Call("tests", model, "answered")))
            for model in ("first", "second")
        )
        await asyncio.sleep(0)
        first.cancel()
    await second

    assert first.cancelled()
    async with database.reading() as connection:
        rows = await connection.exec_driver_sql("SELECT model FROM model_call")
        assert rows.scalars().all() == ["second"]


async def test_a_writer_that_fails_lets_the_next_one_write(database: Database) -> None:
    with pytest.raises(RuntimeError, match="halfway"):
        async with database.writing():
            raise RuntimeError("halfway")

    await asyncio.wait_for(Calls(database).add(Call("tests", "m", "answered")), 5)


async def test_what_was_to_be_written_is_in_no_error(database: Database, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "policybot.sqlite")) as connection, connection:
        connection.execute("DROP TABLE model_call")

    with pytest.raises(StorageUnavailableError, match="no such table") as raised:
        await Calls(database).add(Call("tests", "a secret", "answered"))
    assert "a secret" not in str(raised.value) + str(raised.value.__cause__)
