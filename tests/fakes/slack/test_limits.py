"""What is too long, too many or not of its shape; beside each, what just fits."""

from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.at_hand import need
from tests.fakes.slack import structure
from tests.fakes.slack.acting import Person
from tests.fakes.slack.bolt import error_of
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.workspace import FakeSlack

Block = dict[str, Any]


def plain(length: int) -> Block:
    return {"type": "plain_text", "text": "x" * length}


def words(length: int) -> Block:
    return {"type": "mrkdwn", "text": "x" * length}


def section(length: int = 5, **fields: object) -> Block:
    return {"type": "section", "text": words(length), **fields}


def button(**fields: object) -> Block:
    return {"type": "button", "action_id": "go", "text": plain(2), **fields}


def actions(*elements: Block) -> Block:
    return {"type": "actions", "elements": list(elements)}


def feedback(value: str = "a:good") -> Block:
    side = {"text": plain(4), "value": value}
    buttons: Block = {"type": "feedback_buttons", "action_id": "rate"}
    buttons |= {"positive_button": side, "negative_button": side}
    return {"type": "context_actions", "elements": [buttons]}


def options(number: int, length: int = 5) -> list[Block]:
    return [{"text": plain(length), "value": str(n)} for n in range(number)]


def select(number: int, kind: str = "static_select", **fields: object) -> Block:
    return {"type": kind, "action_id": "pick", "options": options(number), **fields}


def field(**fields: object) -> Block:
    return {
        "type": "input",
        "label": plain(5),
        "element": {"type": "plain_text_input", "action_id": "text"},
        **fields,
    }


PAIRS: dict[str, tuple[list[Block], list[Block]]] = {
    "section": ([section(3000)], [section(3001)]),
    "empty section": ([section(1)], [section(0)]),
    "fields": (
        [{"type": "section", "fields": [words(2000)] * 6}],
        [{"type": "section", "fields": [words(1)] * 11}],
    ),
    "field": (
        [{"type": "section", "fields": [words(2000)]}],
        [{"type": "section", "fields": [words(2001)]}],
    ),
    "header": (
        [{"type": "header", "text": plain(150)}],
        [{"type": "header", "text": plain(151)}],
    ),
    "plain header": (
        [{"type": "header", "text": plain(1)}],
        [{"type": "header", "text": words(1)}],
    ),
    "context": (
        [{"type": "context", "elements": [words(5)] * 10}],
        [{"type": "context", "elements": [words(5)] * 11}],
    ),
    "actions": (
        [actions(*[button(action_id=f"b{n}") for n in range(25)])],
        [actions(*[button(action_id=f"b{n}") for n in range(26)])],
    ),
    "no actions": ([actions(button())], [actions()]),
    "action ids": (
        [actions(button(action_id="a"), button(action_id="b"))],
        [actions(button(action_id="a"), button(action_id="a"))],
    ),
    "button text": ([actions(button(text=plain(75)))], [actions(button(text=plain(76)))]),
    "button value": ([actions(button(value="x" * 2000))], [actions(button(value="x" * 2001))]),
    "button url": (
        [actions(button(url="https://a.example/" + "x" * 2982))],
        [actions(button(url="https://a.example/" + "x" * 2983))],
    ),
    "button address": (
        [actions(button(url="https://a.example/"))],
        [actions(button(url="a.example"))],
    ),
    "button style": ([actions(button(style="danger"))], [actions(button(style="blue"))]),
    "action id": (
        [actions(button(action_id="x" * 255))],
        [actions(button(action_id="x" * 256))],
    ),
    "block id": ([section(block_id="x" * 255)], [section(block_id="x" * 256)]),
    "block ids": (
        [section(block_id="a"), section(block_id="b")],
        [section(block_id="a"), section(block_id="a")],
    ),
    "blocks": ([section()] * 50, [section()] * 51),
    "markdown": ([{"type": "markdown", "text": "x" * 12_000}], [{"type": "markdown", "text": ""}]),
    "feedback": ([feedback()], [feedback("")]),
    "feedback value": ([feedback("x" * 2000)], [feedback("x" * 2001)]),
    "options": ([actions(select(100))], [actions(select(101))]),
    "no options": ([actions(select(1))], [actions(select(0))]),
    "option text": (
        [actions(select(1, options=options(1, 75)))],
        [actions(select(1, options=options(1, 76)))],
    ),
    "initial option": (
        [actions(select(2, initial_option=options(2)[1]))],
        [actions(select(1, initial_option=options(2)[1]))],
    ),
    "radio buttons": (
        [actions(select(10, "radio_buttons"))],
        [actions(select(11, "radio_buttons"))],
    ),
    "overflow": ([actions(select(5, "overflow"))], [actions(select(6, "overflow"))]),
    "placeholder": (
        [actions(select(1, placeholder=plain(150)))],
        [actions(select(1, placeholder=plain(151)))],
    ),
    "label": ([field(label=plain(2000))], [field(label=plain(2001))]),
    "image": (
        [{"type": "image", "image_url": "https://a.example/", "alt_text": "x" * 2000}],
        [{"type": "image", "image_url": "https://a.example/", "alt_text": "x" * 2001}],
    ),
}
SHAPES: dict[str, tuple[list[Block], list[Block]]] = {
    "type": ([{"type": "divider"}], [{"type": "nonsense"}]),
    "missing field": ([section()], [{"type": "image", "alt_text": "a"}]),
    "another field": ([section()], [section(colour="red")]),
    "another element": ([actions(button())], [actions(words(3))]),
}


