"""What does a text state in figures, and does another text state it otherwise?

A statement is a sentence, list item or row that holds an amount, a duration, a share, a date or
a time of day. Two of them are about the same when they have most of their content words in
common, and they contradict each other when they then give other figures of the same unit. Rules
on words: a figure under another condition reads like a contradiction, so a person has to look.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from retrieval.bm25 import passage_terms
from retrieval.boundaries import seeming_sentences
from retrieval.numerals import CARDINALS, readings
from retrieval.plain import plain

_SHARED = 3  # content words that two statements have in common at least: fewer is chance
_FEW = 2  # content words of a short statement, which another has to have exactly
SAME = 0.5  # of all their content words

_NUMERALS = {
    word: str(value)
    for word, value in (CARDINALS | {"dieciséis": 16, "veintidós": 22, "veintitrés": 23}).items()
    if 0 < value < 100 and word not in ("once", "uno")  # noqa: PLR2004  # "once" is English too
}
_UNITS = {
    "minute": r"minutes?|mins?|minutos?",
    "hour": r"hours?|hrs?|horas?",
    "day": r"days?|d[ií]as?",
    "week": r"weeks?|wks?|semanas?",
    "month": r"months?|mes(?:es)?",
    "year": r"years?|yrs?|años?",
    "night": r"nights?|noches?",
    "%": r"%|per ?cent|por ciento",
    "€": r"€|euros?|eur",
    "$": r"\$|dollars?|usd|d[oó]lares",
    "£": r"£|pounds?|gbp|libras?",
    "km": r"km|kilomet(?:er|re)s?|kil[oó]metros?",
}
_MONTHS = (
    *("jan|ene", "feb", "mar", "apr|abr", "may", "jun", "jul", "aug|ago", "sep", "oct", "nov"),
    "dec|dic",
)
_NUMBER = r"\d{1,3}(?:[.,\u00a0]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?"
_COUNT = rf"(?:{_NUMBER}|\b(?:{'|'.join(_NUMERALS)})\b)"
_KIND = r"(?:working |business |calendar |consecutive |full |whole |paid )?"
_KIND_AFTER = r"(?: (?:laborables|h[aá]biles|naturales|consecutivos|seguidos|enteros))?"
_MEASURE = re.compile(
    rf"(?<![\w.,/-])(?P<first>{_COUNT})(?:\s?(?:-|–|to|or|and|a|o|y)\s?(?P<last>{_COUNT}))?"
    rf"[\s\u00a0-]?{_KIND}(?:{'|'.join(f'(?P<u{n}>{u})' for n, u in enumerate(_UNITS.values()))})"
    rf"(?!\w){_KIND_AFTER}",
    re.IGNORECASE,
)
_PRICE = re.compile(rf"(?P<unit>[€$£])\s?(?P<first>{_NUMBER})")
_NAME = rf"(?P<month>(?:{'|'.join(_MONTHS)})[a-záéíóú]{{0,7}})\b"
_DATE = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s|de\s)?{_NAME}|"
    rf"\b{_NAME.replace('month', 'month2')}\s(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b",
    re.IGNORECASE,
)
_ONCE = re.compile(  # a date with a year is an event or a law; a rule's dates come every year
    rf"(?:\d+/\d{{4}},?\s(?:de\s|of\s)?)?(?:{_DATE.pattern.replace('?P<', '?P<once_')})"
    r"(?:,?\s(?:de\s|of\s)?(?:19|20)\d\d)|\d+/\d{4},?\s(?:de|of)\s\d{1,2}\s(?:de|of)\s\w+",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\d{4}")
_OF_ITSELF = re.compile(  # the entry into force of "this policy" is not that of another one
    r"\b(?:this|the present|est[ae]|(?:el|la) presente) (?:policy|document|page|guide|law|act|"
    r"decree|resolution|agreement|pol[ií]tica|documento|p[aá]gina|gu[ií]a|ley|real decreto|"
    r"resoluci[oó]n|convenio|norma|reglamento)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_CLOCK = re.compile(r"(?<![\d:])(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?![\d:])")

Figures = Mapping[str, frozenset[str]]
"""Values by unit."""


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A sentence with figures: as it reads aloud, its content words (stems), and the figures."""

    text: str
    words: frozenset[int]
    figures: Figures


