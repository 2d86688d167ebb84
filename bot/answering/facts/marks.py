"""The words for what a text is read as: a row of marks."""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from bot.answering.facts import words


class Kind(StrEnum):
    """What sort of mark it is."""

    WORD = "word"
    NAME = "name"
    NUMBER = "number"
    RATE = "rate"
    MOMENT = "moment"
    UNIT = "unit"
    COUNTING = "counting"  # working days, calendar days
    LIMIT = "limit"
    DUTY = "duty"
    NOT = "not"
    SCOPE = "scope"
    OPPOSITE = "opposite"
    PARTY = "party"


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark of a text: `key` is the same for all that says the same.

    `values` are those of a number, `readings` those of a moment. `unit`, `counting` and `limits`
    are those that a number or moment stands with. `clause` counts clauses.
    """

    kind: Kind
    key: str
    start: int
    end: int
    text: str
    values: frozenset[Fraction] = frozenset()
    readings: frozenset[str] = frozenset()
    unit: str = ""
    counting: str = ""
    limits: frozenset[str] = frozenset()
    clause: int = 0

    @property
    def is_content(self) -> bool:
        """Whether it carries a meaning."""
        return self.kind is not Kind.WORD or self.key not in words.EMPTY


def folded(text: str) -> str:
    """Write a text in lower case and without accents (`ñ` stays), each character in its place."""
    return "".join(map(_folded, text))


@lru_cache(maxsize=1024)
def _folded(character: str) -> str:
    if character in "\u2018\u2019\u00b4`":
        return "'"
    if character in "\u2010\u2011\u2013\u2014\u2212":
        return "-"
    if character.isspace() and character != "\n":
        return " "
    if character in "ñÑ":
        return "ñ"
    if character in "ºª½¼¾⅓":
        return character
    bare = unicodedata.normalize("NFD", character)[0].lower()
    return bare if len(bare) == 1 else character


def stem(word: str) -> str:
    """Cut a word to what its forms have in common, near enough."""
    word = word.removesuffix("'s")
    if word in words.EMPTY:
        return word
    bare = re.sub(r"(?:es|s)$", "", word) if len(word) > 3 else word  # noqa: PLR2004
    return bare[:6]
