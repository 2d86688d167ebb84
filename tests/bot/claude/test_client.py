"""Everything that can go wrong with the API, through the real client."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable

import pytest

from bot.claude.breaker import Breaker
from bot.claude.client import Asked, Caller, Claude, Patience
from bot.claude.failures import ClaudeError, Failure, ended_well
from storage.calls import Call
from tests.fakes.claude.checks import KEY
from tests.fakes.claude.events import (
    End,
    Event,
    Part,
    Place,
    crlf,
    dribbled,
    ends,
    fails,
    inserts,
    pings_forever,
    stalls,
)
from tests.fakes.claude.faults import PORTAL, TOO_LARGE, Dropped, Fault, Slow
from tests.fakes.claude.replies import Odd, reply
from tests.fakes.claude.server import FakeClaude, Script, fake_claude

NOW = {"retry-after-ms": "1"}
SAID = reply("Everybody has 23 days.")
SETTING = "POLICYBOT_CLAUDE__ANSWER_MODEL"


class Kept:
    """Where calls are put on record."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    async def add(self, call: Call) -> None:
        await asyncio.sleep(0)
        self.calls.append(call)


@pytest.fixture
async def service() -> AsyncIterator[FakeClaude]:
    async with fake_claude() as service:
        service.always = SAID
        yield service


@pytest.fixture
def kept() -> Kept:
    return Kept()


def client(
    service: FakeClaude, kept: Kept, *, breaker: Breaker | None = None, deadline: float = 10
) -> Claude:
    patience = Patience(deadline=deadline, silence=0.3, first=0.01, longest=0.02)
    return Claude(KEY, service.url, patience=patience, breaker=breaker, record=kept.add)


@pytest.fixture
async def claude(service: FakeClaude, kept: Kept) -> AsyncIterator[Claude]:
    claude = client(service, kept)
    yield claude
    await claude.close()


async def text(claude: Claude, model: str = "claude-sonnet-5-5") -> str:
    rules = ({"type": "text", "text": "Be right."},)
    asked = Asked(model, SETTING, 1024, rules, [{"role": "user", "content": "How many days?"}])  # type: ignore[arg-type]  # as JSON
    message = ended_well(await claude.message(asked, Caller("answer", asker="ana@corp.example")))
    return "".join(block.text for block in message.content if block.type == "text")


async def eventually(is_so: Callable[[], bool]) -> None:
    for _ in range(300):
        if is_so():
            return
        await asyncio.sleep(0.01)
    pytest.fail("It never came to be.")


async def failure(claude: Claude, model: str = "claude-sonnet-5-5") -> ClaudeError:
    with pytest.raises(ClaudeError) as raised:
        await text(claude, model)
    return raised.value


async def test_a_whole_reply_is_handed_on_and_its_call_is_on_record(
    service: FakeClaude, claude: Claude, kept: Kept
) -> None:
    assert await text(claude) == "Everybody has 23 days."

    (call,) = kept.calls
    assert (call.outcome, call.stop_reason, call.attempts) == ("answered", "end_turn", 1)
    assert (call.purpose, call.asker) == ("answer", "ana@corp.example")
    assert call.request_id == "req_000000000000000000000001"
    assert call.input_tokens > 0
    assert call.output_tokens > 0
    assert call.dollars == pytest.approx((call.input_tokens * 2 + call.output_tokens * 10) / 1e6)
    assert call.first_token is not None
    assert 0 < call.first_token <= call.milliseconds


