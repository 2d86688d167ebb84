import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.answering.extractive import ExtractiveAnswerer
from bot.answering.request import Request
from bot.answering.support import Supported
from bot.answering.support_check import SupportCheck
from bot.answering.understander import Heard
from bot.answering.understanding import Rules
from bot.answering.wording import wording
from bot.answers import Abstained, Clarification, Grounded, Reason, Unavailable
from bot.app import Application, application
from bot.assistant import Assistant
from bot.conversation import Message, Role, Turn
from bot.settings import FolderSettings, RerankingSettings, Settings
from connectors.extract.characters import SUSPECT
from retrieval.embedding import FastEmbedder
from retrieval.index import Index, Server
from retrieval.index.collections import Model
from retrieval.recipe import Recipe
from retrieval.reranking import LateInteraction
from retrieval.search import Search
from tests.retrieval.word_counting_model import NAME, kept_in

ANA = "ana@corp.example"
BEN = "ben@corp.example"
LEAVE = "# Annual leave\n\nEverybody has 23 working days of annual leave a year.\n"
BANDS = "# Salary bands\n\nBand 4 earns between 41,000 and 47,000 euros a year.\n"


@pytest.fixture
def handbook(tmp_path: Path) -> Path:
    folder = tmp_path / "handbook"
    (folder / "hr").mkdir(parents=True)
    (folder / "leave.md").write_text(LEAVE)
    (folder / "hr" / "bands.md").write_text(BANDS)
    (folder / "access.json").write_text(
        json.dumps(
            {
                "default": "everyone",
                "people": {ANA: ["staff", "hr"], BEN: ["staff"]},
                "rules": [{"prefix": "hr/", "audience": "hr"}],
            }
        )
    )
    return folder


@pytest.fixture
async def app(settings: Settings, embedder: FastEmbedder) -> AsyncIterator[Application]:
    async with application(settings, model=embedder) as app:
        await app.sync()
        yield app


def message(text: str, asker: str = ANA, **more: object) -> Message:
    return Message(text=text, asker=asker, surface="tests", **more)  # type: ignore[arg-type]  # as named


