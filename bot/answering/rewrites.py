"""Does a rewrite of a question say more than whoever asked did? Then it is not looked for.

A model that rewrites at times answers, or adds a country, a figure, a name: the search would then
find what bears out the model. Figures, codes, names and countries are those of the message and
its thread, or there are none. What is dropped by mistake costs nothing: the asker's own words are
looked for in any case.
"""

import re

from bot.answering.asked import numerals
from bot.answering.standing import content_words
from bot.answering.stated import stated
from retrieval.identifiers import identifiers

LONGEST = 300  # characters
_WORD = re.compile(r"[^\W_]+(?:[-'’./][^\W_]+)*")
_DIGIT = re.compile(r"\d")
_NOUNS_ARE_CAPITAL = frozenset({"de"})


def says_no_more(rewrite: str, known: str, language: str) -> bool:
    """Whether a rewrite is short, and holds no figure, code, name or country that is not known."""
    if not 1 < len(rewrite) <= LONGEST or not figures_are_known(rewrite, known, language):
        return False
    if not (
        _countries(rewrite) <= _countries(known) and identifiers(rewrite) <= identifiers(known)
    ):
        return False
    return language in _NOUNS_ARE_CAPITAL or _names(rewrite, language) <= _words(known)


def figures_are_known(rewrite: str, known: str, language: str) -> bool:
    """Whether all that is a number, in digits or as a word, or has one in it stands in `known`."""
    has_digits = {word for word in _words(rewrite) if _DIGIT.search(word)}
    if not has_digits <= _words(known):
        return False
    return numerals(rewrite, language) <= numerals(known, language)


def _countries(text: str) -> frozenset[str]:
    return stated(text).regions or frozenset()


def _names(text: str, language: str) -> set[str]:
    """Words in capitals, but for a first one such as `How`."""
    first, *others = [match[0] for match in _WORD.finditer(text)] or [""]
    begins = first[1:].islower() and not any(content_words(first, language))
    found = others if begins else [first, *others]
    return {word.lower() for word in found if word != word.lower()}


def _words(text: str) -> set[str]:
    return {match[0].lower() for match in _WORD.finditer(text)}
