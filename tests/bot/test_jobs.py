"""Is what is to be done now and then done, one at a time, and let go of at the end?"""

import asyncio
from datetime import timedelta

from structlog.testing import capture_logs

from bot.jobs import scheduled

SOON = timedelta(seconds=0.05)


async def test_a_job_that_fails_is_told_of_and_comes_again() -> None:
    times = 0
    again = asyncio.Event()

    async def job() -> None:
        nonlocal times
        times += 1
        if times > 1:
            again.set()
        raise ValueError("broken")

    with capture_logs() as logs:
        async with scheduled({"job": (SOON, job)}), asyncio.timeout(5):
            await again.wait()

    assert {(log["event"], log["job"], log["error"]) for log in logs} == {
        ("job failed", "job", "ValueError")
    }


async def test_a_job_that_runs_at_the_end_is_cut_and_has_let_go_by_then() -> None:
    begun = asyncio.Event()
    happened: list[str] = []

    async def job() -> None:
        begun.set()
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)
            happened.append("let go")

    async with scheduled({"job": (SOON, job)}), asyncio.timeout(5):
        await begun.wait()
        await asyncio.sleep(0.2)
        assert not happened

    assert happened == ["let go"]
