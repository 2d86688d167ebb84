"""When a modal opens, what stands in it, and how it goes on."""

from typing import Any

import pytest
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.acting import Person
from tests.fakes.slack.bolt import bolt_app, connected, error_of, over_http
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.interacting import trigger
from tests.fakes.slack.workspace import FakeSlack

View = dict[str, Any]


def plain(text: str) -> View:
    return {"type": "plain_text", "text": text}


def modal(*blocks: View, **fields: object) -> View:
    view: View = {"type": "modal", "title": plain("Ask HR"), "submit": plain("Send")}
    return view | {"callback_id": "ask", "blocks": list(blocks)} | fields


def asked(element: View, block_id: str = "b", **fields: object) -> View:
    block = {"type": "input", "block_id": block_id, "label": plain("?")}
    return block | {"element": element | {"action_id": "a"}} | fields


TEXT = {"type": "plain_text_input"}
OPTIONS = [{"text": plain(name), "value": name} for name in ("leave", "pay", "it")]
LEAVE, PAY, IT = OPTIONS


@pytest.fixture
def app(slack: FakeSlack) -> AsyncApp:
    return bolt_app(slack)


async def test_a_trigger_opens_one_modal_and_not_for_long(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person
) -> None:
    first, second = trigger(slack, ana), trigger(slack, ana)

    await sdk.views_open(trigger_id=first, view=modal(asked(TEXT)))

    assert ana.modal is not None
    assert ana.modal.title == "Ask HR"
    again = sdk.views_open(trigger_id=first, view=modal(asked(TEXT)))
    assert await error_of(again) == "exchanged_trigger_id"
    slack.clock.forward(3.1)
    late = sdk.views_open(trigger_id=second, view=modal(asked(TEXT)))
    assert await error_of(late) == "expired_trigger_id"
    made_up = sdk.views_open(trigger_id="1.2.x", view=modal(asked(TEXT)))
    assert await error_of(made_up) == "invalid_trigger_id"


@pytest.mark.parametrize(
    ("fits", "is_too_much"),
    [
        ({"title": plain("x" * 24)}, {"title": plain("x" * 25)}),
        ({"submit": plain("x" * 24)}, {"submit": plain("x" * 25)}),
        ({"close": plain("x" * 24)}, {"close": plain("x" * 25)}),
        ({"private_metadata": "x" * 3000}, {"private_metadata": "x" * 3001}),
        ({"callback_id": "x" * 255}, {"callback_id": "x" * 256}),
        ({"blocks": [{"type": "divider"}] * 100}, {"blocks": [{"type": "divider"}] * 101}),
        ({"blocks": [asked(TEXT)]}, {"blocks": [{"type": "markdown", "text": "x"}]}),
        ({"blocks": [asked(TEXT)]}, {"blocks": [asked(TEXT), asked(TEXT)]}),
        ({"type": "modal"}, {"type": "home"}),
        ({}, {"title": None}),
    ],
)
async def test_a_modal_has_its_limits(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, fits: View, is_too_much: View
) -> None:
    good, bad = modal(asked(TEXT), **fits), modal(asked(TEXT), **is_too_much)

    refused = await error_of(sdk.views_open(trigger_id=trigger(slack, ana), view=bad))

    assert refused == "invalid_arguments"
    assert ana.modal is None
    assert not await error_of(sdk.views_open(trigger_id=trigger(slack, ana), view=good))


async def test_a_modal_with_fields_can_be_sent(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person
) -> None:
    unsent = modal(asked(TEXT))
    del unsent["submit"]

    with pytest.raises(SlackApiError) as refused:
        await sdk.views_open(trigger_id=trigger(slack, ana), view=unsent)

    assert "submit" in refused.value.response["response_metadata"]["messages"][0]


async def test_modals_are_stacked_three_high(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, app: AsyncApp
) -> None:
    alone = sdk.views_push(trigger_id=trigger(slack, ana), view=modal())
    assert await error_of(alone) == "not_found"
    for title in ("One", "Two", "Three"):
        call = sdk.views_open if title == "One" else sdk.views_push
        await call(trigger_id=trigger(slack, ana), view=modal(title=plain(title)))

    high = sdk.views_push(trigger_id=trigger(slack, ana), view=modal())
    assert await error_of(high) == "push_limit_reached"

    titles = []
    while ana.modal is not None:
        titles.append(ana.modal.title)
        await ana.closes(ana.modal)
    assert titles == ["Three", "Two", "One"]


