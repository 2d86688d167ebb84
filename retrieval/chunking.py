"""Where is a document cut? Along its headings, then between blocks, items, lines, sentences, words.

Chunks are spans of their section: put together, in order, they are the section's text to the
letter. A section that fits is one chunk. One that does not is cut at the coarsest boundary that
makes the pieces fit, and neighbouring pieces are packed together again up to the limit.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import sentencex
from markdown_it import MarkdownIt
from markdown_it.token import Token

from retrieval.documents import Chunk, Document, Section
from retrieval.enrichment import context, named
from retrieval.language import language_of
from retrieval.plain import plain

CountTokens = Callable[[Sequence[str]], list[int]]
"""Token counts of texts, by the embedding model's own tokenizer."""

VERSION = "2"
"""Changes with anything that makes other chunks of the same document."""

_DETECTABLE = 160  # characters below which a chunk is taken to be in its document's language
_HEADER_LINES = 2  # a Markdown table begins with its header and a rule
_markdown = MarkdownIt("commonmark").enable("table")


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a chunk may be, in tokens: its text, and all that is embedded with it."""

    text: int = 400
    whole: int = 500


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    lead: str = ""


def chunks(
    document: Document, count: CountTokens, languages: tuple[str, ...], limits: Limits
) -> list[Chunk]:
    """Cut a document into chunks, in reading order; sections without a letter make none."""
    main = _main_language(document, languages)
    return [
        Chunk(
            ordinal=ordinal,
            heading=section.heading,
            text=section.text[piece.start : piece.end],
            language=_language(section.text[piece.start : piece.end], main, languages),
            lead=piece.lead,
            anchor=section.anchor,
            page=section.page,
        )
        for ordinal, (section, piece) in enumerate(_pieces(document, main, count, limits))
    ]


def _main_language(document: Document, languages: tuple[str, ...]) -> str:
    if document.language in languages:
        return document.language
    text = plain("\n".join(section.text for section in document.sections)[:20_000])
    return language_of(f"{document.title}\n{text}", languages)


def _language(text: str, main: str, languages: tuple[str, ...]) -> str:
    words = plain(text)
    return main if len(words) < _DETECTABLE else language_of(words, languages)


def _pieces(
    document: Document, language: str, count: CountTokens, limits: Limits
) -> Iterator[tuple[Section, _Piece]]:
    for section in document.sections:
        if not (section.text.strip() or section.heading):
            continue
        (given,) = count([context(named(document.title, document.number), section.heading)])
        room = max(32, min(limits.text, limits.whole - given))
        for piece in _Cutter(section.text, language, count, room).pieces():
            yield section, piece


class _Cutter:
    """One section's text, cut so that every piece has room."""

    def __init__(self, text: str, language: str, count: CountTokens, room: int) -> None:
        self._text = text
        self._language = language
        self._count = count
        self._room = room

    def pieces(self) -> list[_Piece]:
        if self._fits(0, len(self._text)):
            return [_Piece(0, len(self._text))]
        pieces: list[_Piece] = []
        for start, end, kind in self._blocks():
            if kind == "table" and not self._fits(start, end):
                pieces += self._table(start, end)
            else:
                cuts = (self._items, _lines, self._sentences, _words)
                pieces += [_Piece(*span) for span in self._small(start, end, cuts)]
        return self._packed(pieces)

    def _fits(self, start: int, end: int, lead: str = "") -> bool:
        return self._tokens(start, end, lead) <= self._room

    def _tokens(self, start: int, end: int, lead: str = "") -> int:
        (tokens,) = self._count([plain(lead + self._text[start:end])])
        return tokens

    def _small(
        self, start: int, end: int, cuts: Sequence[Callable[[str], list[int]]]
    ) -> Iterator[tuple[int, int]]:
        """Cut a span by the first cut that cuts it, and what is still too long by the next."""
        if self._fits(start, end):
            yield start, end
        elif not cuts:
            middle = (start + end) // 2
            yield from self._small(start, middle, ())
            yield from self._small(middle, end, ())
        else:
            inner = [start + offset for offset in cuts[0](self._text[start:end])]
            for left, right in pairwise([start, *inner, end]):
                yield from self._small(left, right, cuts[1:])

    def _blocks(self) -> Iterator[tuple[int, int, str]]:
        """The top blocks of the Markdown; what lies between two belongs to the one before."""
        offsets = _line_offsets(self._text)
        starts = [(offsets[t.map[0]], t.type) for t in _top(_markdown.parse(self._text)) if t.map]
        if not starts or starts[0][0] != 0:
            starts.insert(0, (0, "paragraph_open"))
        ends = [*(start for start, _ in starts[1:]), len(self._text)]
        for (start, kind), end in zip(starts, ends, strict=True):
            if end > start:
                yield start, end, kind.removesuffix("_open")

    @staticmethod
    def _items(text: str) -> list[int]:
        """Where the outer items of a list begin: a step is never cut before it has to be."""
        offsets = _line_offsets(text)
        items = [t for t in _markdown.parse(text) if t.type == "list_item_open" and t.level == 1]
        return [offsets[t.map[0]] for t in items if t.map and t.map[0] > 0]

    def _sentences(self, text: str) -> list[int]:
        """Where sentences begin, the first left out."""
        boundaries = sentencex.get_sentence_boundaries(self._language, text)
        starts = (boundary["start_index"] for boundary in boundaries)
        return [start for start in starts if 0 < start < len(text)]

    def _table(self, start: int, end: int) -> Iterator[_Piece]:
        """Cut a table between rows; every piece but the first is led by the header again."""
        lines = [start + offset for offset in [0, *_lines(self._text[start:end])]] + [end]
        if len(lines) <= _HEADER_LINES + 1:
            lines = [start, end, end, end]
        header = self._text[start : lines[_HEADER_LINES]]
        if self._tokens(start, lines[_HEADER_LINES]) > self._room // 2:
            header = ""
        yield _Piece(start, lines[_HEADER_LINES])
        for left, right in pairwise(lines[_HEADER_LINES:]):
            if self._fits(left, right, header):
                yield _Piece(left, right, header)
            else:
                for span in self._small(left, right, (self._sentences, _words)):
                    yield _Piece(*span)

    def _packed(self, pieces: list[_Piece]) -> list[_Piece]:
        """Join neighbours as long as they fit."""
        packed: list[_Piece] = []
        for piece in pieces:
            last = packed[-1] if packed else None
            if last and self._fits(last.start, piece.end, last.lead):
                packed[-1] = _Piece(last.start, piece.end, last.lead)
            else:
                packed.append(piece)
        return list(self._announced(packed))

    def _announced(self, packed: list[_Piece]) -> Iterator[_Piece]:
        """Move a last line that announces what follows (it ends in a colon) to the next piece."""
        start = packed[0].start if packed else 0
        for piece, after in zip(packed, [*packed[1:], None], strict=True):
            end = piece.end
            if after is not None and not after.lead:
                end = self._before_announcement(start, piece.end, after.end)
            yield _Piece(start, end, piece.lead)
            start = end

    def _before_announcement(self, start: int, end: int, limit: int) -> int:
        text = self._text[start:end]
        if not text.rstrip().endswith(":"):
            return end
        line = start + text.rstrip().rfind("\n") + 1
        return line if line > start and self._fits(line, limit) else end


def _top(tokens: Sequence[Token]) -> Iterator[Token]:
    return (token for token in tokens if token.level == 0 and token.nesting >= 0)


def _line_offsets(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer(r"\n", text)), len(text)]


def _lines(text: str) -> list[int]:
    """Where lines begin, the first left out."""
    return [m.end() for m in re.finditer(r"\n+", text) if 0 < m.end() < len(text)]


def _words(text: str) -> list[int]:
    """Where words begin, the first left out."""
    return [m.end() for m in re.finditer(r"\s+", text) if 0 < m.end() < len(text)]
