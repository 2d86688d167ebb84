import asyncio
from contextlib import suppress
from datetime import datetime

import structlog
from structlog.testing import capture_logs

from bot.intake import Intake
from storage.database import Database
from storage.inbox import Claimed
from storage.moments import read
from tests.bot.intakes import PATIENCE, QUICK, Ledger, all_finished, arrival, failing, until
from tests.sealed import inbox_in


async def test_a_lane_keeps_its_order_while_others_go_on(database: Database) -> None:
    go_on = asyncio.Event()

    async def work(claimed: Claimed) -> None:
        if claimed.event_id == "E1":
            await go_on.wait()

    ledger = Ledger(work)
    intake = Intake(inbox_in(database), {"slack": ledger})
    async with intake.running():
        for event_id, lane in (("E1", "C1"), ("E2", "C1"), ("E3", "C2"), ("E4", "C2")):
            await intake.take(arrival(event_id, lane))
        await until(lambda: len(ledger.done) == 2)
        assert ledger.done == ["E3", "E4"]
        go_on.set()
        await all_finished(intake)

    assert ledger.done == ["E3", "E4", "E1", "E2"]


async def test_no_more_are_in_work_than_are_allowed(database: Database) -> None:
    most = 0

    async def work(_: Claimed) -> None:
        nonlocal most
        most = max(most, ledger.at_work.total())
        await asyncio.sleep(0.01)

    ledger = Ledger(work)
    intake = Intake(inbox_in(database), {"slack": ledger}, at_once=3)
    async with intake.running():
        await asyncio.gather(*(intake.take(arrival(f"E{n}")) for n in range(12)))
        await all_finished(intake)

    assert most == 3


async def test_what_fails_is_tried_again_before_the_next_of_its_lane(database: Database) -> None:
    async def work(claimed: Claimed) -> None:
        if claimed.event_id == "E1" and claimed.attempts < 3:
            raise ConnectionError

    ledger = Ledger(work)
    intake = Intake(inbox_in(database), {"slack": ledger}, back_off=QUICK)
    async with intake.running():
        await intake.take(arrival("E1", "C1"))
        await intake.take(arrival("E2", "C1"))
        await all_finished(intake)

    assert ledger.begun == ["E1", "E1", "E1", "E2"]
    assert ledger.apologies == []


async def test_what_always_fails_is_apologised_for_once_and_frees_its_lane(
    database: Database,
) -> None:
    async def work(claimed: Claimed) -> None:
        if claimed.event_id == "E1":
            await failing(claimed)

    ledger = Ledger(work)
    intake = Intake(inbox_in(database), {"slack": ledger}, back_off=QUICK)
    structlog.reset_defaults()
    with capture_logs() as logs:
        async with intake.running():
            await intake.take(arrival("E1", "C1"))
            await intake.take(arrival("E2", "C1"))
            await all_finished(intake)

    ((event_id, reference),) = ledger.apologies
    assert event_id == "E1"
    assert ledger.begun == ["E1"] * 4 + ["E2"]
    failures = [line for line in logs if line.get("reference") == reference]
    assert [line["attempt"] for line in failures] == [1, 2, 3, 4]
    assert "secret" not in str(logs)


async def test_an_apology_that_fails_is_tried_again_and_holds_up_nobody(
    database: Database,
) -> None:
    async def work(claimed: Claimed) -> None:
        if claimed.event_id == "E1":
            await failing(claimed)

    async def apologising(claimed: Claimed) -> None:
        if "E2" not in ledger.done:
            await failing(claimed)

    ledger = Ledger(work)
    ledger.apologising = apologising
    intake = Intake(inbox_in(database), {"slack": ledger}, attempts=2, back_off=QUICK)
    async with intake.running():
        await intake.take(arrival("E1", "C1"))
        await intake.take(arrival("E2", "C1"))
        await all_finished(intake)

    assert ledger.done == ["E2"]
    assert len(ledger.apologies) >= 2
    assert len(set(ledger.apologies)) == 1


async def test_an_apology_is_owed_as_well_where_more_attempts_are_allowed_by_now(
    database: Database,
) -> None:
    ledger = Ledger(failing)
    ledger.apologising = failing
    before = Intake(inbox_in(database), {"slack": ledger}, attempts=1, back_off=QUICK)
    async with before.running():
        await before.take(arrival("E1"))
        await until(lambda: len(ledger.apologies) == 2)

    async def apologising(_: Claimed) -> None:
        if len(ledger.apologies) < 4:
            raise ConnectionError

    ledger.apologising = apologising
    after = Intake(inbox_in(database), {"slack": ledger}, attempts=20, back_off=QUICK)
    async with after.running():
        await all_finished(after)

    assert ledger.begun == ["E1"]
    assert len(ledger.apologies) >= 4


