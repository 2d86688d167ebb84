"""What is found fault with in an Adaptive Card."""

from typing import Any

import pytest

from tests.fakes.teams.bot import card, words
from tests.fakes.teams.cards import wrong_in_card
from tests.fakes.teams.texts import Body

TEXT = words("How much leave?", wrap=True, weight="Bolder", size="medium")
FIELD = {"type": "Input.Text", "id": "note", "label": "A note", "isMultiline": True}
CHOICE = {
    "type": "Input.ChoiceSet",
    "id": "topic",
    "style": "expanded",
    "choices": [{"title": "Leave", "value": "leave"}, {"title": "Pay", "value": "pay"}],
    "value": "leave,pay",
    "isMultiSelect": True,
}
TABLE = {
    "type": "Table",
    "columns": [{"width": 1}, {"width": "auto"}],
    "rows": [{"type": "TableRow", "cells": [{"type": "TableCell", "items": [TEXT]}]}],
}
SUBMIT = {"type": "Action.Submit", "title": "Send", "data": {"msteams": {"type": "task/fetch"}}}
EXECUTE = {"type": "Action.Execute", "title": "Ask", "verb": "ask", "fallback": SUBMIT}
OPEN = {"type": "Action.OpenUrl", "title": "Open", "url": "https://wiki.example/leave"}
TOGGLE = {"type": "Action.ToggleVisibility", "title": "More", "targetElements": ["more"]}
GOOD: list[Body] = [
    card(TEXT, FIELD, CHOICE, TABLE, actions=[SUBMIT, EXECUTE, OPEN]),
    card(
        {"type": "Container", "id": "more", "items": [TEXT], "isVisible": False}, actions=[TOGGLE]
    ),
    card({"type": "FactSet", "facts": [{"title": "Owner", "value": "HR"}]}, version="1.2"),
    card(
        {
            "type": "ColumnSet",
            "columns": [{"type": "Column", "width": "stretch", "items": [TEXT]}, {"width": 2}],
        }
    ),
    card({"type": "RichTextBlock", "inlines": ["a", {"type": "TextRun", "text": "b"}]}),
    card(actions=[{"type": "Action.ShowCard", "card": {"type": "AdaptiveCard", "body": [TEXT]}}]),
    card(TEXT, msteams={"width": "Full"}, refresh={"action": EXECUTE, "userIds": ["29:1"]}),
    card({"type": "Image", "url": "https://wiki.example/a.png", "altText": "A seal"}),
    card({"type": "ActionSet", "actions": [OPEN]}, {**TEXT, "fallback": "drop"}),
]
BAD: list[tuple[str, Any]] = [
    ("must be an object", None),
    ("missing required field: type", {"version": "1.5", "body": []}),
    ("missing required field: version", {"type": "AdaptiveCard", "body": []}),
    ("newer than what Teams promises", card(TEXT, version="1.6")),
    ("is none", card(TEXT, version="newest")),
    ("unsupported type: Hologram", card({"type": "Hologram"})),
    ("unsupported type: none", card({"text": "x"})),
    ("missing required field: text", card({"type": "TextBlock"})),
    ("'Huge' is none of", card(words("x", size="Huge"))),
    ("TextBlock has no bold", card(words("x", bold=True))),
    ("must be a text [/body/0/text]", card({"type": "TextBlock", "text": 7})),
    ("must be a flag [/body/0/wrap]", card(words("x", wrap="true"))),
    ("must be a list [/body]", {**card(), "body": TEXT}),
    ("missing required field: id", card({"type": "Input.Text"})),
    ("is given 2 times", card(FIELD, FIELD)),
    ("nothing to choose from", card({"type": "Input.ChoiceSet", "id": "c"})),
    ("begins with what is no choice", card({**CHOICE, "value": "cars"})),
    ("missing required field: url", card(actions=[{"type": "Action.OpenUrl", "title": "x"}])),
    ("is no address", card(actions=[{**OPEN, "url": "javascript:alert(1)"}])),
    ("needs version 1.4", card(actions=[EXECUTE], version="1.2")),
    ("no more than 6 actions", card(actions=[OPEN] * 7)),
    ("no element 'more' to toggle", card(actions=[TOGGLE])),
    ("unsupported type: Action.Nope", card(actions=[{"type": "Action.Nope"}])),
    (
        "unsupported type: Action.ShowCard",
        card(selectAction={"type": "Action.ShowCard", "card": card()}),
    ),
    (
        "missing required field: items [/body/0/rows/0/cells/0]",
        card({**TABLE, "rows": [{"cells": [{"type": "TableCell"}]}]}),
    ),
    ("no more than 60 users", card(refresh={"action": EXECUTE, "userIds": ["29:1"] * 61})),
    ("must be a number", card({"type": "Input.Number", "id": "n", "max": "9"})),
]


@pytest.mark.parametrize("good", GOOD)
def test_a_card_that_teams_draws_has_nothing_wrong(good: Body) -> None:
    assert wrong_in_card(good) == []


@pytest.mark.parametrize(("wrong", "bad"), BAD, ids=[wrong for wrong, _ in BAD])
def test_a_card_that_teams_does_not_draw_is_found_fault_with(wrong: str, bad: object) -> None:
    assert any(wrong in found for found in wrong_in_card(bad)), wrong_in_card(bad)
