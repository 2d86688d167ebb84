"""What is said, where it is seen, and what the bot hears of it."""

from aiohttp import web

from tests.fakes.teams.acting import Person
from tests.fakes.teams.bot import Bot, running, with_card, words
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.service import FakeTeams
from tests.fakes.teams.texts import Body


async def test_a_person_asks_in_private_and_is_answered(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    await teams.acked(await ana.says("How much leave?", in_=dm))

    shown = await ana.sees("echo: How much leave?", in_=dm)

    assert shown.sender is teams.bot
    assert not teams.refused
    heard = bot.heard[0]
    assert heard["channelId"] == "msteams"
    assert heard["serviceUrl"] == teams.service_url()
    assert heard["from"] == {"id": ana.id, "name": "Ana Ruiz", "aadObjectId": ana.object_id}
    assert heard["recipient"] == {"id": f"28:{teams.app_id}", "name": "Policy Bot"}
    assert heard["conversation"] == {
        "conversationType": "personal",
        "tenantId": teams.tenant.id,
        "id": dm.id,
    }
    assert heard["channelData"] == {"tenant": {"id": teams.tenant.id}}
    assert heard["entities"][0]["country"] == "ES"
    assert heard["attachments"][0]["content"] == "<p>How much leave?</p>"
    assert heard["timestamp"].endswith("Z")


async def test_among_others_the_bot_hears_only_what_calls_it(
    teams: FakeTeams, bot: Bot, ana: Person, ben: Person, group: Chat
) -> None:
    unheard = await ana.says("Lunch?", in_=group)
    await teams.acked(await ana.says("<at>Policy Bot</at> and <at>Ben</at> leave?", in_=group))

    await ben.sees("echo:", in_=group)

    assert not unheard.events
    [heard] = bot.heard
    assert heard["text"] == "<at>Policy Bot</at>&nbsp;and <at>Ben</at>&nbsp;leave?\n"
    assert [entity.get("text") for entity in heard["entities"]] == [
        "<at>Policy Bot</at>",
        "<at>Ben</at>",
        None,
    ]
    assert heard["entities"][0]["mentioned"]["id"] == teams.bot.id
    assert heard["conversation"]["conversationType"] == "groupChat"
    assert heard["conversation"]["isGroup"] is True


async def test_a_reply_in_a_channel_stands_in_the_thread_of_its_post(
    teams: FakeTeams, bot: Bot, ana: Person, ben: Person, channel: Chat
) -> None:
    post = await ana.says("<at>Policy Bot</at> leave?", in_=channel)
    answer = await ben.sees("echo:", in_=channel)
    await ben.says("<at>Policy Bot</at> and Fridays?", in_=channel, thread=answer)
    await ben.sees("Fridays?\n", in_=channel)

    assert [shown.thread for shown in ben.screen(channel)] == ["", post.id, post.id, post.id]
    assert len(ben.screen(channel, thread=post)) == 4
    first, second = bot.heard
    assert first["conversation"]["id"] == f"{channel.id};messageid={post.id}"
    assert second["conversation"]["id"] == first["conversation"]["id"]
    assert channel.team is not None
    assert first["channelData"]["team"] == {"id": channel.team.id}
    assert first["channelData"]["teamsChannelId"] == channel.id


async def test_without_the_post_an_activity_is_a_post_of_its_own(
    bot: Bot, ana: Person, channel: Chat
) -> None:
    sent = await bot.sends(channel, "News")
    replied = await bot.call(
        "POST",
        f"v3/conversations/{channel.id}/activities/{sent.id}",
        {"type": "message", "text": "More"},
    )

    assert (sent.status, replied.status) == (201, 201)
    assert [shown.thread for shown in ana.screen(channel)] == ["", sent.id]


async def test_what_is_edited_or_deleted_is_told_as_that(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    message = await ana.says("Leave?", in_=dm)
    await teams.acked(message)
    await ana.edits(message, "Parental leave?")
    await ana.deletes(message)
    await ana.undeletes(message)
    await teams.acked(message)

    kinds = [(heard["type"], heard["channelData"].get("eventType")) for heard in bot.heard]
    assert kinds == [
        ("message", None),
        ("messageUpdate", "editMessage"),
        ("messageDelete", "softDeleteMessage"),
        ("messageUpdate", "undeleteMessage"),
    ]
    assert bot.heard[1]["text"] == "Parental leave?"
    assert "text" not in bot.heard[2]
    assert {heard["id"] for heard in bot.heard} == {message.id}


async def test_a_reaction_to_what_the_bot_said_is_told(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    sent = await bot.sends(dm, "23 days")
    shown = await ana.sees("23 days", in_=dm)
    reaction = await ana.reacts("heart", on=shown)
    assert reaction is not None
    await teams.acked(reaction)

    assert bot.heard[0]["type"] == "messageReaction"
    assert bot.heard[0]["replyToId"] == sent.id
    assert ana.screen(dm)[0].reactions == ("heart",)


async def test_the_bot_changes_and_takes_back_what_it_said_and_nothing_else(
    bot: Bot, ana: Person, dm: Chat
) -> None:
    own = await ana.says("Leave?", in_=dm)
    sent = await bot.sends(dm, "Looking …")
    changed = await bot.updates(dm, sent.id, "23 days")
    foreign = await bot.updates(dm, own.id, "No")
    gone = await bot.updates(dm, "1", "No")

    assert [changed.status, foreign.status, gone.status] == [200, 403, 404]
    assert gone.error == "ActivityNotFoundInConversation"
    [shown] = [shown for shown in ana.screen(dm) if shown.id == sent.id]
    assert (shown.text, shown.is_edited) == ("23 days", True)

    deleted = await bot.call("DELETE", f"v3/conversations/{dm.id}/activities/{sent.id}")

    assert deleted.status == 200
    assert sent.id not in {shown.id for shown in ana.screen(dm)}


async def test_it_is_on_record_who_could_ever_see_what_and_from_whom(
    teams: FakeTeams, bot: Bot, ana: Person, ben: Person, group: Chat, dm: Chat
) -> None:
    zoe = teams.user("zoe@corp.example", name="Zoe")
    sent = await bot.sends(group, with_card(words("Band 4 earns 41,000")))
    await bot.updates(group, sent.id, "It was shown for a moment")
    await bot.sends(dm, "For Ana alone")
    await ana.says("Thanks", in_=group)

    assert "Band 4 earns 41,000" in ben.everything_seen
    assert {"Thanks", "Band 4 earns 41,000"} <= ben.everything_seen
    assert "Thanks" not in ben.everything_told
    assert "For Ana alone" not in ben.everything_seen
    assert not zoe.everything_seen

    await teams.joins(zoe, group)

    assert zoe.everything_seen == {"It was shown for a moment", "Thanks"}
    last = teams.record.exposures[-1]
    assert (last.how, last.chat, set(last.readers)) == ("history", group, {zoe.id})
    assert (zoe.id, "It was shown for a moment") in teams.seen


async def test_a_bot_that_is_expected_to_reply_in_the_body_does_so(
    teams: FakeTeams, ana: Person, dm: Chat
) -> None:
    async def hears(bot: Bot, heard: Body) -> web.Response:
        assert heard["deliveryMode"] == "expectReplies"
        replies = [{"type": "message", "text": "23 days"}, {"type": "message", "text": ""}]
        return web.json_response({"activities": replies[: 1 + ("twice" in heard["text"])]})

    async with running(teams, hears):
        await ana.says("Leave?", in_=dm, expects_replies=True)
        await ana.sees("23 days", in_=dm)
        assert not teams.refused
        await ana.says("Leave, twice?", in_=dm, expects_replies=True)
        await teams.until(lambda: teams.refused)

    assert teams.refused[0].details == "The message has neither text nor attachments."


async def test_a_command_is_said_by_name_where_others_are(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat, group: Chat
) -> None:
    await teams.acked(await ana.commands("help", in_=dm))
    await teams.acked(await ana.commands("help", in_=group))

    assert [heard["text"] for heard in bot.heard] == [
        "help",
        "<at>Policy Bot</at>&nbsp;help\n",
    ]


async def test_typing_is_seen_until_something_is_said(bot: Bot, ana: Person, dm: Chat) -> None:
    typed = await bot.sends(dm, {"type": "typing"})
    since = dm.typing_since

    await bot.sends(dm, "23 days")

    assert (typed.status, bool(since), dm.typing_since) == (202, True, None)
    assert len(ana.screen(dm)) == 1


async def test_text_with_a_card_is_two_messages_of_which_no_id_is_told(
    bot: Bot, ana: Person, dm: Chat
) -> None:
    sent = await bot.sends(dm, {**with_card(words("Sources")), "text": "Yes."})

    assert (sent.status, sent.id) == (201, "")
    assert [(shown.text, len(shown.cards)) for shown in ana.screen(dm)] == [("Yes.", 0), ("", 1)]


async def test_a_message_cannot_become_text_with_a_card(bot: Bot, ana: Person, dm: Chat) -> None:
    sent = await bot.sends(dm, "…")

    refused = await bot.updates(dm, sent.id, {**with_card(words("Sources")), "text": "Yes."})

    assert (refused.status, refused.error) == (400, "BadSyntax")
    assert [shown.text for shown in ana.screen(dm)] == ["…"]
