"""What the real client makes of a stream, and of what can go wrong with it."""

import asyncio
from collections.abc import AsyncIterator

import anthropic
import httpx2
import pytest
from anthropic import AsyncAnthropic
from anthropic.types import Message

from tests.fakes.claude.citing import cites
from tests.fakes.claude.events import (
    Change,
    End,
    Event,
    Place,
    crlf,
    cut_at,
    dribbled,
    ends,
    fails,
    inserts,
    pings_forever,
    stalls,
)
from tests.fakes.claude.faults import PORTAL, Recorded
from tests.fakes.claude.replies import Odd, Reply, reply, said, uses
from tests.fakes.claude.sdk import asking, citations, client, text
from tests.fakes.claude.server import FakeClaude

RETURNS = reply(
    "You can return goods ",
    said("within 30 days of delivery", cites("kb://returns")),
    ", and ",
    said("the label\u2028costs €4.90 ☂", cites(1), cites("kb://returns", 0, 2)),
    ".",
)
SAID = "You can return goods within 30 days of delivery, and the label\u2028costs €4.90 ☂."


@pytest.fixture
async def sdk(claude: FakeClaude) -> AsyncIterator[AsyncAnthropic]:
    async with client(claude.url, silence=1) as sdk:
        yield sdk


async def streamed(sdk: AsyncAnthropic) -> Message:
    async with sdk.messages.stream(**asking()) as stream:
        return await stream.get_final_message()


async def read_for(seconds: float, sdk: AsyncAnthropic, seen: list[str]) -> None:
    """Read a stream for as long as a deadline allows."""
    async with asyncio.timeout(seconds), sdk.messages.stream(**asking()) as stream:
        async for event in stream:
            seen.append(event.type)  # noqa: PERF401  # it is left in the middle


async def test_a_stream_and_json_say_the_same(claude: FakeClaude, sdk: AsyncAnthropic) -> None:
    claude.always = RETURNS

    whole = await sdk.messages.create(**asking())
    stream = await streamed(sdk)

    assert text(whole) == text(stream) == SAID
    assert list(citations(whole)) == list(citations(stream))
    assert whole.stop_reason == stream.stop_reason == "end_turn"
    assert [block.type for block in stream.content] == ["thinking", *["text"] * 5]
    assert whole.usage.output_tokens == stream.usage.output_tokens


@pytest.mark.parametrize("changes", [(dribbled,), (crlf,), (crlf, dribbled)])
async def test_how_bytes_are_parted_and_lines_ended_changes_nothing(
    claude: FakeClaude, sdk: AsyncAnthropic, changes: tuple[Change, ...]
) -> None:
    claude.say(RETURNS.sent(*changes))

    message = await streamed(sdk)

    assert text(message) == SAID
    assert len(list(citations(message))) == 3


async def test_a_stream_cut_anywhere_raises_nothing_and_gives_no_reason_for_its_end(
    claude: FakeClaude, sdk: AsyncAnthropic
) -> None:
    claude.say(RETURNS)
    await streamed(sdk)
    whole = claude.sent[-1]
    begun = whole.index(b"\n\n") + 2
    given = whole.index(b"\n\n", whole.index(b"event: message_delta")) + 2

    for size in [*range(begun, given, 97), given - 1]:
        claude.say(Recorded(whole).sent(cut_at(size)))
        assert (await streamed(sdk)).stop_reason is None
        assert claude.sent[-1] == whole[:size]
    claude.say(Recorded(whole).sent(cut_at(given)))
    assert (await streamed(sdk)).stop_reason == "end_turn"


@pytest.mark.parametrize(
    ("how", "raised"), [(End.DROPPED, httpx2.RemoteProtocolError), (End.RESET, httpx2.ReadError)]
)
async def test_a_connection_that_breaks_in_a_stream_raises_what_the_transport_does(
    claude: FakeClaude, sdk: AsyncAnthropic, how: End, raised: type[Exception]
) -> None:
    claude.say(RETURNS.sent(ends(Place.IN_TEXT, how)))

    with pytest.raises(raised):
        await streamed(sdk)


