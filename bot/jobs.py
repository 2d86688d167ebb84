"""What is done without being asked, and when? The schedule, and nothing else, is here."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.faults import fault

log = structlog.get_logger()

Job = Callable[[], Coroutine[object, object, object]]


@asynccontextmanager
async def scheduled(jobs: dict[str, tuple[timedelta, Job]]) -> AsyncIterator[None]:
    """Run each job, one at a time of its kind, now and then as often as it says, until the end.

    At the end those that run are cut, and have let go of everything when this returns.
    """
    running = set[asyncio.Task[object]]()
    scheduler = AsyncIOScheduler(timezone="UTC")
    for name, (every, job) in jobs.items():
        scheduler.add_job(
            _told(name, job, running),
            "interval",
            seconds=every.total_seconds(),
            id=name,
            next_run_time=datetime.now(UTC),
            max_instances=1,
            coalesce=True,
        )
    scheduler.start()
    try:
        yield
    finally:
        scheduler.pause()
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)
        scheduler.shutdown(wait=False)


def _told(name: str, job: Job, running: set[asyncio.Task[object]]) -> Job:
    async def run() -> None:
        task = asyncio.create_task(job())
        running.add(task)
        try:
            await asyncio.wait({task})
        finally:
            running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            # The outermost edge of a job: the next one comes
            log.error("job failed", job=name, **fault(error))

    return run
