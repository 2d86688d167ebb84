"""Whatever goes wrong ends in an answer, in quotes that are said to be that, or in an outage told.

Never in half an answer, and never in "no policy found".
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import httpx2
import pytest

from bot.answering.abstaining import not_told
from bot.answering.answerer import Desk
from bot.answering.fallback import FallbackAnswerer
from bot.answering.request import Request
from bot.answering.wording import wording
from bot.answers import Answer, Grounded, Statement, Unavailable
from bot.claude.answers import ClaudeAnswerer
from bot.claude.breaker import Breaker
from bot.claude.budgets import Budgets
from bot.claude.client import Claude, Patience
from bot.claude.failures import ClaudeError, Failure
from bot.claude.sources import Sources
from retrieval.documents import Passage
from storage.calls import Call, Calls
from storage.database import Database
from tests.bot.answering.passages import Page
from tests.bot.claude.desk import ANA, LEAVE, PAGES, TestDesk, begins, key, question
from tests.fakes.claude.asked import Asked
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.citing import cites
from tests.fakes.claude.events import Event, Place, ends, fails, inserts, pings_forever, stalls
from tests.fakes.claude.faults import PORTAL, TOO_LARGE, Dropped, Fault
from tests.fakes.claude.replies import reply, said, uses
from tests.fakes.claude.server import FakeClaude, Script, fake_claude

ASKED = "How many days of annual leave do I have?"
WHOLE = reply(
    "You have ",
    said("23 working days", cites(0)),
    " a year. ",
    said("Five may be kept.", cites(0, 2)),
)
STRAY = {"type": "text_delta", "text": "x"}


class Quoting:
    """An answerer that quotes the first page, or nothing."""

    name = "quoting"

    def __init__(self) -> None:
        self.finds = True

    async def answer(self, request: Request, passages: Sequence[Passage], desk: Desk, /) -> Answer:
        if not self.finds:
            return not_told(request, passages)
        sources = Sources()
        (one, *_) = sources.add(passages)
        text = one.sentences[0].text
        location = SimpleNamespace(
            search_result_index=0,
            source=one.id,
            start_block_index=0,
            end_block_index=1,
            cited_text=text,
        )
        return Grounded((Statement(text, tuple(sources.cited(location))),))


@pytest.fixture
async def service() -> AsyncIterator[FakeClaude]:
    async with fake_claude() as service:
        yield service


@pytest.fixture
async def calls(tmp_path: Path) -> AsyncIterator[Calls]:
    database = Database(tmp_path / "policybot.sqlite")
    await database.open()
    yield Calls(database)
    await database.close()


@pytest.fixture
def quoting() -> Quoting:
    return Quoting()


def claude(url: str, record: Callable[[Call], Awaitable[None]]) -> Claude:
    patience = Patience(deadline=0.8, silence=0.2, first=0.01, longest=0.02)
    return Claude(KEY, url, patience=patience, record=record)


@pytest.fixture
async def answerer(
    service: FakeClaude, calls: Calls, quoting: Quoting
) -> AsyncIterator[FallbackAnswerer]:
    async def record(call: Call) -> None:
        await calls.add(replace(call, exchange_id=None))  # which is on no record here

    client = claude(service.url, record)
    first = ClaudeAnswerer(client, "claude-sonnet-5-5", Budgets(calls, each=100_000))
    yield FallbackAnswerer(first, quoting)
    await client.close()


FAILURES: list[Script] = [
    Fault(429, {"retry-after-ms": "1"}),
    Fault(429, {"retry-after": "86400"}),
    Fault(429, code="enforced_spend_limit_reached"),
    Fault(529, {"x-should-retry": "false"}),
    Fault(500, html="<html>oops</html>"),
    Fault(500, plain=""),
    Fault(503, plain="try later"),
    Fault(401),
    Fault(404),
    Fault(400),
    TOO_LARGE,
    PORTAL,
    Dropped(),
    WHOLE.sent(fails(Place.BEFORE_TEXT)),
    WHOLE.sent(fails(Place.IN_TEXT)),
    WHOLE.sent(ends(Place.AFTER_TEXT)),
    WHOLE.sent(stalls(Place.IN_TEXT)),
    WHOLE.sent(pings_forever(Place.AFTER_TEXT)),
    WHOLE.sent(inserts(Place.IN_TEXT, b'event: content_block_delta\ndata: {"type\n\n')),
    WHOLE.sent(
        inserts(
            Place.IN_TEXT,
            Event(
                "content_block_delta",
                {"type": "content_block_delta", "index": 77, "delta": STRAY},
            ),
        )
    ),
    reply(stop_reason="refusal"),
    reply(said("You have 23", cites(0)), stop_reason="refusal"),
    reply(stop_reason="max_tokens"),
    reply(said("You have 23", cites(0)), stop_reason="max_tokens"),
    reply(said("You have 23", cites(0)), stop_reason="model_context_window_exceeded"),
    reply(said("You have 23", cites(0)), stop_reason="pause_turn"),
    reply(said("You have 23", cites(0)), stop_reason="of_tomorrow"),
    reply(uses("open_door")),
]


@pytest.mark.parametrize("finds", [True, False])
@pytest.mark.parametrize("met", FAILURES)
async def test_a_failure_is_answered_in_quotes_that_say_so_or_told_as_an_outage(
    *, service: FakeClaude, answerer: FallbackAnswerer, quoting: Quoting, met: Script, finds: bool
) -> None:
    service.always = met
    quoting.finds = finds
    desk = TestDesk()

    answer = await answerer.answer(question(ASKED, "es"), PAGES, desk)

    words = wording("es")
    if finds:
        assert isinstance(answer, Grounded)
        assert answer.frame == words.quoted_directly
        assert answer.statements[0].citations[0].quote in LEAVE.text
    else:
        assert answer == Unavailable(words.not_quotable)
    assert desk.body("fell_back")["to"] == "quoting"
    assert "You have 23" not in str(answer)


@pytest.mark.parametrize(
    "end", [(), ("",), ("Everybody has 99 days.",)], ids=["empty", "blank", "uncited"]
)
async def test_a_reply_with_nothing_in_it_is_no_outage(
    service: FakeClaude, answerer: FallbackAnswerer, end: tuple[str, ...]
) -> None:
    service.always = reply(*end)
    desk = TestDesk()

    answer = await answerer.answer(question(ASKED), PAGES, desk)

    assert answer == not_told(question(ASKED), PAGES)
    assert "fell_back" not in [kind for kind, _ in desk.events]


async def test_too_much_is_asked_again_with_half_of_it(
    service: FakeClaude, answerer: FallbackAnswerer
) -> None:
    service.say(TOO_LARGE, begins("ANSWER", said("23 days a year.", cites(0))))
    desk = TestDesk()

    answer = await answerer.answer(question(ASKED), PAGES, desk)

    assert isinstance(answer, Grounded)
    assert not answer.frame
    assert [len(asked.results) for asked in service.requests] == [2, 1]


async def test_no_service_at_all_is_an_outage(quoting: Quoting, calls: Calls) -> None:
    async def record(call: Call) -> None:
        await calls.add(replace(call, exchange_id=None))

    client = claude("http://127.0.0.1:9", record)
    first = ClaudeAnswerer(client, "claude-sonnet-5-5", Budgets(calls))

    answer = await FallbackAnswerer(first, quoting).answer(question(ASKED), PAGES, TestDesk())
    await client.close()

    assert isinstance(answer, Grounded)
    assert answer.frame == wording("en").quoted_directly
    (usage,) = await calls.usage()
    assert (usage.calls, usage.failed, usage.attempts) == (1, 1, 3)


async def test_pages_that_say_nothing_are_not_sent(
    service: FakeClaude, answerer: FallbackAnswerer
) -> None:
    empty = Page("Empty").passage("* * *\n")

    answer = await answerer.answer(question(ASKED), [empty], TestDesk())

    assert answer == not_told(question(ASKED), [empty])
    assert not service.requests


async def test_a_budget_that_is_spent_is_told_and_only_to_whom_it_concerns(
    service: FakeClaude, calls: Calls, quoting: Quoting
) -> None:
    async def record(call: Call) -> None:
        await calls.add(Call(call.purpose, call.model, call.outcome, asker=ANA, input_tokens=900))

    service.always = begins("ANSWER", said("23 days a year.", cites(0)))
    client = claude(service.url, record)
    budgets = Budgets(calls, each=1000, together=2500)
    answerer = FallbackAnswerer(ClaudeAnswerer(client, "claude-sonnet-5-5", budgets), quoting)

    async def frame(asker: str) -> str:
        answer = await answerer.answer(question(ASKED), PAGES, TestDesk(asker=asker))
        assert isinstance(answer, Grounded)
        return answer.frame

    spent = wording("en").quoted_on_budget
    assert [await frame(ANA) for _ in range(3)] == ["", "", spent]
    assert await frame("ben@corp.example") == ""
    assert await frame("ben@corp.example") == spent  # all together
    quoting.finds = False
    answer = await answerer.answer(question(ASKED), PAGES, TestDesk())
    await client.close()

    assert answer == Unavailable(wording("en").not_on_budget)
    assert len(service.requests) == 3


@pytest.mark.slow
async def test_an_answer_cut_at_any_byte_is_whole_or_none(
    service: FakeClaude, answerer: FallbackAnswerer, calls: Calls
) -> None:
    service.say(begins("ANSWER", *WHOLE.pieces))
    whole = await answerer.answer(question(ASKED), PAGES, TestDesk())
    assert isinstance(whole, Grounded)
    assert not whole.frame
    (recorded,), (first,) = service.sent, service.requests
    upto = 0

    def cut(request: httpx2.Request) -> httpx2.Response:
        """Send the same reply to another request, as far as it goes."""
        asked = Asked(json.loads(request.content))
        named = zip(first.results, asked.results, strict=True)
        body = recorded.replace(key(first).encode(), key(asked).encode())
        for old, new in named:
            body = body.replace(old["source"].encode(), new["source"].encode())
        headers = {"content-type": "text/event-stream"}
        return httpx2.Response(200, headers=headers, content=body[:upto])

    client = Claude(
        KEY,
        service.url,
        patience=Patience(attempts=1),
        breaker=Breaker(failures=100_000),
        transport=httpx2.MockTransport(cut),
    )
    alone = ClaudeAnswerer(client, "claude-sonnet-5-5", Budgets(calls))
    given = recorded.index(b"\n\n", recorded.index(b"event: message_delta")) + 2
    for upto in range(len(recorded) + 1):
        try:
            answer = await alone.answer(question(ASKED), PAGES, TestDesk())
        except ClaudeError as error:
            assert upto < given
            assert error.failure in {Failure.CUT, Failure.MALFORMED}  # noqa: PT017  # each time
        else:
            assert upto >= given
            assert answer == whole
    await client.close()
