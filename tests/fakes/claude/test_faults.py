"""What the real client makes of a service that does not answer."""

import asyncio
import time
from collections.abc import AsyncIterator

import anthropic
import pytest
from anthropic.types import Message

from tests.fakes.claude.cases import broken, harmless, misgrounded, odd_endings, unanswered
from tests.fakes.claude.citing import ScriptError, cites
from tests.fakes.claude.events import Place, ends
from tests.fakes.claude.faults import PORTAL, TOO_LARGE, Dropped, Fault, Slow
from tests.fakes.claude.replies import reply, said, structured
from tests.fakes.claude.sdk import asking, citations, client, text
from tests.fakes.claude.server import FakeClaude, Script, fake_claude

AT_ONCE = {"retry-after-ms": "1"}
ANSWER = reply("Within ", said("30 days", cites(0)), ".")


@pytest.fixture
async def claude() -> AsyncIterator[FakeClaude]:
    async with fake_claude() as claude:
        yield claude


@pytest.mark.parametrize(
    ("fault", "raised", "kind", "requests"),
    [
        (Fault(400), anthropic.BadRequestError, "invalid_request_error", 1),
        (Fault(401), anthropic.AuthenticationError, "authentication_error", 1),
        (Fault(402), anthropic.PaymentRequiredError, "billing_error", 1),
        (Fault(403), anthropic.PermissionDeniedError, "permission_error", 1),
        (Fault(404), anthropic.NotFoundError, "not_found_error", 1),
        (Fault(413), anthropic.ContentTooLargeError, "request_too_large", 1),
        (TOO_LARGE, anthropic.ContentTooLargeError, None, 1),
        (Fault(429, AT_ONCE), anthropic.RateLimitError, "rate_limit_error", 3),
        (Fault(500, AT_ONCE), anthropic.InternalServerError, "api_error", 3),
        (Fault(500, AT_ONCE, plain=""), anthropic.InternalServerError, None, 3),
        (Fault(500, AT_ONCE, html="<html>"), anthropic.InternalServerError, None, 3),
        (Fault(503, AT_ONCE, plain="no"), anthropic.ServiceUnavailableError, None, 3),
        (Fault(504, AT_ONCE), anthropic.GatewayTimeoutError, "timeout_error", 3),
        (Fault(529, AT_ONCE), anthropic.OverloadedError, "overloaded_error", 3),
        (Fault(529, {"x-should-retry": "false"}), anthropic.OverloadedError, "overloaded_error", 1),
    ],
)
async def test_each_status_raises_its_own_and_is_asked_again_where_that_may_help(
    claude: FakeClaude,
    fault: Fault,
    raised: type[anthropic.APIStatusError],
    kind: str | None,
    requests: int,
) -> None:
    claude.always = fault

    async with client(claude.url, retries=2) as sdk:
        with pytest.raises(raised) as told:
            await sdk.messages.create(**asking())

    assert told.value.type == kind
    assert [asked.retry for asked in claude.requests] == ["0", "1", "2"][:requests]
    assert (told.value.request_id is None) == (fault.html is not None or fault.plain is not None)


async def test_the_finer_code_of_an_error_comes_with_it(claude: FakeClaude) -> None:
    claude.always = Fault(429, code="enforced_spend_limit_reached")

    async with client(claude.url) as sdk:
        with pytest.raises(anthropic.RateLimitError) as told:
            await sdk.messages.create(**asking())

    assert told.value.error_code == "enforced_spend_limit_reached"


async def test_a_busy_service_answers_after_the_time_it_names(claude: FakeClaude) -> None:
    claude.say(Fault(429, {"retry-after-ms": "300"}), Fault(529, AT_ONCE), ANSWER)
    began = time.monotonic()

    async with client(claude.url, retries=2) as sdk:
        message = await sdk.messages.create(**asking())

    assert text(message) == "Within 30 days."
    assert time.monotonic() - began > 0.3
    assert len(claude.requests) == 3