async def test_a_view_is_updated_while_it_is_open_and_unless_it_is_another_by_now(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person
) -> None:
    opened = await sdk.views_open(
        trigger_id=trigger(slack, ana), view=modal(external_id="mine", title=plain("Wait"))
    )
    view_id, before = opened["view"]["id"], opened["view"]["hash"]

    await sdk.views_update(view_id=view_id, hash=before, view=modal(title=plain("Ready")))

    assert ana.modal is not None
    assert ana.modal.title == "Ready"
    stale = sdk.views_update(view_id=view_id, hash=before, view=modal())
    assert await error_of(stale) == "hash_conflict"
    await ana.closes(ana.modal)
    closed = sdk.views_update(view_id=view_id, view=modal())
    assert await error_of(closed) == "not_found"
    assert {"Wait", "Ready"} <= ana.everything_told


async def test_a_home_is_published_for_one_person(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, ben: Person
) -> None:
    home = {"type": "home", "blocks": [{"type": "header", "text": plain("Your answers")}]}

    first = await sdk.views_publish(user_id=ana.id, view=home)
    await sdk.views_publish(user_id=ana.id, view=home, hash=first["view"]["hash"])

    assert ana.home is not None
    assert ana.home.says("Your answers")
    assert ben.home is None
    stale = sdk.views_publish(user_id=ana.id, view=home, hash=first["view"]["hash"])
    assert await error_of(stale) == "hash_conflict"
    nobody = sdk.views_publish(user_id="U404", view=home)
    assert await error_of(nobody) == "user_not_found"
    no_home = sdk.views_publish(user_id=ana.id, view=modal())
    assert await error_of(no_home) == "invalid_arguments"


@pytest.mark.parametrize(
    ("element", "value", "state"),
    [
        (TEXT, "Hm?", {"value": "Hm?"}),
        (TEXT | {"initial_value": "Before"}, None, {"value": "Before"}),
        (
            {"type": "checkboxes", "options": OPTIONS},
            ["pay", "it"],
            {"selected_options": [PAY, IT]},
        ),
        ({"type": "radio_buttons", "options": OPTIONS}, "pay", {"selected_option": PAY}),
        ({"type": "static_select", "options": OPTIONS}, "leave", {"selected_option": LEAVE}),
        (
            {"type": "static_select", "options": OPTIONS, "initial_option": IT},
            None,
            {"selected_option": IT},
        ),
        ({"type": "users_select"}, "U1", {"selected_user": "U1"}),
        ({"type": "multi_users_select"}, ["U1", "U2"], {"selected_users": ["U1", "U2"]}),
        ({"type": "datepicker"}, "2026-12-01", {"selected_date": "2026-12-01"}),
        ({"type": "number_input", "is_decimal_allowed": False}, "3", {"value": "3"}),
    ],
)
async def test_each_field_is_told_as_its_type_is(
    slack: FakeSlack, app: AsyncApp, ana: Person, element: View, value: object, state: View
) -> None:
    sent: list[View] = []

    @app.view("ask")
    async def taken(ack: AsyncAck, body: View) -> None:
        sent.append(body)
        await ack()

    async with over_http(slack, app):
        await app.client.views_open(
            trigger_id=trigger(slack, ana), view=modal(asked(element), private_metadata="x_1")
        )
        await ana.submits(ana.modal, {} if value is None else {"a": value})

    view = sent[0]["view"]
    assert view["state"]["values"] == {"b": {"a": {"type": element["type"], **state}}}
    assert view["private_metadata"] == "x_1"
    assert sent[0]["user"]["id"] == ana.id
    assert ana.modal is None


async def test_the_client_holds_back_what_is_not_filled_in(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person
) -> None:
    view = modal(asked(TEXT | {"min_length": 3}), asked(TEXT, "c", optional=True))
    await sdk.views_open(trigger_id=trigger(slack, ana), view=view)

    for values in ({}, {"b": {"a": "Hm"}}, {"none": "Hm"}):
        with pytest.raises(AssertionError):
            await ana.submits(ana.modal, values)

    assert not slack.deliveries
    delivery = await ana.submits(ana.modal, {"b": {"a": "Hm?"}})
    assert not delivery.is_taken
    assert ana.modal is not None
    assert "trouble" in ana.modal.trouble


