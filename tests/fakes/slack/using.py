"""What does Slack's client do when a person presses, sends, closes or commands something?"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tests.fakes.slack import interacting
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.delivering import COMMANDS, INTERACTIVE, Delivery
from tests.fakes.slack.filling import chosen, fields, hindrance, is_field, state_of, told
from tests.fakes.slack.messages import Ephemeral, Message
from tests.fakes.slack.refusing import SlackError
from tests.fakes.slack.screens import elements
from tests.fakes.slack.texts import Body, typed
from tests.fakes.slack.views import View

if TYPE_CHECKING:
    from tests.fakes.slack.acting import Person
    from tests.fakes.slack.workspace import FakeSlack

_SIDES = ("positive_button", "negative_button")


async def press(
    person: "Person",
    button: str,
    place: Message | Ephemeral | View,
    *,
    value: str | None,
    chooses: object,
) -> Delivery:
    """Press what has that `action_id` there, or choose from it."""
    slack = person.slack
    element = _element(person, place.blocks, button, value)
    payload = interacting.whose(slack, person) | {
        "type": "block_actions",
        "actions": [_action(slack, element, value, chooses)],
        "trigger_id": interacting.trigger(slack, person),
    }
    filled = {button: chosen(element, chooses)} if is_field(element) else {}
    if isinstance(place, View):
        place.filled.setdefault(element["block_id"], {}).update(filled)
        payload |= {
            "container": {"type": "view", "view_id": place.id},
            "view": place.json(slack.app_id, slack.bot),
        }
    else:
        values = state_of(place.blocks, {element["block_id"]: filled})
        payload |= _of_message(person, place) | {"state": {"values": values}}
    return await interacting.hand(slack, INTERACTIVE, payload)


async def submit(person: "Person", modal: View, values: Mapping[str, Any]) -> Delivery:
    """Send a modal; what the client itself would hold back is an AssertionError."""
    slack = person.slack
    assert "submit" in modal.body, f"{modal.title!r} cannot be sent."
    _fill(modal, values)
    for block, element in fields(modal.blocks):
        wrong = hindrance(block, element, modal.values[block["block_id"]])
        assert not wrong, f"{element['action_id']} {wrong}: the client does not send that."
    modal.errors, modal.trouble = {}, ""
    payload = interacting.whose(slack, person) | {
        "type": "view_submission",
        "trigger_id": interacting.trigger(slack, person),
        "view": modal.json(slack.app_id, slack.bot),
        "response_urls": [],
    }
    delivery = await interacting.hand(slack, INTERACTIVE, payload)
    interacting.apply_response_action(slack, modal, delivery)
    slack.changed()
    return delivery


async def close(person: "Person", modal: View) -> Delivery | None:
    """Close a modal, or all that are stacked where it says so."""
    slack = person.slack
    is_cleared = bool(modal.body.get("clear_on_close"))
    if is_cleared:
        slack.views.clear(person)
    else:
        slack.views.close(modal)
    slack.changed()
    if not modal.body.get("notify_on_close"):
        return None
    payload = interacting.whose(slack, person) | {
        "type": "view_closed",
        "view": modal.json(slack.app_id, slack.bot),
        "is_cleared": is_cleared,
    }
    return await interacting.hand(slack, INTERACTIVE, payload)


async def command(person: "Person", text: str, channel: Channel) -> Delivery:
    """Send a slash command, and show what the app answers at once."""
    slack = person.slack
    name, _, rest = text.partition(" ")
    url = interacting.response_url(slack, person, channel)
    enterprise = slack.team.enterprise
    payload = {
        "token": "legacy-verification-token",
        "team_id": slack.team.id,
        "team_domain": slack.team.domain,
        "channel_id": channel.id,
        "channel_name": interacting.where(channel)["name"],
        "user_id": person.id,
        "user_name": person.name.lower().replace(" ", "."),
        "command": name,
        "text": typed(rest.strip()),
        "api_app_id": slack.app_id,
        "is_enterprise_install": str(slack.is_org_wide).lower(),
        "response_url": url,
        "trigger_id": interacting.trigger(slack, person),
    }
    if enterprise is not None:
        payload |= {"enterprise_id": enterprise.id, "enterprise_name": enterprise.name}
    delivery = await interacting.hand(slack, COMMANDS, payload)
    _show_answer(person, name, url, delivery)
    return delivery


async def shortcut(person: "Person", callback_id: str, message: Message | None) -> Delivery:
    """Use a shortcut, on a message or from anywhere."""
    slack = person.slack
    payload = interacting.whose(slack, person) | {
        "type": "shortcut" if message is None else "message_action",
        "callback_id": callback_id,
        "trigger_id": interacting.trigger(slack, person),
        "action_ts": slack.clock.ts(),
    }
    if message is not None:
        payload |= {
            "message": message.json(),
            "message_ts": message.ts,
            "channel": interacting.where(message.channel),
            "response_url": interacting.response_url(slack, person, message.channel, message),
        }
    return await interacting.hand(slack, INTERACTIVE, payload)


def _element(person: "Person", blocks: list[Body], name: str, value: str | None) -> Body:
    there = list(elements(blocks, person))
    for element in there:
        if element["action_id"] == name and _has(element, value):
            return element
    known = [(element["action_id"], element.get("value")) for element in there]
    raise AssertionError(f"There is no {name!r} of {value!r} to press, only {known}.")


def _has(element: Body, value: str | None) -> bool:
    if element["type"] == "feedback_buttons":
        return _side(element, value) is not None
    return value is None or element.get("value") == value


def _side(element: Body, value: str | None) -> Body | None:
    for side in _SIDES:
        if value in (side, side.partition("_")[0], element[side]["value"]):
            pressed: Body = element[side]
            return pressed
    return None


def _action(slack: "FakeSlack", element: Body, value: str | None, chooses: object) -> Body:
    """Write what was pressed, as `actions` tell it."""
    action = {name: element[name] for name in ("type", "action_id", "block_id")}
    action["action_ts"] = slack.clock.ts()
    if is_field(element):
        return action | told(element, chosen(element, chooses))
    side = _side(element, value) if element["type"] == "feedback_buttons" else None
    pressed = element if side is None else side
    return action | {name: pressed[name] for name in ("text", "value") if name in pressed}


def _of_message(person: "Person", place: Message | Ephemeral) -> Body:
    """Write on which message it was pressed; one that is not kept is told only by its time."""
    is_ephemeral = isinstance(place, Ephemeral)
    channel = place.channel
    container = {
        "type": "message",
        "message_ts": place.ts,
        "channel_id": channel.id,
        "is_ephemeral": is_ephemeral,
    }
    if place.thread_ts:
        container["thread_ts"] = place.thread_ts
    url = interacting.response_url(person.slack, person, channel, place)
    payload = {
        "container": container,
        "channel": interacting.where(channel),
        "response_url": url,
    }
    return payload if isinstance(place, Ephemeral) else payload | {"message": place.json()}


def _fill(modal: View, values: Mapping[str, Any]) -> None:
    """Put values into fields: each must be there."""
    there = {
        (block["block_id"], element["action_id"]): element
        for block, element in fields(modal.blocks)
    }
    for name, given in values.items():
        in_block = (
            {(name, action): part for action, part in given.items()}
            if isinstance(given, dict) and any(block == name for block, _ in there)
            else None
        )
        by_name = {key: given for key in there if key[1] == name}
        places = in_block or by_name
        assert places, f"{modal.title!r} has no field {name!r}, only {sorted(there)}."
        for key, value in places.items():
            assert key in there, f"{modal.title!r} has no field {key}, only {sorted(there)}."
            modal.filled.setdefault(key[0], {})[key[1]] = chosen(there[key], value)


def _show_answer(person: "Person", name: str, address: str, delivery: Delivery) -> None:
    """Show what a command was answered, or what Slack says where it was not."""
    slack = person.slack
    url = slack.interactions.urls[address.partition("/actions/")[2]]
    if not delivery.is_taken:
        failure = "operation_timed_out" if "time" in delivery.failure else "dispatch_failed"
        person.complaints.append(f'{name} failed with the error "{failure}"')
        return
    body = delivery.json or {"text": delivery.body}
    if not body.get("text") and not body.get("blocks"):
        return
    try:
        interacting.respond(slack, url, body, interacting.checked(slack, body))
    except SlackError as error:
        slack.refuse(name, error, body)
