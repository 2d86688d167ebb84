"""Messages that grow while they are written, and those that stop too early."""

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.acting import Person
from tests.fakes.slack.bolt import error_of
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.faults import Fault
from tests.fakes.slack.messages import Message
from tests.fakes.slack.workspace import FakeSlack


@pytest.fixture
async def asked(ana: Person, dm: Channel) -> Message:
    return await ana.says("How much leave?", in_=dm)


async def test_a_stream_grows_on_the_screen(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel, asked: Message
) -> None:
    stream = await sdk.chat_stream(channel=dm.id, thread_ts=asked.ts, buffer_size=1)
    await stream.append(markdown_text="Leave is ")
    growing = ana.screen(dm)[-1]
    await stream.append(markdown_text="**23 days**.")
    divider = {"type": "divider"}
    await stream.stop(blocks=[divider])

    shown = ana.screen(dm)[-1]
    assert (growing.text, growing.is_streaming) == ("Leave is ", True)
    assert (shown.text, shown.is_streaming) == ("Leave is **23 days**.", False)
    assert [block["type"] for block in shown.blocks] == ["markdown", "divider"]
    assert shown.thread == asked.ts
    assert {"Leave is ", "Leave is **23 days**."} <= ana.everything_told
    assert not slack.refused


async def test_a_stream_that_is_over_takes_no_more(
    sdk: AsyncWebClient, dm: Channel, asked: Message
) -> None:
    started = await sdk.chat_startStream(channel=dm.id, thread_ts=asked.ts)
    stream = {"channel": dm.id, "ts": started["ts"]}
    change = sdk.chat_update(channel=dm.id, ts=started["ts"], text="x")
    assert await error_of(change) == "streaming_state_conflict"
    await sdk.chat_stopStream(**stream)

    for over in (
        sdk.chat_appendStream(**stream, markdown_text="x"),
        sdk.chat_stopStream(**stream),
    ):
        assert await error_of(over) == "message_not_in_streaming_state"
    posted = await sdk.chat_postMessage(channel=dm.id, text="x")
    never = sdk.chat_appendStream(channel=dm.id, ts=posted["ts"], markdown_text="x")
    assert await error_of(never) == "message_not_in_streaming_state"
    hers = sdk.chat_appendStream(channel=dm.id, ts=asked.ts, markdown_text="x")
    assert await error_of(hers) == "message_not_owned_by_app"


async def test_a_stream_ends_by_itself_and_can_then_be_changed(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel, asked: Message
) -> None:
    started = await sdk.chat_startStream(channel=dm.id, thread_ts=asked.ts, markdown_text="Lea")
    slack.clock.forward(301)

    late = sdk.chat_appendStream(channel=dm.id, ts=started["ts"], markdown_text="ve")
    assert await error_of(late) == "message_not_in_streaming_state"
    await sdk.chat_update(channel=dm.id, ts=started["ts"], text="Leave: 23 days", blocks=[])

    assert ana.screen(dm)[-1].text == "Leave: 23 days"


async def test_a_test_can_end_a_stream(
    slack: FakeSlack, sdk: AsyncWebClient, dm: Channel, asked: Message
) -> None:
    ended = Fault(error="message_not_in_streaming_state")
    slack.fail("chat.appendStream", ended, when=lambda args: "ve" in args["markdown_text"])
    started = await sdk.chat_startStream(channel=dm.id, thread_ts=asked.ts)

    fine = sdk.chat_appendStream(channel=dm.id, ts=started["ts"], markdown_text="Lea")
    late = sdk.chat_appendStream(channel=dm.id, ts=started["ts"], markdown_text="ve")

    assert not await error_of(fine)
    assert await error_of(late) == "message_not_in_streaming_state"
    assert not slack.refused


async def test_in_a_channel_a_stream_needs_one_of_ours_to_stream_to(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, general: Channel
) -> None:
    zoe = slack.user("zoe@partner.example", team=slack.workspace("Partner"))
    root = await ana.says("Leave?", in_=general)

    async def error(user: str = "", team: str = "") -> str:
        args = {"channel": general.id, "thread_ts": root.ts}
        args |= {"recipient_user_id": user} if user else {}
        args |= {"recipient_team_id": team} if team else {}
        return await error_of(sdk.api_call("chat.startStream", json=args))

    assert await error() == "missing_recipient_team_id"
    assert await error(team=slack.team.id) == "missing_recipient_user_id"
    assert await error(zoe.id, zoe.team.id) == "user_not_found"
    assert not await error(ana.id, slack.team.id)


async def test_a_stream_begins_under_a_message_and_takes_only_so_much(
    sdk: AsyncWebClient, dm: Channel, asked: Message
) -> None:
    nowhere = sdk.api_call("chat.startStream", json={"channel": dm.id})
    assert await error_of(nowhere) == "invalid_thread_ts"
    lost = sdk.chat_startStream(channel=dm.id, thread_ts="1700000000.000001")
    assert await error_of(lost) == "thread_not_found"
    long = sdk.chat_startStream(channel=dm.id, thread_ts=asked.ts, markdown_text="x" * 12_001)
    assert await error_of(long) == "msg_too_long"
    odd = sdk.chat_startStream(channel=dm.id, thread_ts=asked.ts, chunks=[{"type": "odd"}])
    assert await error_of(odd) == "invalid_chunks"
    started = await sdk.chat_startStream(channel=dm.id, thread_ts=asked.ts)
    many = sdk.chat_stopStream(channel=dm.id, ts=started["ts"], blocks=[{"type": "divider"}] * 51)
    assert await error_of(many) == "msg_blocks_too_many"
    fine = sdk.chat_stopStream(channel=dm.id, ts=started["ts"], blocks=[{"type": "divider"}] * 50)
    assert not await error_of(fine)


async def test_nothing_is_no_addition(sdk: AsyncWebClient, dm: Channel, asked: Message) -> None:
    started = await sdk.chat_startStream(channel=dm.id, thread_ts=asked.ts)

    nothing = sdk.api_call("chat.appendStream", json={"channel": dm.id, "ts": started["ts"]})

    assert await error_of(nothing) == "no_text"
