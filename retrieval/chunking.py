"""Where is a document cut? Along its headings, then between blocks, items, lines, sentences.

Chunks are spans of their section: put together, in order, they are the section's text to the
letter. A section that fits is one chunk, and two sections never share one: each has a heading, an
anchor and a page of its own, which a citation must get right, and the context carries the
headings above. A section that is too long is taken apart by `retrieval.units` and put together
again by `retrieval.packing`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from retrieval.definitions import Terms
from retrieval.documents import Chunk, Document, Section
from retrieval.enrichment import Context, Parts, context_of, in_section
from retrieval.language import language_of
from retrieval.packing import Piece, pieces
from retrieval.plain import plain
from retrieval.units import CountTokens, Measure

VERSION = "4"
"""Changes with anything that makes other chunks of the same document."""

ALL_PARTS = Parts()
_DETECTABLE = 160  # characters below which a chunk is taken to be in its document's language
_MOST_TERMS = 4  # of a chunk are explained
_CONTEXT = 3  # the context takes at most this part of all that is embedded: 1/3


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a chunk may be, in tokens: its lead and text, and all that is embedded with them.

    `overlap` is the part of the room that sentences from before a cut may take, 0.0 to 0.5; it
    counts only where a section had to be cut.
    """

    text: int = 400
    whole: int = 500
    overlap: float = 0.15


def chunks(
    document: Document,
    count: CountTokens,
    languages: tuple[str, ...],
    limits: Limits,
    parts: Parts = ALL_PARTS,
) -> list[Chunk]:
    """Cut a document into chunks, in reading order; sections without a letter make none."""
    cutting = _Cutting(document, count, languages, limits, parts)
    return [replace(chunk, ordinal=n) for n, chunk in enumerate(cutting.chunks())]


class _Cutting:
    """One document on its way to chunks."""

    def __init__(
        self,
        document: Document,
        count: CountTokens,
        languages: tuple[str, ...],
        limits: Limits,
        parts: Parts,
    ) -> None:
        self._document = document
        self._count = count
        self._languages = languages
        self._limits = limits
        self._parts = parts
        self._main = _main_language(document, languages)
        self._context = context_of(document, self._main, parts)
        texts = [section.text for section in document.sections]
        self._terms = Terms(texts if parts.terms else [])

    def chunks(self) -> Iterator[Chunk]:
        """Cut section after section; the chunks are not numbered yet."""
        for place, section in enumerate(self._document.sections):
            if section.text.strip() or section.heading:
                yield from self._section(place, section)

    def _section(self, place: int, section: Section) -> Iterator[Chunk]:
        given, length = self._fitting(in_section(self._context, section.heading, self._parts))
        room = max(1, min(self._limits.text, self._limits.whole - length))
        measure = Measure(self._count, room, self._parts.rows)
        for piece in pieces(section.text, self._main, measure, self._limits.overlap):
            text = section.text[piece.start : piece.end]
            yield Chunk(
                ordinal=0,
                heading=section.heading,
                text=text,
                language=_language(text, self._main, self._languages),
                lead=piece.lead,
                anchor=section.anchor,
                page=section.page,
                section=place,
                context=self._explained(given, place, piece, measure.aloud(piece.lead + text)),
                rows_in_words=self._parts.rows,
            )

    def _fitting(self, whole: Context) -> tuple[Context, int]:
        """Shorten a context until it leaves most of the room to the text."""
        some = list(whole.shorter())
        lengths = self._count([context.written() for context in some])
        most = self._limits.whole // _CONTEXT
        fitting = (pair for pair in zip(some, lengths, strict=True) if pair[1] <= most)
        return next(fitting, (some[-1], lengths[-1]))

    def _explained(self, given: Context, place: int, piece: Piece, aloud: str) -> str:
        """Write the context with the terms that the text uses, as many as there is room for."""
        used = self._terms.used(aloud, place, piece.start)[:_MOST_TERMS]
        terms = tuple(f"{term.term}: {term.meaning}" for term in used)
        while terms:
            written = replace(given, terms=terms).written()
            (length,) = self._count([f"{written}\n{aloud}"])
            if length <= self._limits.whole:
                return written
            terms = terms[:-1]
        return given.written()


def _main_language(document: Document, languages: tuple[str, ...]) -> str:
    if document.language in languages:
        return document.language
    text = plain("\n".join(section.text for section in document.sections)[:20_000])
    return language_of(f"{document.title}\n{text}", languages)


def _language(text: str, main: str, languages: tuple[str, ...]) -> str:
    words = plain(text)
    return main if len(words) < _DETECTABLE else language_of(words, languages)
