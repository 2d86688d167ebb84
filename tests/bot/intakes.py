"""A handler that a test can watch, and events for it."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

from bot.intake import Intake
from storage.inbox import Arrival, Claimed

QUICK = (0.01, 0.02)
PATIENCE = 30.0  # seconds for what comes at once, on a machine that takes its time


async def nothing(_: Claimed) -> None:
    """Do what takes no time and never fails."""


class Ledger:
    """A handler that writes down what it does, and does it as a test says."""

    def __init__(self, work: Callable[[Claimed], Awaitable[None]] = nothing) -> None:
        self.work = work
        self.apologising: Callable[[Claimed], Awaitable[None]] = nothing
        self.begun: list[str] = []
        self.done: list[str] = []
        self.apologies: list[tuple[str, str]] = []
        self.at_work = Counter[str]()

    async def handle(self, claimed: Claimed) -> None:
        self.begun.append(claimed.event_id)
        self.at_work[claimed.lane] += 1
        assert self.at_work[claimed.lane] == 1
        try:
            await self.work(claimed)
        finally:
            self.at_work[claimed.lane] -= 1
        self.done.append(claimed.event_id)

    async def apologise(self, claimed: Claimed, reference: str) -> None:
        self.apologies.append((claimed.event_id, reference))
        await self.apologising(claimed)


def arrival(event_id: str, lane: str | None = None, subject: str | None = None) -> Arrival:
    return Arrival("slack", event_id, lane or event_id, {"text": "a secret"}, subject)


async def until(holds: Callable[[], object], seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110  # whatever it is
            await asyncio.sleep(0.005)


async def all_finished(intake: Intake, seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while (told := await intake.health()).waiting + told.in_work + told.given_up:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def failing(_: Claimed) -> None:
    raise LookupError("a secret")


@asynccontextmanager
async def locked(folder: Path) -> AsyncIterator[None]:
    """Hold the write lock of the database as another process would."""
    with closing(_connected(folder)) as connection:
        await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@asynccontextmanager
async def broken(folder: Path) -> AsyncIterator[None]:
    """Let the table of the inbox be gone."""
    with closing(_connected(folder)) as connection:
        await asyncio.to_thread(connection.execute, "ALTER TABLE inbox RENAME TO elsewhere")
        yield
        await asyncio.to_thread(connection.execute, "ALTER TABLE elsewhere RENAME TO inbox")


def _connected(folder: Path) -> sqlite3.Connection:
    file = folder / "policybot.sqlite"
    return sqlite3.connect(file, isolation_level=None, check_same_thread=False)
