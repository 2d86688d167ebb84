from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from bot.answering.wording import wording
from bot.answers import (
    Abstained,
    Citation,
    Clarification,
    Grounded,
    Nearby,
    Reason,
    Statement,
    Step,
    Unavailable,
)
from bot.surfaces.slack.drawing.blocks import Drawn
from tests.bot.saying.known import LEAVE, RATES, REMOTE, TABLE, VERIFIED, grounded, view
from tests.bot.surfaces.slack.drawing.drawn import answer_messages, messages
from tests.bot.surfaces.slack.drawing.payloads import links, nodes, read


def buttons(drawn: Drawn) -> dict[str, dict[str, Any]]:
    return {node["action_id"]: node for node in nodes(drawn.blocks) if "action_id" in node}


def lines(drawn: Drawn) -> list[str]:
    return [line for line in read(drawn.blocks).split("\n") if line.strip()]


def test_statements_run_on_each_with_a_number_that_opens_its_place() -> None:
    (drawn,) = messages(
        Grounded(
            (
                Statement("You get 16 weeks.", (LEAVE,)),
                Statement("A night in Madrid may cost 140 €.", (RATES, LEAVE)),
            )
        )
    )
    assert lines(drawn)[0] == (
        "You get 16 weeks.\xa0[1] A night in Madrid may cost 140 €.\xa0[1]\xa0[2] "
    )
    opened = [(n["text"], n["url"]) for n in nodes(drawn.blocks) if n.get("type") == "link"]
    assert opened[:3] == [("[1]", LEAVE.url), ("[1]", LEAVE.url), ("[2]", RATES.url)]


def test_sources_tell_title_heading_version_date_page_and_language() -> None:
    (drawn,) = messages(Grounded((Statement("One.", (LEAVE,)), Statement("Dos.", (RATES, REMOTE)))))
    told = "\n".join(lines(drawn))
    assert "[1] Parental leave › Entitlement › How long" in told
    assert "version 4.1 · in force since 3 Sep 2026" in told
    assert "[2] Travel: rates and limits › Hotels" in told
    assert "version 2025-02 · in force since 1 Feb 2025 · page 12" in told
    assert "[3] Trabajo a distancia\nin Spanish" in told


def test_in_spanish_all_of_it_is_in_spanish() -> None:
    answer = Grounded((Statement("Uno.", (LEAVE, RATES)),))
    (drawn,) = answer_messages(replace(view(answer), locale="es-ES"))
    told = "\n".join(lines(drawn))
    assert "Fuentes" in told
    assert "versión 4.1 · en vigor desde el 3 sept 2026 · en inglés" in told
    assert "A partir de 2 políticas que puedes leer · actualizado el 3 sept 2026" in told
    assert "Preguntar a RR. HH." in told


def test_what_a_browser_cannot_open_is_named_and_not_linked() -> None:
    (drawn,) = messages(grounded("Hasta tres días.", citation=REMOTE))
    assert links(drawn.blocks) == set()
    assert "[1] Trabajo a distancia" in read(drawn.blocks)


def test_a_reader_who_cannot_open_a_source_gets_no_link() -> None:
    def closed(_number: int, citation: Citation) -> str | None:
        return citation.url if citation is LEAVE else None

    answer = Grounded((Statement("One.", (LEAVE, RATES)),))
    (drawn,) = answer_messages(replace(view(answer), link=closed))
    assert links(drawn.blocks) == {LEAVE.url}


@pytest.mark.parametrize(
    ("cited", "private", "told"),
    [
        ((LEAVE,), True, "From 1 policy you can read · updated 3 Sep 2026"),
        ((LEAVE, RATES), True, "From 2 policies you can read · updated 3 Sep 2026"),
        ((RATES,), False, "From 1 policy that everybody here may read · updated 1 Feb 2025"),
        ((REMOTE,), True, "From 1 policy you can read"),
        ((VERIFIED,), True, "From 1 answer verified by HR you can read · updated 3 Sep 2026"),
        (
            (RATES, replace(VERIFIED, effective_from=None)),
            True,
            "From 1 policy and 1 answer verified by HR you can read · updated 1 Feb 2025",
        ),
    ],
)
def test_the_context_line_counts_documents(
    cited: tuple[Citation, ...], *, private: bool, told: str
) -> None:
    again = replace(cited[0], chunk_id="another place of the same document")
    answer = Grounded((Statement("One.", (*cited, again)),))
    (drawn,) = answer_messages(replace(view(answer), private=private))
    assert told in lines(drawn)


def test_a_verified_answer_is_told_from_a_policy() -> None:
    (drawn,) = messages(grounded("Yes, in halves.", citation=VERIFIED))
    assert "Verified by HR · in force since 3 Sep 2026" in read(drawn.blocks)
    assert "version" not in read(drawn.blocks)


