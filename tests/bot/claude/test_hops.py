"""Questions that take several steps: searching again, calculating, and an end to both."""

import pytest

from bot.answering.answerer import AnswererUnavailableError
from bot.answers import Answer, Grounded, Step
from bot.claude.answers import ClaudeAnswerer
from bot.claude.failures import ClaudeError, Failure
from tests.bot.claude.desk import LEAVE, PAGES, SABBATICAL, TestDesk, begins, question
from tests.fakes.claude.citing import cites
from tests.fakes.claude.faults import Fault
from tests.fakes.claude.replies import reply, said, uses
from tests.fakes.claude.server import FakeClaude

ASKED = "What is the difference between annual leave and a sabbatical?"
LASTS = said("A sabbatical lasts 6 months at most.", cites(2))


@pytest.fixture
def desk() -> TestDesk:
    return TestDesk(found=(LEAVE, SABBATICAL))


async def answered(answerer: ClaudeAnswerer, desk: TestDesk, text: str = ASKED) -> Answer:
    return await answerer.answer(question(text), PAGES, desk)


async def test_what_a_second_search_finds_is_cited_like_the_rest(
    service: FakeClaude, answerer: ClaudeAnswerer, desk: TestDesk
) -> None:
    first_turn = reply(
        said("Let me see.", cites(0)), uses("search", query="length of a sabbatical")
    )
    service.say(first_turn, begins("ANSWER", LASTS))

    answer = await answered(answerer, desk)

    assert isinstance(answer, Grounded)
    (statement,) = answer.statements
    assert statement.citations[0].document_id == SABBATICAL.document_id
    assert desk.searched == ["length of a sabbatical"]
    body = desk.body("asked_model")
    assert (body["road"], body["reasons"]) == ("steps", ["comparison"])
    first, second = service.requests
    assert first.tools == second.tools == ("search", "calculate")
    assert len(second.results) == 3  # what had been sent before is not sent again
    thought, words, _ = second.body["messages"][1]["content"]
    assert thought["type"] == "thinking"
    assert words.keys() == {"type", "text", "citations"}


async def test_a_simple_question_is_given_no_tools_and_cannot_use_them(
    service: FakeClaude, answerer: ClaudeAnswerer, desk: TestDesk
) -> None:
    service.say(reply(uses("search", query="anything")))

    with pytest.raises(ClaudeError) as raised:
        await answered(answerer, desk, "How many days of annual leave do I have?")

    assert raised.value.failure is Failure.ENDLESS
    assert not service.requests[0].tools
    assert not desk.searched


async def test_several_uses_at_once_are_all_answered_in_one_turn(
    service: FakeClaude, answerer: ClaudeAnswerer, desk: TestDesk
) -> None:
    service.say(
        reply(
            uses("search", query="sabbatical"),
            uses("calculate", expression="23/12"),
            uses("calculate", expression="1/0"),
            uses("open_door", door="front"),
            uses("search"),
            uses("search", query=7),
            uses("calculate", expression="x" * 1000),
        ),
        begins("ANSWER", LASTS),
    )

    answer = await answered(answerer, desk)

    assert isinstance(answer, Grounded)
    assert answer.steps == (Step("23/12", "1.92"),)
    results = service.requests[1].body["messages"][2]["content"]
    assert [bool(result.get("is_error")) for result in results] == [False, False, *[True] * 5]
    assert results[2]["content"] == "'1/0' divides by zero."
    assert [kind for kind, _ in desk.events] == ["asked_model", "calculated", "calculated"]
    assert not service.refused


async def test_a_result_stands_with_the_rule_that_it_rests_on(
    service: FakeClaude, answerer: ClaudeAnswerer, desk: TestDesk
) -> None:
    service.say(
        reply(uses("calculate", expression="23/2")),
        begins(
            "ANSWER",
            said("Everyone has 23 days a year.", cites(0)),
            " For you it is 11.5. Or 12.5.",
        ),
    )

    answer = await answered(answerer, desk, "How many days is that pro rata for half a year?")

    assert isinstance(answer, Grounded)
    assert [s.text for s in answer.statements] == [
        "Everyone has 23 days a year. For you it is 11.5."
    ]
    assert desk.body("reviewed")["taken_out"] == ["Or 12.5."]


async def test_no_more_than_four_searches_are_made(
    service: FakeClaude, answerer: ClaudeAnswerer, desk: TestDesk
) -> None:
    service.say(
        *(reply(uses("search", query=f"part {n}")) for n in range(6)), begins("ANSWER", LASTS)
    )

    assert isinstance(await answered(answerer, desk), Grounded)

    assert desk.searched == [f"part {n}" for n in range(4)]


async def test_a_model_that_only_asks_for_tools_comes_to_an_end(
    service: FakeClaude, answerer: ClaudeAnswerer, desk: TestDesk
) -> None:
    service.always = reply(*[uses("search", query="again")] * 3)

    with pytest.raises(ClaudeError) as raised:
        await answered(answerer, desk)

    assert raised.value.failure is Failure.ENDLESS
    assert len(service.requests) == 8
    assert service.requests[-1].body["tool_choice"] == {"type": "none"}
    assert len(desk.searched) == 4


async def test_an_index_that_is_down_in_a_later_search_is_no_answer(
    service: FakeClaude, answerer: ClaudeAnswerer
) -> None:
    class Down(TestDesk):
        async def search(self, query: str) -> tuple[()]:
            raise AnswererUnavailableError("The index is down.")

    service.say(reply(uses("search", query="sabbatical")))

    with pytest.raises(AnswererUnavailableError, match="index"):
        await answered(answerer, Down())


async def test_thoughts_that_are_taken_exception_to_are_left_out_and_asked_again_once(
    service: FakeClaude, answerer: ClaudeAnswerer, desk: TestDesk
) -> None:
    refusal = Fault(400, message="Invalid `signature` in `thinking` block.")
    service.say(reply(uses("search", query="sabbatical")), refusal, begins("ANSWER", LASTS))

    assert isinstance(await answered(answerer, desk), Grounded)

    kinds = [block["type"] for block in service.requests[-1].body["messages"][1]["content"]]
    assert kinds == ["tool_use"]

    service.say(reply(uses("search", query="sabbatical")), refusal, refusal)
    with pytest.raises(ClaudeError):
        await answered(answerer, desk)
    assert len(service.requests) == 6
