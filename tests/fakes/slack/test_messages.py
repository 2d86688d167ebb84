"""Where messages can be posted, changed and taken back, and who sees them."""

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.acting import Person
from tests.fakes.slack.bolt import error_of
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.workspace import FakeSlack

BUTTONS = [
    {
        "type": "actions",
        "elements": [
            {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}
        ],
    }
]


@pytest.mark.parametrize(
    ("flags", "error"),
    [
        ({}, ""),
        ({"bot_in": False}, "not_in_channel"),
        ({"bot_in": False, "private": True}, "channel_not_found"),
        ({"archived": True}, "is_archived"),
    ],
)
async def test_a_message_is_posted_only_where_the_app_is(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, flags: dict[str, bool], error: str
) -> None:
    channel = slack.channel("leave", members=[ana], **flags)

    assert await error_of(sdk.chat_postMessage(channel=channel.id, text="Hi")) == error
    assert [shown.text for shown in ana.screen(channel)] == ([] if error else ["Hi"])


async def test_a_message_can_be_posted_by_name_or_to_a_person(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel, general: Channel
) -> None:
    robot = slack.user(name="robot", is_bot=True)

    await sdk.chat_postMessage(channel="#general", text="To all")
    await sdk.chat_postMessage(channel=ana.id, text="To Ana")

    assert ana.screen(general)[0].text == "To all"
    assert ana.screen(dm)[0].text == "To Ana"
    assert await error_of(sdk.chat_postMessage(channel=robot.id, text="Hi")) == "cannot_dm_bot"
    assert await error_of(sdk.chat_postMessage(channel="C404", text="Hi")) == "channel_not_found"


