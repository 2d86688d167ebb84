"""How does a sentence read as a row of marks? Each word, figure, date, limit and duty is one.

What says the same in other words is the same mark: "at most" and "no more than", "must not" and
"no se puede", "twenty-three" and "23". Rules on words, for English and Spanish; in another
language figures and names alone are told.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from bot.answering.facts import words
from bot.answering.facts.marks import Kind, Mark, folded, stem
from bot.answering.facts.scanning import scanned

_BREAK = re.compile(r"[.;:!?,()•|\n]| - ")


@lru_cache(maxsize=512)
def read(text: str) -> tuple[Mark, ...]:
    """Read a text as marks, in order."""
    text = unicodedata.normalize("NFC", text)
    marks = [*_clauses(_composed(_attached(scanned(text))), folded(text))]
    return tuple(_without_denied_limits(marks))


def _attached(marks: list[Mark]) -> list[Mark]:
    """Give numbers their units, and what limits them."""
    return _with_limits(_with_counting(_with_units(marks)))


def _with_counting(marks: list[Mark]) -> list[Mark]:
    """Only beside a unit do "work" and "natural" tell which days are meant."""
    beside = {n + step for n, m in enumerate(marks) if m.kind is Kind.UNIT for step in (-1, 1)}
    return [
        replace(mark, kind=Kind.WORD, key=stem(mark.text))
        if mark.kind is Kind.COUNTING and n not in beside
        else mark
        for n, mark in enumerate(marks)
    ]


def _with_units(marks: list[Mark]) -> list[Mark]:
    for n, mark in enumerate(marks):
        if mark.kind is not Kind.NUMBER or mark.unit not in ("", "nth"):
            continue
        unit, counting = _unit_before(marks, n), ""
        if not unit:
            unit, counting = _unit_after(marks, n)
        if unit and not (mark.unit == "nth" and unit in words.MONEY_OR_SHARE):
            marks[n] = replace(mark, unit=mark.unit or unit, counting=counting)
    for n in range(len(marks) - 2, -1, -1):
        marks[n] = _in_series(marks[n], marks[n + 1 : n + 3])
    return [_demoted(mark) for mark in marks]


def _in_series(mark: Mark, after: Sequence[Mark]) -> Mark:
    """Give a number the unit of the one that it is told with: "2-4 days", "2 or 4 days"."""
    follows = next((m for m in after if m.kind is Kind.NUMBER), None)
    if mark.kind is not Kind.NUMBER or mark.unit or follows is None or mark.text in _ONE:
        return mark
    is_joined = after[0] is follows and follows.start - mark.end == 1
    if not follows.unit or follows.unit == "nth" or not (is_joined or after[0].text in _JOINTS):
        return mark
    return replace(mark, unit=follows.unit, counting=follows.counting)


def _unit_before(marks: Sequence[Mark], n: int) -> str:
    """The currency right before an amount."""
    before = marks[n - 1] if n else None
    if before is None or before.kind is not Kind.UNIT or marks[n].start - before.end > 1:
        return ""
    is_currency = not before.text.isalpha() or before.text in ("eur", "usd", "cad", "gbp")
    return _bare(before.key) if is_currency and before.text != "%" else ""


def _unit_after(marks: Sequence[Mark], n: int) -> tuple[str, str]:
    counting = ""
    place = marks[n].end
    for further in range(n + 1, min(n + 4, len(marks))):
        mark = marks[further]
        if mark.start - place > 1:  # more than a space or a hyphen
            break
        place = mark.end
        if mark.kind is Kind.COUNTING:
            counting = _bare(mark.key)
        elif mark.kind is Kind.UNIT:
            after = marks[further + 1] if further + 1 < len(marks) else None
            if after is not None and after.kind is Kind.COUNTING and after.start - mark.end <= 1:
                counting = _bare(after.key)
            return _bare(mark.key), counting
        elif _ends_a_figure(mark):
            break
    return "", ""


def _ends_a_figure(mark: Mark) -> bool:
    """Whether a unit behind a mark is not that of a number before it ("half an hour" is)."""
    if mark.kind in (Kind.NUMBER, Kind.MOMENT, Kind.LIMIT):
        return True
    return mark.key in words.EMPTY and mark.text.lower() not in ("a", "an")


_JOINTS = frozenset({"to", "and", "or", "a", "y", "o", "al", "hasta", "up to"})
_ONE = frozenset({"one", "un", "una", "uno", "media", "medio"})


def _demoted(mark: Mark) -> Mark:
    """What is rather an article or a pronoun is no number."""
    if mark.kind is Kind.NUMBER and mark.text in _ONE and not mark.unit:
        return replace(mark, kind=Kind.WORD, key=mark.text, values=frozenset())
    return mark


def _bare(key: str) -> str:
    return key.partition(":")[2]


def _with_limits(marks: list[Mark]) -> list[Mark]:
    """Give each limit to the figure that it limits, if there is one near."""
    for n, limit in enumerate(marks):
        place = _limited(marks, n) if limit.kind is Kind.LIMIT else None
        if place is None:
            continue
        key = _bare(limit.key)
        if limit.text.startswith(("hasta", "up to")):
            key = "until" if marks[place].kind is Kind.MOMENT else "max"
            marks[n] = replace(limit, key=f"{Kind.LIMIT}:{key}")
        marks[place] = replace(marks[place], limits=marks[place].limits | {key})
    return marks


_EITHER_SIDE = re.compile(
    r"(?:(?:a|the|un|una|el|la) )?(?:max|min)|como|at |al |a lo|por lo|cuando|no fewer|limit|cap"
)


def _limited(marks: Sequence[Mark], n: int) -> int | None:
    """Which figure a limit is for: "or more" stands behind it, "maximum" on either side."""
    ahead = _first(marks, range(n + 1, min(n + 5, len(marks))), _is_figure)
    behind = _first(marks, range(n - 1, max(n - 5, -1), -1), _is_figure)
    text = marks[n].text
    if re.match(r"(?:or|o|and) ", text):
        return behind if behind is not None else ahead
    if _EITHER_SIDE.match(text):
        return ahead if ahead is not None else behind
    if ahead is None or any(_parts(m) for m in marks[n + 1 : ahead]):
        return None
    return ahead


def _parts(mark: Mark) -> bool:
    """Whether a limit does not reach over a mark."""
    return mark.is_content and mark.kind is not Kind.UNIT


def _is_figure(mark: Mark) -> bool:
    return mark.kind in (Kind.NUMBER, Kind.MOMENT)


_BETWEEN = frozenset(  # what may stand between "not" and the duty that it turns round
    "be been is are it will would do does no fully strict se es son ser lo le los las la".split()  # noqa: SIM905  # reads better than a list
)


def _composed(marks: list[Mark]) -> list[Mark]:
    """Join "not" with the duty that it turns round."""
    done: list[Mark] = []
    for mark in marks:
        joined = _joined(done, mark)
        if joined is None:
            done.append(mark)
        else:
            place, whole = joined
            done[place:] = [whole]
    return done


def _joined(done: Sequence[Mark], mark: Mark) -> tuple[int, Mark] | None:
    if mark.kind not in (Kind.DUTY, Kind.NOT):
        return None
    for place in range(len(done) - 1, max(len(done) - 4, -1), -1):
        before = done[place]
        if {before.kind, mark.kind} == {Kind.DUTY, Kind.NOT}:
            key = _turned(before, mark)
            said = f"{before.text} {mark.text}"
            whole = replace(before, kind=Kind.DUTY, key=f"duty:{key}", end=mark.end, text=said)
            return (place, whole) if key else None
        if before.key not in _BETWEEN:
            return None
    return None


def _turned(before: Mark, after: Mark) -> str | None:
    duty, no = (before, after) if before.kind is Kind.DUTY else (after, before)
    if no.text in ("instead of", "rather than", "without", "sin", "nor", "ni"):
        return None
    match _bare(duty.key):
        case "may":
            return "forbid"
        case "forbid":
            return "may"
        case "must":
            forbids = before is duty or duty.text.startswith("deb")
            return "forbid" if forbids and not duty.text.startswith(("need", "require")) else "free"
        case _:
            return None


_AT_MOST = {"over": "max", "under": "min"}


def _without_denied_limits(marks: list[Mark]) -> list[Mark]:
    """Turn "nobody may take more than 5" into what it says of the figure: 5 at most."""
    gone: set[int] = set()
    for n, limit in enumerate(marks):
        key = _AT_MOST.get(_bare(limit.key)) if limit.kind is Kind.LIMIT else None
        no = _first(marks, range(n - 1, max(n - 8, -1), -1), _denies)
        figure = _first(marks, range(n + 1, min(n + 4, len(marks))), _is_figure)
        if not key or no is None or figure is None or marks[no].clause != limit.clause:
            continue
        marks[n] = replace(limit, key=f"{Kind.LIMIT}:{key}")
        limits = marks[figure].limits - {_bare(limit.key)} | {key}
        marks[figure] = replace(marks[figure], limits=limits)
        if marks[no].kind is Kind.DUTY:
            marks[no] = replace(marks[no], key="duty:may")
        else:
            gone.add(no)
    return [mark for n, mark in enumerate(marks) if n not in gone]


def _first(
    marks: Sequence[Mark], places: Iterable[int], fits: Callable[[Mark], bool]
) -> int | None:
    return next((place for place in places if fits(marks[place])), None)


def _denies(mark: Mark) -> bool:
    return mark.kind is Kind.NOT or mark.key == "duty:forbid"


def _clauses(marks: list[Mark], low: str) -> Iterator[Mark]:
    clause, place = 0, 0
    for mark in marks:
        between = low[place : mark.start]
        if (
            _BREAK.search(between)
            or mark.text.lower() in words.CONJUNCTIONS
            or mark.key == "scope:except"
        ):
            clause += 1
        yield replace(mark, clause=clause)
        place = mark.end
