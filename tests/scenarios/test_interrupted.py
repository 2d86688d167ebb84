"""A question that is cancelled at any await, or whose model is cut off at any byte.

The whole product, on disk: nothing is half there, nothing stays taken, and the next question works.
"""

import asyncio
import gc
import json
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import asdict
from itertools import count
from pathlib import Path

import pytest

from bot.answering.extractive import ExtractiveAnswerer
from bot.answering.fallback import FallbackAnswerer
from bot.answering.support import Supported
from bot.answering.support_check import SupportCheck
from bot.answering.understanding import Rules
from bot.answering.wording import wording
from bot.answers import Grounded
from bot.app import Application, application, home
from bot.assistant import Assistant
from bot.audience import Audience
from bot.claude.answers import ClaudeAnswerer
from bot.claude.breaker import Breaker
from bot.claude.budgets import Budgets
from bot.claude.client import Claude, Patience
from bot.conversation import Message, Reply
from bot.identity import Identity
from bot.settings import Settings
from retrieval.embedding import FastEmbedder
from storage.calls import Calls
from storage.database import Database
from tests.bot.claude.desk import begins
from tests.fakes.claude.asked import Asked
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.citing import cites
from tests.fakes.claude.events import End, cut_at
from tests.fakes.claude.replies import Reply as Sent
from tests.fakes.claude.replies import reply, said, uses
from tests.fakes.claude.server import FakeClaude, fake_claude
from tests.scenarios.handbook import ANA, LEAVE, Handbook
from tests.scenarios.interrupting import At, interrupted

DAYS = said("Everybody has 23 working days.", cites(0))
SEVERAL = "How many working days of annual leave do I have in total?"
WHOLE = begins("ANSWER", DAYS)
BUDGET = 15.0  # seconds for all cuts; every byte where they are enough
SPARE = 20  # files that pools may hold more of, far fewer than there are cancels
QUICK = Patience(attempts=2, first=0.001, longest=0.002)


@pytest.fixture
async def claude() -> AsyncIterator[FakeClaude]:
    async with fake_claude() as claude:
        claude.always = WHOLE
        yield claude


@pytest.fixture
async def app(
    settings: Settings, pages: Handbook, embedder: FastEmbedder
) -> AsyncIterator[Application]:
    async with application(settings, model=embedder) as app:
        await app.sync()
        yield app


@pytest.fixture
async def assistant(
    app: Application, claude: FakeClaude, settings: Settings, embedder: FastEmbedder
) -> AsyncIterator[Assistant]:
    """The assistant as it is put together with a key, with a client that does not rest."""
    database = Database(home(settings) / "policybot.sqlite")
    calls = Calls(database)
    asking = Claude(
        KEY, claude.url, patience=QUICK, breaker=Breaker(failures=1e9), record=calls.add
    )
    answerer = ClaudeAnswerer(asking, "claude-sonnet-5-5", Budgets(calls, 10**9, 10**9))
    yield Assistant(
        Audience(Identity(app.stores.people)),
        app.library,
        Supported(FallbackAnswerer(answerer, ExtractiveAnswerer(embedder)), SupportCheck(embedder)),
        app.exchanges,
        understander=Rules(settings.language_codes),
    )
    await asking.close()
    await database.close()


