"""Is what a model wrote about a passage fit to be indexed with it? Plain, short, nothing invented.

The document that it was written from may be hostile, and models make things up. What does not pass
is left out, and the context that is made by rule stays.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from retrieval.boundaries import sentences
from retrieval.statements import figures

_MOST_SENTENCES = 2
_MOST_WORDS = 90

_LINK = re.compile(r"://|\bwww\.|\S@\S|\b[\w-]{2,}\.[a-z]{2,}\b", re.IGNORECASE)
_MARKUP = re.compile(r"[<>{}\[\]|`*#\\]|__|~~|^\s*(?:[-•–]|\d+[.)])\s", re.MULTILINE)
_UNSEEN = re.compile(
    r"[^\S \n]|[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)
_NARROW = re.compile(r"[\u00a0\u202f]")  # spaces before units and marks in some languages
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NO_NUMBER = re.compile(r"\d{20,}")  # and would take patterns of numbers minutes to read
_ENDS = re.compile(r"[.!?…][»”’\"')]*$")


class Unfit(StrEnum):
    """Why something is left out; the words complete "… because it"."""

    EMPTY = "holds no whole sentence"
    LONG = "is too long"
    LINK = "holds a link"
    MARKUP = "is not plain text"
    INVENTED = "names a number that the page does not"


@dataclass(frozen=True, slots=True)
class Ground:
    """What a document says in figures: all that may be said of it."""

    numbers: frozenset[str]
    figures: frozenset[tuple[str, str]]


def ground(source: str) -> Ground:
    """Gather the figures of a text; what has more digits than any number is none."""
    source = _NO_NUMBER.sub(" ", source)
    numbers = frozenset(_plain_number(found) for found in _NUMBER.findall(source))
    return Ground(numbers, _figures(source))


def reviewed(written: str, language: str, stands_on: Ground) -> str | Unfit:
    """Give the first sentences of what was written, or say why none of it is fit."""
    text = _NARROW.sub(" ", written).strip()
    if _UNSEEN.search(text) or _MARKUP.search(text):
        return Unfit.MARKUP
    if _LINK.search(text):
        return Unfit.LINK
    kept = _first_sentences(" ".join(text.split()), language)
    if isinstance(kept, Unfit):
        return kept
    numbers = {_plain_number(found) for found in _NUMBER.findall(kept)}
    if numbers <= stands_on.numbers and _figures(kept) <= stands_on.figures:
        return kept
    return Unfit.INVENTED


def _first_sentences(text: str, language: str) -> str | Unfit:
    """Cut at the end of a sentence: what is not whole may say the opposite."""
    ends = [*sentences(text, language), len(text)][:_MOST_SENTENCES]
    whole = [
        cut
        for end in ends
        if _ENDS.search(cut := text[:end].rstrip()) and any(map(str.isalpha, cut))
    ]
    if not whole:
        return Unfit.EMPTY
    short = [cut for cut in whole if len(cut.split()) <= _MOST_WORDS]
    return short[-1] if short else Unfit.LONG


def _plain_number(number: str) -> str:
    """Read "03" as "3" and "1,000" as "1000"."""
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", number):
        number = re.sub(r"[.,]", "", number)
    return number.lstrip("0") or "0"


def _figures(text: str) -> frozenset[tuple[str, str]]:
    """Pair the units of a text with their values: 23 days are not 23 weeks."""
    return frozenset((unit, value) for unit, values in figures(text).items() for value in values)
