"""Which numbers does a text write in words or figures, in English or Spanish?

"Twenty-three", "veintitrés" and "23" are one number, and so are "1,234.56" and "1.234,56". What
can be read in two ways ("1.500" is one and a half, or fifteen hundred) has both values.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

_UNITS = (
    "zero cero|one un uno una|two dos|three tres|four cuatro|five cinco|six seis|seven siete|"
    "eight ocho|nine nueve|ten diez|eleven once|twelve doce|thirteen trece|fourteen catorce|"
    "fifteen quince|sixteen dieciseis|seventeen diecisiete|eighteen dieciocho|nineteen diecinueve|"
    "twenty veinte|veintiuno veintiun veintiuna|veintidos|veintitres|veinticuatro|veinticinco|"
    "veintiseis|veintisiete|veintiocho|veintinueve"
)
_TENS = (
    "thirty treinta|forty cuarenta|fifty cincuenta|sixty sesenta|seventy setenta|eighty ochenta|"
    "ninety noventa"
)
_HUNDREDS = (
    "cien ciento|doscientos doscientas|trescientos trescientas|cuatrocientos cuatrocientas|"
    "quinientos quinientas|seiscientos seiscientas|setecientos setecientas|"
    "ochocientos ochocientas|novecientos novecientas"
)
_TIMES = {
    "hundred": 100, "hundreds": 100, "dozen": 12, "dozens": 12, "docena": 12, "docenas": 12,
    "thousand": 1000, "mil": 1000, "million": 10**6, "millions": 10**6, "millon": 10**6,
    "millones": 10**6, "billion": 10**9, "billions": 10**9,
}  # fmt: skip
_FRACTIONS = {
    "half": Fraction(1, 2), "halves": Fraction(1, 2), "mitad": Fraction(1, 2),
    "medio": Fraction(1, 2), "media": Fraction(1, 2), "tercio": Fraction(1, 3),
    "tercios": Fraction(1, 3), "thirds": Fraction(1, 3), "quarters": Fraction(1, 4),
    "cuartos": Fraction(1, 4),
}  # fmt: skip
_ORDINALS = (
    "first primer primero primera primeros primeras|second segundo segunda|"
    "third tercer tercero tercera|fourth cuarto cuarta|fifth quinto quinta|sixth sexto sexta|"
    "seventh septimo septima|eighth octavo octava|ninth noveno novena|tenth decimo decima|"
    "eleventh undecimo undecima|twelfth duodecimo duodecima|thirteenth|fourteenth|fifteenth|"
    "sixteenth|seventeenth|eighteenth|nineteenth|twentieth vigesimo vigesima"
)


def _numbered(words: str, *, start: int, step: int = 1) -> dict[str, int]:
    return {
        word: start + step * place
        for place, group in enumerate(words.split("|"))
        for word in group.split()
    }


CARDINALS = (
    _numbered(_UNITS, start=0)
    | _numbered(_TENS, start=30, step=10)
    | _numbered(_HUNDREDS, start=100, step=100)
)
ORDINALS = _numbered(_ORDINALS, start=1) | {"thirtieth": 30}
_ANY = CARDINALS | ORDINALS | _TIMES | _FRACTIONS
_WORDS = "|".join(sorted(_ANY, key=len, reverse=True))
_RUN = re.compile(rf"(?<![\w-])(?:{_WORDS})(?:(?:-| (?:(?:and|y|a) )?)(?:a )?(?:{_WORDS}))*(?!\w)")
_WORD = re.compile(r"[a-zñ]+")
_SIGNS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), "⅓": Fraction(1, 3)}
_FIGURE = re.compile(
    r"(?<![\w.,/])(?:(?P<whole>\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?))?"
    r"(?: ?(?P<sign>[½¼¾⅓])| (?P<part>[1-9]/[2-9])(?![\d/])|"
    r"(?P<half> and a half| y medi[oa])(?!\w))?"
    r"(?P<power>k(?!\w)|m(?!\w)| ?bn\b| (?:thousand|mil|million|millones|millon|billion)\b)?"
    r"(?P<nth>(?:st|nd|rd|th)\b|\.?[ºª](?!\w))?"
)
_POWERS = {"k": 10**3, "m": 10**6, "bn": 10**9} | _TIMES
_TENTHS, _HUNDRED, _TWENTY = 10, 100, 20


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text: the values that it may have, and whether it counts off."""

    start: int
    end: int
    values: frozenset[Fraction]
    is_ordinal: bool = False


def numbers(text: str) -> list[Number]:
    """Find the numbers of a text that is in lower case and without accents, in order."""
    found = [*_figures(text)]
    for number in found:
        text = text[: number.start] + "·" * (number.end - number.start) + text[number.end :]
    return sorted([*found, *_in_words(text)], key=lambda number: number.start)


