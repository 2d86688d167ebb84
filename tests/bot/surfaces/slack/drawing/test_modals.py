from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from bot.privacy_words import Terms
from bot.saying import forms
from bot.saying.home import home, suggested_prompts
from bot.surfaces.slack.drawing import views
from bot.surfaces.slack.drawing.blocks import Block
from bot.surfaces.slack.drawing.views import modal
from tests.bot.saying.known import LEAVE, RATES, REMOTE, TODAY, sources
from tests.bot.surfaces.slack.drawing.drawn import all_views
from tests.bot.surfaces.slack.drawing.payloads import action_ids, links, nodes, read

ASKED = forms.AskHrView(
    exchange_id="7F3K2",
    question="How much leave do I get?",
    answer="You get **16 weeks**. [1]",
    sources=sources(LEAVE),
    who="People & Culture",
    locale="en-GB",
    today=TODAY,
)


def inputs(view: Block) -> dict[str, dict[str, Any]]:
    return {one["block_id"]: one for one in nodes(view) if one.get("type") == "input"}


def test_asking_hr_shows_all_that_is_sent_and_who_will_see_it() -> None:
    view = modal(forms.ask_hr(ASKED))
    shown = read(view)
    assert "You get 16 weeks. [1]" in shown
    assert "[1] Parental leave › Entitlement › How long" in shown
    assert "People & Culture will see this, and your name." in shown
    asked = inputs(view)
    assert list(asked) == ["question", "note", "leave_out"]
    assert asked["question"]["element"]["initial_value"] == "How much leave do I get?"
    assert asked["question"]["optional"] is False
    assert asked["note"]["optional"] is True
    assert "initial_value" not in asked["note"]["element"]
    assert "initial_options" not in asked["leave_out"]["element"]
    assert (view["callback_id"], view["private_metadata"]) == ("ask_hr", "7F3K2")


def test_with_no_answer_the_question_may_still_be_left_out() -> None:
    view = modal(forms.ask_hr(replace(ASKED, answer="", sources=())))
    assert list(inputs(view)) == ["question", "note", "leave_out"]
    assert "The answer that you were shown" not in read(view)


def test_sharing_names_the_channel_its_readers_and_the_documents() -> None:
    shown = forms.ShareView("7F3K2", "#general", 12, sources(LEAVE, RATES), "en", TODAY)
    told = read(modal(forms.share(shown)))
    assert "The answer will be posted in #general, with your name." in told
    assert "12 people will be able to read it." in told
    assert "[2] Travel: rates and limits › Hotels" in told


def test_a_passage_is_quoted_with_its_place_and_a_link() -> None:
    (source,) = sources(RATES, replace(RATES, quote="Keep the receipt."))
    view = modal(forms.passage(source, "7F3K2", "en", TODAY))
    told = read(view)
    assert "Travel: rates and limits › Hotels" in told
    assert "version 2025-02 · in force since 1 Feb 2025 · page 12" in told
    assert "The limit is for one night:" in told
    assert "City: Madrid; Limit: 140 €" in told
    assert "Keep the receipt." in told
    assert "Open at page 12" in told
    assert links(view) == {RATES.url}
    assert "submit" not in view
    assert inputs(view) == {}


def test_a_passage_that_no_browser_opens_has_no_link() -> None:
    (source,) = sources(REMOTE)
    view = modal(forms.passage(source, "7F3K2", "es", TODAY))
    assert links(view) == set()
    assert "hasta tres días por semana" in read(view)


@pytest.mark.parametrize(
    ("view", "callback_id", "names"),
    [
        (modal(forms.feedback_reason("7F3K2", "es")), "feedback_reason", ["reason", "comment"]),
        (modal(forms.case_reply("C-1", "Q?", "es")), "case_reply", ["text"]),
        (modal(forms.case_ask_back("C-1", "Q?", "es")), "case_ask_back", ["text"]),
        (modal(forms.case_reassign("C-1", "es")), "case_reassign", ["user"]),
        (
            modal(forms.case_save("C-1", "Q?", "A.", "es", date(2026, 2, 28))),
            "case_save",
            ["question", "answer", "owner", "until"],
        ),
        (modal(forms.case_answer("C-1", "Since when?", "es")), "case_answer", ["text"]),
        (modal(forms.privacy_delete("es")), "privacy_delete", []),
    ],
)
def test_each_dialog_asks_for_what_it_needs(
    view: Block, callback_id: str, names: list[str]
) -> None:
    assert view["callback_id"] == callback_id
    assert list(inputs(view)) == names
    assert action_ids(view) == names
    assert "submit" in view


def test_a_verified_answer_holds_for_a_year_unless_somebody_says_otherwise() -> None:
    until = inputs(modal(forms.case_save("C-1", "Q?", "A.", "en", date(2026, 2, 28))))["until"]
    assert until["element"]["initial_date"] == "2027-02-28"


def test_ids_are_all_that_a_dialog_keeps() -> None:
    kept = {str(view.get("private_metadata", "")) for view in all_views("a secret text")}
    assert kept == {"7F3K2", "C-12", "E-3", ""}


def test_the_home_tab_tells_what_is_kept_and_lets_it_be_exported_and_deleted() -> None:
    view = views.home(home("en", Terms(30, "hr@corp.example"), "slack"))
    told = read(view)
    assert "are kept for 30 days, encrypted, and then deleted" in told
    assert "hr@corp.example" in told
    assert action_ids(view) == ["privacy_export", "privacy_delete"]
    assert "How much parental leave do I get?" in told


def test_there_are_four_questions_to_begin_with_in_each_language() -> None:
    english, spanish = suggested_prompts("en-US"), suggested_prompts("es-ES")
    assert len(english) == len(spanish) == 4
    assert english[0] == ("Parental leave", "How much parental leave do I get?")
    assert spanish[0][0] == "Permiso parental"
