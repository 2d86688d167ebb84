"""A model that does its worst: what it hangs on an answer is not shown, whatever it cites for it.

Whether a true citation bears out what is said is the support check's to see; here it is the form.
"""

import re
import time

import pytest

from bot.answering.answerer import AnswererUnavailableError
from bot.answers import Abstained, Answer, Grounded
from bot.claude.answers import ClaudeAnswerer
from connectors.extract.characters import SUSPECT
from tests.bot.claude.desk import (
    LEAVE,
    PAGES,
    SABBATICAL,
    TRAVEL,
    TestDesk,
    begins,
    key,
    question,
)
from tests.fakes.claude.citing import cites
from tests.fakes.claude.hostile import HOST, MODES
from tests.fakes.claude.replies import said
from tests.fakes.claude.server import FakeClaude

SIMPLE = "How many days of annual leave do I have?"
SEVERAL = "What is the difference between annual leave and a sabbatical?"
SHOWN = re.compile(
    rf"{re.escape(HOST)}|BADBAD|://|<[a-z!@/]|&#?\w+;|```|\$\{{|\{{\{{|\]\(|\]\[|@everyone|"
    r"search results|^#|[A-Za-z0-9]{40}|HR-4711",
    re.MULTILINE,
)


def shown(answer: Answer) -> str:
    if isinstance(answer, Grounded):
        return "\n".join([answer.missing, *(s.text for s in answer.statements)])
    assert isinstance(answer, Abstained)
    return answer.text


@pytest.mark.parametrize("text", [SIMPLE, SEVERAL])
@pytest.mark.parametrize("mode", MODES)
async def test_nothing_of_a_hostile_model_is_shown_but_plain_cited_sentences(
    service: FakeClaude, answerer: ClaudeAnswerer, mode: str, text: str
) -> None:
    service.always = MODES[mode]
    desk = TestDesk(found=(SABBATICAL,))

    try:
        answer = await answerer.answer(question(text), PAGES, desk)
    except AnswererUnavailableError:
        assert len(service.requests) <= 8
        return

    told = shown(answer)
    assert not SHOWN.search(told)
    assert not SUSPECT.search(told)
    assert key(service.requests[0]) not in told
    assert len(told) < 10_000
    assert len(desk.searched) <= 4
    if isinstance(answer, Grounded):
        quotes = [c.quote for s in answer.statements for c in s.citations]
        assert all(any(q in p.text for p in (LEAVE, TRAVEL, SABBATICAL)) for q in quotes)
        assert all(statement.citations for statement in answer.statements)


@pytest.mark.parametrize("piece", ["[", "a.", "<", "a", "&", "x@", "](", "- a\n", "| a\n", "a. "])
async def test_a_reply_that_is_made_to_be_slow_to_read_is_not(
    service: FakeClaude, answerer: ClaudeAnswerer, desk: TestDesk, piece: str
) -> None:
    service.say(begins("ANSWER", said(piece * (30_000 // len(piece)), cites(0))))
    began = time.process_time()

    await answerer.answer(question(SIMPLE), PAGES, desk)

    assert time.process_time() - began < 3
