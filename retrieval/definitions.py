"""Which terms does a document define, and where? As in "Paid Time Off (PTO)"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from retrieval.plain import plain

_ACRONYM = re.compile(r"\(\s*[\"“]?([A-ZÁÉÍÓÚÑ][A-Za-zÁÉÍÓÚÑ&-]{1,9})[\"”]?\s*\)")
_WORD = re.compile(r"[^\W_][\w'’-]*")
_SMALL = frozenset(
    {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"}
    | {"al", "con", "de", "del", "e", "el", "la", "las", "lo", "los", "o", "para", "por", "y"}
)
_MEANS = re.compile(
    r"(?:^|(?<=[.;:\n]))[\s>*_-]*"
    r"(?:[\"“«'‘](?P<quoted>[^\"”»'’\n]{2,50})[\"”»'’]|(?:\*\*|__)(?P<bold>[^*_\n]{2,50})(?:\*\*|__))"
    r"\s*(?:means|refers to|is defined as|significa|se refiere a|es aquel(?:la)? que)\s+"
    r"(?P<said>[^.\n]{5,300})",
    re.MULTILINE,
)
_UNDERSTOOD = re.compile(
    r"[Ss]e (?:entiende|entender[aá]|considera|considerar[aá]) por "
    r"(?P<quoted>(?:(?! (?:el|la|los|las|un|una) )[^,.\n]){2,50}),? "
    r"(?P<said>(?:a |como )?(?:el|la|los|las|un|una|tod[ao]s?|aquel\w*|cualquier) [^.\n]{5,300})"
)
_MOST_WORDS = 20  # of a definition


@dataclass(frozen=True, slots=True)
class Term:
    """A term, what it means, and where that is said: in which section, up to which character."""

    term: str
    meaning: str
    section: int
    end: int


class Terms:
    """The terms of one document."""

    def __init__(self, texts: Sequence[str]) -> None:
        first: dict[str, Term] = {}
        for section, text in enumerate(texts):
            for found in sorted(_defined(text, section), key=lambda term: term.end):
                first.setdefault(found.term, found)
        self._terms = first
        names = sorted(map(re.escape, first), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)") if first else None

    def used(self, text: str, section: int, start: int) -> list[Term]:
        """Find the terms that a piece uses and that were defined before it, by their first use."""
        if self._pattern is None:
            return []
        names = dict.fromkeys(self._pattern.findall(text))
        terms = (self._terms[name] for name in names)
        return [
            term
            for term in terms
            if (term.section, term.end) <= (section, start) and term.meaning not in text
        ]


def acronyms(text: str) -> Iterator[tuple[str, str, int]]:
    """Find acronyms behind the words that they stand for: acronym, words, where it ends."""
    for found in _ACRONYM.finditer(text):
        acronym = found[1]
        capitals = [letter for letter in acronym if letter.isupper()]
        if len(capitals) < 2:  # noqa: PLR2004  # "(See)" is a word
            continue
        before = text[max(0, found.start() - 120) : found.start()]
        line = before.rsplit("\n\n", 1)[-1]
        if words := _spelled(line, "".join(capitals)):
            yield acronym, words, found.end()


def _spelled(before: str, letters: str) -> str:
    """Find the last words whose initials are the letters; small words count where they must."""
    initials = [
        (word.start(), part[0].lower(), word.group().lower() in _SMALL)
        for word in _WORD.finditer(before)
        for part in word.group().split("-")
        if part
    ]
    large = [initial for initial in initials if not initial[2]]
    for some in (large, initials):
        last = some[-len(letters) :]
        if "".join(letter for _, letter, _ in last) == letters.lower():
            meaning = " ".join(plain(before[last[0][0] :]).split())
            return meaning if len(meaning) > len(letters) + 2 else ""
    return ""


def _defined(text: str, section: int) -> Iterator[Term]:
    for acronym, words, end in acronyms(text):
        yield Term(acronym, words, section, end)
    for pattern in (_MEANS, _UNDERSTOOD):
        for found in pattern.finditer(text):
            term = next(part for part in (found["quoted"], found.groupdict().get("bold")) if part)
            said = " ".join(plain(found["said"]).split()[:_MOST_WORDS])
            yield Term(plain(term).strip(' :«»“”"'), said, section, found.end())
