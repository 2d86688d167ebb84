"""What happens when somebody presses, rates, sends, searches; and what the bot answers badly."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from aiohttp import web

from tests.fakes.teams.acting import Person
from tests.fakes.teams.bot import Bot, attached, card, running, with_card, words
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.messages import Message
from tests.fakes.teams.service import FakeTeams
from tests.fakes.teams.texts import Body
from tests.fakes.teams.using import Dialog

NOTE = {"type": "Input.Text", "id": "note", "isRequired": True, "errorMessage": "Say something"}
ASK = {"type": "Action.Execute", "title": "Ask HR", "verb": "ask", "data": {"case": "7"}}
SEND = {"type": "Action.Submit", "title": "Send", "data": {"case": "7"}}
OPEN = {"type": "Action.Submit", "title": "Open", "data": {"msteams": {"type": "task/fetch"}}}
CARD = with_card(words("Ask?"), NOTE, actions=[ASK, SEND, OPEN])
DONE = card(words("HR was asked."))
RATED = {"type": "message", "text": "23 days", "channelData": {"feedbackLoop": {"type": "default"}}}
FORM = card(words("Why?"), NOTE, actions=[{"type": "Action.Submit", "title": "Send"}])
DIALOG = {
    "task": {
        "type": "continue",
        "value": {"title": "Ask HR", "height": "small", "card": attached(FORM)},
    }
}
SENT = {"task": {"type": "message", "value": "Sent to HR."}}
FOUND = {
    "composeExtension": {
        "type": "result",
        "attachmentLayout": "list",
        "attachments": [
            {
                **attached(card(words("Leave policy"))),
                "preview": {"contentType": "application/vnd.microsoft.card.thumbnail"},
            }
        ],
    }
}


def replaced(value: object, kind: str = "card.adaptive", code: int = 200) -> Body:
    return {"statusCode": code, "type": f"application/vnd.microsoft.{kind}", "value": value}


def answers(teams: FakeTeams, *bodies: object) -> AbstractAsyncContextManager[Bot]:
    """Run a bot that answers its invokes so, in turn, the last from then on."""
    left = list(bodies)

    async def hears(bot: Bot, heard: Body) -> web.Response | None:
        if heard["type"] != "invoke":
            return None
        body = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(body, int):
            return web.Response(status=body)
        return web.json_response(body)

    return running(teams, hears)


@pytest.fixture
async def bot(teams: FakeTeams) -> AsyncIterator[Bot]:
    async with answers(teams, {}) as bot:
        yield bot


async def sent(bot: Bot, chat: Chat, activity: Body = CARD) -> Message:
    return chat.messages[(await bot.sends(chat, activity)).id]


def opened(person: Person) -> Dialog:
    """Give the dialog in front."""
    assert person.dialog is not None
    return person.dialog


async def test_a_card_is_replaced_for_whoever_pressed_it(
    teams: FakeTeams, ana: Person, ben: Person, group: Chat
) -> None:
    async with answers(teams, replaced(DONE)) as bot:
        on = await sent(bot, group)
        await ana.presses("Ask HR", on=on, values={"note": "Please call"})

    assert ana.screen(group)[0].says("HR was asked.")
    assert not ben.screen(group)[0].says("HR was asked.")
    assert "HR was asked." not in ben.everything_seen
    [heard] = bot.heard
    assert heard["name"] == "adaptiveCard/action"
    assert heard["replyToId"] == on.id
    assert heard["value"] == {
        "action": {
            "type": "Action.Execute",
            "title": "Ask HR",
            "verb": "ask",
            "data": {"case": "7", "note": "Please call"},
        },
        "trigger": "manual",
    }
    assert not teams.refused


async def test_an_update_takes_the_place_of_everybodys_card(
    teams: FakeTeams, ana: Person, ben: Person, group: Chat
) -> None:
    async with answers(teams, replaced(DONE)) as bot:
        on = await sent(bot, group)
        await ana.presses("Ask HR", on=on, values={"note": "x"})
        await bot.updates(group, on.id, with_card(words("Vera has it.")))

    assert ana.screen(group)[0].says("Vera has it.")
    assert ben.screen(group)[0].says("Vera has it.")


async def test_a_note_or_an_error_is_shown_to_whoever_pressed(
    teams: FakeTeams, ana: Person, ben: Person, group: Chat
) -> None:
    error = replaced({"code": "Gone", "message": "It was answered."}, "error", 400)
    async with answers(teams, replaced("Sent.", "activity.message"), error) as bot:
        on = await sent(bot, group)
        for _ in range(2):
            await ana.presses("Ask HR", on=on, values={"note": "x"})

    assert ana.notes == ["Sent.", "It was answered."]
    assert ana.complaints == ["adaptiveCard/action: It was answered."]
    assert "Sent." in ana.everything_told
    assert "Sent." not in ben.everything_seen


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        (500, "answered 500"),
        (404, "answered 404"),
        ([], "no object"),
        ({}, "statusCode must be a number"),
        (replaced(card(words("x", bold=True))), "TextBlock has no bold"),
        (replaced(DONE, code=400), "does not go with statusCode 400"),
        (replaced("", "activity.message"), "value must be a text"),
        (replaced({"code": "x"}, "error", 400), "a code and a message"),
        (replaced(DONE, "card.hero"), "unknown type"),
    ],
)
async def test_an_answer_that_is_wrong_is_told_to_whoever_pressed(
    teams: FakeTeams, ana: Person, dm: Chat, answer: object, wrong: str
) -> None:
    async with answers(teams, answer) as bot:
        await ana.presses("ask", on=await sent(bot, dm), values={"note": "x"})

    assert wrong in teams.refused[0].details
    assert teams.refused[0].method == "adaptiveCard/action"
    assert len(ana.complaints) == 1
    assert ana.screen(dm)[0].says("Ask?")


async def test_an_invoke_is_sent_once(teams: FakeTeams, ana: Person, dm: Chat) -> None:
    teams.deliverer.invoke_within = 0.3

    async def hears(bot: Bot, heard: Body) -> None:
        await asyncio.sleep(2)

    async with running(teams, hears) as bot:
        await ana.presses("ask", on=await sent(bot, dm), values={"note": "x"})

    assert len(bot.heard) == 1
    assert ana.complaints == ["adaptiveCard/action: nobody answered: timeout"]


async def test_a_submit_is_a_message_with_a_value_and_no_text(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    on = await sent(bot, dm)
    delivery = await ana.presses("Send", on=on, values={"note": "Hm"}, value="7")

    [heard] = bot.heard
    assert delivery.is_taken
    assert heard["type"] == "message"
    assert "text" not in heard
    assert heard["value"] == {"case": "7", "note": "Hm"}
    assert heard["replyToId"] == on.id
    assert heard["channelData"]["source"] == {"name": "message"}


async def test_a_submit_pressed_twice_comes_twice_each_time_anew(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    await ana.presses("Send", on=await sent(bot, dm), values={"note": "Hm"}, times=2)

    first, second = bot.heard
    assert first["value"] == second["value"]
    assert first["replyToId"] == second["replyToId"]
    assert first["id"] != second["id"]


async def test_a_client_holds_back_what_cannot_be_sent(bot: Bot, ana: Person, dm: Chat) -> None:
    on = await sent(bot, dm)
    with pytest.raises(AssertionError, match="note is required"):
        await ana.presses("Send", on=on)
    with pytest.raises(AssertionError, match="no field"):
        await ana.presses("Send", on=on, values={"nothing": "x"})
    with pytest.raises(AssertionError, match="no 'Delete'"):
        await ana.presses("Delete", on=on)
    assert not bot.heard


async def test_a_thumb_goes_down_for_a_reason(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    on = await sent(bot, dm, RATED)
    await ana.rates("dislike", on=on, text="Out of date")

    [heard] = bot.heard
    assert heard["name"] == "message/submitAction"
    assert heard["replyToId"] == on.id
    assert heard["value"] == {
        "actionName": "feedback",
        "actionValue": {"reaction": "dislike", "feedback": '{"feedbackText": "Out of date"}'},
    }
    assert not teams.refused
    assert not ana.complaints


async def test_a_thumb_is_answered_with_nothing(teams: FakeTeams, ana: Person, dm: Chat) -> None:
    async with answers(teams, {"status": "thanks"}) as bot:
        await ana.rates("like", on=await sent(bot, dm, RATED))

    assert teams.refused[0].details == "response isn't empty"
    assert len(ana.complaints) == 1


async def test_thumbs_are_there_where_the_message_has_them(bot: Bot, ana: Person, dm: Chat) -> None:
    with pytest.raises(AssertionError, match="no thumbs"):
        await ana.rates("like", on=await sent(bot, dm))


async def test_a_form_of_the_bots_own_takes_the_reason(
    teams: FakeTeams, ana: Person, dm: Chat
) -> None:
    custom = {**RATED, "channelData": {"feedbackLoop": {"type": "custom"}}}
    async with answers(teams, DIALOG, {}) as bot:
        await ana.rates("dislike", on=await sent(bot, dm, custom))
        assert opened(ana).says("Why?")
        await ana.submits(opened(ana), {"note": "Out of date"})

    assert [heard["name"] for heard in bot.heard] == ["message/fetchTask", "message/submitAction"]
    assert bot.heard[1]["value"]["actionValue"] == {
        "reaction": "dislike",
        "feedback": '{"note": "Out of date"}',
    }
    assert not teams.refused


async def test_a_dialog_is_opened_filled_in_and_sent(
    teams: FakeTeams, ana: Person, dm: Chat
) -> None:
    async with answers(teams, DIALOG, SENT) as bot:
        await ana.presses("Open", on=await sent(bot, dm), values={"note": "x"})
        shown = opened(ana)
        assert (shown.title, shown.says("Why?")) == ("Ask HR", True)
        await ana.submits(shown, {"note": "Please call"})

    assert [heard["name"] for heard in bot.heard] == ["task/fetch", "task/submit"]
    assert bot.heard[0]["value"]["context"] == {"theme": "default"}
    assert bot.heard[1]["value"]["data"] == {"note": "Please call"}
    assert ana.notes == ["Sent to HR."]
    assert ana.dialog is None
    assert "Why?" in ana.everything_told


async def test_a_dialog_can_be_closed_and_the_bot_hears_nothing(
    teams: FakeTeams, ana: Person, dm: Chat
) -> None:
    async with answers(teams, DIALOG) as bot:
        await ana.presses("Open", on=await sent(bot, dm), values={"note": "x"})
        await ana.closes(ana.dialog)
        with pytest.raises(AssertionError, match="no dialog open"):
            await ana.submits(ana.dialog)

    assert len(bot.heard) == 1


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ({}, "no task"),
        ({"task": {"type": "popup"}}, "unknown type of task"),
        ({"task": {"type": "message", "value": ""}}, "value must be a text"),
        ({"task": {"type": "continue", "value": {"title": "x"}}}, "an Adaptive Card"),
        (
            {"task": {"type": "continue", "value": {"height": "tall", "card": attached(FORM)}}},
            "height and width",
        ),
        ({"task": {"type": "continue", "value": {"url": "http://a.example"}}}, "https"),
    ],
)
async def test_a_dialog_that_is_wrong_does_not_open(
    teams: FakeTeams, ana: Person, dm: Chat, answer: object, wrong: str
) -> None:
    async with answers(teams, answer) as bot:
        await ana.presses("Open", on=await sent(bot, dm), values={"note": "x"})

    assert wrong in teams.refused[0].details
    assert ana.dialog is None


async def test_a_message_is_asked_about_where_the_bot_is_not(
    teams: FakeTeams, ana: Person, ben: Person
) -> None:
    elsewhere = teams.group("No bot here", members=[ana, ben], bot_in=False)
    said = await ben.says("Is it 23 days?", in_=elsewhere)
    async with answers(teams, DIALOG, SENT) as bot:
        await ana.shortcut("ask", on=said)
        await ana.submits(ana.dialog, {"note": "x"})
        refused = await bot.call("GET", f"v3/conversations/{elsewhere.id}/members")

    fetched, submitted = bot.heard
    assert fetched["name"] == "composeExtension/fetchTask"
    assert fetched["value"]["commandContext"] == "message"
    assert fetched["value"]["messagePayload"]["body"]["content"] == "<div>Is it 23 days?</div>"
    assert fetched["value"]["messagePayload"]["from"]["user"]["id"] == ben.object_id
    assert submitted["name"] == "composeExtension/submitAction"
    assert submitted["value"]["commandId"] == "ask"
    assert submitted["value"]["data"] == {"note": "x"}
    assert (refused.status, refused.error) == (403, "BotNotInConversationRoster")


async def test_it_is_searched_from_where_one_writes(
    teams: FakeTeams, ana: Person, dm: Chat
) -> None:
    bare: Any = {"composeExtension": {"type": "result", "attachments": []}}
    async with answers(teams, FOUND, bare) as bot:
        await ana.searches("leave", in_=dm)
        assert len(ana.results) == 1
        assert "Leave policy" in ana.everything_told
        await ana.searches("", in_=dm)

    assert bot.heard[0]["value"] == {
        "commandId": "search",
        "parameters": [{"name": "query", "value": "leave"}],
        "queryOptions": {"skip": 0, "count": 25},
    }
    assert bot.heard[1]["value"]["parameters"][0]["name"] == "initialRun"
    assert teams.refused[0].details == "attachmentLayout must be list or grid"


async def test_any_invoke_can_be_sent_with_what_it_lacks(
    teams: FakeTeams, bot: Bot, ana: Person, dm: Chat
) -> None:
    await ana.invokes("adaptiveCard/action", None, in_=dm, fields={"value": None, "from": None})
    await ana.invokes("signin/verifyState", {"state": "123456"}, in_=dm)

    assert not {"value", "from"} & bot.heard[0].keys()
    assert bot.heard[1]["value"] == {"state": "123456"}
    assert [refused.method for refused in teams.refused] == ["adaptiveCard/action"]


async def test_a_card_is_refreshed_for_those_it_names(
    teams: FakeTeams, ana: Person, ben: Person, group: Chat
) -> None:
    refreshed = with_card(words("For all"), refresh={"action": ASK, "userIds": [ana.id]})
    async with answers(teams, replaced(DONE)) as bot:
        on = await sent(bot, group, refreshed)
        await ana.refreshes(on=on)
        with pytest.raises(AssertionError, match="not refreshed for Ben"):
            await ben.refreshes(on=on)

    assert bot.heard[0]["value"]["trigger"] == "automatic"
    assert ana.screen(group)[0].says("HR was asked.")


async def test_a_suggestion_is_said(teams: FakeTeams, bot: Bot, ana: Person, dm: Chat) -> None:
    suggestion = {"type": "imBack", "title": "Leave", "value": "How much leave?"}
    on = await sent(
        bot, dm, {"type": "message", "text": "Hi", "suggestedActions": {"actions": [suggestion]}}
    )
    assert [action["title"] for action in ana.screen(dm)[0].suggested] == ["Leave"]
    await ana.presses("Leave", on=on)

    assert bot.heard[0]["text"] == "How much leave?"
    assert not ana.screen(dm)[0].suggested