@pytest.mark.parametrize(
    ("action", "titles"),
    [
        ({}, ["Under"]),
        ({"response_action": "clear"}, []),
        ({"response_action": "update", "view": modal(title=plain("New"))}, ["New", "Under"]),
        ({"response_action": "push", "view": modal(title=plain("Over"))}, ["Over", "Top", "Under"]),
        ({"response_action": "errors", "errors": {"b": "No."}}, ["Top", "Under"]),
    ],
)
@pytest.mark.parametrize("way", ["http", "socket"])
async def test_what_the_app_answers_decides_which_modals_are_left(
    slack: FakeSlack, ana: Person, way: str, action: View, titles: list[str]
) -> None:
    app = bolt_app(slack)

    @app.view("ask")
    async def taken(ack: AsyncAck) -> None:
        await ack(**action)

    async with connected(slack, app, way):
        await app.client.views_open(
            trigger_id=trigger(slack, ana), view=modal(title=plain("Under"))
        )
        await app.client.views_push(
            trigger_id=trigger(slack, ana), view=modal(asked(TEXT), title=plain("Top"))
        )
        await ana.submits(ana.modal, {"a": "Hm?"})

    left = [view.title for view in reversed(slack.views.stacks.get(ana.id, []))]
    assert left == titles
    assert (ana.modal.errors if ana.modal else {}) == action.get("errors", {})
    assert not slack.refused


async def test_errors_of_fields_that_are_not_there_are_refused(
    slack: FakeSlack, app: AsyncApp, ana: Person
) -> None:
    @app.view("ask")
    async def taken(ack: AsyncAck) -> None:
        await ack(response_action="errors", errors={"elsewhere": "No."})

    async with over_http(slack, app):
        await app.client.views_open(trigger_id=trigger(slack, ana), view=modal(asked(TEXT)))
        await ana.submits(ana.modal, {"a": "Hm?"})

    assert ana.modal is not None
    assert ana.modal.trouble
    assert [kept.method for kept in slack.refused] == ["view_submission"]


async def test_the_app_hears_of_a_modal_that_is_closed_only_if_it_asked_to(
    slack: FakeSlack, app: AsyncApp, ana: Person
) -> None:
    closed: list[View] = []

    @app.view_closed("ask")
    async def taken(ack: AsyncAck, body: View) -> None:
        closed.append(body)
        await ack()

    async with over_http(slack, app):
        for hears in (False, True):
            view = modal(notify_on_close=hears)
            await app.client.views_open(trigger_id=trigger(slack, ana), view=view)
            await ana.closes(ana.modal)

    assert [body["is_cleared"] for body in closed] == [False]


async def test_only_what_is_on_the_screen_can_be_pressed(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, ben: Person, dm: Channel
) -> None:
    block = {
        "type": "actions",
        "elements": [{"type": "button", "action_id": "go", "value": "1", "text": plain("Go")}],
    }
    sent = await sdk.chat_postMessage(channel=dm.id, text="x", blocks=[block])
    shown = ana.screen(dm)[0]
    assert [button["value"] for button in ana.buttons(shown)] == ["1"]

    for who, name, value in ((ana, "other", None), (ana, "go", "2"), (ben, "go", "1")):
        with pytest.raises(AssertionError):
            await who.presses(name, on=shown, value=value)
    await sdk.chat_update(channel=dm.id, ts=sent["ts"], text="x", blocks=[])
    with pytest.raises(AssertionError):
        await ana.presses("go", on=shown)
    assert {delivery.kind for delivery in slack.deliveries} == {"events_api"}


@pytest.mark.parametrize(("side", "value"), [("positive", "a:good"), ("a:bad", "a:bad")])
async def test_feedback_comes_as_the_value_of_the_side_that_was_pressed(
    slack: FakeSlack, app: AsyncApp, ana: Person, dm: Channel, side: str, value: str
) -> None:
    pressed: list[View] = []

    @app.action("rate")
    async def taken(ack: AsyncAck, body: View) -> None:
        pressed.append(body)
        await ack()

    buttons = {
        "type": "feedback_buttons",
        "action_id": "rate",
        "positive_button": {"text": plain("Good"), "value": "a:good"},
        "negative_button": {"text": plain("Bad"), "value": "a:bad"},
    }
    block = {"type": "context_actions", "elements": [buttons]}
    async with over_http(slack, app):
        await app.client.chat_postMessage(channel=dm.id, text="x", blocks=[block])
        shown = ana.screen(dm)[0]
        await ana.presses("rate", on=shown, value=side)

    body = pressed[0]
    assert body["actions"][0]["value"] == value
    assert body["actions"][0]["type"] == "feedback_buttons"
    assert body["container"]["message_ts"] == body["message"]["ts"] == shown.ts
    assert body["user"]["id"] == ana.id