@pytest.mark.parametrize(
    ("met", "failed"),
    [
        ([Fault(429, NOW)], ["rate_limited"]),
        ([Fault(529), Fault(529)], ["overloaded", "overloaded"]),
        ([Fault(500, html="<html>oops</html>")], ["server"]),
        ([Fault(503, plain="try later")], ["server"]),
        ([Fault(504)], ["server"]),
        ([Fault(409)], ["server"]),
        ([Fault(400, {"x-should-retry": "true"})], ["invalid"]),
        ([Dropped()], ["unreachable"]),
        ([SAID.sent(fails(Place.START))], ["overloaded"]),
        ([SAID.sent(fails(Place.IN_TEXT))], ["overloaded"]),
        ([SAID.sent(fails(Place.IN_TEXT, "api_error"))], ["server"]),
        ([SAID.sent(ends(Place.START))], ["cut"]),
        ([SAID.sent(ends(Place.IN_TEXT))], ["cut"]),
        ([SAID.sent(ends(Place.AFTER_TEXT))], ["cut"]),
        ([SAID.sent(ends(Place.IN_TEXT, End.DROPPED))], ["cut"]),
        ([SAID.sent(ends(Place.IN_TEXT, End.RESET))], ["cut"]),
        ([SAID.sent(stalls(Place.IN_TEXT))], ["silent"]),
        ([SAID.sent(inserts(Place.IN_TEXT, b"event: message_delta\ndata: {\n\n"))], ["malformed"]),
    ],
)
async def test_what_passes_is_asked_again_and_the_answer_is_whole(
    service: FakeClaude, claude: Claude, kept: Kept, met: list[Script], failed: list[str]
) -> None:
    service.say(*met)

    assert await text(claude) == "Everybody has 23 days."

    (call,) = kept.calls
    assert (call.outcome, call.attempts) == ("answered", 1 + len(met))
    assert [one.split()[0] for one in call.failed] == failed
    assert [asked.retry for asked in service.requests] == [str(n) for n in range(call.attempts)]


@pytest.mark.parametrize(
    ("met", "named", "requests"),
    [
        (Fault(429, NOW), Failure.RATE_LIMITED, 3),
        (Fault(429, {"retry-after": "86400"}), Failure.RATE_LIMITED, 1),
        (
            Fault(429, {"retry-after": "Fri, 31 Dec 2099 23:59:59 GMT"}),
            Failure.RATE_LIMITED,
            1,
        ),
        (Fault(429, code="enforced_spend_limit_reached"), Failure.SPEND_LIMIT, 1),
        (Fault(529, NOW), Failure.OVERLOADED, 3),
        (Fault(529, {"x-should-retry": "false"}), Failure.OVERLOADED, 1),
        (Fault(400), Failure.INVALID, 1),
        (Fault(402), Failure.BILLING, 1),
        (Fault(403), Failure.FORBIDDEN, 1),
        (TOO_LARGE, Failure.TOO_LARGE, 1),
        (Fault(413), Failure.TOO_LARGE, 1),
        (PORTAL, Failure.NOT_CLAUDE, 1),
        (Fault(307, {"location": "http://127.0.0.1:9/elsewhere"}, plain=""), Failure.INVALID, 1),
        (Dropped(), Failure.UNREACHABLE, 3),
        (SAID.sent(ends(Place.IN_TEXT)), Failure.CUT, 3),
        (reply("No.", stop_reason="refusal"), Failure.REFUSED, 1),
        (reply(stop_reason="refusal"), Failure.REFUSED, 1),
        (reply(stop_reason="max_tokens"), Failure.MAX_TOKENS, 1),
        (reply("Half", stop_reason="model_context_window_exceeded"), Failure.WINDOW, 1),
        (reply("Wait", stop_reason="pause_turn"), Failure.MALFORMED, 1),
    ],
)
async def test_what_does_not_pass_is_an_error_of_ours_and_is_not_asked_for_in_vain(
    service: FakeClaude, claude: Claude, kept: Kept, met: Script, named: Failure, requests: int
) -> None:
    service.always = met
    began = time.monotonic()

    error = await failure(claude)

    assert error.failure is named
    assert KEY not in str(error)
    assert (len(service.requests), len(kept.calls)) == (requests, 1)
    assert kept.calls[0].attempts == requests
    assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    "met",
    [
        Slow(30),
        SAID.sent(pings_forever(Place.IN_TEXT)),
        SAID.sent(pings_forever(Place.BEFORE_TEXT)),
        Fault(529, {"retry-after": "0.4"}),
    ],
)
async def test_no_call_takes_longer_than_its_deadline(
    service: FakeClaude, kept: Kept, met: Script
) -> None:
    service.always = met
    claude = Claude(KEY, service.url, patience=Patience(deadline=0.6), record=kept.add)
    began = time.monotonic()

    error = await failure(claude)
    await claude.close()

    assert error.failure in {Failure.LATE, Failure.OVERLOADED}
    assert time.monotonic() - began < 20
    assert len(kept.calls) == 1


async def test_a_wrong_key_and_a_wrong_model_say_what_to_set(
    service: FakeClaude, claude: Claude
) -> None:
    wrong = Claude("sk-ant-wrong", service.url)

    assert "POLICYBOT_CLAUDE__API_KEY" in str(await failure(wrong))
    assert SETTING in str(await failure(claude, "claude-nope"))
    await wrong.close()


