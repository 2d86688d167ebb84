"""Is a rewrite that says more than the asker dropped, and one that does not looked for?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answering.rewrites import LONGEST, figures_are_known, says_no_more

ASKED = "Which form do I use for code PTO-7 in Portugal if I want 3 days, says Marta?"


@pytest.mark.parametrize(
    "rewrite",
    [
        "form for code PTO-7",
        "Which form is used for PTO-7 in Portugal?",
        "request form for 3 days of leave",
        "how does Marta ask for time off",
        "How many days may be requested?",
    ],
)
def test_other_words_for_the_same_are_looked_for(rewrite: str) -> None:
    assert says_no_more(rewrite, ASKED, "en")


@pytest.mark.parametrize(
    "rewrite",
    [
        "form for 12 days of leave",
        "form for twelve days of leave",
        "leave form for code PTO-8",
        "leave form for code PTO7",
        "leave form in Spain",
        "leave form for german employees",
        "leave form says Zorblax",
        "Zorblax leave form",
        "leave form of 2026",
        "leave form, yearly",
        "leave " * 60,
        "?",
    ],
)
def test_a_figure_a_code_a_country_or_a_name_of_its_own_is_not(rewrite: str) -> None:
    assert not says_no_more(rewrite, ASKED, "en")


def test_what_was_said_before_in_the_thread_is_known() -> None:
    thread = "I have worked here for 12 years in France.\nand the notice?"

    assert says_no_more("notice period after 12 years in France", thread, "en")
    assert not says_no_more("notice period after 12 years in France", "and the notice?", "en")


@pytest.mark.parametrize(
    ("rewrite", "is_sought"),
    [
        ("¿Cuántos días de permiso por mudanza?", True),
        ("permiso retribuido por traslado de domicilio", True),
        ("un día de permiso por mudanza", False),
        ("permiso de dos días por mudanza", False),
        ("permiso por mudanza en México", False),
    ],
)
def test_so_it_is_in_spanish(rewrite: str, *, is_sought: bool) -> None:
    asked = "¿cuántos días me dan por mudanza?"

    assert says_no_more(rewrite, asked, "es") is is_sought


def test_german_nouns_are_no_names() -> None:
    asked = "Wie lange dauert die Elternzeit?"

    assert says_no_more("Dauer der Elternzeit laut Richtlinie", asked, "de")
    assert not says_no_more("Dauer der Elternzeit 36 Monate", asked, "de")


@given(st.text(max_size=80), st.integers(min_value=0))
def test_no_number_comes_in_from_anywhere(text: str, number: int) -> None:
    rewrite = f"{text} {number} days"

    assert not figures_are_known(rewrite, "how many days?", "en")
    assert figures_are_known(rewrite, rewrite, "en")


@given(st.text(max_size=LONGEST + 50))
def test_what_the_asker_wrote_may_be_looked_for(text: str) -> None:
    assert says_no_more(text, text, "en") is (1 < len(text) <= LONGEST)