@pytest.mark.parametrize("name", PAIRS)
async def test_what_just_fits_is_taken_and_one_more_is_not(
    slack: FakeSlack, sdk: AsyncWebClient, ana: Person, dm: Channel, name: str
) -> None:
    fits, is_too_much = PAIRS[name]
    slack.checks_structure = False

    await sdk.chat_postMessage(channel=dm.id, text="x", blocks=fits)
    refused = sdk.chat_postMessage(channel=dm.id, text="x", blocks=is_too_much)

    assert await error_of(refused) == "invalid_blocks"
    assert len(ana.screen(dm)) == len(slack.refused) == 1


@pytest.mark.parametrize("name", [*PAIRS, *SHAPES])
async def test_the_shape_of_blocks_is_checked_where_that_is_on(
    slack: FakeSlack, sdk: AsyncWebClient, dm: Channel, name: str
) -> None:
    need(structure.is_at_hand(), "the schemas of blocks are not on this machine")
    fits, is_not = (PAIRS | SHAPES)[name]

    await sdk.chat_postMessage(channel=dm.id, text="x", blocks=fits)
    refused = sdk.chat_postMessage(channel=dm.id, text="x", blocks=is_not)

    assert await error_of(refused) == "invalid_blocks"
    if name in SHAPES and name != "type":
        slack.checks_structure = False
        assert not await error_of(sdk.chat_postMessage(channel=dm.id, text="x", blocks=is_not))


@pytest.mark.parametrize(
    ("blocks", "error"),
    [
        ([{"type": "markdown", "text": "x" * 11_900}, section(1300)], ""),
        ([{"type": "markdown", "text": "x" * 11_900}, section(1301)], "msg_blocks_too_long"),
        ([{"type": "markdown", "text": "x" * 6000}] * 2, ""),
        ([{"type": "markdown", "text": "x" * 6001}] * 2, "msg_blocks_too_long"),
        ([section(3000)] * 4, ""),
        ([section(3000)] * 5, "msg_blocks_too_long"),
    ],
)
async def test_the_texts_of_a_message_are_counted_together(
    sdk: AsyncWebClient, dm: Channel, blocks: list[Block], error: str
) -> None:
    assert await error_of(sdk.chat_postMessage(channel=dm.id, text="x", blocks=blocks)) == error
