"""Whole ways through a real app: asked, answered, pressed, escalated."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.respond.async_respond import AsyncRespond
from slack_bolt.context.say.async_say import AsyncSay
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.acting import Person
from tests.fakes.slack.bolt import bolt_app, connected
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.workspace import FakeSlack

MODAL = {
    "type": "modal",
    "callback_id": "ask_hr",
    "private_metadata": "exchange_1",
    "title": {"type": "plain_text", "text": "Ask HR"},
    "submit": {"type": "plain_text", "text": "Send"},
    "blocks": [
        {
            "type": "input",
            "block_id": "question",
            "label": {"type": "plain_text", "text": "Your question"},
            "element": {"type": "plain_text_input", "action_id": "text", "initial_value": "Hm?"},
        },
        {
            "type": "input",
            "block_id": "consent",
            "optional": True,
            "label": {"type": "plain_text", "text": "Share"},
            "element": {
                "type": "checkboxes",
                "action_id": "share",
                "options": [
                    {"text": {"type": "plain_text", "text": "the conversation"}, "value": "all"}
                ],
            },
        },
    ],
}
ANSWER: list[dict[str, Any]] = [
    {"type": "section", "text": {"type": "mrkdwn", "text": "*23 days* a year."}},
    {
        "type": "actions",
        "elements": [
            {
                "type": "button",
                "action_id": "escalate",
                "value": "exchange_1",
                "text": {"type": "plain_text", "text": "Ask HR"},
            }
        ],
    },
]


def policy_app(slack: FakeSlack) -> AsyncApp:
    app = bolt_app(slack)

    async def answer(event: dict[str, Any], say: AsyncSay) -> None:
        if "bot_id" not in event and "subtype" not in event:
            thread = event.get("thread_ts") or event["ts"]
            await say(text="23 days a year.", blocks=ANSWER, thread_ts=thread)

    app.event("message")(answer)
    app.event("app_mention")(answer)

    @app.action("escalate")
    async def escalate(ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    @app.view("ask_hr")
    async def sent(ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        values = body["view"]["state"]["values"]
        if len(values["question"]["text"]["value"]) < 5:
            await ack(response_action="errors", errors={"question": "Too short."})
            return
        await ack()
        shared = [option["value"] for option in values["consent"]["share"]["selected_options"]]
        text = f"HR has {values['question']['text']['value']!r}, {shared}"
        await client.chat_postMessage(channel=body["user"]["id"], text=text)

    answer_the_rest(app)
    return app


def answer_the_rest(app: AsyncApp) -> None:
    @app.command("/policy")
    async def command(ack: AsyncAck, command: dict[str, Any], respond: AsyncRespond) -> None:
        await ack(text=f"Looking for {command['text']}")
        await respond(text="23 days.", replace_original=True)

    @app.shortcut("ask_about_message")
    async def shortcut(ack: AsyncAck, body: dict[str, Any], respond: AsyncRespond) -> None:
        await ack()
        await respond(text=f"About: {body['message']['text']}")

    @app.event("app_home_opened")
    async def home(event: dict[str, Any], client: AsyncWebClient) -> None:
        blocks = [{"type": "header", "text": {"type": "plain_text", "text": "Ask me"}}]
        await client.views_publish(user_id=event["user"], view={"type": "home", "blocks": blocks})


@pytest.fixture(params=["http", "socket"])
async def app(slack: FakeSlack, request: pytest.FixtureRequest) -> AsyncIterator[AsyncApp]:
    app = policy_app(slack)
    async with connected(slack, app, request.param):
        yield app


@pytest.mark.usefixtures("app")
async def test_a_question_is_answered_under_itself(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    asked = await ana.says("How much leave?", in_=dm)

    shown = await ana.sees("23 days", in_=dm)

    assert shown.thread == asked.ts
    assert shown.sender is slack.bot
    [ack] = await slack.acked(asked)
    assert ack.seconds < 3, "what Slack waits for"
    assert [event.type for event in asked.events] == ["message"]
    assert not slack.refused


@pytest.mark.usefixtures("app")
async def test_a_mention_in_a_channel_is_answered_for_all_who_are_in_it(
    slack: FakeSlack, ana: Person, ben: Person, general: Channel
) -> None:
    carla = slack.user("carla@corp.example")

    await ana.says(f"<@{slack.bot.id}> how much leave?", in_=general)

    await ben.sees("23 days", in_=general)
    assert any("23 days" in text for text in ben.everything_told)
    assert not carla.screen(general)
    assert not carla.everything_seen


@pytest.mark.usefixtures("app")
async def test_a_button_opens_a_modal_that_is_filled_in_and_sent(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    await ana.says("How much leave?", in_=dm)
    shown = await ana.sees("23 days", in_=dm)
    pressed = await ana.presses("escalate", on=shown)
    await slack.until(lambda: ana.modal)
    modal = ana.modal
    assert modal is not None

    await ana.submits(modal, {"text": "Hm"})

    assert modal.errors == {"question": "Too short."}
    assert ana.modal is modal
    await ana.submits(modal, {"question": {"text": "And in May?"}, "share": ["all"]})
    assert not slack.views.top(ana)
    await ana.sees("HR has 'And in May?', ['all']", in_=dm)
    assert pressed.is_taken
    assert not slack.refused


@pytest.mark.usefixtures("app")
async def test_what_a_command_is_answered_is_seen_by_its_person_alone_until_a_reload(
    slack: FakeSlack, ana: Person, ben: Person, general: Channel
) -> None:
    await ana.commands("/policy leave & pay", in_=general)

    shown = await ana.sees("23 days.", in_=general)

    assert shown.is_ephemeral
    assert not ben.screen(general)
    assert "Looking for leave &amp; pay" in ana.everything_seen
    assert not ben.everything_seen
    ana.reloads()
    assert not ana.screen(general)


@pytest.mark.usefixtures("app")
async def test_a_shortcut_brings_the_message_that_it_was_used_on(
    slack: FakeSlack, ana: Person, ben: Person, general: Channel
) -> None:
    message = await ben.says("Who pays for trains?", in_=general)

    await ana.shortcut("ask_about_message", on=message)

    await ana.sees("About: Who pays for trains?", in_=general)


@pytest.mark.usefixtures("app")
async def test_a_home_is_what_was_published_last(slack: FakeSlack, ana: Person) -> None:
    await ana.opens_home()

    await slack.until(lambda: ana.home)

    assert ana.home is not None
    assert ana.home.says("Ask me")
    assert "Ask me" in ana.everything_told


async def test_an_app_that_is_not_there_is_complained_of(
    slack: FakeSlack, ana: Person, dm: Channel
) -> None:
    delivery = await ana.commands("/policy leave", in_=dm)

    assert delivery.status is None
    assert ana.complaints == ['/policy failed with the error "dispatch_failed"']
