"""Which marks stand in a text? Each word, code, figure, date and phrase, one by one.

What was taken as one is hidden from what is looked for after it: codes first, single words last.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from bot.answering.facts import words
from bot.answering.facts.marks import Kind, Mark, folded, stem
from bot.answering.facts.moments import moments
from retrieval.numerals import numbers, roman

_CODE = re.compile(
    r"(?<![\w@])(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?://|www\.)[^\s<>()]+|"
    r"\d+(?:\.\d+){2,}|\d{1,4}/(?:19|20)\d\d|24/7|"
    r"(?:(?!mid-|pre-|post-)[a-z]{1,12}[-./]?)?(?:[a-z]{1,8}[-.]?)?\d[\w]*(?:[-./]\d+)*(?=[^\w]|$))"
)
_VERSION = re.compile(r"\b(?:version|release) $")
_NO_CODE = re.compile(
    r"\d{1,3}(?:\.\d{3})+|\d\d?[./-]\d\d?[./-]\d+|(?:max|min|art|no|or|to|del?|al?)[-.]\d+"
)
_ROMAN = re.compile(rf"(?i:(?<=\b){words.TITLES}) (?P<number>[IVXLC]+)\b|\b(?P<bare>[IVX]{{2,}})\b")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_LEXICON: tuple[tuple[Kind, str, str], ...] = (
    (Kind.WORD, "notonly", words.NEUTRAL),
    *((Kind.LIMIT, key, pattern) for key, pattern in words.LIMITS.items()),
    *((Kind.SCOPE, key, words.SCOPES[key]) for key in ("except", "only", "always")),
    *((Kind.DUTY, key, pattern) for key, pattern in words.DUTIES.items()),
    (Kind.NOT, "not", words.NOT),
    *((Kind.SCOPE, key, words.SCOPES[key]) for key in ("all", "some")),
    *((Kind.COUNTING, key, pattern) for key, pattern in words.KINDS.items()),
    *((Kind.RATE, key, pattern) for key, pattern in words.RATES.items()),
    *((Kind.UNIT, key, pattern) for key, pattern in words.UNITS.items()),
    *(
        (Kind.OPPOSITE, f"{key}{sign}", pattern)
        for key, pair in words.OPPOSITES.items()
        for sign, pattern in zip("+-", pair, strict=True)
    ),
    *((Kind.PARTY, key, pattern) for key, pattern in words.PARTIES.items()),
)
_MULTIPLES = re.compile(
    r"(?<!\w)(?:(?P<fold>twice(?= (?:the|as|his|her|their|your|its)\b)|doubl(?:e|es|ed)|dobles?|"
    r"duplic\w+)|"
    r"(?P<one>once(?= (?:a|an|per|every|each|in|daily|weekly|monthly|by|for|during)\b))|"
    r"(?P<two>twice)|(?P<three>thrice)|(?P<threefold>tripl\w+))(?!\w)"
)
_MULTIPLE = {
    "one": (1, "times"),
    "two": (2, "times"),
    "three": (3, "times"),
    "fold": (2, "fold"),
    "threefold": (3, "fold"),
}
_PHRASE = re.compile(
    r"(?<!\w)(?<!\w-)(?:"
    + "|".join(f"(?P<g{n}>{pattern})" for n, (_, _, pattern) in enumerate(_LEXICON))
    + r")(?![\w])"
)
_SIGN = re.compile(r"us\$|ca?\$|[%€$£¢]")
_SIGNS = {"us$": "$", "c$": "ca$", "ca$": "ca$"}


def scanned(text: str) -> list[Mark]:
    """Find the marks of a text (in NFC), in order."""
    low = folded(text)
    found: list[Mark] = []

    def take(more: Iterator[Mark], sign: str) -> None:
        nonlocal low
        for mark in more:
            found.append(mark)
            blank = (sign + "~" * (mark.end - mark.start))[: mark.end - mark.start]
            low = low[: mark.start] + blank + low[mark.end :]

    take(_codes(text, low), "§")
    take(_moments(low), "#=")
    take(_romans(text, low), "#")
    take(_numbers(low), "#")
    take(_phrases(low), "~")
    take(_words(text, low), "~")
    return sorted(found, key=lambda mark: (mark.start, mark.end))


def _codes(text: str, low: str) -> Iterator[Mark]:
    for match in _CODE.finditer(low):
        if _is_code(match.group()) or _VERSION.search(low, 0, match.start()):
            key = re.sub(r"[-./ ]", "", match.group())
            yield Mark(Kind.NAME, f"c:{key}", *match.span(), text[match.start() : match.end()])


def _is_code(found: str) -> bool:
    """Whether letters, dots and digits in a row are a name, and no number, date or abbreviation."""
    if _NO_CODE.fullmatch(found):
        return False
    if found[0].isalpha():
        return bool(re.search(r"\d|@|//|www", found))
    return bool(re.search(r"[/@]|\..*\.", found))


def _moments(low: str) -> Iterator[Mark]:
    for moment in moments(low):
        key = "m:" + " ".join(sorted(moment.readings))
        said = low[moment.start : moment.end]
        yield Mark(Kind.MOMENT, key, moment.start, moment.end, said, readings=moment.readings)


def _romans(text: str, low: str) -> Iterator[Mark]:
    for match in _ROMAN.finditer(text):
        group = "number" if match["number"] else "bare"
        value = roman(match[group])
        if value is not None and low[match.start(group)] not in "§#~":
            yield _number(*match.span(group), match[group], frozenset({Fraction(value)}), "nth")


def _numbers(low: str) -> Iterator[Mark]:
    for match in _MULTIPLES.finditer(low):
        value, unit = _MULTIPLE[match.lastgroup or "one"]
        yield _number(*match.span(), match.group(), frozenset({Fraction(value)}), unit)
        low = low[: match.start()] + "~" * len(match.group()) + low[match.end() :]
    for number in numbers(low):
        said = low[number.start : number.end]
        if said == "once" and not re.match(
            r" (?:\w+ )?(?:dias?|mes|años|horas|semanas)", low[number.end :]
        ):
            continue
        unit = "nth" if number.is_ordinal else ""
        yield _number(number.start, number.end, said, number.values, unit)


def _number(start: int, end: int, said: str, values: frozenset[Fraction], unit: str) -> Mark:
    key = "#" + " ".join(sorted(map(str, values)))
    return Mark(Kind.NUMBER, key, start, end, said, values, unit=unit)


def _phrases(low: str) -> Iterator[Mark]:
    for match in _PHRASE.finditer(low):
        kind, key, _ = _LEXICON[int((match.lastgroup or "g0")[1:])]
        yield Mark(kind, f"{kind}:{key}", *match.span(), match.group())
        low = low[: match.start()] + "~" * len(match.group()) + low[match.end() :]
    for match in _SIGN.finditer(low):
        unit = _SIGNS.get(match.group(), match.group())
        yield Mark(Kind.UNIT, f"{Kind.UNIT}:{unit}", *match.span(), match.group())


def _words(text: str, low: str) -> Iterator[Mark]:
    for match in _WORD.finditer(low):
        if match.group()[0] in "§#~":
            continue
        said = text[match.start() : match.end()]
        is_name = said[0].isupper() and len(said) > 1 and not _begins(text, match.start())
        is_name = is_name or (len(said) > 1 and said.isupper())
        kind = Kind.NAME if is_name and match.group() not in words.EMPTY else Kind.WORD
        yield Mark(kind, stem(match.group()), *match.span(), said)


def _begins(text: str, start: int) -> bool:
    """Whether a word stands where any word has a capital: at the start, after a stop, a mark."""
    before = text[:start].rstrip(" \"'“”«»‘’*_-•")
    return not before or before[-1] in ".:!?\n|;•(¿¡" or before.endswith("—")
