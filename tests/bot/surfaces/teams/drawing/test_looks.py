"""Microsoft's own renderer finds no fault with our cards, and shows all of them, on a phone too."""

from dataclasses import replace

import pytest

from bot.answers import Grounded, Statement
from bot.saying.answers import answer
from bot.saying.cases import case_card
from bot.surfaces.teams.drawing.forms import Opener, form_card
from bot.surfaces.teams.drawing.messages import messages
from bot.surfaces.teams.messages import Outgoing, written
from storage.cases import State
from tests.bot.saying.known import (
    LEAVE,
    RATES,
    TABLE,
    TODAY,
    all_forms,
    all_said,
    case,
    the_home,
    view,
)
from tests.fakes.teams_cards.rig import DESKTOP, PHONE, TeamsCards

BY = Opener("case_save", "C-12")

pytestmark = pytest.mark.browser

PEOPLE = {  # of a person to choose Teams knows, and the renderer of 1.5 does not
    'Property "choices.data" is supported in version 1.6, but you are using version 1.5.',
    "An Input.ChoiceSet must have at least one choice defined.",
}
HOSTILE = (
    "*How* [long](https://drop.example)? [1] <b>x</b> &lt; www.drop.example "
    "{{DATE(2026-01-01T00:00:00Z)}}"
)
LINKS = {LEAVE.url, RATES.url, "https://policies.corp.example/verified/17"}


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
async def test_everything_is_shown_and_fits(teams_cards: TeamsCards, width: int) -> None:
    said = [*all_said("How long?"), the_home("HR")]
    activities = [written(one) for each in said for one in messages(each, "en")]
    forms = [
        written(Outgoing(cards=[form_card(f, "en", BY, today=TODAY)])) for f in all_forms("So?")
    ]

    shown = await teams_cards.show(*activities, *forms, width=width, theme="dark")

    assert set(shown.complaints) <= PEOPLE
    assert shown.overflow <= 0
    assert shown.cut == ()
    assert "Case C-12 · Waiting for the employee" in shown.text


async def test_hostile_texts_are_shown_and_do_nothing(teams_cards: TeamsCards) -> None:
    activities = [written(one) for each in all_said(HOSTILE) for one in messages(each, "en")]

    shown = await teams_cards.show(*activities)

    assert set(shown.complaints) == set()
    assert {url for url in shown.links if "corp.slack.com" not in url} <= LINKS
    assert "{{DATE(2026-01-01T00:00:00Z)}}" in shown.text.replace("\u2060", "")
    assert "&lt;" in shown.text.replace("\u2060", "")


async def test_an_answer_opens_its_sources_and_a_case_asks_before_it_is_closed(
    teams_cards: TeamsCards,
) -> None:
    grounded = Grounded((Statement("Sixteen weeks.", (LEAVE,)), Statement(TABLE, (RATES,))))
    told = [written(one) for one in messages(answer(view(grounded)), "en")]
    claimed = messages(case_card(replace(case(), state=State.CLAIMED)), "en")

    answered = await teams_cards.show(*told)
    asked = await teams_cards.show(*map(written, claimed), press="Close")

    assert set(answered.links) == {LEAVE.url, RATES.url}
    assert "See the table below." in answered.text
    assert "140 €" in answered.text
    assert "Close the case?" in asked.text