async def test_what_was_sent_of_a_stream_that_broke_is_paid_for_too(
    service: FakeClaude, claude: Claude, kept: Kept
) -> None:
    await text(claude)
    service.say(SAID.sent(ends(Place.IN_TEXT)))
    await text(claude)

    whole, broken = kept.calls
    assert broken.input_tokens == 2 * whole.input_tokens
    assert broken.output_tokens > whole.output_tokens


@pytest.mark.parametrize("changes", [(dribbled,), (crlf,), (crlf, dribbled)])
async def test_how_bytes_are_parted_changes_nothing(
    service: FakeClaude, claude: Claude, changes: tuple[object, ...]
) -> None:
    service.say(reply("Días\u2028libres: 23 ☂").sent(*changes))  # type: ignore[arg-type]  # changes

    assert await text(claude) == "Días\u2028libres: 23 ☂"


async def test_what_nobody_knows_yet_breaks_nothing(service: FakeClaude, claude: Claude) -> None:
    delta = {"type": "glow_delta", "glow": 1}
    odd: list[Part] = [
        Event("message_news", {"type": "message_news", "news": [1]}),
        Event("content_block_delta", {"type": "content_block_delta", "index": 1, "delta": delta}),
        b'data: {"type":"nothing"}\n\n: a comment\n\n',
    ]
    answer = reply("A day.", Odd({"type": "hologram", "rays": 3}))
    service.say(answer.sent(inserts(Place.IN_TEXT, *odd)))

    assert await text(claude) == "A day."


async def test_usage_without_its_optional_fields_is_counted_as_far_as_it_goes(
    service: FakeClaude, claude: Claude, kept: Kept
) -> None:
    gone = dict.fromkeys(
        ("cache_creation", "cache_creation_input_tokens", "cache_read_input_tokens"), None
    )
    service.say(reply("A day.", usage=gone))

    await text(claude)

    assert kept.calls[0].cache_read_tokens == 0
    assert kept.calls[0].dollars


async def test_a_service_that_fails_on_and_on_is_left_alone_and_then_tried_once(
    service: FakeClaude, kept: Kept
) -> None:
    clock = [0.0]
    breaker = Breaker(failures=3, pause=30, clock=lambda: clock[0])
    claude = client(service, kept, breaker=breaker)
    service.always = Fault(529, NOW)

    assert (await failure(claude)).failure is Failure.OVERLOADED
    assert (await failure(claude)).failure is Failure.RESTING
    assert len(service.requests) == 3

    clock[0] = 31
    service.always = Slow(0.1)  # and then what it is answered
    service.say(Fault(529, NOW))
    assert (await failure(claude)).failure is Failure.OVERLOADED
    assert len(service.requests) == 4

    clock[0] = 62
    service.always = SAID
    both = await asyncio.gather(text(claude), text(claude), return_exceptions=True)
    assert "Everybody has 23 days." in both
    assert {type(one) for one in both} == {str, ClaudeError}
    assert await text(claude) == "Everybody has 23 days."
    await claude.close()


async def test_what_was_asked_wrongly_opens_no_breaker(service: FakeClaude, kept: Kept) -> None:
    claude = client(service, kept, breaker=Breaker(failures=1))
    service.say(Fault(400), reply("No.", stop_reason="refusal"))

    for _ in range(2):
        await failure(claude)

    assert await text(claude) == "Everybody has 23 days."
    await claude.close()


async def test_retries_end_where_too_many_of_them_were_needed(
    service: FakeClaude, kept: Kept
) -> None:
    claude = client(service, kept, breaker=Breaker(failures=1000))
    service.always = Fault(529, NOW)

    for _ in range(8):
        await failure(claude)

    assert len(service.requests) == 8 + 10
    await claude.close()


async def test_a_cancelled_call_is_on_record_and_closes_its_stream(
    service: FakeClaude, kept: Kept, claude: Claude
) -> None:
    service.always = SAID.sent(pings_forever(Place.IN_TEXT))
    asking = asyncio.create_task(text(claude))
    await eventually(lambda: bool(service.sent) and b"text_delta" in service.sent[-1])

    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking

    (call,) = kept.calls
    assert (call.outcome, call.stop_reason) == ("cancelled", None)
    assert call.input_tokens > 0
    await eventually(lambda: service.abandoned == 1)
