from contextlib import suppress
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answering.calculator import LONGEST, calculate

ALL = "mon, tue, wed, thu, fri, sat, sun"
MARCH = "weekend=[sat, sun], holidays=[2026-03-19]"


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("22 * 7 / 12", "12.83"),
        ("0.1 + 0.2", "0.3"),
        ("1 / 3 * 3", "1"),
        ("(2 + 3) × 4 \u2212 1", "19"),
        ("-7 / 2", "-3.5"),
        ("15% of 1200", "180"),
        ("1200 + 15% of 1200", "1380"),
        ("200 / 10%", "2000"),
        ("7 % of 50", "3.5"),
        ("20% + 5%", "0.25"),
        ("1 / 3000", "0.00033"),
        ("2 / 3", "0.67"),
        ("12.3450", "12.345"),
        ("prorata(22, 7, 12)", "12.83"),
        ("ceil(prorata(22, 7, 12) * 2) / 2", "13"),
        ("round(2.5) + round(-2.5) + round(1.005, 2)", "1.01"),
        ("floor(12.89, 1)", "12.8"),
        ("min(3, 2.5, 4) + max(1, 1.5)", "4"),
        ("2026-04-15 - 2026-03-01", "45"),
        ("2026-03-01 + 45", "2026-04-15"),
        ("2028-03-01 - 1", "2028-02-29"),
        ("days(2026-03-01, 2026-12-31)", "306"),
        ("round(prorata(23, days(2026-03-01, 2026-12-31), 365), 1)", "19.3"),
        ("add_months(2026-01-31, 1)", "2026-02-28"),
        ("add_months(2026-03-31, -13)", "2025-02-28"),
        ("max(2026-03-01, 2026-02-28)", "2026-03-01"),
        (f"working_days(2026-03-02, 2026-03-31, {MARCH})", "21"),
        ("working_days(2026-03-01, 2026-03-07, weekend=[fri], holidays=[])", "6"),
        (f"add_working_days(2026-03-18, 1, {MARCH})", "2026-03-20"),
        (f"add_working_days(2026-03-21, 1, {MARCH})", "2026-03-23"),
        (f"add_working_days(2026-03-21, -1, {MARCH})", "2026-03-20"),
    ],
)
def test_what_it_comes_to(expression: str, result: str) -> None:
    step = calculate(f"  {expression} ")

    assert (step.expression, step.result) == (expression, result)


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("", "nothing to calculate"),
        ("1 / (2 - 2)", "divides by zero"),
        ("prorata(1, 2, 0)", "divides by zero"),
        ("1,200 + 3", "cannot be calculated"),
        ("12 13", "A sign is missing before 13"),
        ("2 ** 9", "check signs and brackets"),
        ("9 // 2", "check signs and brackets"),
        ("(1 + 2", "check signs and brackets"),
        ("1200 + 15%", "of what the percent are"),
        ("__import__(1)", "'__import__' is not known"),
        ("(1).real", "'.real' cannot be calculated with"),
        ('"a"', "cannot be calculated with"),
        ("2 (3)", "cannot be calculated"),
        ("max", "cannot be calculated"),
        ("[1, 2]", "cannot be calculated"),
        ("max()", "max is used as max(a, b"),
        ("round(1, 9)", "0 to 6 places"),
        ("1234567890123456789", "more than 18 digits"),
        ("2026-02-30 + 1", "2026-02-30 is not a date"),
        ("2026-03-01 + 2026-03-01", "cannot be added"),
        ("2026-03-01 * 2", "Only numbers can be multiplied"),
        ("2026-03-01 + 1.5", "Only whole days"),
        ("3 - 2026-03-01", "is a date, where a number"),
        ("add_months(3, 1)", "is a number, where a date"),
        ("9999-12-31 + 1", "out of the years"),
        ("add_months(2026-01-01, 999999999)", "out of the years"),
        (f"add_working_days(2026-01-01, 100000000, {MARCH})", "out of the years"),
        (f"add_working_days(9999-12-01, 90000, {MARCH})", "out of the years"),
        ("days(2026-03-02, 2026-03-01)", "comes after"),
        ("working_days(2026-03-01, 2026-03-31)", "weekend=[sat, sun]"),
        (
            "working_days(2026-03-01, 2026-03-31, weekend=[sat], weekend=[sun], holidays=[])",
            "is used as",
        ),
        ("working_days(2026-03-01, 2026-03-31, weekend=[1], holidays=[])", "not a weekend"),
        ("working_days(2026-03-01, 2026-03-31, weekend=[sat], holidays=[1])", "are not dates"),
        ("working_days(2026-03-01, 2026-03-31, weekend=sat, holidays=[])", "is not a list"),
        (f"working_days(2026-03-01, 2026-03-31, weekend=[{ALL}], holidays=[])", "no working day"),
        ("1 +" * LONGEST, "may have 1000 characters"),
        ("-" * (LONGEST - 1) + "1", "check signs and brackets"),
        ("(" * 499 + "1" + ")" * 499, "check signs and brackets"),
    ],
)
def test_what_cannot_be_calculated_is_told_in_a_sentence(expression: str, told: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as raised:
        calculate(expression)

    assert told in str(raised.value)


@given(st.text(max_size=60) | st.text("0123456789.%+-*/() ,of[]=minmaxrounddays_", max_size=120))
def test_any_text_is_calculated_or_told_to_be_none(text: str) -> None:
    with suppress(ValueError):
        assert calculate(text).result


AMOUNTS = st.decimals(0, 10**6, places=2)


@given(AMOUNTS, AMOUNTS, AMOUNTS)
def test_sums_and_products_are_exact(one: Decimal, other: Decimal, third: Decimal) -> None:
    result = calculate(f"{one} + {other} * ({third} - {one})").result
    exact = Fraction(one) + Fraction(other) * (Fraction(third) - Fraction(one))

    assert Fraction(result) == exact


@given(AMOUNTS, st.integers(1, 366), st.integers(1, 366))
def test_a_share_is_written_to_the_nearest_cent_or_nearer(
    amount: Decimal, part: int, whole: int
) -> None:
    result = Fraction(calculate(f"prorata({amount}, {part}, {whole})").result)

    assert abs(result - Fraction(amount) * part / whole) <= Fraction(1, 200)


DATES = st.dates(date(1950, 1, 1), date(2100, 1, 1))


@given(DATES, st.integers(0, 20_000))
def test_days_added_are_the_days_between(start: date, days: int) -> None:
    end = calculate(f"{start} + {days}").result

    assert calculate(f"{end} - {start}").result == str(days)
    assert calculate(f"days({start}, {end})").result == str(days + 1)


@given(DATES, st.integers(-600, 600))
def test_months_added_keep_the_day_where_there_is_one(start: date, months: int) -> None:
    later = date.fromisoformat(calculate(f"add_months({start}, {months})").result)

    assert (later.year - start.year) * 12 + later.month - start.month == months
    assert later.day == start.day or (later + timedelta(days=1)).day == 1


@given(
    DATES,
    st.integers(0, 400),
    st.sets(st.sampled_from(("mon", "wed", "fri", "sat", "sun"))),
    st.sets(st.integers(0, 400), max_size=20),
)
def test_working_days_are_those_that_are_counted_one_by_one(
    start: date, length: int, weekend: set[str], closed: set[int]
) -> None:
    names = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
    period = [start + timedelta(days=n) for n in range(length + 1)]
    holidays = {start + timedelta(days=n) for n in closed}
    worked = [d for d in period if names[d.weekday()] not in weekend and d not in holidays]
    days = f"weekend=[{', '.join(sorted(weekend))}], holidays=[{', '.join(map(str, holidays))}]"

    assert calculate(f"working_days({start}, {period[-1]}, {days})").result == str(len(worked))
    if worked:
        before = start - timedelta(days=1)
        last = calculate(f"add_working_days({before}, {len(worked)}, {days})").result
        assert last == str(worked[-1])