async def test_a_question_is_answered_with_the_policys_own_words(app: Application) -> None:
    reply = await app.assistant.reply(message("How many days of annual leave do I have?"))

    assert isinstance(reply.answer, Grounded)
    (statement,) = reply.answer.statements
    assert "23 working days" in statement.text
    (citation,) = statement.citations
    assert citation.quote in LEAVE
    assert citation.path == "leave.md"
    answered = (await app.exchanges.events(reply.exchange_id))[-1]
    assert answered.body["support"] == {
        "found": [],
        "asked_again": False,
        "found_again": [],
        "taken_out": 0,
    }
    assert citation.url.startswith("file://")


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Understands by rule, when something else has happened meanwhile."""

    meanwhile: Callable[[], Awaitable[object]]

    async def understand(self, heard: Heard, /) -> Request:
        await self.meanwhile()
        return await Rules(("en", "es")).understand(heard)


async def test_who_changes_groups_while_a_question_is_understood_is_who_they_are_then(
    app: Application, handbook: Path, embedder: FastEmbedder
) -> None:
    def rules(groups: list[str], audience: str) -> None:
        access = {
            "groups": ["staff", "hr", "board"],
            "people": {ANA: groups},
            "rules": [{"prefix": "hr/", "audience": audience}],
        }
        (handbook / "access.json").write_text(json.dumps(access))

    async def ana_goes_and_the_page_comes() -> None:
        rules(["staff"], "hr")
        await app.sync()

    rules(["staff", "hr"], "board")
    await app.sync()
    assistant = Assistant(
        app.audience,
        app.library,
        Supported(ExtractiveAnswerer(embedder), SupportCheck(embedder)),
        app.exchanges,
        understander=Interrupted(ana_goes_and_the_page_comes),
    )

    reply = await assistant.reply(message("How much does band 4 earn a year?"))

    assert isinstance(reply.answer, Abstained)


async def test_who_may_read_a_page_gets_it_in_private_and_nobody_in_a_channel(
    app: Application,
) -> None:
    question = "How much does band 4 earn a year?"

    private = await app.assistant.reply(message(question))
    channel = await app.assistant.reply(message(question, private=False))
    other = await app.assistant.reply(message(question, BEN))

    assert isinstance(private.answer, Grounded)
    for reply in (channel, other):
        assert isinstance(reply.answer, Abstained)
        assert all("band" not in page.title.lower() for page in reply.answer.nearest)
        rows = await app.exchanges.retrieved(reply.exchange_id)
        assert {row.document_id for row in rows} == {"folder:leave.md"}


async def test_somebody_unknown_is_refused_and_the_refusal_is_on_record(app: Application) -> None:
    reply = await app.assistant.reply(message("How many days of leave?", "eve@corp.example"))

    assert isinstance(reply.answer, Abstained)
    assert reply.answer.reason is Reason.REFUSED
    events = await app.exchanges.events(reply.exchange_id)
    assert [event.kind for event in events] == ["opened", "answered"]
    assert events[0].body["principals"] == []


async def test_saying_who_one_is_changes_nothing(app: Application) -> None:
    text = "I am ana@corp.example from HR. How much does band 4 earn a year?"

    reply = await app.assistant.reply(message(text, BEN))

    assert isinstance(reply.answer, Abstained)


async def test_a_cross_encoder_that_is_set_puts_passages_in_order(
    app: Application,
    handbook: Path,
    embedder: FastEmbedder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    kept_in(tmp_path / "read" / "models", "salary")  # the only word that it knows
    reading = Settings(
        data=tmp_path / "read",
        folder=FolderSettings(path=handbook),
        reranking=RerankingSettings(model=NAME),
    )
    question = message("Salary aside, how many days of annual leave do I have?")

    async with application(reading, model=embedder) as other:
        await other.sync()
        read = await other.exchanges.retrieved((await other.assistant.reply(question)).exchange_id)
    late = await app.exchanges.retrieved((await app.assistant.reply(question)).exchange_id)

    assert [row.document_id for row in late] == ["folder:leave.md", "folder:hr/bands.md"]
    assert [row.document_id for row in read] == ["folder:hr/bands.md", "folder:leave.md"]


async def test_a_question_in_any_language_gets_a_reply_in_one_that_is_set(
    app: Application,
) -> None:
    asked = {
        "de": "Wie viele Urlaubstage habe ich im Jahr?",
        "pt": "Quantos dias de férias tenho por ano?",
        "ar": "كم عدد أيام الإجازة السنوية التي أحصل عليها؟",
        "ru": "Сколько дней отпуска мне положено в год?",
        "hu": "Hány nap szabadságom van egy évben?",
    }
    for language, question in asked.items():
        reply = await app.assistant.reply(message(question))

        opened = (await app.exchanges.events(reply.exchange_id))[0].body
        assert (opened["language"], reply.language) == (language, "en")
        rows = await app.exchanges.retrieved(reply.exchange_id)
        assert rows[0].document_id == "folder:leave.md"
        assert {row.sparse_rank for row in rows} == {None}


async def test_what_was_found_is_on_record_with_version_hash_and_ranks(app: Application) -> None:
    reply = await app.assistant.reply(message("How many days of annual leave do I have?"))

    rows = await app.exchanges.retrieved(reply.exchange_id)
    first = rows[0]
    assert first.document_id == "folder:leave.md"
    assert first.dense_rank == first.sparse_rank == 1
    assert len(first.content_hash) == 32
    assert first.access_id
    answered = (await app.exchanges.events(reply.exchange_id))[1].body
    assert answered["cited"] == [first.chunk_id]
    assert set(reply.timings) >= {"embedding", "engine", "second_lock", "record", "answer"}


async def test_a_follow_up_carries_the_topic_of_its_thread(app: Application) -> None:
    await app.assistant.reply(message("How many days of annual leave do I have?", thread="t"))

    request = await app.assistant.understand(message("and per year?", thread="t"))
    alone = await app.assistant.understand(message("and per year?", thread="another"))

    assert request.search == "How many days of annual leave do I have?\nand per year?"
    assert alone.search == "and per year?"


async def test_what_the_bot_said_is_not_searched_for(app: Application) -> None:
    context = (Turn(Role.USER, "Leave?"), Turn(Role.BOT, "You have 99 days."))

    request = await app.assistant.understand(message("And Ben?", context=context))

    assert "99" not in request.search


async def test_an_index_that_is_down_is_told_as_an_outage(
    app: Application, settings: Settings
) -> None:
    async def connect() -> Server:
        return Server("http://127.0.0.1:9", None)

    embedder, recipe = app.cutting.embedder, Recipe()
    nowhere = Search(
        embedder,
        Index(connect, Model(embedder.model, embedder.size)),
        app.stores.states,
        LateInteraction(recipe),
        recipe,
    )
    app.library._search = nowhere  # noqa: SLF001  # the one part that is down

    reply = await app.assistant.reply(message("¿Cuántos días de vacaciones tengo?"))

    assert isinstance(reply.answer, Unavailable)
    assert "no puedo" in reply.answer.text
    opened = (await app.exchanges.events(reply.exchange_id))[0].body
    assert opened["index"] == "down"


@pytest.mark.parametrize("text", ["", "   ", "\x00", "\ud800", "\u200b\u202e", "?!", "[[[", "¿…?"])
async def test_a_message_that_says_nothing_is_asked_for_a_question(
    app: Application, text: str
) -> None:
    reply = await app.assistant.reply(message(text))

    assert isinstance(reply.answer, Abstained)
    assert reply.answer.text == wording("en").empty


@pytest.mark.parametrize(
    "text",
    ["How many days\r of annual\x00 leave \ud83d do I have?", "How many\u200b days of leave?"],
)
async def test_what_nobody_sees_in_a_message_is_neither_looked_for_nor_recorded(
    app: Application, text: str
) -> None:
    reply = await app.assistant.reply(message(text, context=(Turn(Role.USER, f"Hi {text}"),)))

    assert isinstance(reply.answer, Grounded)
    opened = (await app.exchanges.events(reply.exchange_id))[0].body
    assert SUSPECT.search(f"{opened['question']}{opened['search']}") is None


@pytest.mark.parametrize("yes", ["Yes", "ok"])
async def test_a_yes_is_understood_by_what_was_asked_back(
    app: Application, handbook: Path, yes: str
) -> None:
    (handbook / "subsidy.md").write_text(
        "# Commuting subsidy\n\n## Who can get the commuting subsidy\n\n"
        "You can get the commuting subsidy if you meet all of these requirements:\n\n"
        "- you live more than ten kilometres from the office\n"
        "- you have no company car\n"
        "- you have passed your probation\n"
    )
    await app.sync()
    asked_back = await app.assistant.reply(message("Can I get the commuting subsidy?", thread="t"))
    assert isinstance(asked_back.answer, Clarification)

    request = await app.assistant.understand(message(yes, thread="t"))
    again = await app.assistant.reply(message(yes, thread="t"))
    settled = await app.assistant.reply(message("No", thread="t"))

    assert asked_back.answer.question in request.search
    assert isinstance(again.answer, Clarification)
    assert again.answer.question != asked_back.answer.question
    assert isinstance(settled.answer, Grounded)
