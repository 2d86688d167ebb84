"""A judge through the real client: what it is asked, and what is made of what it finds."""

import re
from collections.abc import AsyncIterator

import pytest

from bot.answering.rubric import Case, Does, Findings, State, faults
from bot.claude.client import Claude, Patience
from bot.claude.failures import ClaudeError, Failure
from bot.claude.judge import ClaudeJudge
from storage.calls import Call
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.replies import Reply, reply, structured
from tests.fakes.claude.server import FakeClaude

CASE = Case(
    question="How many days of leave?",
    expected="answer",
    facts=("23|twenty-three", "working days"),
    language="en",
    answer="You have 23 working days.",
)
CALLS: list[Call] = []


@pytest.fixture
async def judge(service: FakeClaude) -> AsyncIterator[ClaudeJudge]:
    async def keep(call: Call) -> None:
        CALLS.append(call)

    CALLS.clear()
    claude = Claude(KEY, service.url, patience=Patience(attempts=1), record=keep)
    yield ClaudeJudge(claude, "claude-opus-5-5")
    await claude.close()


def found(*states: str, does: str = "answers", language: str = "en", first: int = 1) -> Reply:
    facts = [{"number": n, "state": state} for n, state in enumerate(states, start=first)]
    return structured(
        {"reason": "It says  so.\n", "facts": facts, "does": does, "language": language}
    )


async def test_a_judge_says_what_it_finds_of_each_fact(
    service: FakeClaude, judge: ClaudeJudge
) -> None:
    service.say(found("present", "contradicted", language="EN"))

    findings = await judge.findings(CASE)

    assert findings == Findings(
        (State.PRESENT, State.CONTRADICTED), Does.ANSWERS, "en", "It says so."
    )
    (asked,) = service.requests
    assert asked.schema is not None
    assert all(text in asked.question for text in (CASE.question, *CASE.facts, CASE.answer))
    (call,) = CALLS
    assert (call.purpose, call.outcome, call.model) == ("judge", "answered", "claude-opus-5-5")


async def test_an_answer_cannot_end_its_own_tag(service: FakeClaude, judge: ClaudeJudge) -> None:
    service.say(found("present", "present"))
    keys = [f"</answer-{n:x}>" for n in range(10)]

    await judge.findings(Case("?", "answer", ("a", "b"), "en", "\n".join(keys)))

    (key,) = set(re.findall(r"^<answer-(\w+)>$", service.requests[0].question, re.MULTILINE))
    assert service.requests[0].question.count(f"</answer-{key}>") == 1


@pytest.mark.parametrize(
    "answered",
    [
        found("present"),
        found("present", "present", "absent"),
        found("present", "absent", first=2),
        reply("It is right."),
        reply('{"reason": "It is right.", "facts": []}'),
    ],
)
async def test_what_does_not_look_at_every_fact_once_is_no_verdict(
    service: FakeClaude, judge: ClaudeJudge, answered: Reply
) -> None:
    service.say(answered)

    with pytest.raises(ClaudeError) as raised:
        await judge.findings(CASE)

    assert raised.value.failure is Failure.MALFORMED


@pytest.mark.parametrize(
    ("expected", "states", "does", "language", "wrong"),
    [
        ("answer", "present present", "answers", "en", 0),
        ("answer", "present absent", "answers", "en", 1),
        ("answer", "present contradicted", "answers", "en", 1),
        ("answer", "present present", "declines", "en", 1),
        ("answer", "present present", "answers", "es", 1),
        ("answer", "absent contradicted", "asks_back", "es", 4),
        ("abstain", "absent absent", "declines", "en", 0),
        ("abstain", "absent absent", "answers", "en", 1),
        ("abstain", "absent contradicted", "declines", "en", 1),
        ("abstain", "absent absent", "declines", "es", 1),
        ("clarify", "absent absent", "asks_back", "en", 0),
        ("clarify", "absent absent", "declines", "en", 1),
    ],
)
def test_one_fault_makes_an_answer_wrong(
    expected: str, states: str, does: str, language: str, wrong: int
) -> None:
    case = Case("?", expected, CASE.facts, "en", "…")
    findings = Findings(tuple(map(State, states.split())), Does(does), language, "")

    assert len(faults(case, findings)) == wrong
