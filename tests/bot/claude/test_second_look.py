"""A model's look at what is answered on a topic that needs a person, through the real client."""

from collections.abc import AsyncIterator

import pytest

from bot.answering.facts.finding import Fault, Finding
from bot.answering.sensitive import Topic
from bot.answers import Citation, Grounded, Statement
from bot.claude.client import Claude, Patience
from bot.claude.failures import ClaudeError, Failure
from bot.claude.second_look import SecondLook
from storage.calls import Call
from tests.bot.claude.desk import TestDesk, question
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.faults import Fault as ServiceFault
from tests.fakes.claude.replies import Reply, structured
from tests.fakes.claude.server import FakeClaude

QUOTE = "Report it to hotline@corp.example within 5 days, or later if you could not."
ASKED = question("My boss harasses me. Where do I report it?", sensitive=Topic.HARASSMENT)


def statement(text: str) -> Statement:
    citation = Citation("d", "c", "p.md", "Speak up", (), "", "1", None, None, "en", QUOTE)
    return Statement(text, (citation,))


ANSWER = Grounded(
    (
        statement(QUOTE),
        statement("You have 5 days to call the hotline."),
        statement("Nobody needs to tell their own manager first."),
    )
)


def found(marks: str) -> Reply:
    """Find statements borne out (+) or not (-), in this order."""
    looked = [
        {"number": n, "reason": "Later is\nallowed.", "is_borne_out": mark == "+"}
        for n, mark in enumerate(marks, start=1)
    ]
    return structured({"statements": looked})


@pytest.fixture
def calls() -> list[Call]:
    return []


@pytest.fixture
async def look(service: FakeClaude, calls: list[Call]) -> AsyncIterator[SecondLook]:
    async def keep(call: Call) -> None:
        calls.append(call)

    claude = Claude(KEY, service.url, patience=Patience(attempts=1), record=keep)
    yield SecondLook(claude, "claude-sonnet-5-5", masks=True)
    await claude.close()


async def test_what_is_doubted_is_found_with_the_reason_and_is_on_record(
    service: FakeClaude, look: SecondLook, calls: list[Call], desk: TestDesk
) -> None:
    service.say(found("-+"))

    findings = await look(ANSWER, ASKED, (), desk)

    assert findings == [Finding(1, Fault.SECOND_LOOK, "Later is allowed.")]
    assert desk.body("second_look")["doubted"] == [1]
    (call,) = calls
    assert (call.purpose, call.exchange_id, call.asker) == (
        "second look",
        desk.exchange_id,
        desk.asker,
    )


async def test_quotes_are_not_asked_about_and_addresses_stay_behind(
    service: FakeClaude, look: SecondLook, desk: TestDesk
) -> None:
    service.say(found("++"))

    assert await look(ANSWER, ASKED, (), desk) == []

    told = service.requests[0].text
    assert told.count('"statement"') == 2
    assert "hotline@" not in told
    assert await look(Grounded(ANSWER.statements[:1]), ASKED, (), desk) == ()
    assert len(service.requests) == 1


async def test_other_topics_take_no_second_look(
    service: FakeClaude, look: SecondLook, desk: TestDesk
) -> None:
    assert await look(ANSWER, question("How do I report it?"), (), desk) == ()

    assert not service.requests


@pytest.mark.parametrize(
    ("answered", "failure"),
    [
        (found("+"), Failure.MALFORMED),
        (found("+++"), Failure.MALFORMED),
        (ServiceFault(529), Failure.OVERLOADED),
    ],
)
async def test_a_look_that_cannot_be_had_is_an_outage(
    service: FakeClaude,
    look: SecondLook,
    desk: TestDesk,
    answered: Reply | ServiceFault,
    failure: Failure,
) -> None:
    service.say(answered)

    with pytest.raises(ClaudeError) as raised:
        await look(ANSWER, ASKED, (), desk)

    assert raised.value.failure is failure
