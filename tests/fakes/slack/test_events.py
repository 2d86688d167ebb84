"""Which events the app gets of what happens, and what stands in them."""

import asyncio
from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.acting import Person
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.messages import Message
from tests.fakes.slack.workspace import FakeSlack


def sent(slack: FakeSlack) -> list[dict[str, Any]]:
    return [dispatch.event for dispatch in slack.deliverer.dispatches]


def types(message: Message) -> list[str]:
    return [dispatch.type for dispatch in message.events]


async def test_a_direct_message_is_an_event(slack: FakeSlack, ana: Person, dm: Channel) -> None:
    message = await ana.says("How much leave?", in_=dm)

    [dispatch] = message.events
    assert dispatch.event == {
        "type": "message",
        "channel_type": "im",
        "channel": dm.id,
        "user": ana.id,
        "team": slack.team.id,
        "text": "How much leave?",
        "ts": message.ts,
        "event_ts": message.ts,
        "client_msg_id": message.client_msg_id,
        "blocks": message.blocks,
    }
    outer = dispatch.payload
    assert outer["type"] == "event_callback"
    assert (outer["team_id"], outer["enterprise_id"]) == (slack.team.id, None)
    assert outer["is_ext_shared_channel"] is False
    assert outer["authorizations"] == [
        {
            "enterprise_id": None,
            "team_id": slack.team.id,
            "user_id": slack.bot.id,
            "is_bot": True,
            "is_enterprise_install": False,
        }
    ]


@pytest.mark.parametrize(
    ("subscriptions", "text", "events"),
    [
        ({"app_mention"}, "{bot} leave?", ["app_mention"]),
        ({"app_mention"}, "leave?", []),
        ({"message.channels"}, "{bot} leave?", ["message"]),
        ({"message.channels"}, "leave?", ["message"]),
        ({"app_mention", "message.channels"}, "{bot} leave?", ["app_mention", "message"]),
        ({"message.im", "message.groups"}, "{bot} leave?", []),
    ],
)
async def test_the_app_gets_what_it_asked_for(
    slack: FakeSlack,
    ana: Person,
    general: Channel,
    subscriptions: set[str],
    text: str,
    events: list[str],
) -> None:
    slack.subscriptions = subscriptions

    message = await ana.says(text.format(bot=slack.bot.mention), in_=general)

    assert types(message) == events
    ids = {dispatch.id for dispatch in message.events}
    assert len(ids) == len(events)


@pytest.mark.parametrize(
    ("scopes", "events"),
    [
        ({"app_mentions:read", "channels:history"}, ["app_mention", "message"]),
        ({"app_mentions:read"}, ["app_mention"]),
        ({"groups:history"}, []),
    ],
)
async def test_the_app_gets_what_it_may_have(
    slack: FakeSlack, ana: Person, general: Channel, scopes: set[str], events: list[str]
) -> None:
    slack.subscriptions = {"app_mention", "message.channels"}
    slack.scopes = scopes

    assert types(await ana.says(f"{slack.bot.mention} leave?", in_=general)) == events


async def test_the_app_hears_nothing_where_it_is_not(slack: FakeSlack, ana: Person) -> None:
    slack.subscriptions |= {"message.channels", "member_joined_channel"}
    elsewhere = slack.channel("elsewhere", members=[ana], bot_in=False)

    message = await ana.says(f"{slack.bot.mention} leave?", in_=elsewhere)
    assert not message.events

    await slack.joins(slack.bot, elsewhere)
    assert types(await ana.says(f"{slack.bot.mention} leave?", in_=elsewhere)) == [
        "app_mention",
        "message",
    ]
    assert sent(slack)[0]["type"] == "member_joined_channel"


