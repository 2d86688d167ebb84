from dataclasses import dataclass
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from retrieval.validity import in_force, objection

DAY = date(2026, 6, 1)


@dataclass(frozen=True)
class Dates:
    effective_from: date | None = None
    effective_until: date | None = None


def test_the_first_and_the_last_day_are_included() -> None:
    assert in_force(Dates(DAY, DAY), DAY)
    assert not in_force(Dates(DAY, DAY), DAY - timedelta(days=1))
    assert not in_force(Dates(DAY, DAY), DAY + timedelta(days=1))


def test_what_says_no_day_holds_always() -> None:
    assert in_force(Dates(), date.min)
    assert in_force(Dates(), date.max)


def test_the_reason_is_told_in_words() -> None:
    assert objection(Dates(effective_from=DAY), date(2026, 5, 31)) == (
        "not in force before 2026-06-01"
    )
    assert objection(Dates(effective_until=DAY), date(2026, 6, 2)) == (
        "no longer in force since 2026-06-01"
    )


@given(st.dates(), st.dates(), st.dates())
def test_it_holds_exactly_between_its_days(first: date, last: date, on: date) -> None:
    assert in_force(Dates(first, last), on) == (first <= on <= last)
