"""Which short forms does a text explain, and what does a question with one of them mean?

A pair counts only where the letters of the short form are the initials of the long one.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from retrieval.bm25 import is_stop_word
from retrieval.documents import Document
from retrieval.plain import plain

_SMALL_WORDS = (
    "a an and at by for from in of on or the to with & de del la las el los y e o u en al para por "
    "con sobre"
)
_SMALL = frozenset(_SMALL_WORDS.split())
_SHORT = r"(?:[A-ZÁÉÍÓÚÑ][A-Za-zÁÉÍÓÚÑ&]{0,8}[A-ZÁÉÍÓÚÑ]s?|(?:[A-Z]{1,2}\. ?){2,5})"
_BEHIND = re.compile(rf"\((?:the |la |el |en adelante,? |or |o )?[\"“'«]?({_SHORT})[\"”'»]?[);,]")
_BEFORE = re.compile(
    rf"(?<![\w.])({_SHORT})(?:\s*\((?:the |la |el )?[\"“'«]?|\s*(?::|=|\|)\s*|\s+[–—-]\s+|"
    r",? (?:or|o) |,? (?:stands? for|means?|is short for|significa|quiere decir|(?:son|es) las? "
    r"siglas? de|is the|are the|es el|es la|son los|son las) (?:the |la |el |los |las )?[\"“'«]?)"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|&")
_BETWEEN = re.compile(r"[ \t,/'’\"“”«»-]*\n?[ \t,/'’\"“”«»-]*")
_TOKEN = re.compile(r"[^\W_]+(?:&[^\W_]+)*")
_MOST_LETTERS = 8
_MOST_WORDS = 12
_LOWER_LETTERS = 3  # a shorter one counts only in capitals: "it", "hr", "us"
_MOST_ADDED = 3
# A short form that can be spoken as a word ("far", "cap", "case", "act") counts only in capitals.
_SPOKEN = re.compile(
    r"[^aeiou]{1,2}[aeiou]{1,2}[^aeiou]{1,2}e?s?|[^aeiou][aeiou][^aeiou][aeiou]|[aeiou][^aeiou]{2}|ppl"
)
_ACCENTS = str.maketrans("áéíóúàèìòùäëïöüâêîôû", "aeiouaeiouaeiouaeiou")


class GlossaryError(ValueError):
    """A glossary file cannot be used; says what is wrong with it."""


@dataclass(frozen=True, slots=True, order=True)
class Term:
    """A short form and what it stands for, both as they were written."""

    short: str
    long: str

    @property
    def short_key(self) -> str:
        """How the short form is looked up."""
        return key(self.short)

    @property
    def long_key(self) -> str:
        """How the long form is looked up."""
        return key(self.long)


@dataclass(frozen=True, slots=True)
class Edited:
    """What operators say: by a short form's key; with no term, it is never expanded."""

    terms: Mapping[str, tuple[Term, ...]]

    def of(self, keys: frozenset[str]) -> list[Term]:
        """The terms whose short or long form is among the keys."""
        every = (term for terms in self.terms.values() for term in terms)
        return [term for term in every if term.short_key in keys or term.long_key in keys]


def key(text: str) -> str:
    """Write words in the one form in which they are compared."""
    return " ".join(found[0].lower().translate(_ACCENTS) for found in _TOKEN.finditer(text))


def gathered(text: str) -> list[Term]:
    """Gather the terms that a text explains, each once, in order. Markdown is read aloud first."""
    read = plain(text)
    found = (*_explained_before(read), *_explained_behind(read))
    return list({(term.short_key, term.long_key): term for term in found}.values())


def gathered_from(document: Document) -> list[Term]:
    """Gather those of a document: of its title, its headings and its text."""
    headings = dict.fromkeys(part for section in document.sections for part in section.heading)
    texts = (section.text for section in document.sections)
    return gathered("\n\n".join([document.title, *headings, *texts]))


def edited(text: str) -> Edited:
    """Read a glossary file: short form → long form, a list of them, or null for none at all.

    Raises `GlossaryError` where it is anything else.
    """
    try:
        raw = json.loads(text)
    except ValueError as error:
        raise GlossaryError(f"It is not JSON: {error}.") from error
    if not isinstance(raw, dict):
        raise GlossaryError('It is no object. Write {"PTO": "Paid Time Off"}.')
    return Edited({key(short): tuple(_terms(short, longs)) for short, longs in raw.items()})


def keys(question: str) -> frozenset[str]:
    """Every key under which something may be known of a question's words."""
    tokens = key(question).split()
    runs = (
        " ".join(tokens[start:end])
        for start in range(len(tokens))
        for end in range(start + 1, min(len(tokens), start + _MOST_WORDS) + 1)
    )
    singular = (token[:-1] for token in tokens if len(token) > _LOWER_LETTERS and token[-1] == "s")
    return frozenset([*runs, *singular])


