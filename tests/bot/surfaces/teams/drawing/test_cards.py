"""What a card shows: parts of what is said, buttons that ask first, forms that come back."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from markdown_it import MarkdownIt

from bot.saying.parts import (
    Button,
    Buttons,
    CheckField,
    ChoiceField,
    DayField,
    Divider,
    Form,
    Menu,
    Option,
    Part,
    PersonField,
    Points,
    Quote,
    Said,
    Style,
    Sure,
    Text,
    TextField,
)
from bot.saying.runs import link, run
from bot.surfaces.teams.drawing.elements import markup
from bot.surfaces.teams.drawing.forms import Opener, form_card, values
from bot.surfaces.teams.drawing.hits import hit
from bot.surfaces.teams.drawing.messages import card
from bot.surfaces.teams.messages import Json
from tests.bot.saying.known import LEAVE, TODAY, all_forms, sources
from tests.bot.surfaces.teams.drawing.visible import (
    AUTOLINK,
    bare,
    executed,
    links,
    nodes,
    read,
    texts,
)
from tests.fakes.teams.cards import wrong_in_card
from tests.fakes.teams.filling import filled
from tests.fakes.teams.outgoing import SAFE, size
from tests.fakes.teams.screens import actions

BY = Opener("case_save", "C-12")
OPENED = {"opener": BY.action, "value": BY.value}


def shown(*parts: Part) -> dict[str, Any]:
    return dict(card(Said("notice", parts), "en"))


@given(texts())
def test_a_heading_is_shown_as_it_is_written(text: str) -> None:
    title = run(text).text
    rendered = (
        MarkdownIt("commonmark", {"html": False}).enable("strikethrough").render(markup(title))
    )
    page = BeautifulSoup(rendered, "lxml")
    assert bare(page.get_text()) == bare(title)
    assert {tag.name for tag in page.find_all()} <= {"html", "body", "p"}
    assert AUTOLINK.search(page.get_text()) is None


def test_a_quote_is_set_off_and_a_point_stands_beside_its_mark() -> None:
    drawn = shown(Quote(((run("Is it so?"),),)), Points(((link("https://a.example/x", "A"),),)))

    quote, point = drawn["body"]
    assert (quote["type"], quote["style"], read(quote)) == ("Container", "emphasis", "Is it so?")
    assert [read(column) for column in point["columns"]] == ["•", "A"]
    assert links(point) == {"https://a.example/x"}


def test_a_line_across_is_above_what_follows_and_nowhere_else() -> None:
    said = Text(((run("a"),),))
    drawn = shown(said, Divider(), Divider(), said, Divider())
    assert [element.get("separator", False) for element in drawn["body"]] == [False, True]


def test_a_button_tells_its_verb_and_value_in_the_old_way_too_and_the_first_comes_first() -> None:
    drawn = shown(
        Buttons((Button("Later", "wait", "7"), Button("Go", "go", "8", style=Style.PRIMARY)))
    )

    assert executed(drawn) == [("Go", "go", {"value": "8"}), ("Later", "wait", {"value": "7"})]
    first, second = actions(drawn)
    assert first["style"] == "positive"
    assert "style" not in second
    assert first["fallback"]["type"] == "Action.Submit"
    assert first["fallback"]["data"] == {"action": "go", "value": "8"}


def test_buttons_go_on_in_another_row_where_a_phone_has_no_room() -> None:
    drawn = shown(Buttons(tuple(Button(f"Passage [{n}]", "show", str(n)) for n in range(5))))
    assert [len(row["actions"]) for row in drawn["body"]] == [2, 2, 1]


def test_what_a_button_asks_first_is_folded_and_has_a_way_back() -> None:
    sure = Sure("Close it?", "They are told.", "Close", "Cancel")
    drawn = shown(Buttons((Button("Close", "resolve", "C-1", Style.DANGER, sure),)))

    row, asked = drawn["body"]
    (opens,) = row["actions"]
    assert (opens["type"], opens["title"]) == ("Action.ToggleVisibility", "Close")
    assert opens["targetElements"] == [asked["id"]]
    assert not asked["isVisible"]
    assert executed(drawn) == [("Close", "resolve", {"value": "C-1"})]
    assert read(asked).startswith("Close it?\nThey are told.\n")
    (cancels,) = [one for one in actions(asked) if one["type"] == "Action.ToggleVisibility"]
    assert cancels["targetElements"] == [asked["id"]]


def test_what_is_chosen_in_a_menu_is_the_value_and_no_other_button_sends_it() -> None:
    menu = Menu("show", "Show a passage…", (Option("[1] A", "x:1"), Option("[2] B", "x:2")))
    drawn = shown(Buttons((menu, Button("Ask HR", "ask_hr", "x"))))

    show, ask = actions(drawn)
    assert filled(drawn, {"value": "x:2"}) == {"value": "x:2"}
    assert filled(drawn, {}) == {"value": "x:1"}
    assert (show["verb"], show["data"], show["associatedInputs"]) == ("show", {}, "auto")
    assert (ask["verb"], ask["data"], ask["associatedInputs"]) == ("ask_hr", {"value": "x"}, "none")


FORM = Form(
    "case_save",
    "C-12",
    "Save",
    (
        Text(((run("A second person approves it."),),)),
        TextField("question", "Question", "As asked", "How long?"),
        TextField("note", "Note", is_optional=True),
        ChoiceField("reason", "Why", (Option("Wrong", "wrong"), Option("Old", "old", "a year"))),
        CheckField("leave_out", "If you like", Option("Leave out", "leave_out", "HR sees less")),
        PersonField("owner", "Who"),
        DayField("until", "Until", date(2027, 11, 30), "Its last day"),
    ),
    "Cancel",
    "Send",
)


def sent(card: Json, **filled_in: object) -> dict[str, object]:
    """What comes back once the form is filled in and sent."""
    (send,) = [one for one in actions(dict(card)) if one["associatedInputs"] == "auto"]
    return {**send["data"], **filled(dict(card), filled_in)}


def test_what_is_filled_in_comes_back_by_name_as_from_any_service() -> None:
    drawn = form_card(FORM, "en", BY, today=TODAY)

    data = sent(drawn, note="", reason="old", leave_out=True, owner="a1", until="2027-01-31")

    assert data["about"] == "C-12"
    assert values(data) == {
        "question": "How long?",
        "note": None,
        "reason": "old",
        "leave_out": ["leave_out"],
        "owner": "a1",
        "until": "2027-01-31",
    }


def test_a_box_that_is_not_checked_is_an_empty_list() -> None:
    drawn = form_card(FORM, "en", BY, today=TODAY)
    assert values(sent(drawn, reason="old", owner="a1"))["leave_out"] == []
    assert values({"about": "x", "checks": ["leave_out"]}) == {"leave_out": []}


@pytest.mark.parametrize("checks", [None, 7, "leave_out", [7, {}], {"a": 1}])
def test_what_nobody_would_send_is_read_as_nothing(checks: object) -> None:
    assert values({"about": "x", "checks": checks, "note": "n"}) == {"note": "n"}


def test_a_form_is_sent_and_closed_by_its_name() -> None:
    drawn = form_card(FORM, "es", BY, today=TODAY)

    assert executed(drawn) == [
        ("Send", "form:case_save", {"about": "C-12", **OPENED, "checks": ["leave_out"]}),
        ("Cancel", "form_close", {"about": "C-12", **OPENED}),
    ]
    (day,) = [node for node in nodes(drawn) if node.get("type") == "Input.Date"]
    assert (day["value"], day["min"]) == ("2027-11-30", "2026-11-30")
    (people,) = [node for node in nodes(drawn) if "choices.data" in node]
    assert people["choices.data"]["dataset"] == "graph.microsoft.com/users"
    needed = {node["id"]: node.get("errorMessage") for node in nodes(drawn) if "label" in node}
    assert needed == {
        **dict.fromkeys(("question", "reason", "owner", "until"), "Hace falta rellenar esto."),
        **dict.fromkeys(("note", "leave_out")),
    }


def test_a_form_with_nothing_to_send_can_only_be_closed() -> None:
    drawn = form_card(replace(FORM, send=None), "en", BY, today=TODAY)
    assert [verb for _, verb, _ in executed(drawn)] == ["form_close"]


@pytest.mark.parametrize("text", ["How long?", "w" * 12_000, "&\"'<at>x</at> " * 2_000, "", " "])
def test_every_form_fits_whatever_its_texts_are(text: str) -> None:
    for form in all_forms(text):
        drawn = form_card(form, "en", BY, today=TODAY)
        assert wrong_in_card(dict(drawn)) == []
        assert size(dict(drawn)) < SAFE


def test_a_section_that_is_found_is_told_and_put_into_a_chat_with_its_words() -> None:
    (source,) = sources(LEAVE)

    found = hit(source, "en", TODAY)

    assert found.title == "Parental leave › Entitlement › How long"
    assert found.text.startswith("Each parent may take 16 weeks of paid leave")
    assert read(found.card).split("\n") == [
        "Parental leave › Entitlement › How long",
        "version 4.1 · in force since 3 Sep 2026",
        "Each parent may take 16 weeks of paid leave, within two years of the birth.",
    ]
    assert links(found.card) == {LEAVE.url}
    assert wrong_in_card(dict(found.card)) == []