def readings(figure: str) -> frozenset[Fraction]:
    """The values of a number in figures: "1.500" has two, "1.500,50" and "15.5" have one."""
    groups = re.split(r"[.,' \u00a0]", figure)
    marks = re.findall(r"[.,' \u00a0]", figure)
    whole = Fraction("".join(groups))
    if not marks:
        return frozenset({whole})
    decimal = Fraction("".join(groups[:-1]) + "." + groups[-1])
    if len(groups[-1]) != 3 or len(set(marks)) > 1:  # noqa: PLR2004  # no group of thousands
        return frozenset({decimal})
    is_sure = len(marks) > 1 or marks[0] in "' \u00a0" or groups[0] == "0"
    return frozenset({whole} if is_sure and groups[0] != "0" else {whole, decimal})


def _figures(text: str) -> Iterator[Number]:
    for match in _FIGURE.finditer(text):
        whole, sign, part = match["whole"], match["sign"], match["part"]
        if not (whole or sign):
            continue
        more = (
            _SIGNS[sign] if sign else Fraction(part) if part else Fraction(bool(match["half"]), 2)
        )
        power = _POWERS[match["power"].strip()] if match["power"] else 1
        values = readings(whole) if whole else frozenset({Fraction(0)})
        yield Number(
            match.start(),
            match.end(),
            frozenset((value + more) * power for value in values),
            bool(match["nth"]),
        )


def _in_words(text: str) -> Iterator[Number]:
    for run in _RUN.finditer(text):
        composed: _Composed | None = None
        for word in _WORD.finditer(run.group()):
            start, end = run.start() + word.start(), run.start() + word.end()
            if composed is None:
                composed = _Composed(start) if word.group() in _ANY else None
            if composed is not None and not composed.takes(word.group(), end):
                if number := composed.number():
                    yield number
                composed = _Composed(start) if word.group() in _ANY else None
                if composed is not None:
                    composed.takes(word.group(), end)
        if composed is not None and (number := composed.number()):
            yield number


class _Composed:
    """A number in words, read word by word."""

    def __init__(self, start: int) -> None:
        self._start = self._end = start
        self._done = 0
        self._group = 0
        self._part = Fraction(0)
        self._is_empty = True
        self._is_ordinal = False
        self._joint = ""

    def takes(self, word: str, end: int) -> bool:
        """Take a word if the number can go on with it."""
        if word in ("and", "y", "a"):
            self._joint = word
            return True
        joint, self._joint = self._joint, ""
        if self._part and word in _TIMES:  # half a dozen, media docena
            self._group, self._part = int(self._part * _TIMES[word]), Fraction(0)
            self._end = end
            return True
        if self._part or self._is_ordinal or not self._joins(word, joint):
            return False
        self._add(word)
        self._end, self._is_empty = end, False
        return True

    def _joins(self, word: str, joint: str) -> bool:
        if self._is_empty or word in _FRACTIONS:
            return True
        if joint == "a" or word in _TIMES:
            return not joint
        value = CARDINALS.get(word, ORDINALS.get(word, 0))
        rest = self._group % _HUNDRED
        if joint == "y":
            return rest > _TWENTY and rest % _TENTHS == 0 and 0 < value < _TENTHS
        after = rest == 0 and (self._group >= _HUNDRED or self._done > 0) and value < 1000  # noqa: PLR2004
        if joint == "and":
            return after and 0 < value < _HUNDRED
        tens = rest >= _TWENTY and rest % _TENTHS == 0 and 0 < value < _TENTHS
        return after or tens

    def _add(self, word: str) -> None:
        if word in _TIMES:
            self._multiply(_TIMES[word])
        elif word in _FRACTIONS:
            fraction = _FRACTIONS[word]
            in_all = word in ("thirds", "tercio", "tercios", "quarters", "cuartos")
            self._part = (
                fraction * self._group - self._group if in_all and self._group else fraction
            )
        else:
            self._is_ordinal = word in ORDINALS
            self._group += CARDINALS.get(word, ORDINALS.get(word, 0))

    def _multiply(self, times: int) -> None:
        group = self._group or 1
        if not self._group and self._done:  # mil millones
            self._done *= times
        elif times < 1000:  # noqa: PLR2004  # a hundred, a dozen
            self._group = group * times
        else:
            self._done, self._group = self._done + group * times, 0

    def number(self) -> Number | None:
        """What was read; None where it was not a word of a number."""
        if self._is_empty:
            return None
        value = self._done + self._group + self._part
        return Number(self._start, self._end, frozenset({Fraction(value)}), self._is_ordinal)


def roman(text: str) -> int | None:
    """The value of a Roman numeral in capitals; None where it is none."""
    if not re.fullmatch(r"(?=[IVXLC])(?:C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})", text):
        return None
    values = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}[letter] for letter in text]
    after = [*values[1:], 0]
    return sum(-v if v < a else v for v, a in zip(values, after, strict=True))