async def test_an_apology_that_never_goes_out_ends_in_an_alarm(database: Database) -> None:
    ledger = Ledger(failing)
    ledger.apologising = failing
    intake = Intake(
        inbox_in(database), {"slack": ledger}, attempts=1, back_off=QUICK, apologising=0.1
    )
    structlog.reset_defaults()
    with capture_logs() as logs:
        async with intake.running():
            await intake.take(arrival("E1"))
            await all_finished(intake)

    assert ledger.begun == ["E1"]
    assert [line["event"] for line in logs].count("event given up, and nobody told") == 1


async def test_a_handler_that_hangs_is_cut_and_counts_as_failed(database: Database) -> None:
    async def work(_: Claimed) -> None:
        await asyncio.sleep(60)

    ledger = Ledger(work)
    intake = Intake(
        inbox_in(database), {"slack": ledger}, attempts=2, back_off=QUICK, deadline=0.05
    )
    async with intake.running():
        await intake.take(arrival("E1"))
        await all_finished(intake)

    assert ledger.begun == ["E1", "E1"]
    assert len(ledger.apologies) == 1


async def test_a_handler_that_does_not_let_go_is_left_behind(database: Database) -> None:
    go_on = asyncio.Event()

    async def work(_: Claimed) -> None:
        while not go_on.is_set():
            with suppress(asyncio.CancelledError):
                await go_on.wait()

    ledger = Ledger(work)
    intake = Intake(inbox_in(database), {"slack": ledger}, attempts=1, deadline=0.05)
    async with intake.running():
        await intake.take(arrival("E1"))
        await all_finished(intake)
        assert len(ledger.apologies) == 1
        go_on.set()


async def test_a_handler_that_cancels_itself_counts_as_failed(database: Database) -> None:
    async def work(_: Claimed) -> None:
        raise asyncio.CancelledError

    ledger = Ledger(work)
    intake = Intake(inbox_in(database), {"slack": ledger}, attempts=2, back_off=QUICK)
    async with intake.running():
        await intake.take(arrival("E1"))
        await all_finished(intake)

    assert ledger.begun == ["E1", "E1"]
    assert len(ledger.apologies) == 1


async def test_a_lease_lasts_as_long_as_the_work(
    database: Database, other_database: Database
) -> None:
    go_on = asyncio.Event()

    async def work(_: Claimed) -> None:
        await go_on.wait()

    ledger = Ledger(work)
    intake = Intake(inbox_in(database), {"slack": ledger}, lease=6)  # renewed each 2 seconds
    async with intake.running():
        await intake.take(arrival("E1"))
        await until(lambda: ledger.begun)
        first = await held_until(other_database)
        async with asyncio.timeout(PATIENCE):
            while await held_until(other_database) == first:  # noqa: ASYNC110  # written elsewhere
                await asyncio.sleep(0.05)
        after = inbox_in(other_database, clock=lambda: first)  # when it would have run out
        assert await after.claim("another", 1, 6) == []
        go_on.set()
        await all_finished(intake)

    assert ledger.begun == ["E1"]


async def test_who_has_lost_its_lease_is_cut_and_changes_nothing(
    database: Database, other_database: Database
) -> None:
    async def work(_: Claimed) -> None:
        await asyncio.sleep(60)

    ledger = Ledger(work)
    intake = Intake(inbox_in(database), {"slack": ledger}, lease=3)
    async with intake.running():
        await intake.take(arrival("E1"))
        await until(lambda: ledger.begun)
        async with other_database.writing() as connection:
            await connection.exec_driver_sql("UPDATE inbox SET owner = 'b', fence = fence + 100")
        await until(lambda: not ledger.at_work.total())
        await asyncio.sleep(0.1)

        assert (await intake.health()).given_up == 0
        async with other_database.reading() as connection:
            rows = await connection.exec_driver_sql("SELECT owner, fence > 100 FROM inbox")
            assert [tuple(row) for row in rows] == [("b", 1)]


async def held_until(database: Database) -> datetime:
    """When the lease of the one event runs out, as it is written now."""
    async with database.reading() as connection:
        rows = await connection.exec_driver_sql("SELECT free_at FROM inbox")
        return read(rows.scalar_one())


async def test_two_processes_share_the_work_and_double_none_of_it(
    database: Database, other_database: Database
) -> None:
    ledger = Ledger(lambda _: asyncio.sleep(0.001))  # of both: a lane is never twice in work
    intakes = [Intake(inbox_in(one), {"slack": ledger}) for one in (database, other_database)]
    async with intakes[0].running(), intakes[1].running():
        events = [arrival(f"E{n:03}", f"C{n % 9}") for n in range(200)]
        taken = await asyncio.gather(*(one.take(event) for event in events for one in intakes))
        await all_finished(intakes[0])

    assert sum(taken) == 200
    assert sorted(ledger.done) == [event.event_id for event in events]