def expansions(question: str, language: str, terms: Iterable[Term]) -> tuple[str, ...]:
    """Say what the question's short forms stand for, and how its long ones are shortened.

    Each once, three at most; nothing that the question says already. The question's own words are
    not touched: these are to be looked for beside them.
    """
    said = keys(question)
    added: dict[str, str] = {}
    for term in sorted(set(terms)):
        has_short = term.short_key in said and _is_meant(term, question, language)
        has_long = term.long_key in said
        if has_short and not has_long:
            added.setdefault(term.long_key.removesuffix("s"), term.long)
        elif has_long and term.short_key not in said:
            added.setdefault(term.short_key, term.short)
    return tuple(added.values())[:_MOST_ADDED]


def _is_meant(term: Term, question: str, language: str) -> bool:
    """Whether a word is the short form: as written, or in small letters where it is no word."""
    if re.search(rf"(?<!\w){re.escape(term.short)}s?(?!\w)", question):
        return not question.isupper() or not is_stop_word(term.short, language)
    small = term.short_key
    return (
        len(small) >= _LOWER_LETTERS
        and not _SPOKEN.fullmatch(small)
        and not is_stop_word(small, language)
    )


def _terms(short: str, longs: object) -> Iterator[Term]:
    written = longs if isinstance(longs, list) else [] if longs is None else [longs]
    for long in written:
        if not isinstance(long, str) or not key(long) or not key(short):
            raise GlossaryError(f"What {short!r} stands for is not text. Write a string or null.")
        yield Term(short, long)


def _explained_before(text: str) -> Iterator[Term]:
    """Find those whose long form comes first: `Paid Time Off (PTO)`."""
    for found in _BEHIND.finditer(text):
        short = _bare(found[1])
        line = text[max(0, found.start() - 160) : found.start()].rstrip()
        words = _joined_words(line)[-_MOST_WORDS:]
        for start in range(len(words) - 2, -1, -1):
            if _initials_agree(short, [word[0] for word in words[start:]]):
                yield Term(short, _one_line(line[words[start].start() :]))
                break


def _explained_behind(text: str) -> Iterator[Term]:
    """Find the others: `PTO (Paid Time Off)`, `PTO: Paid Time Off`, `PTO stands for …`."""
    for found in _BEFORE.finditer(text):
        short = _bare(found[1])
        line = text[found.end() : found.end() + 160]
        words = _joined_words(line, first=True)[:_MOST_WORDS]
        for end in range(2, len(words) + 1):
            if _initials_agree(short, [word[0] for word in words[:end]]):
                yield Term(short, _one_line(line[: words[end - 1].end()]))
                break


def _joined_words(line: str, *, first: bool = False) -> list[re.Match[str]]:
    """The words that touch the line's end (its beginning for `first`), nothing cut between."""
    words = list(_WORD.finditer(line))
    if not words or (words[0].start() if first else len(line.rstrip('"”» ')) - words[-1].end()):
        return []
    gaps = [
        n
        for n, (left, right) in enumerate(pairwise(words), start=1)
        if not _BETWEEN.fullmatch(line, left.end(), right.start())
    ]
    if first:
        return words[: gaps[0]] if gaps else words
    return words[gaps[-1] :] if gaps else words


def _initials_agree(short: str, words: Sequence[str]) -> bool:
    """Whether the words' initials are the letters, small words being free to count or not."""
    letters = "".join(c for c in short.lower().translate(_ACCENTS) if c.isalpha())
    if not 1 < len(letters) <= _MOST_LETTERS or words[0].lower() in _SMALL:
        return False
    if words[-1].lower() in _SMALL and words[-1].lower()[0] != letters[-1]:
        return False
    spelled = _singles(letters) or letters  # "RRHH": a plural that is doubled
    initials = [word.lower().translate(_ACCENTS) for word in words]
    return _agree(letters, initials) or (spelled != letters and _agree(spelled, initials))


def _agree(letters: str, words: Sequence[str]) -> bool:
    if not words:
        return not letters
    if letters and words[0][0] == letters[0] and _agree(letters[1:], words[1:]):
        return True
    return words[0] in _SMALL and _agree(letters, words[1:])


def _singles(letters: str) -> str:
    pairs = [letters[n : n + 2] for n in range(0, len(letters), 2)]
    doubled = all(len(pair) > 1 and pair[0] == pair[1] for pair in pairs)
    return "".join(pair[0] for pair in pairs) if doubled else ""


def _bare(short: str) -> str:
    """The short form without full stops and the `s` of a plural."""
    bare = re.sub(r"[. ]", "", short)
    return bare[:-1] if bare.endswith("s") and bare[:-1].isupper() else bare


def _one_line(long: str) -> str:
    return " ".join(long.split()).strip("\"“”'«»")
