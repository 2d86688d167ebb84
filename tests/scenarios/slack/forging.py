"""What could a client send that is not Slack's own? Signed payloads with contents of its choice."""

from collections.abc import Mapping
from typing import Any

from tests.fakes.slack import interacting
from tests.fakes.slack.acting import Person
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.delivering import INTERACTIVE, Delivery
from tests.fakes.slack.screens import Shown
from tests.fakes.slack.texts import Body


async def forged_press(
    person: Person,
    action: str,
    value: str,
    *,
    in_: Channel,
    on: Shown | None = None,
    **more: Any,  # noqa: ANN401  # of the payload
) -> Delivery:
    """Press a button that is not there, or one with another value."""
    slack = person.slack
    ts = slack.clock.ts() if on is None else on.ts
    root = ts if on is None else on.thread or on.ts
    container: Body = {
        "type": "message",
        "message_ts": ts,
        "channel_id": in_.id,
        "thread_ts": root,
        "is_ephemeral": False,
    }
    payload = interacting.whose(slack, person) | {
        "type": "block_actions",
        "actions": [
            {"type": "button", "action_id": action, "block_id": "b", "value": value},
        ],
        "channel": interacting.where(in_),
        "container": container,
        "trigger_id": interacting.trigger(slack, person),
        "response_url": interacting.response_url(slack, person, in_),
    }
    return await interacting.hand(slack, INTERACTIVE, payload | more)


async def forged_form(
    person: Person, callback_id: str, about: str, values: Mapping[str, object]
) -> Delivery:
    """Send a form that was never opened; `values` are the states of its elements."""
    slack = person.slack
    state = {name: {name: value} for name, value in values.items()}
    payload = interacting.whose(slack, person) | {
        "type": "view_submission",
        "trigger_id": interacting.trigger(slack, person),
        "view": {
            "id": slack.clock.id("V"),
            "type": "modal",
            "callback_id": callback_id,
            "private_metadata": about,
            "hash": "1.0",
            "state": {"values": state},
        },
        "response_urls": [],
    }
    return await interacting.hand(slack, INTERACTIVE, payload)


def typed(text: str) -> Body:
    """The state of a field for text."""
    return {"type": "plain_text_input", "value": text}


def offered(shown: Shown, action: str) -> str:
    """The value of a button that is on a message."""
    for block in shown.blocks:
        for element in block.get("elements", ()):
            if element.get("action_id") == action:
                return str(element["value"])
    raise AssertionError(f"There is no {action!r} on {shown.text!r}.")
