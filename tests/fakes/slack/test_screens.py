"""What each person sees now, and could ever see."""

import asyncio

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from tests.fakes.slack.acting import Person
from tests.fakes.slack.bolt import error_of
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.interacting import response_url
from tests.fakes.slack.messages import Message
from tests.fakes.slack.workspace import FakeSlack


def webhook(
    slack: FakeSlack, ana: Person, channel: Channel, original: Message | None = None
) -> AsyncWebhookClient:
    return AsyncWebhookClient(response_url(slack, ana, channel, original), retry_handlers=[])


async def test_a_screen_shows_only_those_who_are_there_and_a_thread_only_itself(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, ben: Person, general: Channel, dm: Channel
) -> None:
    first = await ana.says("Leave?", in_=general)
    second = await ana.says("Pay?", in_=general)
    await sdk.chat_postMessage(channel=general.id, thread_ts=first.ts, text="23 days")
    await sdk.chat_postMessage(channel=dm.id, text="Pay is secret")

    texts = [(shown.text, shown.thread) for shown in ben.screen(general)]
    assert texts == [("Leave?", ""), ("Pay?", ""), ("23 days", first.ts)]
    assert [shown.text for shown in ben.screen(general, first)] == ["Leave?", "23 days"]
    assert [shown.text for shown in ben.screen(general, second)] == ["Pay?"]
    assert not ben.screen(dm)
    assert (ana.id, "Pay is secret") in slack.seen
    assert (ben.id, "Pay is secret") not in slack.seen


