"""Does a text still tell whom it is about?

What HR answers one employee is given to others only without what points to that one: their name
and address, any address or number of a person, and a run of their own words.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.answering.masking import mask

_RUN = 8
"""Words in a row that are somebody's own: of fewer, most are everybody's."""
_SHORTEST = 3  # letters of a part of a name: shorter ones are words of their own

_WORD = re.compile(r"\w+")
_STAFF_NUMBER = re.compile(
    r"\b(?:employee|staff|personnel|payroll|emplead[oa]|plantilla|n[oó]mina)\W{1,2}"
    r"(?:(?:id|n[uú]m(?:ero|ber)?|no|nº)\b\W{0,3}(?=[\w-]*\d{3})|#?(?=[\w-]*\d{5}))[\w-]+",
    re.IGNORECASE,
)


class Sign(StrEnum):
    """What gives somebody away."""

    NAME = "name"
    ADDRESS = "address"
    NUMBER = "number"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Telltale:
    """What gives somebody away, as it stands in the text."""

    sign: Sign
    words: str


@dataclass(frozen=True, slots=True)
class Person:
    """Whom a text may not point to: their e-mail, their names, and what they wrote."""

    email: str
    names: frozenset[str]
    wrote: tuple[str, ...]


def telltale(text: str, person: Person) -> Telltale | None:
    """Find the first thing that gives somebody away, None where there is nothing.

    A single part of a name counts where it is written as a name is, with a capital: "Grace" does,
    a period of grace does not.
    """
    return next(
        (found for look in (_of_anybody, _names, _own_words) for found in look(text, person)), None
    )


def _of_anybody(text: str, _: Person) -> Iterator[Telltale]:
    """Look for addresses and numbers, whoever's they are."""
    for placeholder, value in mask(text)[1].items():
        is_address = placeholder.startswith("[email ")
        yield Telltale(Sign.ADDRESS if is_address else Sign.NUMBER, value)
    for number in _STAFF_NUMBER.finditer(text):
        yield Telltale(Sign.NUMBER, number[0])


def _names(text: str, person: Person) -> Iterator[Telltale]:
    words = list(_words(text))
    local_part = person.email.partition("@")[0]
    for name in (*sorted(person.names), local_part):
        parts = [folded for _, folded in _words(name)]
        if len(name) >= _SHORTEST and (place := _find(parts, [f for _, f in words])) is not None:
            yield Telltale(Sign.NAME, _quoted(text, words, place, len(parts)))
    own = {folded for name in person.names for _, folded in _words(name)}
    for word, folded in words:
        if folded in own and len(folded) >= _SHORTEST and word[0][0].isupper():
            yield Telltale(Sign.NAME, word[0])


def _own_words(text: str, person: Person) -> Iterator[Telltale]:
    words = list(_words(text))
    own = {run for wrote in person.wrote for run in _runs([folded for _, folded in _words(wrote)])}
    for place, run in enumerate(_runs([folded for _, folded in words])):
        if run in own:
            yield Telltale(Sign.WORDS, _quoted(text, words, place, _RUN))


def _words(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Read words as they stand, and as they are compared: without case and accents."""
    for word in _WORD.finditer(text):
        apart = unicodedata.normalize("NFKD", word[0].casefold())
        yield word, "".join(sign for sign in apart if not unicodedata.combining(sign))


def _runs(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return zip(*(words[start:] for start in range(_RUN)), strict=False)


def _find(parts: Sequence[str], words: Sequence[str]) -> int | None:
    """Find where words stand in a row."""
    starts = range(len(words) - len(parts) + 1) if parts else ()
    return next((at for at in starts if words[at : at + len(parts)] == parts), None)


def _quoted(text: str, words: Sequence[tuple[re.Match[str], str]], place: int, length: int) -> str:
    """Quote words that stand in a row, with what is between them."""
    return text[words[place][0].start() : words[place + length - 1][0].end()]
