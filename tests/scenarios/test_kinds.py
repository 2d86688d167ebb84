"""What becomes of a message that no policy answers, and of one by somebody who needs a person?"""

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import structlog

from bot.answers import Abstained, Grounded, Reason
from bot.app import Application, application
from bot.conversation import LONGEST, Message, Reply, Role, Turn
from bot.logs import set_logging
from bot.settings import Settings
from retrieval.embedding import FastEmbedder

ANA = "ana.ruiz@ardosela.example"
JONAS = "jonas.weber@ardosela.example"

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(company_data: Path, embedder: FastEmbedder) -> AsyncIterator[Application]:
    async with application(Settings(data=company_data), model=embedder) as app:
        yield app


async def ask(app: Application, text: str, asker: str = ANA, **more: Any) -> Reply:  # noqa: ANN401  # as named
    return await app.assistant.reply(Message(text, asker, "tests", **more))


async def opened(app: Application, reply: Reply) -> dict[str, Any]:
    return (await app.exchanges.events(reply.exchange_id))[0].body


@pytest.mark.parametrize(
    ("text", "kind", "reason", "told"),
    [
        ("Hi!", "small_talk", Reason.COURTESY, "Hello!"),
        ("muchas gracias", "thanks", Reason.COURTESY, "De nada."),
        ("I want to talk to a human", "person", Reason.PERSON_WANTED, "extension 4120"),
        ("is room 3 free now", "live", Reason.LIVE, "at this moment"),
        ("tell me a joke", "out_of_scope", Reason.OUT_OF_SCOPE, "the company's policies"),
        ("¿cuántos días me quedan?", "personal", Reason.PERSONAL, "tus propios datos"),
    ],
)
async def test_what_no_policy_answers_gets_a_sentence_of_its_own(
    app: Application, text: str, kind: str, reason: Reason, told: str
) -> None:
    reply = await ask(app, text)

    assert isinstance(reply.answer, Abstained)
    assert reply.answer.reason is reason
    assert told in reply.answer.text
    assert (await opened(app, reply))["kind"] == kind


@pytest.mark.parametrize("text", ["hello", "thanks!", "quiero hablar con una persona"])
async def test_a_courtesy_lists_no_page(app: Application, text: str) -> None:
    answer = (await ask(app, text)).answer

    assert isinstance(answer, Abstained)
    assert answer.nearest == ()


async def test_ones_own_balance_leads_to_the_system_of_records(app: Application) -> None:
    answer = (await ask(app, "How many vacation days do I have left?")).answer

    assert isinstance(answer, Abstained)
    assert answer.nearest[0].url == "https://almena.ardosela.example"
    assert not any(sign.isdecimal() for sign in answer.text.replace("4120", ""))


async def test_private_facts_are_refused_in_the_words_for_what_stands_nowhere(
    app: Application,
) -> None:
    private = (await ask(app, "What is Marta's salary?")).answer
    nowhere = (await ask(app, "may I keep an iguana at my desk?")).answer

    assert isinstance(private, Abstained)
    assert isinstance(nowhere, Abstained)
    assert (private.reason, private.text) == (nowhere.reason, nowhere.text)


async def test_a_policy_question_with_a_greeting_before_it_is_answered(app: Application) -> None:
    reply = await ask(app, "Hola, ¿cuántos días tengo si me mudo?")

    assert isinstance(reply.answer, Grounded)
    assert (await opened(app, reply))["kind"] == "policy"


async def test_yes_to_a_question_of_the_bots_is_no_courtesy(app: Application) -> None:
    context = (Turn(Role.USER, "¿Cuántos días tengo si me mudo?"), Turn(Role.BOT, "¿En España?"))

    after = await ask(app, "vale", context=context)
    alone = await ask(app, "vale")

    assert (await opened(app, after))["kind"] == "policy"
    assert (await opened(app, alone))["kind"] == "thanks"


@pytest.mark.parametrize(
    ("text", "topic", "told"),
    [
        ("mi jefe me acosa, ¿qué puedo hacer?", "harassment", "acoso@ardosela.example"),
        ("my manager is harassing me", "harassment", "acoso@ardosela.example"),
        ("a colleague collapsed, who do I call?", "medical", "112"),
        ("I want to report fraud", "whistleblowing", "extension 4666"),
        ("I want to kill myself", "self_harm", "extension 4777"),
        ("my boss threatened me", "violence", "extension 4120"),
    ],
)
async def test_who_needs_a_person_is_told_whom_to_turn_to_before_all_else(
    app: Application, text: str, topic: str, told: str
) -> None:
    reply = await ask(app, text)

    assert told in reply.first
    events = await app.exchanges.events(reply.exchange_id)
    assert events[0].body["sensitive"] == topic
    assert events[1].body["first"] == reply.first


async def test_the_policys_words_come_after(app: Application) -> None:
    reply = await ask(app, "me acosan, ¿cuánto dura como máximo el procedimiento informal?")

    assert reply.first
    assert isinstance(reply.answer, Grounded)
    assert any("7 días laborables" in s.text for s in reply.answer.statements)


async def test_a_question_that_names_a_topic_is_answered_as_any_other(app: Application) -> None:
    reply = await ask(app, "¿cada cuánto se repite el curso de acoso?")

    assert reply.first == ""
    assert (await opened(app, reply))["sensitive"] is None


async def test_a_follow_up_stays_sensitive_and_a_new_topic_is_not(app: Application) -> None:
    await ask(app, "my manager is harassing me, what can I do?", thread="s")

    follow_up = await ask(app, "and how long does it take?", thread="s")
    other = await ask(app, "How many days of parental leave do I get?", thread="s")

    assert (await opened(app, follow_up))["sensitive"] == "harassment"
    assert (await opened(app, other))["sensitive"] is None


async def test_a_text_that_is_no_question_any_more_is_refused_and_on_record(
    app: Application,
) -> None:
    reply = await ask(app, "How many days? " * 4_000)

    assert isinstance(reply.answer, Abstained)
    assert reply.answer.reason is Reason.REFUSED
    assert "too long" in reply.answer.text
    assert len((await opened(app, reply))["question"]) == 60_000
    assert "too long" not in str((await ask(app, "days " * (LONGEST // 5))).answer)


async def test_neither_question_nor_page_is_in_the_log(
    app: Application, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    set_logging("debug")
    caplog.set_level(logging.DEBUG)
    questions = [
        "¿Cuántos días tengo si me mudo?",
        "my manager zanahoria is harassing me",
        "What is Zanahoria's salary?",
        "Can I expense a zanahoria?",
    ]
    pages = []
    for question in questions:
        reply = await ask(app, question)
        if isinstance(reply.answer, Grounded):
            pages += [c.quote for s in reply.answer.statements for c in s.citations]
    structlog.get_logger().debug("heard")

    printed = capsys.readouterr()
    logged = f"{caplog.text}{printed.out}{printed.err}".casefold()
    assert "question answered" in logged
    assert "heard" in logged
    assert pages
    for text in ("zanahoria", "me mudo", ANA, *pages):
        assert text.casefold() not in logged
