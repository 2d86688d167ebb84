"""The same with the real intake over a real database: what is acknowledged is on the disk."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.intake import Intake
from storage.database import Database
from storage.inbox import Claimed
from tests.bot.surfaces.slack import told
from tests.bot.surfaces.slack.posted import Bot, over_http
from tests.sealed import inbox_in


class Worked:
    """Works on what came in, and remembers it."""

    def __init__(self) -> None:
        self.done: list[Claimed] = []

    async def handle(self, claimed: Claimed) -> None:
        self.done.append(claimed)

    async def apologise(self, claimed: Claimed, reference: str) -> None:
        raise NotImplementedError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "policybot.sqlite"


@pytest.fixture
def worked() -> Worked:
    return Worked()


@pytest.fixture
async def intake(file: Path, worked: Worked) -> AsyncIterator[Intake]:
    database = Database(file)
    await database.open()
    try:
        intake = Intake(inbox_in(database), {"slack": worked}, patience=0.5)
        async with intake.running():
            yield intake
    finally:
        await database.close()


@pytest.fixture
async def bot(intake: Intake) -> AsyncIterator[Bot]:
    async with over_http(intake) as bot:
        yield bot


async def all_done(intake: Intake) -> None:
    async with asyncio.timeout(30):
        while (health := await intake.health()).waiting or health.in_work:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_one_event_sent_four_times_is_worked_on_once(
    bot: Bot, intake: Intake, worked: Worked
) -> None:
    event = told.direct()

    answers = [
        *await asyncio.gather(bot.say(event), bot.say(event)),
        await bot.say(event),
        await bot.say(event),
    ]
    await all_done(intake)

    assert [answer.status for answer in answers] == [200] * 4
    assert [claimed.body["event"] for claimed in worked.done] == [event["event"]]


async def test_a_mention_and_its_message_are_worked_on_once(
    bot: Bot, intake: Intake, worked: Worked
) -> None:
    await asyncio.gather(*(bot.say(event) for event in (told.mention(), told.in_channel()) * 2))
    await all_done(intake)

    assert [claimed.subject for claimed in worked.done] == ["T1/C1/2.0"]


async def test_while_the_database_is_too_slow_it_is_503_and_the_retry_is_a_known_one(
    bot: Bot, file: Path, intake: Intake, worked: Worked
) -> None:
    event = told.direct()
    held = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    with closing(held) as holder:
        await asyncio.to_thread(holder.execute, "BEGIN IMMEDIATE")  # the intake may be writing
        began = time.monotonic()
        refused = await bot.say(event)
        assert refused.status == 503
        assert time.monotonic() - began < 2
        holder.execute("ROLLBACK")

    assert (await bot.say(event)).status == 200
    await all_done(intake)
    assert len(worked.done) == 1
