"""Does each figure, date and unit of a statement stand in what it cites?"""

from collections.abc import Iterator, Sequence

from bot.answering.facts.finding import Fault
from bot.answering.facts.marks import Kind, Mark
from bot.answering.facts.moments import is_borne_out, parts
from bot.answering.facts.words import MONEY_OR_SHARE

_SAME = {  # limits that say the same of a figure, or nearly so and are used for one another
    frozenset({"within", "max"}),
    frozenset({"within", "until"}),
    frozenset({"until", "max"}),
    frozenset({"after", "over"}),
    frozenset({"after", "from"}),
    frozenset({"early", "from"}),
}
_LOOSE = frozenset({"within", "from", "before", "after", "until", "about"})
_SUBJECTS = (Kind.NAME, Kind.PARTY, Kind.WORD)
_EXACT = {  # what a unit is, where all agree on it
    "hour": ("minute", 60),
    "year": ("month", 12),
    "fortnight": ("week", 2),
}


def unsupported(
    told: Sequence[Mark], cited: Sequence[Mark], *, known: Sequence[Mark]
) -> Iterator[tuple[Fault, Mark]]:
    """Find the figures and moments that the cited words do not bear out.

    `known` are figures that may be told without a citation: results of shown calculations.
    """
    figures = [mark for mark in cited if mark.kind in (Kind.NUMBER, Kind.RATE)]
    for mark in told:
        if mark.kind is Kind.NUMBER:
            fault = _number(mark, figures, cited)
            if fault is not None and not any(_is_same_number(mark, other) for other in known):
                yield fault, mark
        elif mark.kind is Kind.MOMENT:
            fault = _moment(mark, cited)
            if fault is not None and not any(_bears_out(other, mark) for other in known):
                yield fault, mark
    yield from _rates(told, cited)


def misplaced(told: Sequence[Mark], cited: Sequence[Mark]) -> Iterator[tuple[Fault, Mark]]:
    """Find figures that the cited words give for something else than the sentence does.

    That is so where the clause with that figure has no word of the sentence, and a clause with
    another figure of its unit has: "Lisbon: 140 euros, and Porto: 120 euros".
    """
    words = {m.key for m in told if m.is_content and m.kind in _SUBJECTS}
    clauses: dict[int, list[Mark]] = {}
    for mark in cited:
        clauses.setdefault(mark.clause, []).append(mark)
    for mark in told:
        if mark.kind is not Kind.NUMBER or mark.unit in ("", "nth"):
            continue
        alike = {
            number: {m.key for m in clause} & words
            for number, clause in clauses.items()
            if any(m.kind is Kind.NUMBER and m.unit == mark.unit for m in clause)
        }
        own = {n for n in alike if any(m.values & mark.values for m in clauses[n])}
        others = [shared for n, shared in alike.items() if n not in own]
        if own and not any(alike[n] for n in own) and any(others):
            yield Fault.NUMBER, mark


def same_number(one: Mark, other: Mark) -> bool:
    """Whether two numbers are equal, in units that do not differ."""
    return _scaled(one, other) and _counted_alike(one, other)


