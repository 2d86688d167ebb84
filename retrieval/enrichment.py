"""What is a chunk given before it is indexed? The words that say where it stands.

All of it comes from the document, by rule. It is embedded and counted by BM25 with the chunk, and
stored with it, but never shown as what a policy says.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from retrieval.documents import Chunk, Document
from retrieval.plain import plain
from retrieval.tables import tables_in_words

_ARROW = " › "
_LONGEST = 24  # words of a title or a heading: the names of laws go on for a hundred
_LONGEST_SCOPE = 24  # words of whom a document is for
_SCOPE_WITHIN = 3_000  # characters from the top in which a document says whom it is for
_ORDER = re.compile(r"^\d{1,3}[-_. ]+(?=\D)")
_NOT_WORDS = re.compile(r"[\s_+-]+")
_LABELLED = re.compile(
    r"^[ \t>]*(?:\*\*|__)?(?:audience|applies to|applicable to|scope|region|"
    r"se aplica a|ámbito(?: de aplicación)?|destinatarios|región)(?:\*\*|__)?\s*:"
    r"(?:\*\*|__)?[ \t]*"
    r"(?P<whom>[^\n]{2,300})$",
    re.IGNORECASE | re.MULTILINE,
)
_SENTENCE = re.compile(
    r"\b(?:this|these|the present) (?:policy|policies|guide|guidelines|guidance|handbook|"
    r"procedures?|page|document|rules?|standards?) (?:applies|apply) (?:only )?to "
    r"(?P<english>[^.:;\n]{3,200}(?:\n[^.:;\n]+)?)[.;]|"
    r"\b(?:esta|este|la presente|el presente) (?:política|guía|norma|manual|procedimiento|"
    r"documento|ley|real decreto|reglamento|estatuto|orden) (?:se aplica(?:rá)?|es de aplicación|"
    r"será de aplicación) (?P<spanish>a[^.:;\n]{3,200}(?:\n[^.:;\n]+)?)[.;]",
    re.IGNORECASE,
)
_CONTAINERS = frozenset({"content", "docs", "files", "pages", "site", "src", "wiki"})
"""Folders that are named after what any folder holds."""
_SINCE = {
    "en": "in force since",
    "es": "en vigor desde",
    "de": "gültig ab",
    "fr": "en vigueur depuis",
    "pt": "em vigor desde",
    "it": "in vigore dal",
}


@dataclass(frozen=True, slots=True)
class Parts:
    """Which parts of the context are given; `rows`: tables are indexed row by row, in words."""

    title: bool = True
    heading: bool = True
    place: bool = True
    effective: bool = True
    audience: bool = True
    terms: bool = True
    rows: bool = True


@dataclass(frozen=True, slots=True)
class Context:
    """Where a chunk stands: its document, its section, and what counts for all of it."""

    title: str = ""
    heading: tuple[str, ...] = ()
    place: tuple[str, ...] = ()
    effective: str = ""
    audience: str = ""
    terms: tuple[str, ...] = ()

    def written(self) -> str:
        """Write it as it stands before the text: title and headings first, the rest below."""
        path = _ARROW.join(part for part in (self.title, *self.heading) if part)
        about = "; ".join(
            part for part in (" / ".join(self.place), self.effective, self.audience) if part
        )
        return "\n".join(part for part in (path, about, "; ".join(self.terms)) if part)

    def shorter(self) -> Iterator["Context"]:
        """Give the same with less and less in it, what matters least first."""
        yield self
        yield (less := replace(self, audience=""))
        yield (less := replace(less, place=()))
        yield (less := replace(less, effective=""))
        while len(less.heading) > 1:
            less = replace(less, heading=less.heading[1:])
            yield less
        yield replace(less, title="")
        last = less.heading[-1] if less.heading else less.title
        yield Context(title=last[:60])
        yield Context()


def named(title: str, number: str | None) -> str:
    """Name a document with its number, by which people ask for it too."""
    return title if number is None or number in title else f"{number} {title}"


def context(title: str, heading: tuple[str, ...]) -> str:
    """Name the document and the section."""
    return _ARROW.join([title, *(part for part in heading if part != title)])


def context_of(document: Document, language: str, parts: Parts) -> Context:
    """Gather what counts for every chunk of a document."""
    title = named(document.title, document.number)
    return Context(
        title=_at_most(title, _LONGEST) if parts.title else "",
        place=_place(document.path, title) if parts.place else (),
        effective=_since(document.effective_from, language) if parts.effective else "",
        audience=_audience(document) if parts.audience else "",
    )


def in_section(whole: Context, heading: Sequence[str], parts: Parts) -> Context:
    """Add the headings above a section."""
    if not parts.heading:
        return whole
    path = tuple(_at_most(part, _LONGEST) for part in heading)
    return replace(whole, heading=tuple(part for part in path if part != whole.title))


def indexed_text(chunk: Chunk) -> str:
    """Write what is embedded and counted by BM25: the context, and the text read aloud."""
    text = chunk.lead + chunk.text
    aloud = plain(tables_in_words(text) if chunk.rows_in_words else text)
    return f"{chunk.context}\n{aloud}" if chunk.context else aloud


def _at_most(text: str, words: int) -> str:
    split = text.split()
    return text if len(split) <= words else " ".join(split[:words]) + "…"


def _place(path: str, title: str) -> tuple[str, ...]:
    """Name the folders in words, those left out that say nothing new."""
    said = set(_words(title))
    place: list[str] = []
    for folder in path.split("/")[:-1]:
        is_code = folder.isupper() and any(character.isdigit() for character in folder)
        name = folder if is_code else " ".join(_NOT_WORDS.split(_ORDER.sub("", folder))).strip()
        words = set(_words(name)) - _CONTAINERS
        if len(name) > 2 and not words <= said:  # noqa: PLR2004  # "es", "en" are languages
            place.append(name)
            said |= words
    return tuple(place)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _since(day: date | None, language: str) -> str:
    return "" if day is None else f"{_SINCE.get(language, _SINCE['en'])} {day.isoformat()}"


def _audience(document: Document) -> str:
    """Find where a document says for whom or where it holds, near its top."""
    top = "\n\n".join(section.text for section in document.sections)[:_SCOPE_WITHIN]
    if found := _LABELLED.search(top):
        return _at_most(" ".join(plain(found["whom"]).split()), _LONGEST_SCOPE)
    if found := _SENTENCE.search(top):
        return _at_most(" ".join(plain(found.group()).split()), _LONGEST_SCOPE)
    return ""