async def test_a_mention_in_a_direct_message_is_a_message_alone(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    assert types(await ana.says(f"{slack.bot.mention} leave?", in_=dm)) == ["message"]


async def test_a_private_channel_has_events_of_its_own(slack: FakeSlack, ana: Person) -> None:
    slack.subscriptions = {"message.groups"}
    private = slack.channel("board", members=[ana], private=True)

    [dispatch] = (await ana.says("leave?", in_=private)).events

    assert dispatch.event["channel_type"] == "group"


async def test_what_is_typed_is_stored_escaped_but_for_mentions_and_links(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    message = await ana.says("R&D <b> <@U0000000001> <https://a.example/?a=1&b=2|a>", in_=dm)

    assert message.events[0].event["text"] == (
        "R&amp;D &lt;b&gt; <@U0000000001> <https://a.example/?a=1&b=2|a>"
    )


async def test_a_reply_names_its_thread_and_a_reply_to_a_reply_the_same(
    ana: Person, dm: Channel
) -> None:
    root = await ana.says("Leave?", in_=dm)
    reply = await ana.says("And in May?", in_=dm, thread=root)
    again = await ana.says("And in June?", in_=dm, thread=reply)

    for message in (reply, again):
        assert message.events[0].event["thread_ts"] == root.ts
        assert message.events[0].event["parent_user_id"] == ana.id
    assert "thread_ts" not in root.events[0].event


async def test_a_sender_from_another_company_has_two_teams(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person
) -> None:
    partner = slack.workspace("Partner")
    zoe = slack.user("zoe@partner.example", name="Zoe", team=partner)
    shared = slack.channel("project", members=[ana, zoe], is_ext_shared=True)

    hers = await zoe.says(f"{slack.bot.mention} leave?", in_=shared)
    ours = await ana.says(f"{slack.bot.mention} leave?", in_=shared)

    assert hers.events[0].payload["team_id"] == slack.team.id
    assert hers.events[0].payload["is_ext_shared_channel"] is True
    assert hers.events[0].event["team"] == partner.id
    assert hers.events[0].event["user_team"] == partner.id
    assert ours.events[0].event["team"] == slack.team.id
    assert "user_team" not in ours.events[0].event


async def test_on_a_grid_the_organisation_is_named(slack: FakeSlack, sdk: AsyncWebClient) -> None:
    [sibling] = slack.grid(siblings=["Corp North"])
    nora = slack.user("nora@corp.example", name="Nora", team=sibling)
    enterprise = slack.team.enterprise_id
    slack.is_org_wide = True

    message = await nora.says("Leave?", in_=slack.dm(nora))

    outer = message.events[0].payload
    assert outer["enterprise_id"] == outer["context_enterprise_id"] == enterprise
    assert outer["authorizations"][0]["is_enterprise_install"] is True
    assert message.events[0].event["team"] == sibling.id
    told = await sdk.auth_test()
    assert (told["enterprise_id"], told["is_enterprise_install"]) == (enterprise, True)
    user = (await sdk.users_info(user=nora.id))["user"]
    assert user["enterprise_user"]["enterprise_id"] == enterprise
    assert user["profile"]["email"] == "nora@corp.example"
    assert "is_stranger" not in user


async def test_an_edit_is_a_hidden_event_with_what_was_before(ana: Person, dm: Channel) -> None:
    message = await ana.says("How much leafe?", in_=dm)

    await ana.edits(message, "How much leave?")

    event = message.events[-1].event
    assert (event["subtype"], event["hidden"]) == ("message_changed", True)
    assert event["message"]["text"] == "How much leave?"
    assert event["message"]["edited"]["user"] == ana.id
    assert event["message"]["ts"] == message.ts != event["ts"]
    assert event["previous_message"]["text"] == "How much leafe?"
    assert {"How much leafe?", "How much leave?"} <= ana.everything_seen


async def test_an_edit_that_adds_a_mention_is_one(
    slack: FakeSlack, ana: Person, general: Channel
) -> None:
    message = await ana.says("How much leave?", in_=general)
    assert not message.events

    await ana.edits(message, f"{slack.bot.mention} how much leave?")
    await ana.edits(message, f"{slack.bot.mention} how much leave in May?")

    assert types(message) == ["app_mention"]
    assert message.events[0].event["edited"]["user"] == ana.id


async def test_an_unfolded_link_is_a_change_that_nobody_made(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    message = await ana.says("See https://example.com/", in_=dm)

    await slack.unfurls(message)

    event = message.events[-1].event
    assert event["subtype"] == "message_changed"
    assert "edited" not in event["message"]
    assert event["message"]["text"] == event["previous_message"]["text"]


async def test_a_deleted_message_is_gone_and_one_with_replies_leaves_a_tombstone(
    ana: Person, dm: Channel
) -> None:
    alone = await ana.says("Never mind", in_=dm)
    root = await ana.says("Leave?", in_=dm)
    await ana.says("Anybody?", in_=dm, thread=root)

    await ana.deletes(alone)
    await ana.deletes(root)

    gone, tomb = alone.events[-1].event, root.events[-1].event
    assert (gone["subtype"], gone["deleted_ts"]) == ("message_deleted", alone.ts)
    assert gone["previous_message"]["text"] == "Never mind"
    assert (tomb["subtype"], tomb["message"]["subtype"]) == ("message_changed", "tombstone")
    assert [shown.text for shown in ana.screen(dm)] == ["This message was deleted.", "Anybody?"]
    assert "Leave?" in ana.everything_seen


async def test_the_app_hears_itself(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    await sdk.chat_postMessage(channel=dm.id, text=f"{slack.bot.mention} 23 days")

    [event] = sent(slack)
    assert (event["user"], event["bot_id"]) == (slack.bot.id, slack.bot.bot_id)


async def test_another_bot_is_told_as_one(slack: FakeSlack, ana: Person) -> None:
    robot = slack.user(name="robot", is_bot=True)
    channel = slack.channel("robots", members=[ana, robot])

    message = await robot.says(f"{slack.bot.mention} leave?", in_=channel)

    assert message.events[0].event["bot_id"] == robot.bot_id
    assert robot.bot_id.startswith("B")


@pytest.mark.parametrize(("given", "subtype"), [({"files": ["a.pdf"]}, "file_share"), ({}, None)])
async def test_a_message_with_a_file_has_a_subtype(
    ana: Person, dm: Channel, given: dict[str, Any], subtype: str | None
) -> None:
    message = await ana.says("See this", in_=dm, **given)

    assert message.events[0].event.get("subtype") == subtype


async def test_somebody_who_changes_is_told_as_changed(slack: FakeSlack, ana: Person) -> None:
    await ana.becomes(deleted=True)

    [event] = sent(slack)
    assert event["type"] == "user_change"
    assert event["user"]["id"] == ana.id
    assert event["user"]["deleted"] is True
    assert "is_restricted" not in event["user"]
    slack.subscriptions.remove("user_change")
    await ana.becomes(deleted=False)
    assert len(sent(slack)) == 1


async def test_the_app_hears_that_it_is_opened_and_what_is_beside_it(
    slack: FakeSlack, ana: Person, dm: Channel, general: Channel
) -> None:
    await ana.opens_home("messages", looking_at=general)
    await ana.looks_at(general)

    opened, changed = sent(slack)
    assert (opened["type"], opened["tab"], opened["channel"]) == (
        "app_home_opened",
        "messages",
        dm.id,
    )
    entity = {"type": "slack#/types/channel_id", "value": general.id, "team_id": slack.team.id}
    assert opened["context"] == changed["context"] == {"entities": [entity]}


async def test_a_channel_that_becomes_shared_is_told_and_tells(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, general: Channel
) -> None:
    slack.subscriptions.add("channel_shared")
    before = (await sdk.conversations_info(channel=general.id))["channel"]

    await slack.shares(general)

    after = (await sdk.conversations_info(channel=general.id))["channel"]
    assert (before["is_ext_shared"], after["is_ext_shared"]) == (False, True)
    assert [event["type"] for event in sent(slack)] == ["channel_shared"]


async def test_quiet_comes_when_nothing_happens_any_more(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel
) -> None:
    async def chatter() -> None:
        for n in range(5):
            await asyncio.sleep(0.05)
            await sdk.chat_postMessage(channel=dm.id, text=str(n))

    talk = asyncio.create_task(chatter())
    await slack.quiet(0.3)

    assert len(ana.screen(dm)) == 5
    await talk


async def test_an_app_that_is_taken_out_hears_that_and_nothing_after(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    await slack.uninstalls()

    message = await ana.says("Leave?", in_=dm)

    assert [event["type"] for event in sent(slack)] == ["app_uninstalled"]
    assert not message.events
