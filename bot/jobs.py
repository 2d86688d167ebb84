"""What is done without being asked, and when? The schedule, and nothing else, is here."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler

log = structlog.get_logger()

Job = Callable[[], Awaitable[object]]


@asynccontextmanager
async def scheduled(jobs: dict[str, tuple[timedelta, Job]]) -> AsyncIterator[None]:
    """Run each job, one at a time of its kind, now and then as often as it says, until the end."""
    scheduler = AsyncIOScheduler(timezone="UTC")
    for name, (every, job) in jobs.items():
        scheduler.add_job(
            _told(name, job),
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
        scheduler.shutdown(wait=False)


def _told(name: str, job: Job) -> Job:
    async def run() -> None:
        try:
            await job()
        except Exception as error:  # the outermost edge of a job: the next one comes
            log.exception("job failed", job=name, error=type(error).__name__)

    return run
