from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answering.request import Filters, Period
from bot.answering.stated import stated


@pytest.mark.parametrize(
    ("text", "regions"),
    [
        ("how many holidays are there in Spain?", {"es"}),
        ("vacaciones en Francia y Alemania", {"fr", "de"}),
        ("parental leave for US staff", {"us"}),
        ("leave for us employees", {"us"}),
        ("¿qué festivos hay en Reino Unido?", {"gb"}),
        ("rules for our German office", {"de"}),
    ],
)
def test_a_country_that_is_named_is_told(text: str, regions: set[str]) -> None:
    assert (stated(text).regions or set()) == regions


@pytest.mark.parametrize(
    "text",
    [
        "is the handbook available in Spanish?",
        "¿hay una versión en español?",
        "are Spanish lessons paid?",
        "tell us about leave",
        "can I use my American Express card?",
        "who may read this in general?",
    ],
)
def test_a_language_a_brand_and_a_pronoun_are_no_country(text: str) -> None:
    assert stated(text).regions is None


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("how many holidays in 2023?", date(2023, 1, 1), date(2023, 12, 31)),
        ("¿cuántos festivos en 2023?", date(2023, 1, 1), date(2023, 12, 31)),
        ("what held as of February 2024?", date(2024, 2, 1), date(2024, 2, 29)),
        ("the rate on 5 May 2023", date(2023, 5, 5), date(2023, 5, 5)),
        ("la tarifa del 5 de mayo de 2023", date(2023, 5, 5), date(2023, 5, 5)),
        ("the rate on May 5th, 2023", date(2023, 5, 5), date(2023, 5, 5)),
        ("the rate on 2023-05-05", date(2023, 5, 5), date(2023, 5, 5)),
        ("I joined in 2021, what do I get in 2024?", date(2024, 1, 1), date(2024, 12, 31)),
    ],
)
def test_a_date_that_is_stated_is_told(text: str, start: date, end: date) -> None:
    assert stated(text).period == Period(start, end)


@pytest.mark.parametrize(
    "text",
    [
        "I joined in 2021, how many days do I get?",
        "entré en 2019, ¿cuántos días tengo?",
        "I was born in 1990",
        "what is form 2023?",
        "can I claim for 2000 euros?",
        "the rate on 2023-02-31",
        "what changed between 1 January 2023 and 5 May 2024?",
        "may I leave early?",
    ],
)
def test_another_year_or_number_is_no_date_of_the_question(text: str) -> None:
    assert stated(text).period is None


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789 .,-?", max_size=120))
def test_nothing_is_told_that_no_figure_states(text: str) -> None:
    if not any(character.isdigit() for character in text):
        assert stated(text).period is None


@given(st.text(max_size=120))
def test_reading_never_fails(text: str) -> None:
    assert isinstance(stated(text), Filters)