def test_a_policy_that_is_not_in_force_yet_says_so() -> None:
    coming = replace(LEAVE, effective_from=date(2027, 1, 1))
    (drawn,) = messages(grounded("One.", citation=coming))
    assert "not in force before 1 Jan 2027" in read(drawn.blocks)


@pytest.mark.parametrize("language", ["en", "es"])
def test_that_policies_differ_cannot_be_overlooked(language: str) -> None:
    said = wording(language).differing
    answer = replace(grounded("Three days."), frame=f"Quoted directly. {said}")
    (drawn,) = answer_messages(view(answer, language=language))
    assert lines(drawn)[0] == f"⚠️ Quoted directly. {said}"
    assert drawn.blocks[0]["type"] == "rich_text"
    assert next(nodes(drawn.blocks[0]["elements"]))["elements"][0]["style"] == {"bold": True}


def test_where_policies_differ_each_statement_stands_apart() -> None:
    answer = Grounded(
        (Statement("Three days.", (LEAVE,)), Statement("Five days.", (RATES,))),
        frame=wording("en").differing,
    )
    (drawn,) = messages(answer)
    assert [line.strip() for line in lines(drawn)[1:3]] == [
        "Three days.\xa0[1]",
        "Five days.\xa0[2]",
    ]
    (together,) = messages(replace(answer, frame=""))
    assert lines(together)[0].strip() == "Three days.\xa0[1] Five days.\xa0[2]"


def test_a_frame_what_is_missing_and_how_it_was_worked_out_are_told() -> None:
    answer = Grounded(
        (Statement("You get 12.83 days.", (LEAVE,)),),
        frame="The policy says, in Spanish:",
        steps=(Step("22 * 7 / 12", "12.83"),),
        missing="The policies you can read don't say: whether it is paid.",
    )
    (drawn,) = messages(answer)
    told = lines(drawn)
    assert told[0] == "The policy says, in Spanish:"
    assert told[2] == "The policies you can read don't say: whether it is paid."
    assert told[3:5] == ["Worked out:", "22 × 7 / 12 = 12.83"]


def test_what_is_said_first_stands_first_and_in_the_notification() -> None:
    first = "Nobody has to put up with harassment."
    drawn, *_ = answer_messages(view(Abstained(Reason.NOT_SUPPORTED, "No rule."), first=first))
    assert lines(drawn)[0] == first
    assert drawn.text == first


def test_a_table_is_a_table_and_its_number_stands_below() -> None:
    (drawn,) = messages(grounded(f"The limits are:\n\n{TABLE}", citation=RATES))
    kinds = [block["type"] for block in drawn.blocks]
    assert kinds[:3] == ["rich_text", "table", "rich_text"]
    rows = drawn.blocks[1]["rows"]
    assert isinstance(rows, list)
    assert [[cell["text"] for cell in row] for row in rows] == [
        ["City", "Limit"],
        ["Madrid", "140 €"],
        ["Paris", "180 €"],
    ]
    assert read(drawn.blocks[2]).strip() == "[1]"


def test_rows_of_a_table_without_its_header_are_a_table() -> None:
    (drawn,) = messages(grounded("| Madrid | 140 € |\n| Paris | |"))
    rows = drawn.blocks[0]["rows"]
    assert isinstance(rows, list)
    assert [[cell["text"] for cell in row] for row in rows] == [["Madrid", "140 €"], ["Paris", " "]]


def test_two_tables_are_in_two_messages() -> None:
    drawn = messages(grounded(TABLE, "Between.", TABLE))
    assert [[b["type"] for b in one.blocks].count("table") for one in drawn] == [1, 1]


def test_a_table_that_is_too_wide_is_told_row_by_row() -> None:
    names = [f"C{n}" for n in range(21)]
    header, ruler = "|".join(names), "|".join(["---"] * 21)
    (drawn,) = messages(grounded(f"|{header}|\n|{ruler}|\n|{'|'.join('v' * 21)}|"))
    assert all(block["type"] != "table" for block in drawn.blocks)
    assert "C0: v; C1: v; C2: v" in read(drawn.blocks)


def test_a_list_is_a_list() -> None:
    (drawn,) = messages(grounded("You need: • the **receipt** • the form"))
    intro, listed = drawn.blocks[:2]
    assert read(intro).strip() == "You need:"
    (points,) = [n for n in nodes(listed) if n.get("type") == "rich_text_list"]
    assert [read(point).strip() for point in points["elements"]] == [
        "the receipt",
        "the form\xa0[1]",
    ]
    assert {"bold": True} in [node.get("style") for node in nodes(points)]


