import asyncio
from datetime import timedelta

from structlog.testing import capture_logs

from bot.jobs import scheduled

OFTEN = timedelta(milliseconds=20)


async def test_a_job_that_fails_is_logged_without_its_words_and_runs_again() -> None:
    runs, again = 0, asyncio.Event()

    async def fails() -> None:
        nonlocal runs
        runs += 1
        if runs > 1:
            again.set()
        raise ValueError("what somebody asked")

    with capture_logs() as logged:
        async with asyncio.timeout(30), scheduled({"sync": (OFTEN, fails)}):
            await again.wait()

    failed = logged[0]
    assert (failed["event"], failed["job"], failed["error"]) == ("job failed", "sync", "ValueError")
    assert "what somebody asked" not in str(logged)
    assert not any("exc_info" in entry for entry in logged)


async def test_a_job_that_runs_at_the_end_has_let_go_of_everything() -> None:
    began, let_go = asyncio.Event(), False

    async def lasts() -> None:
        nonlocal let_go
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)
            let_go = True

    async with asyncio.timeout(30), scheduled({"sync": (OFTEN, lasts)}):
        await began.wait()

    assert let_go
