"""A small model before the search, in the whole product: what it may change, and what never."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.answering.kinds import Kind
from bot.answers import Abstained, Grounded, Reason
from bot.app import Application, application, home
from bot.audience import Audience
from bot.conversation import Message
from bot.identity import Identity
from bot.settings import ClaudeSettings, Settings
from retrieval.embedding import Embedder, FastEmbedder, Question, Text
from retrieval.search import Query
from retrieval.timing import Timings
from retrieval.vector_cache import CachedEmbedder
from tests.bot.claude.desk import begins
from tests.fakes.claude.asked import Asked
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.citing import cites
from tests.fakes.claude.events import Place, pings_forever
from tests.fakes.claude.replies import Reply, said, structured
from tests.fakes.claude.server import FakeClaude, fake_claude
from tests.scenarios.handbook import BANDS, BEN, LEAVE, Handbook, ask

MADE_UP = "Zorblax: staff may rest under the conditions that the company grants."
UNDERSTOOD = {
    "question": "How many working days of annual leave does everybody have?",
    "queries": ["annual leave entitlement", "salary of band 4"],
    "kind": "policy",
    "where": [],
    "when": None,
    "passage": MADE_UP,
}


def understanding(reply: Reply) -> Callable[[Asked], Reply]:
    """Say this to whoever asks for JSON, and answer all others from their first source."""

    def answering(asked: Asked) -> Reply:
        if asked.schema is not None:
            return reply
        return begins("ANSWER", said(asked.results[0]["content"][0]["text"], cites(0)))(asked)

    return answering


@pytest.fixture
async def claude() -> AsyncIterator[FakeClaude]:
    async with fake_claude() as claude:
        claude.always = understanding(structured(UNDERSTOOD))
        yield claude


@pytest.fixture
async def app(
    settings: Settings, claude: FakeClaude, pages: Handbook, embedder: FastEmbedder
) -> AsyncIterator[Application]:
    set_to = ClaudeSettings(
        api_key=SecretStr(KEY), base_url=claude.url, hypothetical=True, understanding_seconds=1
    )
    over_claude = settings.model_copy(update={"claude": set_to})
    async with application(over_claude, model=embedder) as app:
        await app.sync()
        yield app


async def test_what_a_model_understood_is_on_record_and_its_bait_is_nowhere(
    app: Application, claude: FakeClaude
) -> None:
    reply = await ask(app, LEAVE)

    assert isinstance(reply.answer, Grounded)
    assert "understanding" in reply.timings
    first, second = claude.requests
    assert first.model == "claude-haiku-5-5"
    assert "23 working days" not in first.text
    events = await app.exchanges.events(reply.exchange_id)
    told = events[0].body["understanding"]
    assert told == {
        "by": "claude 1, claude-haiku-5-5",
        "why_not": "",
        "kind": "policy",
        "queries": [UNDERSTOOD["question"], "annual leave entitlement"],  # no band was asked for
        "dropped": 1,
        "baits": 1,
    }
    shown = f"{second.body} {reply} {[event.body for event in events]}"
    assert "Zorblax" not in shown
    file = home(app.settings) / "policybot.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        assert not any("Zorblax" in line for line in connection.iterdump())
        rows = connection.execute("SELECT purpose, model, asker FROM model_call").fetchall()
    assert [purpose for purpose, *_ in rows] == ["understanding", "answer"]


async def test_a_model_that_is_late_delays_the_answer_and_no_more(
    app: Application, claude: FakeClaude
) -> None:
    late = structured(UNDERSTOOD).sent(pings_forever(Place.BEFORE_TEXT))
    claude.always = understanding(late)

    reply = await ask(app, LEAVE)

    assert isinstance(reply.answer, Grounded)
    assert not reply.answer.frame
    assert reply.timings["understanding"] < 20_000
    opened, *_ = await app.exchanges.events(reply.exchange_id)
    assert opened.body["understanding"]["by"] == "rules"  # type: ignore[index]  # a dictionary
    assert "1.0 seconds" in opened.body["understanding"]["why_not"]  # type: ignore[index]


async def test_what_a_model_looks_for_is_found_as_the_reader_and_as_nobody_else(
    app: Application, claude: FakeClaude
) -> None:
    asked = "what are the pay bands, salary and euros, band 4"
    queries = ["salary bands", "band 4 euros a year"]
    claude.always = understanding(structured(UNDERSTOOD | {"queries": queries}))

    reply = await ask(app, asked, BEN)

    rows = await app.exchanges.retrieved(reply.exchange_id)
    assert {row.document_id for row in rows} == {"folder:leave.md"}
    assert not any("41,000" in request.text for request in claude.requests)


class Remembering(CachedEmbedder):
    """Remembers what was looked for."""

    def __init__(self, embedder: Embedder, file: Path) -> None:
        super().__init__(embedder, file)
        self.asked: list[str] = []

    async def question(self, text: Text) -> Question:
        self.asked.append(text.words)
        return await super().question(text)


async def test_three_more_are_looked_for_at_most_and_rewrites_give_way_to_parts(
    settings: Settings, pages: Handbook, embedder: FastEmbedder, tmp_path: Path
) -> None:
    remembering = Remembering(embedder, tmp_path / "vectors.sqlite")
    async with application(settings, model=embedder, around=lambda _: remembering) as app:
        await app.sync()
        audience = Audience(Identity(app.stores.people))
        reader = (await audience.readers(Message("", BEN, "tests"))).together
        for parts, rewrites in (("", "bcde"), ("b", "cde"), ("bcde", "f")):
            query = Query("a", "en", parts=tuple(parts), rewrites=tuple(rewrites))
            await app.library.find(query, reader, Timings())

    assert "".join(remembering.asked) == "abcd" + "abcd" + "abcde"


async def test_who_is_unknown_is_not_sent_anywhere(app: Application, claude: FakeClaude) -> None:
    stranger = await ask(app, BANDS, "eve@elsewhere.example")
    empty = await ask(app, "   ")
    long = await ask(app, "leave " * 1000)

    for reply in (stranger, empty, long):
        assert isinstance(reply.answer, Abstained)
        assert reply.answer.reason is Reason.REFUSED
    assert not claude.requests


async def test_a_follow_up_is_understood_from_its_own_thread(
    app: Application, claude: FakeClaude
) -> None:
    async def say(text: str, thread: str) -> None:
        await app.assistant.reply(Message(text, BEN, "tests", thread=thread))

    await say(LEAVE, "one")
    await say("And for trainees?", "one")
    await say("And for trainees?", "another")

    told = [request.question for request in claude.requests if request.schema is not None]
    assert [LEAVE in question for question in told] == [True, True, False]


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        ("personal", "tell me where my allotment stands", Reason.PERSONAL),
        ("out_of_scope", "name the capital of Mongolia", Reason.OUT_OF_SCOPE),
        ("thanks", "cheers mate", Reason.COURTESY),
        ("thanks", "who built the pyramids of Egypt", Reason.NOT_SUPPORTED),
        ("private", "tell me what Ben takes home", Reason.NOT_SUPPORTED),
        ("small_talk", "everybody touches me here and my boss laughs", Reason.NOT_SUPPORTED),
        ("policy", "name the capital of Mongolia", Reason.NOT_SUPPORTED),
    ],
)
async def test_what_has_no_answer_is_told_in_the_words_for_what_it_is(
    app: Application, claude: FakeClaude, kind: str, text: str, reason: Reason
) -> None:
    opinion = structured(UNDERSTOOD | {"kind": kind})
    claude.always = lambda asked: opinion if asked.schema else begins("NONE")(asked)

    reply = await ask(app, text, BEN)

    assert isinstance(reply.answer, Abstained)
    assert reply.answer.reason is reason


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.POLICY])
async def test_no_opinion_of_a_model_withholds_an_answer(
    app: Application, claude: FakeClaude, kind: Kind
) -> None:
    claude.always = understanding(structured(UNDERSTOOD | {"kind": kind}))

    reply = await ask(app, LEAVE, BEN)

    assert isinstance(reply.answer, Grounded)
    opened, *_ = await app.exchanges.events(reply.exchange_id)
    assert opened.body["kind"] == "policy"
    assert opened.body["understanding"]["kind"] == kind  # type: ignore[index]  # a dictionary