async def test_nothing_to_say_and_too_much_are_refused(
    sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    empty = sdk.api_call("chat.postMessage", json={"channel": dm.id, "text": ""})
    assert await error_of(empty) == "no_text"
    assert not await error_of(sdk.chat_postMessage(channel=dm.id, text="x" * 40_000))
    assert await error_of(sdk.chat_postMessage(channel=dm.id, text="x" * 40_001)) == "msg_too_long"
    ts = ana.screen(dm)[0].ts
    assert await error_of(sdk.chat_update(channel=dm.id, ts=ts, text="x" * 4001)) == "msg_too_long"
    assert not await error_of(sdk.chat_update(channel=dm.id, ts=ts, text="x" * 4000))
    both = sdk.api_call(
        "chat.postMessage", json={"channel": dm.id, "text": "x", "markdown_text": "y"}
    )
    assert await error_of(both) == "markdown_text_conflict"
    assert not await error_of(sdk.chat_postMessage(channel=dm.id, markdown_text="**y**"))


@pytest.mark.parametrize(
    ("thread", "error"),
    [
        ("", "invalid_thread_ts"),
        ("1.0", "invalid_thread_ts"),
        ("1700000000.000001", "thread_not_found"),
        ("reply", "cannot_reply_to_message"),
        ("root", ""),
    ],
)
async def test_a_thread_is_named_by_its_first_message(
    sdk: AsyncWebClient, ana: Person, dm: Channel, thread: str, error: str
) -> None:
    root = await ana.says("How much leave?", in_=dm)
    reply = await ana.says("Anybody?", in_=dm, thread=root)
    ts = {"root": root.ts, "reply": reply.ts}.get(thread, thread)

    call = sdk.api_call("chat.postMessage", json={"channel": dm.id, "text": "x", "thread_ts": ts})

    assert await error_of(call) == error
    assert len(ana.screen(dm, root)) == (2 if error else 3)


async def test_a_message_is_changed_by_the_app_that_wrote_it(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    hers = await ana.says("How much leave?", in_=dm)
    own = await sdk.chat_postMessage(channel=dm.id, text="22 days", blocks=BUTTONS)

    await sdk.chat_update(channel=dm.id, ts=own["ts"], text="23 days")

    shown = ana.screen(dm)[1]
    assert (shown.text, shown.is_edited) == ("23 days", True)
    assert shown.blocks, "What is not given stays."
    await sdk.chat_update(channel=dm.id, ts=own["ts"], text="23 days", blocks=[])
    assert not ana.screen(dm)[1].blocks
    assert {"22 days", "23 days", "Go"} <= ana.everything_told
    change = sdk.chat_update(channel=dm.id, ts=hers.ts, text="x")
    assert await error_of(change) == "cant_update_message"
    missing = sdk.chat_update(channel=dm.id, ts="1700000000.000001", text="x")
    assert await error_of(missing) == "message_not_found"


async def test_a_message_is_deleted_by_the_app_that_wrote_it(
    sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    hers = await ana.says("How much leave?", in_=dm)
    own = await sdk.chat_postMessage(channel=dm.id, text="22 days")

    await sdk.chat_delete(channel=dm.id, ts=own["ts"])

    assert [shown.text for shown in ana.screen(dm)] == ["How much leave?"]
    assert "22 days" in ana.everything_told
    assert await error_of(sdk.chat_delete(channel=dm.id, ts=hers.ts)) == "cant_delete_message"
    assert await error_of(sdk.chat_delete(channel=dm.id, ts=own["ts"])) == "message_not_found"


async def test_an_ephemeral_message_is_for_one_who_is_there_and_cannot_be_changed(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, ben: Person, general: Channel
) -> None:
    carla = slack.user("carla@corp.example")

    sent = await sdk.chat_postEphemeral(channel=general.id, user=ana.id, text="Ask me alone")

    assert [shown.text for shown in ana.screen(general)] == ["Ask me alone"]
    assert not ben.screen(general)
    assert not ben.everything_seen
    ts = sent["message_ts"]
    change = sdk.chat_update(channel=general.id, ts=ts, text="x")
    assert await error_of(change) == "message_not_found"
    outside = sdk.chat_postEphemeral(channel=general.id, user=carla.id, text="x")
    assert await error_of(outside) == "user_not_in_channel"


async def test_an_ephemeral_message_in_a_thread_is_drawn_only_once_there_are_replies(
    sdk: AsyncWebClient, ana: Person, ben: Person, general: Channel
) -> None:
    root = await ana.says("How much leave?", in_=general)

    async def whisper(text: str) -> None:
        await sdk.chat_postEphemeral(channel=general.id, user=ana.id, thread_ts=root.ts, text=text)

    await whisper("Too early")
    await ben.says("No idea", in_=general, thread=root)
    await whisper("In time")

    assert [shown.text for shown in ana.screen(general) if shown.is_ephemeral] == ["In time"]


async def test_metadata_are_kept_and_given_only_to_those_who_ask(
    sdk: AsyncWebClient, dm: Channel
) -> None:
    metadata = {"event_type": "answer", "event_payload": {"id": "a_1"}}
    sent = await sdk.chat_postMessage(channel=dm.id, text="23 days", metadata=metadata)
    ts = sent["ts"]

    plain = await sdk.conversations_replies(channel=dm.id, ts=ts)
    whole = await sdk.conversations_replies(channel=dm.id, ts=ts, include_all_metadata=True)

    assert "metadata" not in plain["messages"][0]
    assert whole["messages"][0]["metadata"] == metadata
    await sdk.chat_update(channel=dm.id, ts=ts, text="24 days")
    whole = await sdk.conversations_history(channel=dm.id, include_all_metadata=True)
    assert whole["messages"][0]["metadata"] == metadata


async def test_a_message_has_an_address(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, general: Channel
) -> None:
    root = await ana.says("Hi", in_=general)
    reply = await ana.says("Ho", in_=general, thread=root)

    first = await sdk.chat_getPermalink(channel=general.id, message_ts=root.ts)
    second = await sdk.chat_getPermalink(channel=general.id, message_ts=reply.ts)

    assert first["permalink"].endswith(f"{general.id}/p{root.ts.replace('.', '')}")
    assert f"thread_ts={root.ts}" in second["permalink"]
    lost = sdk.chat_getPermalink(channel=general.id, message_ts="1700000000.000001")
    assert await error_of(lost) == "message_not_found"


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("<!channel> 23 days", {"!channel"}),
        ("Ask <@U0000000009> or <!subteam^S1>", {"@U0000000009", "!subteam^S1"}),
        ("&lt;!channel&gt; @here 23 days", set()),
    ],
)
async def test_whom_a_message_calls_is_noted(
    slack: FakeSlack, sdk: AsyncWebClient, general: Channel, text: str, called: set[str]
) -> None:
    block = {"type": "section", "text": {"type": "mrkdwn", "text": text}}
    plain = {"type": "section", "text": {"type": "plain_text", "text": text}}

    await sdk.chat_postMessage(channel=general.id, text="23 days", blocks=[plain])
    assert not slack.pings
    await sdk.chat_postMessage(channel=general.id, text="23 days", blocks=[block])
    await sdk.chat_postMessage(channel=general.id, text=text)

    assert {whom for _, whom in slack.pings} == called
    assert len(slack.pings) == 2 * len(called)


async def test_a_bare_name_calls_only_where_names_are_linked(
    slack: FakeSlack, sdk: AsyncWebClient, general: Channel
) -> None:
    await sdk.chat_postMessage(channel=general.id, text="@here 23 days")
    assert not slack.pings

    await sdk.chat_postMessage(channel=general.id, text="@here 23 days", link_names=True)

    assert slack.pings == [(general.id, "!here")]


async def test_a_reaction_is_seen_and_given_once(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    asked = await ana.says("How much leave?", in_=dm)
    react = {"channel": dm.id, "timestamp": asked.ts}
    assert await error_of(sdk.reactions_add(**react, name="eyes")) == "missing_scope"
    slack.scopes.add("reactions:write")

    await sdk.reactions_add(**react, name="eyes")

    assert ana.screen(dm)[0].reactions == ("eyes",)
    assert await error_of(sdk.reactions_add(**react, name="eyes")) == "already_reacted"
    assert await error_of(sdk.reactions_add(**react, name="No Such")) == "invalid_name"
    gone = sdk.reactions_add(channel=dm.id, timestamp="1700000000.000001", name="eyes")
    assert await error_of(gone) == "message_not_found"


async def test_a_file_is_seen_where_it_is_shared(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, ben: Person, dm: Channel
) -> None:
    slack.scopes.add("files:write")

    await sdk.files_upload_v2(channel=dm.id, content="Pay bands: 1 to 9", filename="bands.txt")

    shown = ana.screen(dm)[0]
    assert shown.files[0]["name"] == "bands.txt"
    assert "Pay bands: 1 to 9" in ana.everything_told
    assert not ben.everything_seen
    asked = await sdk.files_getUploadURLExternal(filename="x.txt", length=3)
    unsent = sdk.files_completeUploadExternal(files=[{"id": asked["file_id"]}], channel_id=dm.id)
    assert await error_of(unsent) == "file_not_found"
