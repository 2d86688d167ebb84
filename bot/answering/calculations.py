"""What may a calculation call? Rounding and shares of numbers; days, months, working days of dates.

A calendar is always given, as the days that are a weekend and the dates that are holidays.
"""

import calendar
import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Literal

import numpy as np

Value = Fraction | date

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_PLACES = 6  # of a rounded number, at most
_FARTHEST = 100_000  # working days that are added at most: some four centuries


@dataclass(frozen=True, slots=True)
class Days:
    """Which days are worked: `weekend` are names of `WEEKDAYS`."""

    weekend: frozenset[str]
    holidays: tuple[date, ...]

    def calendar(self) -> np.busdaycalendar:
        """Raise ValueError where no day is left to work on."""
        if len(self.weekend) == len(WEEKDAYS):
            raise ValueError("With seven days of weekend there is no working day.")
        worked = [day not in self.weekend for day in WEEKDAYS]
        return np.busdaycalendar(worked, np.array(self.holidays, "datetime64[D]"))


def added(one: Value, other: Value) -> Value:
    """Add numbers, or days to a date."""
    if isinstance(one, date) and isinstance(other, date):
        raise ValueError("Two dates cannot be added.")  # noqa: TRY004  # bad input is one kind
    if isinstance(other, date):
        one, other = other, one
    if isinstance(one, date):
        return one + timedelta(days=_whole(other, "days"))
    return one + _number(other)


def less(one: Value, other: Value) -> Value:
    """Subtract numbers, days from a date, or a date from a date: the days between them."""
    if isinstance(one, date) and isinstance(other, date):
        return Fraction((one - other).days)
    return added(one, -_number(other))


def _share(amount: Value, part: Value, whole: Value) -> Value:
    return _number(amount) * _number(part) / _number(whole)


def _rounded(value: Value, places: Value = Fraction(0)) -> Value:
    scale = _scale(places)
    scaled = _number(value) * scale
    nearest = math.floor(abs(scaled) + Fraction(1, 2))
    return Fraction(nearest if scaled >= 0 else -nearest, scale)


def _up(value: Value, places: Value = Fraction(0)) -> Value:
    scale = _scale(places)
    return Fraction(math.ceil(_number(value) * scale), scale)


def _down(value: Value, places: Value = Fraction(0)) -> Value:
    scale = _scale(places)
    return Fraction(math.floor(_number(value) * scale), scale)


def _least(*values: Value) -> Value:
    return min(values) if _are_dates(values) else min(map(_number, values))


def _most(*values: Value) -> Value:
    return max(values) if _are_dates(values) else max(map(_number, values))


def _days(start: Value, end: Value) -> Value:
    first, last = _period(start, end)
    return Fraction((last - first).days + 1)


def _months_later(day: Value, months: Value) -> Value:
    """A month that has no such day ends earlier: a month after 31 January is the last of February.

    Raises OverflowError outside of the years that there are.
    """
    start = _date(day)
    year, month = divmod(start.year * 12 + start.month - 1 + _whole(months, "months"), 12)
    if not date.min.year <= year <= date.max.year:
        raise OverflowError(year)
    return date(year, month + 1, min(start.day, calendar.monthrange(year, month + 1)[1]))


def _working_days(start: Value, end: Value, days: Days) -> Value:
    first, last = _period(start, end)
    after = last + timedelta(days=1)
    return Fraction(int(np.busday_count(first, after, busdaycal=days.calendar())))


def _working_days_later(day: Value, number: Value, days: Days) -> Value:
    """The first working day after a day is one later, whether or not that day itself is worked."""
    start, steps = _date(day), _whole(number, "working days")
    if abs(steps) > _FARTHEST:
        raise OverflowError(steps)
    if steps == 0:
        return start
    roll: Literal["backward", "forward"] = "backward" if steps > 0 else "forward"
    later = np.busday_offset(start, steps, roll=roll, busdaycal=days.calendar()).item()
    if not isinstance(later, date):
        raise OverflowError(later)
    return later


@dataclass(frozen=True, slots=True)
class Function:
    """`usage` is how it is written; one on working days takes a calendar after its values."""

    calculate: Callable[..., Value]
    usage: str
    fewest: int
    most: int
    takes_days: bool = False


_MANY = 1_000
_CALENDAR = "weekend=[sat, sun], holidays=[]"

FUNCTIONS = {
    "min": Function(_least, "min(a, b, …)", 1, _MANY),
    "max": Function(_most, "max(a, b, …)", 1, _MANY),
    "round": Function(_rounded, "round(number, places)", 1, 2),
    "ceil": Function(_up, "ceil(number, places)", 1, 2),
    "floor": Function(_down, "floor(number, places)", 1, 2),
    "prorata": Function(_share, "prorata(amount, part, whole)", 3, 3),
    "days": Function(_days, "days(start, end), both included", 2, 2),
    "add_months": Function(_months_later, "add_months(date, months)", 2, 2),
    "working_days": Function(
        _working_days,
        f"working_days(start, end, {_CALENDAR}), both included",
        2,
        2,
        takes_days=True,
    ),
    "add_working_days": Function(
        _working_days_later,
        f"add_working_days(date, number, {_CALENDAR})",
        2,
        2,
        takes_days=True,
    ),
}


def _period(start: Value, end: Value) -> tuple[date, date]:
    first, last = _date(start), _date(end)
    if first > last:
        raise ValueError(f"{first} comes after {last}: a period begins before it ends.")
    return first, last


def _are_dates(values: tuple[Value, ...]) -> bool:
    return all(isinstance(value, date) for value in values)


def _number(value: Value) -> Fraction:
    if not isinstance(value, Fraction):
        raise ValueError(f"{value} is a date, where a number is needed.")  # noqa: TRY004  # as above
    return value


def _date(value: Value) -> date:
    if not isinstance(value, date):
        raise ValueError(f"{value} is a number, where a date is needed.")  # noqa: TRY004  # as above
    return value


def _whole(value: Value, what: str) -> int:
    number = _number(value)
    if number.denominator != 1:
        raise ValueError(f"Only whole {what} can be added to a date.")
    return int(number)


def _scale(places: Value) -> int:
    number = _whole(places, "places")
    if not 0 <= number <= _PLACES:
        raise ValueError(f"Numbers are rounded to 0 to {_PLACES} places.")
    return int(10**number)
