"""What is lost when a process is killed? Nothing that was acknowledged, and no answer twice."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.answers import Grounded, Unavailable
from bot.app import Application, application, home
from bot.settings import Settings
from connectors.sync import Progress
from retrieval.embedding import FastEmbedder
from retrieval.index import IndexUnavailableError
from tests.scenarios.handbook import BEN, LEAVE, Handbook, answer, engine_pid

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def app(
    settings: Settings, pages: Handbook, embedder: FastEmbedder
) -> AsyncIterator[Application]:
    async with application(settings, model=embedder) as app:
        await app.sync()
        yield app


async def test_a_killed_engine_costs_one_question_at_most(
    app: Application, settings: Settings
) -> None:
    os.kill(engine_pid(settings), signal.SIGKILL)

    first = await answer(app, LEAVE, BEN)
    second = await answer(app, LEAVE, BEN)

    assert isinstance(first, Grounded | Unavailable)
    assert isinstance(second, Grounded)


async def test_an_engine_that_does_not_come_back_is_told_as_an_outage(
    app: Application, settings: Settings
) -> None:
    index = home(settings) / "index"
    os.kill(engine_pid(settings), signal.SIGKILL)
    (collection,) = (index / "collections").iterdir()
    (collection / "shard" / "edge_config.json").write_text("{")

    for _ in range(2):
        assert isinstance(await answer(app, LEAVE, BEN), Unavailable)


async def test_a_sync_whose_engine_is_killed_ends_with_a_sentence_and_the_next_one_finishes(
    app: Application, settings: Settings, pages: Handbook
) -> None:
    pages.write_many(6)

    def kill(at: Progress) -> None:
        if at.done == 2:
            os.kill(engine_pid(settings), signal.SIGKILL)

    with pytest.raises(IndexUnavailableError, match=r"The index did not answer.*Try again"):
        await app.sync(kill)

    run, _ = await app.sync()
    assert run.listed == 8
    assert await app.stores.index.count() == 8
    assert await app.stores.ledger.size() == (8, 8)
    assert isinstance(await answer(app, LEAVE, BEN), Grounded)


@pytest.mark.slow
async def test_a_sync_that_is_killed_midway_is_finished_by_the_next(
    settings: Settings, pages: Handbook, embedder: FastEmbedder
) -> None:
    pages.write_many(40)
    environment = os.environ | {
        "POLICYBOT_DATA": str(settings.data),
        "POLICYBOT_FOLDER__PATH": str(pages.folder),
    }
    sync = subprocess.Popen(  # noqa: ASYNC220  # waited for below, in a thread
        (sys.executable, "-m", "bot", "sync"), cwd=ROOT, env=environment
    )
    await asyncio.to_thread(wait_for_documents, home(settings) / "policybot.sqlite", 3)
    sync.kill()
    await asyncio.to_thread(sync.wait)

    async with application(settings, model=embedder) as app:
        before, _ = await app.stores.ledger.size()
        assert 3 <= before < 42
        run, _ = await app.sync()

        assert (run.added, run.failed) == (42 - before, 0)
        assert await app.stores.ledger.size() == (42, 42)
        assert await app.stores.index.count() == 42
        assert isinstance(await answer(app, LEAVE, BEN), Grounded)


def wait_for_documents(database: Path, number: int) -> None:
    """Wait until another process has put so many documents in force."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if database.exists():
            with closing(sqlite3.connect(database, timeout=30)) as connection:
                tables = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'document'")
                if tables.fetchone() is not None:
                    (held,) = connection.execute("SELECT count(*) FROM document").fetchone()
                    if held >= number:
                        return
        time.sleep(0.02)
    pytest.fail(f"{number} documents were not there in time.")
