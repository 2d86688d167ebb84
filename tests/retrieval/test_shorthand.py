import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.shorthand import spelled_out


@pytest.mark.parametrize(
    ("typed", "language", "meant"),
    [
        ("smth for 12k til next yr", "en", "something for 12,000 until next year"),
        ("Whats the max, w/o my mgr?", "en", "what is the maximum, without my manager?"),
        ("20 days w/ 5 yrs", "en", "20 days with 5 years"),
        ("q pasa con el finde, xq no sé", "es", "que pasa con el fin de semana, porque no sé"),
        ("un gasto de 3k", "es", "un gasto de 3.000"),
    ],
)
def test_shorthand_is_spelled_out(typed: str, language: str, meant: str) -> None:
    assert spelled_out(typed, language) == meant


@pytest.mark.parametrize(
    ("typed", "language"),
    [
        ("my MGR said OOO", "en"),  # somebody's abbreviations
        ("see u.s. rules on /til/yr", "en"),
        ("form smth-71 and max@corp.example", "en"),
        ("a 401k plan of 12.5k", "en"),
        ("who do i ask in hr?", "en"),
        ("q pasa", "en"),
        ("smth", "de"),
    ],
)
def test_all_else_stays_to_the_letter(typed: str, language: str) -> None:
    assert spelled_out(typed, language) == typed


@given(st.text(), st.sampled_from(["en", "es", "de"]))
def test_what_is_spelled_out_stays_so(text: str, language: str) -> None:
    once = spelled_out(text, language)

    assert spelled_out(once, language) == once
