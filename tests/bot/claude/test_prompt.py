"""What is a model sent, and what goes on record of it?"""

from dataclasses import replace
from datetime import date

from bot.answers import Grounded
from bot.claude.answers import ClaudeAnswerer
from bot.claude.budgets import Budgets
from bot.claude.client import Claude
from storage.calls import Call
from tests.bot.answering.passages import Page
from tests.bot.claude.desk import LEAVE, PAGES, TRAVEL, TestDesk, begins, question
from tests.fakes.claude.asked import Asked
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.citing import cites
from tests.fakes.claude.replies import Reply, said
from tests.fakes.claude.server import FakeClaude

ASKED = "How many days of annual leave do I have?"
DAYS = said("Everyone has 23 working days a year.", cites(0))


async def test_what_is_sent_is_sentences_under_titles_then_the_question_and_rules_first(
    service: FakeClaude, answerer: ClaudeAnswerer, desk: TestDesk
) -> None:
    dated = replace(LEAVE, effective_from=date(2026, 1, 1), region=("Spain",))
    service.always = begins("ANSWER", DAYS)

    await answerer.answer(question(ASKED), (dated, TRAVEL), desk)
    await answerer.answer(question("¿Qué se paga en un viaje?"), (TRAVEL, dated), desk)

    asked, other = service.requests
    (content,) = (message["content"] for message in asked.body["messages"])
    assert [block["type"] for block in content] == ["search_result", "search_result", "text"]
    leave, _ = asked.results
    assert [block["text"] for block in leave["content"]] == [
        "Everyone has 23 working days of annual leave a year.",
        "However, interns have 12 days.",
        "Up to 5 days may be carried over to the next year with form LV-02.",
    ]
    assert leave["citations"] == {"enabled": True}
    title = "Annual leave › Days (version 3; in force from 2026-01-01; holds for Spain)"
    assert leave["title"] == title
    assert "leave" not in leave["source"]
    assert ASKED in asked.question
    (rules,) = asked.body["system"]
    assert rules["cache_control"] == {"type": "ephemeral", "ttl": "1h"}
    assert asked.body["system"] == other.body["system"]
    assert not asked.tools
    assert not service.refused
    assert service.cache.keys


async def test_the_rules_are_read_from_the_cache_by_the_second_question(
    service: FakeClaude, unbounded: Budgets, desk: TestDesk
) -> None:
    kept: list[Call] = []

    async def record(call: Call) -> None:
        kept.append(call)

    claude = Claude(KEY, service.url, record=record)
    answerer = ClaudeAnswerer(claude, "claude-sonnet-5-5", unbounded)
    service.always = begins("ANSWER", DAYS)

    await answerer.answer(question(ASKED), PAGES, desk)
    await answerer.answer(question("Is parking paid?"), (TRAVEL, LEAVE), desk)
    await claude.close()

    first, second = kept
    assert first.cache_written_tokens == second.cache_read_tokens > 512
    assert second.cache_written_tokens == 0


async def test_a_follow_up_is_sent_with_what_was_asked_before(
    service: FakeClaude, answerer: ClaudeAnswerer, desk: TestDesk
) -> None:
    request = replace(question("And interns?"), search=f"{ASKED}\nAnd interns?")
    service.say(begins("ANSWER", said("Interns have 12 days.", cites(0, 1))))

    await answerer.answer(request, PAGES, desk)

    asked = service.requests[0].question
    assert asked.index("<before-") < asked.index(ASKED) < asked.index("<question-")
    assert asked.index("<question-") < asked.index("And interns?")


async def test_what_is_sent_and_by_which_road_is_on_record_before_anything_is_asked(
    service: FakeClaude, answerer: ClaudeAnswerer, desk: TestDesk
) -> None:
    def answering(asked: Asked) -> Reply:
        assert [kind for kind, _ in desk.events] == ["asked_model"]
        return begins("ANSWER", DAYS)(asked)

    service.say(answering)

    await answerer.answer(question(ASKED), PAGES, desk)

    body = desk.body("asked_model")
    assert (body["road"], body["reasons"]) == ("once", [])
    assert list(body["sent"].values()) == [p.chunk_id for p in PAGES]  # type: ignore[attr-defined]  # a dict
    assert body["answerer"] == answerer.name


async def test_what_was_not_borne_out_is_told_when_it_is_asked_for_once_more(
    service: FakeClaude, answerer: ClaudeAnswerer, desk: TestDesk
) -> None:
    service.say(begins("ANSWER", DAYS))

    answer = await answerer.again(question(ASKED), PAGES, ["“99 days” is in no quote."], desk)

    assert isinstance(answer, Grounded)
    assert "“99 days” is in no quote." in service.requests[0].question
    assert desk.body("asked_model")["objections"] == ["“99 days” is in no quote."]


async def test_what_points_to_a_person_stays_in_the_house_and_is_put_back_in_the_answer(
    service: FakeClaude, unbounded: Budgets, desk: TestDesk
) -> None:
    page = Page("Leave").passage("Write to leave@corp.example or call +34 600 111 222 first.\n")
    claude = Claude(KEY, service.url)
    masking = ClaudeAnswerer(claude, "claude-sonnet-5-5", unbounded, masks=True)
    service.say(begins("ANSWER", said("Write to [email 1], or call [phone 1].", cites(0))))

    answer = await masking.answer(question(ASKED), (page,), desk)
    await claude.close()

    assert isinstance(answer, Grounded)
    (statement,) = answer.statements
    assert statement.text == "Write to leave@corp.example, or call +34 600 111 222."
    assert statement.citations[0].quote == page.text.strip()
    assert "leave@corp.example" not in service.requests[0].text
    assert "600 111 222" not in service.requests[0].text
