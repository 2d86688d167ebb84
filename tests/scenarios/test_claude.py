"""Claude in the whole product: what leaves the house, what is kept, and what a cancel leaves."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.answering.wording import wording
from bot.answers import Grounded
from bot.app import Application, application, home
from bot.settings import ClaudeSettings, Settings
from retrieval.embedding import FastEmbedder
from storage.calls import Calls, Usage
from storage.database import Database
from tests.bot.claude.desk import begins
from tests.fakes.claude.asked import Asked
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.citing import cites
from tests.fakes.claude.events import Place, pings_forever, stalls
from tests.fakes.claude.faults import Fault
from tests.fakes.claude.replies import Reply, reply, said, uses
from tests.fakes.claude.server import FakeClaude, fake_claude
from tests.scenarios.handbook import ANA, BANDS, BEN, LEAVE, Handbook, ask

DAYS = said("Everybody has 23 working days.", cites(0))
SEVERAL = "How many working days of annual leave do I have in total?"


@pytest.fixture
async def claude() -> AsyncIterator[FakeClaude]:
    async with fake_claude() as claude:
        claude.always = begins("ANSWER", DAYS)
        yield claude


@pytest.fixture
def over_claude(settings: Settings, claude: FakeClaude) -> Settings:
    set_to = ClaudeSettings(api_key=SecretStr(KEY), base_url=claude.url, understanding=False)
    return settings.model_copy(update={"claude": set_to})


@pytest.fixture
async def app(
    over_claude: Settings, pages: Handbook, embedder: FastEmbedder
) -> AsyncIterator[Application]:
    async with application(over_claude, model=embedder) as app:
        await app.sync()
        yield app


async def usage(settings: Settings) -> list[Usage]:
    database = Database(home(settings) / "policybot.sqlite")
    try:
        return await Calls(database).usage()
    finally:
        await database.close()


async def kinds(app: Application, exchange_id: str) -> list[str]:
    return [event.kind for event in await app.exchanges.events(exchange_id)]


async def test_with_a_key_claude_answers_and_what_it_took_is_on_record(
    app: Application, claude: FakeClaude, over_claude: Settings
) -> None:
    reply = await ask(app, LEAVE)

    assert isinstance(reply.answer, Grounded)
    assert reply.answer.statements[0].text == "Everybody has 23 working days."
    assert reply.answer.statements[0].citations[0].path == "leave.md"
    assert await kinds(app, reply.exchange_id) == ["opened", "asked_model", "answered"]
    (line,) = await usage(over_claude)
    assert (line.model, line.purpose, line.calls) == ("claude-sonnet-5-5", "answer", 1)
    assert line.dollars > 0


async def test_only_what_the_reader_may_see_leaves_the_house_in_any_search(
    app: Application, claude: FakeClaude
) -> None:
    claude.say(
        reply(uses("search", query="salary of band 4")),
        begins("ANSWER", said("23 days.", cites(0))),
    )

    hop = await ask(app, SEVERAL, BEN)
    await ask(app, BANDS, BEN)
    await ask(app, BANDS, ANA, private=False)

    assert claude.requests
    assert not any("41,000" in asked.text for asked in claude.requests)
    searched = [e for e in await app.exchanges.events(hop.exchange_id) if e.kind == "searched"]
    assert searched[0].body["query"] == "salary of band 4"
    assert all(one["document_id"] == "folder:leave.md" for one in searched[0].body["found"])  # type: ignore[attr-defined]  # a list

    claude.say(begins("ANSWER", said("41,000 to 47,000 euros.", cites(0))))
    await ask(app, BANDS, ANA)
    assert "41,000" in claude.requests[-1].text


async def test_a_calculation_is_made_here_and_shown(app: Application, claude: FakeClaude) -> None:
    claude.say(
        reply(uses("calculate", expression="prorata(23, 6, 12)")),
        begins("ANSWER", said("Everybody has 23 working days; in 6 months 11.5.", cites(0))),
    )

    answer = (await ask(app, "How many days of leave for 6 months of work?")).answer

    assert isinstance(answer, Grounded)
    assert [step.result for step in answer.steps] == ["11.5"]


async def test_an_outage_is_quoted_over_and_said_so(app: Application, claude: FakeClaude) -> None:
    claude.always = Fault(529, {"x-should-retry": "false"})

    reply = await ask(app, LEAVE)

    assert isinstance(reply.answer, Grounded)
    assert reply.answer.frame == wording("en").quoted_directly
    assert await kinds(app, reply.exchange_id) == ["opened", "asked_model", "fell_back", "answered"]


def _pinging(asked: Asked) -> Reply:
    return begins("ANSWER", DAYS)(asked).sent(pings_forever(Place.IN_TEXT))


def _stalling(asked: Asked) -> Reply:
    return begins("ANSWER", DAYS)(asked).sent(stalls(Place.BEFORE_TEXT))


@pytest.mark.parametrize("script", [_pinging, _stalling])
async def test_a_question_that_is_cancelled_in_the_stream_leaves_no_answer_and_its_cost(
    *,
    app: Application,
    claude: FakeClaude,
    over_claude: Settings,
    script: Callable[[Asked], Reply],
) -> None:
    claude.always = script
    asking = asyncio.create_task(ask(app, LEAVE))
    for _ in range(1000):
        if claude.sent and b"content_block_start" in claude.sent[-1]:
            break
        await asyncio.sleep(0.01)

    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking

    (line,) = await usage(over_claude)
    assert (line.calls, line.failed) == (1, 1)
    assert line.input_tokens + line.cache_written_tokens > 0
    reply = await _last_exchange(app, over_claude)
    assert await kinds(app, reply) == ["opened", "asked_model"]


async def _last_exchange(app: Application, settings: Settings) -> str:
    return (await _rows(settings, "SELECT id FROM exchange ORDER BY opened_at DESC LIMIT 1"))[0]


async def _rows(settings: Settings, query: str) -> list[str]:
    def read() -> list[str]:
        with closing(sqlite3.connect(_file(settings))) as connection:
            return [str(one) for (one,) in connection.execute(query)]

    return await asyncio.to_thread(read)


def _file(settings: Settings) -> Path:
    return home(settings) / "policybot.sqlite"