@pytest.mark.parametrize("place", [Place.START, Place.BEFORE_TEXT, Place.IN_TEXT, Place.AFTER_STOP])
async def test_an_error_inside_a_stream_has_status_200_and_is_not_asked_again(
    claude: FakeClaude, place: Place
) -> None:
    claude.say(RETURNS.sent(fails(place)))

    async with client(claude.url, retries=2) as sdk:
        with pytest.raises(anthropic.APIStatusError) as raised:
            await streamed(sdk)

    assert not isinstance(raised.value, anthropic.APIConnectionError | anthropic.OverloadedError)
    assert (raised.value.status_code, raised.value.type) == (200, "overloaded_error")
    assert raised.value.request_id != "req_in_the_body"
    assert len(claude.requests) == 1


async def test_silence_raises_and_pings_never_do(claude: FakeClaude, sdk: AsyncAnthropic) -> None:
    claude.say(RETURNS.sent(stalls(Place.IN_TEXT)))
    with pytest.raises(httpx2.ReadTimeout):
        await streamed(sdk)

    claude.say(RETURNS.sent(pings_forever(Place.IN_TEXT)))
    seen: list[str] = []
    with pytest.raises(TimeoutError):
        await read_for(3, sdk, seen)
    assert "text" in seen
    assert "ping" not in seen


async def test_what_nobody_knows_yet_breaks_nothing(
    claude: FakeClaude, sdk: AsyncAnthropic
) -> None:
    delta = {"type": "glow_delta", "glow": 1}
    news = Event("message_news", {"type": "message_news", "news": [1]})
    odd = Event("content_block_delta", {"type": "content_block_delta", "index": 1, "delta": delta})
    unnamed = b'data: {"type":"nothing"}\n\n: a comment\n\n'
    answer = reply("A ", said("day", cites(0)), Odd({"type": "hologram", "rays": 3}), ".")
    claude.say(answer.sent(inserts(Place.IN_TEXT, news, odd, unnamed)))

    message = await streamed(sdk)

    assert text(message) == "A day."
    assert [block.type for block in message.content][-2:] == ["hologram", "text"]
    assert len(list(citations(message))) == 1


@pytest.mark.parametrize(
    ("odd", "raised"),
    [
        (b'event: content_block_delta\ndata: {"type": "content_\n\n', ValueError),
        (
            Event(
                "content_block_delta",
                {
                    "type": "content_block_delta",
                    "index": 77,
                    "delta": {"type": "text_delta", "text": "x"},
                },
            ),
            LookupError,
        ),
    ],
)
async def test_what_cannot_be_read_raises(
    claude: FakeClaude, sdk: AsyncAnthropic, odd: bytes | Event, raised: type[Exception]
) -> None:
    claude.say(RETURNS.sent(inserts(Place.IN_TEXT, odd)))

    with pytest.raises(raised):
        await streamed(sdk)


async def test_a_page_of_a_proxy_is_text_for_one_call_and_no_stream_for_the_other(
    claude: FakeClaude, sdk: AsyncAnthropic
) -> None:
    claude.always = PORTAL

    assert isinstance(await sdk.messages.create(**asking()), str)
    with pytest.raises(AssertionError):
        await streamed(sdk)


async def test_calls_of_tools_come_in_parts(claude: FakeClaude, sdk: AsyncAnthropic) -> None:
    schema = {"type": "object", "properties": {"query": {"type": "string"}}}
    tool = {"name": "search", "input_schema": schema}
    answer: Reply = reply(uses("search", query="días"), uses("search", query="€"))
    claude.say(answer.sent(dribbled))

    async with sdk.messages.stream(**asking(tools=[tool])) as stream:
        message = await stream.get_final_message()

    calls = [block for block in message.content if block.type == "tool_use"]
    assert [call.input for call in calls] == [{"query": "días"}, {"query": "€"}]
    assert len({call.id for call in calls}) == 2
    assert message.stop_reason == "tool_use"