@lru_cache(maxsize=4096)  # the passages that are found again and again
def statements(text: str, language: str) -> tuple[Statement, ...]:
    """Find what a piece of Markdown states in figures, in reading order."""
    read = (_read(sentence, language) for sentence in seeming_sentences(plain(text)))
    return tuple(statement for statement in read if statement is not None)


def figures(text: str) -> Figures:
    """Read the figures of a text, by unit."""
    return _taken(text)[0]


def differ(one: Figures, other: Figures) -> bool:
    """Tell whether two give, in some unit that both use, nothing but other values."""
    return any(unit in other and not values & other[unit] for unit, values in one.items())


def about_the_same(one: Statement, other: Statement) -> bool:
    """Tell whether two statements have most of their content words in common."""
    shared = len(one.words & other.words)
    if one.words == other.words:
        return shared >= _FEW
    return shared >= _SHARED and shared >= SAME * len(one.words | other.words)


def contradict(one: Statement, other: Statement) -> bool:
    """Tell whether two statements, of one language, give other figures for the same."""
    return differ(one.figures, other.figures) and about_the_same(one, other)


def _read(sentence: str, language: str) -> Statement | None:
    """Read a sentence; None where it has no figures, few words, or speaks of its own document."""
    if not _may_have_figures(sentence):
        return None
    figures, rest = _taken(sentence)
    if not figures or _OF_ITSELF.search(sentence):
        return None
    words = frozenset(passage_terms(rest, language).indices)
    return Statement(sentence.strip(" |-*"), words, figures) if len(words) >= _FEW else None


def _may_have_figures(sentence: str) -> bool:
    """Tell quickly: most sentences have no number."""
    if any(map(str.isdecimal, sentence)):
        return True
    return not _NUMERALS.keys().isdisjoint(_WORD.findall(sentence.lower()))


def _taken(sentence: str) -> tuple[Figures, str]:
    """Take the figures out of a sentence; what remains are its words."""
    values: defaultdict[str, set[str]] = defaultdict(set)
    if _YEAR.search(sentence):
        sentence = _ONCE.sub(" ", sentence)
    for pattern, read in _PATTERNS:
        for match in pattern.finditer(sentence):
            for unit, value in read(match):
                values[unit].add(value)
        sentence = pattern.sub(" ", sentence)
    return {unit: frozenset(found) for unit, found in values.items()}, sentence


def _measure(match: re.Match[str]) -> Iterator[tuple[str, str]]:
    unit = next(unit for n, unit in enumerate(_UNITS) if match[f"u{n}"])
    for count in filter(None, (match["first"], match["last"])):
        yield unit, _value(count)


def _price(match: re.Match[str]) -> Iterator[tuple[str, str]]:
    yield match["unit"], _value(match["first"])


def _date(match: re.Match[str]) -> Iterator[tuple[str, str]]:
    name = (match["month"] or match["month2"]).lower()
    month = next(
        n for n, names in enumerate(_MONTHS, 1) if name.startswith(tuple(names.split("|")))
    )
    yield "date", f"{month:02}-{int(match['day'] or match['day2']):02}"


def _clock(match: re.Match[str]) -> Iterator[tuple[str, str]]:
    yield "clock", f"{int(match['hour']):02}:{match['minute']}"


_PATTERNS = ((_CLOCK, _clock), (_DATE, _date), (_MEASURE, _measure), (_PRICE, _price))


def _value(count: str) -> str:
    """Write a number in one way: "1.500", "1,500" and 1500 are one, and so are "2,50" and 2.5."""
    return _NUMERALS.get(count.lower()) or f"{float(max(readings(count))):g}"
