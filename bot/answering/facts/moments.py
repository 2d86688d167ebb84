"""Which dates, weekdays and times of day does a text name? In English or Spanish, in any order.

A reading is `2024-04-15`, with `*` for what is not said; `w1` is a Monday, `t540` is nine in the
morning. What can be read in two ways (04/05/2024, "at 9") has two readings.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from retrieval.numerals import CARDINALS, ORDINALS

_MONTHS = (
    *("january|enero", "february|febrero", "march|marzo", "april|abril", "may|mayo", "june|junio"),
    *("july|julio", "august|agosto", "september|sept|septiembre|setiembre", "october|octubre"),
    *("november|noviembre", "december|diciembre"),
)
_SHORT = [
    "jan|ene",
    "feb",
    "mar",
    "apr|abr",
    "may",
    "jun",
    "jul",
    "aug|ago",
    "sep|sept",
    "oct",
    "nov",
    "dec|dic",
]
_NAMES = {name: n for n, names in enumerate(_MONTHS, 1) for name in names.split("|")}
_ALL = _NAMES | {name: n for n, names in enumerate(_SHORT, 1) for name in names.split("|")}
_WEEKDAYS = (
    *("mondays?|lunes", "tuesdays?|martes", "wednesdays?|miercoles", "thursdays?|jueves"),
    *("fridays?|viernes", "saturdays?|sabados?", "sundays?|domingos?"),
)
_MONTH = "|".join(sorted(_ALL, key=len, reverse=True))
_YEAR = r"(?:19|20)\d\d"
_SPELT = "|".join(
    sorted((w for w, v in (CARDINALS | ORDINALS).items() if 0 < v < 32), key=len, reverse=True)  # noqa: PLR2004
)
_DAY = rf"(?:\d{{1,2}}|{_SPELT})"
_NTH = r"(?:st|nd|rd|th|\.?[ºª])?"
_OF = r"(?:(?:of|de|del) )?"
_STOP = r"(?:\.(?= ?\d))?"  # of an abbreviation; at the end of a sentence it is not the date's
_TO = r" ?(?:-|to|al|a|and|y|or|o) ?"
_HALF = (
    r"(?P<half> ?(?:a\.? ?m\b|p\.? ?m\b)| (?:in|de|por) (?:the |la )"
    r"(?:morning|afternoon|evening|night|mañana|tarde|noche))"
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A date, weekday or time of day in a text, and how it may be read."""

    start: int
    end: int
    readings: frozenset[str]


def moments(text: str) -> list[Moment]:
    """Find the moments of a text that is in lower case and without accents, in order."""
    found: list[Moment] = []
    for pattern, read in _PATTERNS:
        for match in pattern.finditer(text):
            found += [m for m in read(match) if m.readings]
        for moment in found:
            if text[moment.start] != "·":
                gone = "·" * (moment.end - moment.start)
                text = text[: moment.start] + gone + text[moment.end :]
    return sorted(found, key=lambda moment: moment.start)


def is_borne_out(reading: str, other: str) -> bool:
    """Whether one reading says nothing that the other does not say too."""
    if "-" not in reading or "-" not in other:
        return reading == other
    pairs = zip(_parts(reading), _parts(other), strict=True)
    return all(mine in ("*", theirs) for mine, theirs in pairs)


def parts(reading: str) -> tuple[str, ...]:
    """The year, month and day of a date; nothing of a weekday or a time."""
    return tuple(part for part in _parts(reading) if part != "*") if "-" in reading else ()


def _parts(reading: str) -> list[str]:
    return reading.split("-")


def _reading(year: str | None, month: int, day: str | None) -> str:
    number = 0
    if day:
        number = int(day) if day.isdecimal() else (CARDINALS | ORDINALS).get(day, 0)
    if year and len(year) == 2:  # noqa: PLR2004
        year = "20" + year
    return f"{year or '*'}-{month}-{number or '*'}"


def _named(match: re.Match[str]) -> Iterator[Moment]:
    """Read a date with the name of its month; "5-7 May" is two of them."""
    told = match.groupdict()
    month, year = _ALL[told["month"]], told.get("year")
    whole = _reading(year, month, told.get("day"))
    if not told.get("first"):
        yield Moment(*match.span(), frozenset({whole}))
        return
    yield Moment(*match.span("first"), frozenset({_reading(year, month, told["first"])}))
    yield Moment(match.start("day"), match.end(), frozenset({whole}))


def _numeric(match: re.Match[str]) -> Iterator[Moment]:
    one, other, year = match["one"], match["other"], match["year"]
    readings = {
        _reading(year, int(month), str(int(day)))
        for day, month in ((one, other), (other, one))
        if 0 < int(month) <= 12 and 0 < int(day) <= 31  # noqa: PLR2004
    }
    yield Moment(*match.span(), frozenset(readings))


