import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.intake import Intake, IntakeUnavailableError
from storage.database import Database
from storage.inbox import Arrival, Claimed, Inbox
from tests.bot.intakes import Ledger, all_finished, arrival, broken, locked, until
from tests.sealed import inbox_in, sealer


async def test_an_event_is_taken_once_and_worked_on_once(database: Database) -> None:
    ledger = Ledger()
    intake = Intake(inbox_in(database), {"slack": ledger})
    async with intake.running():
        assert await intake.take(arrival("E1", subject="1.0"))
        assert not await intake.take(arrival("E1"))
        assert not await intake.take(arrival("E2", subject="1.0"))
        await all_finished(intake)

    assert ledger.done == ["E1"]


async def test_arrivals_at_once_share_their_commits(database: Database) -> None:
    groups: list[int] = []

    class Counting(Inbox):
        async def put(self, arrivals: Sequence[Arrival]) -> list[bool]:
            groups.append(len(arrivals))
            return await super().put(arrivals)

    intake = Intake(Counting(database, sealer(database)), {"slack": Ledger()})
    async with intake.running():
        events = [arrival(f"E{n}") for n in range(1_000)]
        assert all(await asyncio.gather(*map(intake.take, events)))

    assert sum(groups) == 1_000
    assert len(groups) <= 3


async def test_what_is_taken_is_there_for_others_to_read(
    database: Database, other_database: Database
) -> None:
    intake = Intake(inbox_in(database), {"slack": Ledger()})
    async with intake.running():
        for number in range(5):
            await intake.take(arrival(f"E{number}"))
            async with other_database.reading() as connection:
                rows = await connection.exec_driver_sql("SELECT count(*) FROM inbox")
                assert rows.scalar() == number + 1


async def test_an_arrival_is_refused_while_the_database_is_locked_and_is_known_later(
    database: Database, tmp_path: Path
) -> None:
    ledger = Ledger()
    intake = Intake(inbox_in(database), {"slack": ledger}, patience=0.1)
    async with intake.running():
        async with locked(tmp_path):
            for event_id in ("E1", "E2"):
                with pytest.raises(IntakeUnavailableError, match=r"within 0\.1 seconds"):
                    await intake.take(arrival(event_id))
        await until(lambda: len(ledger.done) == 2)
        assert not await intake.take(arrival("E1"))

    assert sorted(ledger.done) == ["E1", "E2"]


async def test_an_arrival_is_refused_at_once_while_the_database_is_broken(
    database: Database, tmp_path: Path
) -> None:
    intake = Intake(inbox_in(database), {"slack": Ledger()})
    async with intake.running():
        async with broken(tmp_path):
            with pytest.raises(IntakeUnavailableError, match="no such table"):
                await intake.take(arrival("E1"))
        assert await intake.take(arrival("E1"))


async def test_whoever_stops_waiting_takes_nobody_else_along(database: Database) -> None:
    intake = Intake(inbox_in(database), {"slack": Ledger()})
    async with intake.running():
        impatient = asyncio.create_task(intake.take(arrival("E1")))
        patient = asyncio.create_task(intake.take(arrival("E2")))
        await asyncio.sleep(0)
        impatient.cancel()

        assert await patient
        assert not await intake.take(arrival("E1"))


async def test_nothing_is_taken_that_nobody_would_keep_or_work_on(database: Database) -> None:
    intake = Intake(inbox_in(database), {"slack": Ledger()})

    with pytest.raises(IntakeUnavailableError, match="does not run"):
        await intake.take(arrival("E1"))
    async with intake.running():
        with pytest.raises(ValueError, match="teams"):
            await intake.take(Arrival("teams", "E1", "C1", {}))
    with pytest.raises(IntakeUnavailableError, match="does not run"):
        await intake.take(arrival("E1"))


async def test_what_is_in_work_at_the_end_is_finished(database: Database) -> None:
    async def work(_: Claimed) -> None:
        await asyncio.sleep(0.2)

    ledger = Ledger(work)
    intake = Intake(inbox_in(database), {"slack": ledger})
    async with intake.running():
        await asyncio.gather(*(intake.take(arrival(event_id, "C1")) for event_id in ("E1", "E2")))
        await until(lambda: bool(ledger.begun))

    assert ledger.done == ["E1"]
    assert (await intake.health()).waiting == 1


async def test_what_does_not_finish_in_time_is_free_for_others_at_once(
    database: Database, other_database: Database
) -> None:
    async def work(_: Claimed) -> None:
        await asyncio.sleep(60)

    stopped, ledger = Ledger(work), Ledger()
    intake = Intake(inbox_in(database), {"slack": stopped}, farewell=0.05)
    async with intake.running():
        await intake.take(arrival("E1"))
        await until(lambda: stopped.begun == ["E1"])
    (claimed,) = await inbox_in(database).claim("c", 1, 0.01)
    assert claimed.attempts == 1  # the one that was cut short does not count
    await asyncio.sleep(0.02)

    other = Intake(inbox_in(other_database), {"slack": ledger})
    async with other.running():
        await all_finished(other)
    assert (stopped.done, ledger.done) == ([], ["E1"])


@asynccontextmanager
async def told_to_end(intake: Intake) -> AsyncIterator[None]:
    """Run an intake in a task that is cancelled at the end, as a process is that is stopped."""
    running = asyncio.Event()

    async def run() -> None:
        async with intake.running():
            running.set()
            await asyncio.sleep(60)

    task = asyncio.create_task(run())
    await running.wait()
    yield
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def test_an_end_by_a_cancel_is_graceful_as_well(database: Database) -> None:
    async def work(_: Claimed) -> None:
        await asyncio.sleep(0.2)

    ledger = Ledger(work)
    intake = Intake(inbox_in(database), {"slack": ledger})
    async with told_to_end(intake):
        await intake.take(arrival("E1"))
        await until(lambda: bool(ledger.begun))
        pending = asyncio.create_task(intake.take(arrival("E2")))
        await asyncio.sleep(0)

    assert ledger.done == ["E1"]
    assert await pending
    assert (await intake.health()).waiting == 1


async def test_a_broken_database_costs_no_event_that_was_in_work(
    database: Database, tmp_path: Path
) -> None:
    go_on = asyncio.Event()

    async def work(_: Claimed) -> None:
        await go_on.wait()

    ledger = Ledger(work)
    intake = Intake(inbox_in(database), {"slack": ledger})
    async with intake.running():
        await intake.take(arrival("E1"))
        await until(lambda: bool(ledger.begun))
        async with broken(tmp_path):
            go_on.set()
            await until(lambda: bool(ledger.done))
            await asyncio.sleep(0.1)
        await all_finished(intake)

    assert ledger.begun == ["E1"]