class Record:
    """What stands in the file, read as somebody else would; a write lock that is left is found."""

    def __init__(self, settings: Settings) -> None:
        self._file = home(settings) / "policybot.sqlite"

    async def rows(self, query: str, *values: str) -> list[tuple[str, ...]]:
        return await asyncio.to_thread(self._rows, query, values)

    def _rows(self, query: str, values: tuple[str, ...]) -> list[tuple[str, ...]]:
        with closing(sqlite3.connect(self._file, timeout=3, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            found = connection.execute(query, values).fetchall()
            connection.execute("ROLLBACK")
        return found

    async def exchanges(self, thread: str) -> list[str]:
        rows = await self.rows("SELECT id FROM exchange WHERE thread = ? ORDER BY rowid", thread)
        return [id_ for (id_,) in rows]

    async def calls(self, exchange_id: str) -> list[str]:
        query = "SELECT outcome FROM model_call WHERE exchange_id = ? ORDER BY rowid"
        return [outcome for (outcome,) in await self.rows(query, exchange_id)]

    async def orphans(self) -> int:
        left = 0
        for table in ("exchange_event", "retrieved"):
            query = (
                f"SELECT count(*) FROM {table} WHERE exchange_id NOT IN (SELECT id FROM exchange)"  # noqa: S608
            )
            left += int((await self.rows(query))[0][0])
        return left


@pytest.fixture
def record(settings: Settings) -> Record:
    return Record(settings)


def message(text: str, thread: str) -> Message:
    return Message(text=text, asker=ANA, surface="tests", thread=thread)


def kept(answer: object) -> object:
    """An answer as it is written on record."""
    return json.loads(json.dumps(asdict(answer), default=str))  # type: ignore[call-overload]  # any of them


def open_files() -> int:
    gc.collect()
    return len(list(Path("/proc/self/fd").iterdir()))


def searching_first(asked: Asked) -> Sent:
    """Search where it may, and answer with what came of it."""
    if asked.tools and not asked.tool_results:
        return reply(uses("search", query="carry over"))
    return WHOLE(asked)


ROADS = {
    "once": (LEAVE, ["opened", "asked_model", "answered"]),
    "several steps": (SEVERAL, ["opened", "asked_model", "searched", "answered"]),
}


@pytest.mark.parametrize("at", At)
@pytest.mark.parametrize("road", ROADS)
async def test_a_cancel_at_every_await_leaves_a_whole_answer_or_none(
    *,
    app: Application,
    assistant: Assistant,
    claude: FakeClaude,
    record: Record,
    road: str,
    at: At,
) -> None:
    question, way = ROADS[road]
    claude.always = searching_first
    posted = await assistant.reply(message(question, "first"))
    assert isinstance(posted.answer, Grounded)
    assert [event.kind for event in await app.exchanges.events(posted.exchange_id)] == way
    left: set[tuple[str, ...]] = set()
    files = open_files()

    for place in count(1):
        thread = f"cancelled at {place}"
        asked = len(claude.requests)
        done, told = await interrupted(assistant.reply(message(question, thread)), place, at)
        if not told:
            break
        exchanges = await record.exchanges(thread)
        assert len(exchanges) <= 1
        if not exchanges:
            assert done is None
            assert len(claude.requests) == asked
            left.add(())
            continue
        events = await app.exchanges.events(exchanges[0])
        kinds = [event.kind for event in events]
        assert kinds == way[: len(kinds)]
        left.add(tuple(kinds))
        if kinds == way:
            assert events[-1].body["answer"] == kept(posted.answer)
        outcomes = await record.calls(exchanges[0])
        assert len(claude.requests) - asked <= len(outcomes)
        assert outcomes[:-1] == ["answered"] * len(outcomes[:-1])
        assert outcomes[-1:] in ([], ["answered"], ["cancelled"])

    assert done is not None  # nothing was cancelled the last time: it ends
    assert left >= {tuple(way[:length]) for length in range(len(way))}
    assert await record.orphans() == 0
    follow_up = await assistant.reply(message(question, "cancelled at 30"))
    assert kept(follow_up.answer) == kept(posted.answer)
    async with asyncio.timeout(30):
        while claude.at_once:  # noqa: ASYNC110  # it counts
            await asyncio.sleep(0.02)
    assert open_files() < files + SPARE
    assert place > SPARE
    print(f"\n{road}, {at.name}: {place - 1} suspensions")  # noqa: T201  # how many there are


@pytest.mark.parametrize("how", [End.CLEAN, End.RESET])
async def test_a_stream_cut_at_any_byte_ends_in_the_answer_or_in_quotes_that_say_so(
    *,
    app: Application,
    assistant: Assistant,
    claude: FakeClaude,
    record: Record,
    how: End,
) -> None:
    whole = await assistant.reply(message(LEAVE, "whole"))
    (sent,) = claude.sent
    began, asked = time.monotonic(), 0
    seen = set[bool]()

    for size in spread(len(sent)):
        claude.always = lambda asked, size=size: WHOLE(asked).sent(cut_at(size, how))
        thread = f"cut at {size}"
        reply = await assistant.reply(message(LEAVE, thread))
        await _is_whole_or_quoted(app, record, reply, whole)
        seen.add(reply.answer == whole.answer)
        asked += 1
        if time.monotonic() - began > BUDGET:
            break

    assert seen == ({True, False} if how is End.CLEAN else {False})
    print(f"\n{how.name}: {asked} of {len(sent) + 1} bytes in {time.monotonic() - began:.0f} s")  # noqa: T201
    claude.always = WHOLE
    assert (await assistant.reply(message(LEAVE, "after"))).answer == whole.answer


def spread(size: int) -> list[int]:
    """Every number from 0 to a size: the ends first, then the halves, the quarters and so on."""
    places = {size: None, 0: None}
    step = 1 << size.bit_length()
    while step > 1:
        step //= 2
        places |= dict.fromkeys(range(step, size, step))
    return list(places)


async def _is_whole_or_quoted(app: Application, record: Record, reply: Reply, whole: Reply) -> None:
    events = await app.exchanges.events(reply.exchange_id)
    kinds = [event.kind for event in events]
    assert isinstance(reply.answer, Grounded)
    if reply.answer == whole.answer:
        assert kinds == ["opened", "asked_model", "answered"]
        assert await record.calls(reply.exchange_id) == ["answered"]
    else:
        assert kinds == ["opened", "asked_model", "fell_back", "answered"]
        assert reply.answer.frame.startswith(wording("en").quoted_directly)
        for statement in reply.answer.statements:
            assert all(citation.quote in statement.text for citation in statement.citations)
        (outcome,) = await record.calls(reply.exchange_id)
        assert outcome not in ("answered", "cancelled")
    assert events[-1].body["answer"] == kept(reply.answer)