def _iso(match: re.Match[str]) -> Iterator[Moment]:
    reading = _reading(match["year"], int(match["month"]), str(int(match["day"])))
    yield Moment(*match.span(), frozenset({reading}))


def _weekday(match: re.Match[str]) -> Iterator[Moment]:
    yield Moment(*match.span(), frozenset({f"w{match.lastindex}"}))


def _clock(match: re.Match[str]) -> Iterator[Moment]:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if hour > 24 or minute > 59:  # noqa: PLR2004
        return
    half = (match.groupdict().get("half") or "").replace(".", "").replace(" ", "")
    if half.startswith("a") or half.endswith(("morning", "mañana")):
        hours = {hour % 12}
    elif half:
        hours = {hour % 12 + 12}
    else:
        hours = {hour, hour + 12} if 0 < hour < 12 else {hour % 24}  # noqa: PLR2004
        if match["minute"] and (match["hour"].startswith("0") or match.group().endswith("h")):
            hours = {hour}
    yield Moment(*match.span(), frozenset(f"t{h * 60 + minute}" for h in hours))


def _hour(match: re.Match[str]) -> Iterator[Moment]:
    hour = int(match["hour"])
    hours = {hour, hour + 12} if hour < 12 else {hour}  # noqa: PLR2004
    yield Moment(*match.span(), frozenset(f"t{h * 60}" for h in hours))


def _noon(match: re.Match[str]) -> Iterator[Moment]:
    yield Moment(*match.span(), frozenset({"t0" if match["night"] else "t720"}))


_Read = Callable[[re.Match[str]], Iterator[Moment]]
_PATTERNS: tuple[tuple[re.Pattern[str], _Read], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (rf"(?<![\w/-])(?P<year>{_YEAR})-(?P<month>\d\d)-(?P<day>\d\d)(?![\w-])", _iso),
        (
            (
                r"(?<![\w/.-])(?P<one>\d{1,2})(?P<sep>[/.-])(?P<other>\d{1,2})(?P=sep)"
                r"(?P<year>\d{4}|\d\d)(?![\w/-])"
            ),
            _numeric,
        ),
        (
            (
                rf"(?<![\w.,/])(?:(?P<first>{_DAY}){_NTH}{_TO})?(?P<day>{_DAY}){_NTH} {_OF}"
                rf"(?P<month>{_MONTH})\b{_STOP}(?:,? {_OF}(?P<year>{_YEAR}))?(?!\w)"
            ),
            _named,
        ),
        (
            (
                rf"(?<!\w)(?P<month>{_MONTH})\b{_STOP} (?P<first>\d{{1,2}}){_NTH}{_TO}"
                rf"(?P<day>\d{{1,2}}){_NTH}(?:,? (?P<year>{_YEAR}))?(?!\w)"
            ),
            _named,
        ),
        (
            (
                rf"(?<!\w)(?P<month>{_MONTH})\b{_STOP} (?P<day>\d{{1,2}}){_NTH}(?!\w)(?![.,]\d)"
                rf"(?:,? (?P<year>{_YEAR}))?(?!\w)"
            ),
            _named,
        ),
        (
            rf"(?<!\w)(?P<month>{_MONTH})\b{_STOP},? {_OF}(?P<year>{_YEAR})(?!\w)",
            _named,
        ),
        (
            (
                rf"(?<!\w)(?P<month>{'|'.join(n for n in _NAMES if n not in ('may', 'march'))}|"
                r"(?<=\bin )(?:may|march)|(?<=\bof )(?:may|march)|(?<=\bby )(?:may|march)|"
                r"(?<=\buntil )(?:may|march)|(?<=\bsince )(?:may|march))(?!\w)"
            ),
            _named,
        ),
        (rf"(?<!\w)(?:{'|'.join(f'({names})' for names in _WEEKDAYS)})(?!\w)", _weekday),
        (
            rf"(?<![\w.:,])(?P<hour>\d{{1,2}})(?:[:.h](?P<minute>[0-5]\d))?{_HALF}(?!\w)",
            _clock,
        ),
        (
            (
                r"(?<![\w.:,])(?P<hour>[01]?\d|2[0-4])(?::|[.h](?=[0-5]\d ?h))(?P<minute>[0-5]\d)"
                r"(?: ?h(?:oras|rs)?\b)?(?![\w:]|[.,]\d)"
            ),
            _clock,
        ),
        (
            (
                r"(?:(?<=\bat )|(?<=\blas ))(?P<hour>[1-9]|1\d|2[0-3])(?![\w:%]|[.,]\d)"
                r"(?! ?[a-zñ]+s\b| \d)"
            ),
            _hour,
        ),
        (r"(?<!\w)(?:noon|midday|mediodia|(?P<night>midnight|medianoche))(?!\w)", _noon),
    )
)
