from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.answering.wording import wording
from bot.conversation import Refusal
from bot.saying import notes
from bot.saying.cases import Done, case_card, verified_card
from bot.surfaces.slack.drawing.blocks import Drawn
from bot.surfaces.slack.drawing.messages import messages
from storage.cases import Deed, State
from storage.verified import EntryState
from tests.bot.saying.known import LEAVE, NOW, case, grounded, sources, verified, view
from tests.bot.surfaces.slack.drawing.drawn import answer_messages
from tests.bot.surfaces.slack.drawing.payloads import links, nodes, read

CASE = replace(
    case(),
    asker="Ben Okafor",
    question="How much leave do I get?",
    answer="You get **16 weeks**. [1]",
    sources=sources(LEAVE),
    note="It is about twins.",
    assignee="Eva Ruiz",
    history=[
        Done(NOW - timedelta(hours=2), "Ben Okafor", Deed.OPENED),
        Done(NOW - timedelta(hours=1), "Eva Ruiz", Deed.ASKED_BACK, "Since when?"),
        Done(NOW, "Eva Ruiz", Deed.REASSIGNED, "Ana García"),
    ],
)


def buttons(drawn: Drawn) -> dict[str, dict[str, Any]]:
    return {node["action_id"]: node for node in nodes(drawn.blocks) if "action_id" in node}


def test_a_case_tells_hr_all_that_there_is() -> None:
    (card,) = messages(case_card(replace(CASE, state=State.CLAIMED)))
    told = read(card.blocks)
    for part in (
        "Case C-12 · In work",
        "Asked by Ben Okafor, 30 Nov 2026, 12:00 UTC",
        "With Eva Ruiz",
        "5 hours left",
        "How much leave do I get?",
        "It is about twins.",
        "You get 16 weeks. [1]",
        "[1] Parental leave › Entitlement › How long",
        "30 Nov 2026, 11:00 UTC  Eva Ruiz asked: Since when?",
        "Eva Ruiz handed the case on to Ana García",
    ):
        assert part in told
    assert links(card.blocks) == {LEAVE.url}
    assert card.text == "Case C-12 · In work. Asked by Ben Okafor, 30 Nov 2026, 12:00 UTC"


def test_a_case_without_the_text_says_that_it_was_left_out() -> None:
    (card,) = messages(
        case_card(replace(CASE, question="", answer=None, sources=(), note=" ", history=()))
    )
    told = read(card.blocks)
    assert "The employee left out the question and the answer." in told
    assert "Question" not in told
    assert "Sources" not in told
    assert "Note" not in told
    assert "History" not in told


@pytest.mark.parametrize(
    ("state", "ids"),
    [
        (
            State.OPEN,
            ["case_claim", "case_reply", "case_ask_back", "case_reassign", "case_resolve"],
        ),
        (State.CLAIMED, ["case_reply", "case_ask_back", "case_reassign", "case_resolve"]),
        (State.ASKED_BACK, ["case_reply", "case_ask_back", "case_reassign", "case_resolve"]),
        (State.ANSWERED, ["case_save", "case_reply", "case_resolve"]),
        (State.RESOLVED, ["case_save"]),
        (State.WITHDRAWN, []),
    ],
)
def test_buttons_go_by_the_state(state: State, ids: list[str]) -> None:
    (card,) = messages(case_card(replace(CASE, state=state)))
    found = buttons(card)
    assert list(found) == ids
    assert {one["value"] for one in found.values()} == ({"C-12"} if ids else set())
    assert sum(one.get("style") == "primary" for one in found.values()) <= 1


def test_a_case_that_is_late_says_by_how_much() -> None:
    late = replace(CASE, due=NOW - timedelta(hours=3), assignee=None, locale="es-ES")
    told = read(messages(case_card(late))[0].blocks)
    assert "Plazo vencido hace 3 horas" in told
    assert "Aún no lo lleva nadie" in told
    assert "horas" not in read(messages(case_card(replace(late, state=State.RESOLVED)))[0].blocks)


def test_a_verified_answer_needs_a_second_person() -> None:
    entry = replace(
        verified("", EntryState.PROPOSED), question="In halves?", answer="Yes.", proposed_by="Eva"
    )
    (card,) = messages(verified_card(entry))
    told = read(card.blocks)
    assert "Verified answer · Waiting for a second person" in told
    assert "Somebody other than Eva has to approve it." in told
    assert "valid until 30 Nov 2026" in told
    assert list(buttons(card)) == ["verified_approve", "verified_refuse"]


def test_an_approved_answer_can_be_withdrawn_and_one_that_is_not_in_use_cannot() -> None:
    for state in EntryState:
        (card,) = messages(verified_card(verified("x", state)))
        offered = {
            EntryState.PROPOSED: ["verified_approve", "verified_refuse"],
            EntryState.APPROVED: ["verified_withdraw"],
        }.get(state, [])
        assert list(buttons(card)) == offered


def test_an_apology_names_the_reference_and_whom_to_ask() -> None:
    (drawn,) = messages(notes.apology("E-81F2", "en", "hr@corp.example"))
    told = read(drawn.blocks)
    assert "E-81F2" in told
    assert "hr@corp.example" in told
    assert drawn.text.startswith("Something went wrong on our side")


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
@pytest.mark.parametrize("refusal", list(Refusal))
def test_a_refusal_is_said_as_everywhere(refusal: Refusal, locale: str) -> None:
    told = read(messages(notes.refused(refusal, locale))[0].blocks).strip()
    assert told == wording(locale[:2]).refused[refusal]


def test_what_is_being_done_is_a_line_and_behind_the_bots_name_a_status() -> None:
    (drawn,) = messages(notes.working(notes.Stage.SEARCHING, "es"))
    assert drawn.text == "Buscando en las políticas…"
    assert read(drawn.blocks).strip() == drawn.text
    assert notes.status(notes.Stage.SEARCHING, "es") == "está buscando en las políticas…"


def test_hrs_reply_comes_as_from_hr_with_a_way_back() -> None:
    asked_at = "https://corp.slack.com/archives/C1/p1"
    (drawn,) = messages(notes.hr_replied("Yes:\n\n- **twins** count", "Eva Ruiz", asked_at, "en"))
    told = read(drawn.blocks)
    assert told.startswith("Eva Ruiz from HR answered your question:")
    assert "twins count" in told
    assert links(drawn.blocks) == {asked_at}
    assert drawn.text == "Eva Ruiz from HR answered your question:"


def test_what_hr_writes_keeps_its_addresses_as_text() -> None:
    (drawn,) = messages(notes.hr_replied("See https://forms.corp.example/x.", "Eva", None, "en"))
    assert "https://forms.corp.example/x" in read(drawn.blocks)
    assert links(drawn.blocks) == set()


def test_what_hr_asks_back_can_be_answered() -> None:
    (drawn,) = messages(notes.hr_asks("Since when?", "Eva Ruiz", "C-12", None, "es"))
    assert "Since when?" in read(drawn.blocks)
    assert buttons(drawn)["case_answer"]["value"] == "C-12"


def test_a_shared_answer_says_who_shared_it_and_what_was_asked() -> None:
    above = notes.above_shared("Ben <!here>", "How much\n\n> leave?", "en")
    (drawn,) = answer_messages(replace(view(grounded("16 weeks.")), private=False), above=above)
    told = read(drawn.blocks)
    assert told.index("shared an answer:") < told.index("How much > leave?")
    assert told.index("How much > leave?") < told.index("16 weeks.")