async def test_what_was_changed_or_deleted_was_seen(
    sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    block = {"type": "section", "text": {"type": "mrkdwn", "text": "Band 7"}}
    sent = await sdk.chat_postMessage(channel=dm.id, text="Your band", blocks=[block])

    await sdk.chat_update(channel=dm.id, ts=sent["ts"], text="Gone", blocks=[])
    await sdk.chat_delete(channel=dm.id, ts=sent["ts"])

    assert not ana.screen(dm)
    assert {"Your band", "Band 7", "Gone"} <= ana.everything_told


async def test_who_comes_later_sees_what_stands_there_and_not_what_was(
    slack: FakeSlack, sdk: AsyncWebClient, general: Channel
) -> None:
    sent = await sdk.chat_postMessage(channel=general.id, text="22 days")
    await sdk.chat_update(channel=general.id, ts=sent["ts"], text="23 days")
    carla = slack.user("carla@corp.example")

    await slack.joins(carla, general)

    assert carla.everything_told == {"23 days"}
    assert [shown.text for shown in carla.screen(general)] == ["23 days"]


async def test_who_has_left_sees_no_more(
    sdk: AsyncWebClient, ana: Person, ben: Person, general: Channel
) -> None:
    general.let_go(ben)

    await sdk.chat_postMessage(channel=general.id, text="23 days")

    assert not ben.screen(general)
    assert not ben.everything_seen
    assert ana.everything_seen == {"23 days"}
    with pytest.raises(AssertionError):
        await ben.says("Hello?", in_=general)


async def test_ids_and_values_are_not_read_but_links_and_labels_are(
    sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    button = {
        "type": "button",
        "action_id": "hidden_action",
        "value": "hidden_value",
        "url": "https://wiki.example/pay",
        "accessibility_label": "Open pay",
        "text": {"type": "plain_text", "text": "Open"},
    }
    block = {"type": "actions", "block_id": "hidden_block", "elements": [button]}

    await sdk.chat_postMessage(channel=dm.id, text="x", blocks=[block])

    assert ana.everything_told == {"x", "https://wiki.example/pay", "Open pay", "Open"}


async def test_one_who_waits_sees_it_when_it_comes_or_is_told_what_there_was(
    sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    waiting = asyncio.create_task(ana.sees("23 days", in_=dm))
    await asyncio.sleep(0.05)
    assert not waiting.done()

    await sdk.chat_postMessage(channel=dm.id, text="It is 23 days")

    assert (await waiting).text == "It is 23 days"
    with pytest.raises(AssertionError, match="It is 23 days"):
        await ana.sees("24 days", in_=dm, within=0.05)


async def test_a_response_url_whispers_or_speaks(
    slack: FakeSlack, ana: Person, ben: Person
) -> None:
    elsewhere = slack.channel("elsewhere", members=[ana, ben], bot_in=False)
    url = webhook(slack, ana, elsewhere)

    await url.send(text="For you")
    await url.send(text="For all", response_type="in_channel")

    assert [shown.text for shown in ana.screen(elsewhere)] == ["For you", "For all"]
    assert [shown.text for shown in ben.screen(elsewhere)] == ["For all"]
    assert not slack.refused


async def test_a_response_url_replaces_and_deletes_where_it_came_from(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, general: Channel
) -> None:
    sent = await sdk.chat_postMessage(channel=general.id, text="Before")
    url = webhook(slack, ana, general, general.messages[sent["ts"]])

    await url.send(text="After", replace_original=True)
    assert [shown.text for shown in ana.screen(general)] == ["After"]
    await url.send(delete_original=True)
    assert not ana.screen(general)

    whisper = webhook(slack, ana, general)
    await whisper.send(text="Wait")
    await whisper.send(text="Ready", replace_original=True)
    assert [(shown.text, shown.is_ephemeral) for shown in ana.screen(general)] == [("Ready", True)]
    assert {"Wait", "Ready"} <= ana.everything_told


async def test_a_response_url_is_good_five_times_and_for_half_an_hour(
    slack: FakeSlack, ana: Person, general: Channel
) -> None:
    often, late = webhook(slack, ana, general), webhook(slack, ana, general)

    statuses = [(await often.send(text=str(n))).status_code for n in range(6)]
    slack.clock.forward(29 * 60)
    in_time = await late.send(text="In time")
    slack.clock.forward(2 * 60)
    too_late = await late.send(text="Too late")

    assert statuses == [200] * 5 + [404]
    assert (in_time.status_code, too_late.status_code) == (200, 404)
    assert [kept.error for kept in slack.refused] == ["used_url", "expired_url"]
    assert len(ana.screen(general)) == 6


async def test_a_response_url_takes_only_what_a_message_takes(
    slack: FakeSlack, ana: Person, general: Channel
) -> None:
    url = webhook(slack, ana, general)

    bad = await url.send(text="x", blocks=[{"type": "header"}])
    empty = await url.send(text="")

    assert (bad.status_code, empty.status_code) == (400, 400)
    assert [kept.error for kept in slack.refused] == ["invalid_blocks", "no_text"]
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{slack.url}/actions/made/up", json={"text": "x"}) as answer,
    ):
        assert answer.status == 404


async def test_a_state_is_seen_until_the_next_message_or_for_two_minutes(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    asked = await ana.says("Leave?", in_=dm)

    async def shows(status: str) -> str:
        await sdk.assistant_threads_setStatus(
            channel_id=dm.id, thread_ts=asked.ts, status=status, loading_messages=["Reading"]
        )
        return slack.status(dm, asked.ts)

    assert await shows("is searching") == "is searching"
    assert {"is searching", "Reading"} <= ana.everything_told
    assert not await shows("")
    await shows("is searching")
    slack.clock.forward(121)
    assert not slack.status(dm, asked.ts)
    await shows("is searching")
    await sdk.chat_postMessage(channel=dm.id, text="x")
    assert slack.status(dm, asked.ts), "That was no answer to it."
    await sdk.chat_postMessage(channel=dm.id, thread_ts=asked.ts, text="23 days")
    assert not slack.status(dm, asked.ts)


async def test_a_state_is_of_a_thread_that_there_is(
    sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    asked = await ana.says("Leave?", in_=dm)
    state = {"channel_id": dm.id, "status": "is searching"}

    async def error(ts: str, loading: int = 1) -> str:
        args = state | {"thread_ts": ts, "loading_messages": ["x"] * loading}
        return await error_of(sdk.api_call("assistant.threads.setStatus", json=args))

    assert not await error(asked.ts, 10)
    assert await error(asked.ts, 11) == "invalid_arguments"
    assert await error("1700000000.000001") == "invalid_thread_ts"
    assert await error("1.0") == "invalid_thread_ts"


async def test_an_agent_that_names_a_thread_suggests_nothing(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    asked = await ana.says("Leave?", in_=dm)
    prompts = [{"title": "Parental leave", "message": "How much parental leave?"}]

    await sdk.assistant_threads_setSuggestedPrompts(
        channel_id=dm.id, thread_ts=asked.ts, prompts=prompts
    )
    assert dm.id not in slack.prompts
    await sdk.assistant_threads_setSuggestedPrompts(channel_id=dm.id, prompts=prompts)

    assert slack.prompts[dm.id] == prompts
    assert "Parental leave" in ana.everything_told
    many = sdk.assistant_threads_setSuggestedPrompts(channel_id=dm.id, prompts=prompts * 5)
    assert await error_of(many) == "invalid_arguments"
    slack.is_agent = False
    none = sdk.assistant_threads_setSuggestedPrompts(channel_id=dm.id, prompts=prompts)
    assert await error_of(none) == "not_agent_app"


async def test_a_thread_has_a_title(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    asked = await ana.says("Leave?", in_=dm)

    await sdk.assistant_threads_setTitle(channel_id=dm.id, thread_ts=asked.ts, title="Leave")

    assert slack.titles[dm.id, asked.ts] == "Leave"
    slack.scopes.remove("assistant:write")
    refused = sdk.assistant_threads_setTitle(channel_id=dm.id, thread_ts=asked.ts, title="Pay")
    assert await error_of(refused) == "missing_scope"