async def test_a_connection_that_is_closed_unanswered_and_a_wait_too_long_are_tried_again(
    claude: FakeClaude,
) -> None:
    async with client(claude.url, retries=1, silence=1) as sdk:
        claude.say(Dropped(), ANSWER)
        assert text(await sdk.messages.create(**asking())) == "Within 30 days."

        claude.always = Dropped()
        with pytest.raises(anthropic.APIConnectionError):
            await sdk.messages.create(**asking())

        claude.say(Slow(0.01, ANSWER))
        assert text(await sdk.messages.create(**asking())) == "Within 30 days."

        claude.say(Slow(5), Slow(5))
        with pytest.raises(anthropic.APITimeoutError):
            await sdk.messages.create(**asking())


async def test_a_caller_that_goes_is_noticed(claude: FakeClaude) -> None:
    claude.say(Slow(5))

    async with client(claude.url, silence=1) as sdk:
        with pytest.raises(anthropic.APITimeoutError):
            await sdk.messages.create(**asking())
        claude.say(ANSWER)
        await sdk.messages.create(**asking())

    assert (claude.abandoned, claude.at_once) == (1, 0)


@pytest.mark.parametrize(
    ("script", "told"),
    [
        (reply(said("x", cites(9))), "not one source 9"),
        (reply(said("x", cites("kb://label", 0, 2))), "No blocks 0 to 2 in 1"),
        (structured({}), "none was asked for"),
        (ANSWER.sent(ends(Place.IN_TEXT)), "none was asked for"),
        (lambda asked: str(asked.body["none"]), "none"),
    ],
)
async def test_a_script_that_cannot_be_is_told_to_the_test(script: Script, told: str) -> None:
    service = fake_claude()
    claude = await service.__aenter__()
    claude.say(script)

    async with client(claude.url, retries=2) as sdk:
        with pytest.raises(anthropic.InternalServerError):
            await sdk.messages.create(**asking())

    assert len(claude.requests) == 1
    with pytest.raises((ScriptError, KeyError), match=told):
        await service.__aexit__(None, None, None)


@pytest.mark.parametrize("name", unanswered())
async def test_nothing_among_what_comes_in_place_of_a_message_is_one(
    claude: FakeClaude, name: str
) -> None:
    claude.always = unanswered()[name]

    async with client(claude.url) as sdk:
        try:
            met: object = await sdk.messages.create(**asking())
        except anthropic.APIError as error:
            met = error

    assert isinstance(met, anthropic.APIError if claude.always is not PORTAL else str)


@pytest.mark.parametrize("name", broken(ANSWER))
async def test_no_broken_stream_looks_like_a_whole_one(claude: FakeClaude, name: str) -> None:
    claude.say(broken(ANSWER)[name])
    message = None

    async with client(claude.url, silence=0.1) as sdk:
        try:
            async with asyncio.timeout(0.4), sdk.messages.stream(**asking()) as stream:
                message = await stream.get_final_message()
        except Exception as error:  # noqa: BLE001  # whichever it is
            assert not isinstance(error, ScriptError)  # noqa: PT017

    assert message is None or message.stop_reason is None


@pytest.mark.parametrize("name", harmless(ANSWER))
async def test_every_harmless_stream_says_the_answer(claude: FakeClaude, name: str) -> None:
    claude.say(harmless(ANSWER)[name])

    async with client(claude.url) as sdk, sdk.messages.stream(**asking()) as stream:
        message = await stream.get_final_message()

    assert text(message) == "Within 30 days."
    assert len(list(citations(message))) == 1
    assert message.stop_reason == "end_turn"


@pytest.mark.parametrize("name", misgrounded(cites(0)))
async def test_every_bad_citation_arrives_as_it_was_forged(claude: FakeClaude, name: str) -> None:
    claude.always = reply(said("30 days", misgrounded(cites(0))[name]))

    async with client(claude.url) as sdk:
        message = await sdk.messages.create(**asking())
        async with sdk.messages.stream(**asking()) as stream:
            streamed = await stream.get_final_message()
        claude.say(ANSWER)
        true = next(citations(await sdk.messages.create(**asking())))

    assert list(citations(message)) == list(citations(streamed)) != [true]


@pytest.mark.parametrize("name", odd_endings(ANSWER))
async def test_every_odd_ending_is_a_message(claude: FakeClaude, name: str) -> None:
    claude.always = odd_endings(ANSWER)[name]

    async with client(claude.url) as sdk:
        message = await sdk.messages.create(**asking())

    assert isinstance(message, Message)
    assert message.stop_reason != "end_turn" or not text(message).strip()