@pytest.mark.parametrize(
    ("count", "offered"),
    [
        (1, ["show_passage"]),
        (3, ["show_passage_1", "show_passage_2", "show_passage_3"]),
        (4, ["show_passage"]),
    ],
)
def test_each_passage_can_be_shown(count: int, offered: list[str]) -> None:
    cited = tuple(replace(LEAVE, chunk_id=f"c{n}") for n in range(count))
    (drawn,) = messages(Grounded((Statement("One.", cited),)))
    shown = {name: one for name, one in buttons(drawn).items() if name.startswith("show")}
    assert list(shown) == offered
    values = [option["value"] for one in shown.values() for option in one.get("options", [one])]
    assert values == [f"7F3K2:{n}" for n in range(1, count + 1)]


def test_what_is_not_offered_has_no_button() -> None:
    (drawn,) = answer_messages(replace(view(grounded("One.")), offers_hr=False))
    assert list(buttons(drawn)) == ["show_passage", "feedback"]


def test_all_that_is_offered_has_a_button_with_the_exchange_alone() -> None:
    everything = replace(
        view(grounded("One.")), private=False, offers_private=True, share_to="#general"
    )
    (drawn,) = answer_messages(everything)
    found = buttons(drawn)
    assert [found[name]["value"] for name in ("ask_hr", "answer_privately", "share")] == [
        "7F3K2"
    ] * 3
    assert found["share"]["text"]["text"] == "Share in #general"
    sides = [found["feedback"][side]["value"] for side in ("positive_button", "negative_button")]
    assert sides == ["7F3K2:good", "7F3K2:bad"]
    assert "style" not in found["ask_hr"]
    assert [block["type"] for block in drawn.blocks[-2:]] == ["actions", "context_actions"]


def test_an_abstention_offers_hr_first_and_names_pages_to_look_in() -> None:
    nearest = (Nearby("d", "Leave", LEAVE.url), Nearby(None, "Workday", "http://hr.corp.example"))
    drawn, *_ = messages(Abstained(Reason.NOT_SUPPORTED, "They don't answer this.", nearest))
    assert lines(drawn)[:2] == ["Not answered", "They don't answer this."]
    assert "You could look in:" in lines(drawn)
    assert links(drawn.blocks) == {LEAVE.url}
    assert "Workday" in read(drawn.blocks)
    first = next(node for node in nodes(drawn.blocks) if "action_id" in node)
    assert (first["action_id"], first["style"]) == ("ask_hr", "primary")
    assert drawn.text == "They don't answer this."


@pytest.mark.parametrize(
    ("reason", "ids"),
    [
        (Reason.COURTESY, []),
        (Reason.REFUSED, ["ask_hr"]),
        (Reason.PERSON_WANTED, ["ask_hr", "feedback"]),
        (Reason.PERSONAL, ["ask_hr", "feedback"]),
    ],
)
def test_a_greeting_is_not_rated_and_a_refusal_is_not_either(
    reason: Reason, ids: list[str]
) -> None:
    (drawn,) = messages(Abstained(reason, "Hello!"))
    assert list(buttons(drawn)) == ids


def test_a_question_back_has_its_options_as_buttons_and_hr_below() -> None:
    (drawn,) = messages(Clarification("Which applies to you?", ("Full time", "Part time")))
    assert [(name, one["text"]["text"], one["value"]) for name, one in buttons(drawn).items()] == [
        ("choose_0", "Full time", "7F3K2:0"),
        ("choose_1", "Part time", "7F3K2:1"),
        ("ask_hr", "Ask HR", "7F3K2"),
    ]
    assert [block["type"] for block in drawn.blocks[-2:]] == ["actions", "actions"]


def test_long_options_are_told_whole_and_chosen_by_number() -> None:
    long = "an employee who has been with the company for at least two years, without a break"
    (drawn,) = messages(Clarification("Which applies to you?", (long, "None of these")))
    assert f"1. {long}" in lines(drawn)
    assert "2. None of these" in lines(drawn)
    found = buttons(drawn)
    assert found["choose_0"]["text"]["text"].startswith("1. an employee")
    assert found["choose_1"]["text"]["text"] == "2. None of these"


def test_an_outage_is_not_told_as_a_missing_policy() -> None:
    (drawn,) = messages(Unavailable("I can't reach the policies right now."))
    assert lines(drawn)[:3] == [
        "Not available just now",
        "I can't reach the policies right now.",
        "This is a fault on our side. It does not mean that there is no policy.",
    ]
    assert list(buttons(drawn)) == ["ask_hr"]


def test_the_notification_is_short_plain_and_says_no_more_than_the_message() -> None:
    text = "You get **16 weeks** of [leave](https://drop.example/x), " + "and more " * 60
    (drawn,) = messages(grounded(text))
    assert drawn.text.startswith("You get 16 weeks of leave, and more")
    assert len(drawn.text) <= 200
    assert drawn.text.removesuffix("…").strip() in " ".join(read(drawn.blocks).split())