def same_limits(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two figures are limited in the same way."""
    if one == other:
        return True
    if not one or not other:
        return (one or other) <= _LOOSE
    return all(any(a == b or frozenset({a, b}) in _SAME for b in other) for a in one)


def moments_agree(one: Mark, other: Mark) -> bool:
    """Whether the first says nothing that the second does not."""
    return _bears_out(other, one)


def _is_same_number(mark: Mark, other: Mark) -> bool:
    return other.kind is Kind.NUMBER and bool(mark.values & other.values)


def _number(mark: Mark, figures: Sequence[Mark], cited: Sequence[Mark]) -> Fault | None:
    """Tell what is wrong with a number: not there, in another unit, limited otherwise."""
    same = [other for other in figures if _equal_or_scaled(mark, other)]
    if not same:
        return None if _is_implied(mark, cited) else Fault.NUMBER
    alike = [o for o in same if _scaled(mark, o, cited) and _counted_alike(mark, o)]
    if not alike:
        return Fault.UNIT
    if mark.unit == "nth" or any(same_limits(mark.limits, o.limits) for o in alike):
        return None
    return Fault.LIMIT


def _is_implied(mark: Mark, cited: Sequence[Mark]) -> bool:
    """Whether a number is the one of "a day later", or part of a date."""
    if mark.values == {1} and mark.unit in _alone(cited):
        return True
    dated = {part for other in cited for reading in other.readings for part in parts(reading)}
    dated |= {str(int(r[1:]) // 60 % 24) for o in cited for r in o.readings if r[0] == "t"}
    return not mark.unit and any(str(value) in dated for value in mark.values)


def _equal_or_scaled(mark: Mark, other: Mark) -> bool:
    return bool(mark.values & other.values) or _in_other_unit(mark, other)


def _scaled(mark: Mark, other: Mark, cited: Sequence[Mark] = ()) -> bool:
    if _in_other_unit(mark, other):
        return True
    if not mark.values & other.values:
        return False
    if mark.unit == other.unit or "nth" in (mark.unit, other.unit):
        return True
    if not mark.unit:
        return other.unit not in MONEY_OR_SHARE
    if not other.unit:  # a table names the unit in its header
        return any(m.kind is Kind.UNIT and m.key == f"unit:{mark.unit}" for m in cited)
    return False


def _in_other_unit(mark: Mark, other: Mark) -> bool:
    """Half a share is 50 %, double 200 %, a year is twelve months: what is exact in other words."""
    if {mark.unit, other.unit} in ({"%", "fold"}, {"%", "times"}):
        share, fold = (mark, other) if mark.unit == "%" else (other, mark)
        return any(value / 100 in fold.values for value in share.values)
    if {mark.unit, other.unit} == {"%", ""}:
        share, bare = (mark, other) if mark.unit == "%" else (other, mark)
        return any(value / 100 in bare.values for value in share.values if value < 100)  # noqa: PLR2004
    return _converts(mark, other) or _converts(other, mark)


def _converts(large: Mark, small: Mark) -> bool:
    unit, times = _EXACT.get(large.unit, ("", 0))
    scaled = {value * times for value in large.values}
    return unit == small.unit != "" and bool(scaled & small.values)


def _counted_alike(mark: Mark, other: Mark) -> bool:
    return mark.counting == other.counting


def _moment(mark: Mark, cited: Sequence[Mark]) -> Fault | None:
    same = [m for m in cited if m.kind is Kind.MOMENT and _bears_out(m, mark)]
    if not same and _year_stands_apart(mark, cited):
        same = [mark]
    if not same:
        return Fault.MOMENT
    if not any(_limited_alike(mark, other) for other in same):
        return Fault.LIMIT
    return None


def _year_stands_apart(mark: Mark, cited: Sequence[Mark]) -> bool:
    """A heading names the year, the sentence the day."""
    years = {str(v) for m in cited if m.kind is Kind.NUMBER for v in m.values}
    bare = {r.replace(r[:4], "*", 1) for r in mark.readings if r[:4] in years}
    return any(
        is_borne_out(reading, other) for reading in bare for m in cited for other in m.readings
    )


def _limited_alike(mark: Mark, other: Mark) -> bool:
    return same_limits(mark.limits, other.limits)


def _bears_out(other: Mark, mark: Mark) -> bool:
    return any(is_borne_out(r, o) for r in mark.readings for o in other.readings)


def _rates(told: Sequence[Mark], cited: Sequence[Mark]) -> Iterator[tuple[Fault, Mark]]:
    """Find "monthly" or "a week" where it is not spoken of, but other units or an amount are."""
    spoken = {m.key.partition(":")[2] for m in cited if m.kind in (Kind.UNIT, Kind.RATE)}
    spoken |= {m.unit for m in cited}
    is_rated = spoken & _TIMES or any(m.unit in MONEY_OR_SHARE for m in told)
    for place, mark in enumerate(told):
        unit = mark.key.partition(":")[2]
        is_rate = mark.kind is Kind.RATE or (
            mark.kind is Kind.UNIT and unit not in MONEY_OR_SHARE and _is_one(told, place)
        )
        if is_rate and is_rated and unit not in spoken:
            yield Fault.UNIT, mark


_TIMES = frozenset({"minute", "hour", "day", "week", "fortnight", "month", "quarter", "year"})
_EACH = frozenset({"a", "an", "per", "each", "every", "por", "cada", "al", "scope:all"})


def _alone(cited: Sequence[Mark]) -> set[str]:
    """The units that stand without a number: "a day later"."""
    counted = {
        further
        for n, mark in enumerate(cited)
        if mark.kind is Kind.NUMBER and mark.unit
        for further in range(n + 1, n + 4)
    }
    return {
        mark.key.partition(":")[2]
        for n, mark in enumerate(cited)
        if mark.kind is Kind.UNIT and n not in counted
    }


def _is_one(told: Sequence[Mark], place: int) -> bool:
    return place > 0 and (told[place - 1].key in _EACH or told[place - 1].text.lower() in _EACH)
