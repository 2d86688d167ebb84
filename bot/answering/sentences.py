"""What does a passage say, sentence by sentence, and what may not be torn apart?

A sentence, a list item and a table row each are one `Sentence`. None of them is told alone where
that would change what it says: an item stands under the line that announces it, a row under its
header, an answer under its question, and "This does not apply" behind what it does not apply to.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.answering.orders import is_an_order
from retrieval.boundaries import spans
from retrieval.documents import Passage
from retrieval.plain import plain
from retrieval.tables import told_row

_markdown = MarkdownIt("commonmark").enable("table")

_LEANING = {
    "en": (
        r"this|that|these|those|it|its|they|their|he|she|such|however|but|otherwise|then|also|"
        r"therefore|thus|instead|additionally|furthermore|moreover|similarly|likewise|yes|no|"
        r"if so|if not|in (?:this|that|such|these|those|either|both|addition)|for (?:this|that|"
        r"these|those|example|instance)|the (?:same|former|latter|above)|both|neither|once "
        r"(?:this|that|it)|after (?:this|that)"
    ),
    "es": (
        r"est[aeo]s?|es[aeo]s?|dich[ao]s?|tal|tales|ell[ao]s?|aquell?[ao]s?|sin embargo|pero|"
        r"no obstante|además|asimismo|también|igualmente|por (?:tanto|ello|ejemplo)|sí|no|"
        r"en (?:este|estos|ese|esos|tal|tales|dicho|dichos|cualquiera de estos|ambos|todo) casos?|"
        r"a (?:estos|tal|tales) (?:efectos?|fin)|de lo contrario|en caso contrario|ambos|"
        r"el mismo|la misma|los mismos|las mismas|lo (?:mismo|anterior)"
    ),
}
_LIMITING = {
    "en": (
        r"however|but|only|except|exceptions?|unless|otherwise|provided|note that|"
        r"(?:this|that|it|they|these) (?:does|do|is|are|will|may|can) ?not|"
        r"(?:this|that|it|they|these) (?:only|applies|apply)"
    ),
    "es": (
        r"sin embargo|no obstante|pero|solo|sólo|solamente|únicamente|salvo|excepto|a excepción|"
        r"se exceptúan?|quedan? excluid[ao]s?|siempre que|"
        r"(?:esto|esta|este|estos|estas) (?:no|solo|sólo)"
    ),
}
_ENUMERATED = re.compile(
    r"[–—•]\s|\(?(?:[a-zñ]|\d{1,2}|[ivx]{1,4})[.)º](?:ª|º)?[)]?\s", re.IGNORECASE
)
_POINT = re.compile(r"\W*(?:\d{1,3}|[a-zñ])\W*", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n?|\n")  # as the Markdown parser counts lines
_LABEL = 7  # words
_MARKER = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]+")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, item or row of a passage.

    `start` and `end` say where it stands in the passage's text; a line of the passage's `lead`
    (which is repeated, and not part of the text) has `start` -1. `text` is how it reads aloud.
    `after` are the places of the sentences that must be told before it; `block` counts
    paragraphs, items and rows. `limits`: it narrows the sentence before it. `asks`: it is a
    question or announces something, and says nothing by itself. `table` counts the tables of
    the passage, and is None outside of them.
    """

    start: int
    end: int
    text: str
    block: int
    after: tuple[int, ...] = ()
    is_item: bool = False
    limits: bool = False
    asks: bool = False
    table: int | None = None

    @property
    def is_quotable(self) -> bool:
        """Whether it stands in the passage's own text."""
        return self.start >= 0


def sentences(passage: Passage) -> list[Sentence]:
    """Take a passage apart, in reading order.

    What has no letter or digit is left out, and so is what orders the assistant about.
    """
    return [*_taken_apart(passage.lead, passage.text, passage.language)]


@lru_cache(maxsize=1024)  # the same passages answer again and again, and are checked against
def _taken_apart(lead: str, text: str, language: str) -> tuple[Sentence, ...]:
    return tuple(_Reading(lead, text, language).sentences())


class _Reading:
    """One passage, read from its first block to its last."""

    def __init__(self, lead: str, text: str, language: str) -> None:
        self._lead = len(lead)
        self._text = lead + text
        self._language = language
        self._lines = [0, *(m.end() for m in _LINE_END.finditer(self._text)), len(self._text)]
        self._found: list[Sentence] = []
        self._block = 0
        self._tables = 0
        self._announcer: int | None = None  # what the next block stands under, and points after it
        self._announced = False  # whether a block has stood under it
        self._parents: list[int | None] = []  # what the items of each open list stand under

    def sentences(self) -> list[Sentence]:
        tokens = _markdown.parse(self._text)
        place = 0
        while place < len(tokens):
            if tokens[place].type == "table_open":
                place = self._table(tokens, place)
            else:
                self._token(tokens[place])
                place += 1
        return self._found

    def _token(self, token: Token) -> None:
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                self._parents.append(self._list_parent())
            case "bullet_list_close" | "ordered_list_close":
                self._parents.pop()
                self._announcer = None
            case "inline" | "html_block":
                self._paragraph(*self._span(token))
            case "code_block" | "fence":
                self._code(*self._span(token))
            case _:
                pass

    def _list_parent(self) -> int | None:
        """An inner list stands under its item, an outer one under the line that announces it."""
        if self._parents and self._found:
            return len(self._found) - 1
        return self._above(enumerated=False)

    def _span(self, token: Token) -> tuple[int, int]:
        first, last = token.map or [0, 0]
        return self._lines[first], self._lines[last]

    def _code(self, start: int, end: int) -> None:
        """Lines that are indented like code are, in a piece of a page, mostly items of a list."""
        for line in re.finditer(r"[^\r\n]+", self._text[start:end]):
            if not line.group().lstrip().startswith(("```", "~~~")):
                self._paragraph(start + line.start(), start + line.end())

    def _paragraph(self, start: int, end: int) -> None:
        in_list = bool(self._parents)
        while marker := _MARKER.match(self._text, start, end):
            start, in_list = marker.end(), True
        start, end = _trimmed(self._text, start, end)
        if not any(character.isalnum() for character in plain(self._text[start:end])):
            return
        enumerated = bool(_ENUMERATED.match(self._text[start:end]))
        under = self._parents[-1] if self._parents else self._above(enumerated=enumerated)
        first = len(self._found)
        spans = list(self._split(start, end))
        is_item = in_list or enumerated
        for left, right in spans:
            self._add(left, right, under, first, is_item=is_item)
        if len(spans) == 1 and not is_item and len(self._found) > first:
            self._found[-1] = _as_label(self._found[-1])
        self._block += 1
        if len(self._found) > first and not self._parents and self._found[-1].asks:
            self._announcer, self._announced = len(self._found) - 1, False

    def _above(self, *, enumerated: bool) -> int | None:
        """What announces stands over the block that follows, and over all points in a row."""
        if self._announced and not enumerated:
            self._announcer = None
        self._announced = True
        return self._announcer

    def _split(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        text = self._text[start:end]
        begin = 0
        for _start, stop in spans(text, self._language):
            if stop < len(text) and _is_no_end(text[begin:stop], text[stop:]):
                continue
            if any(character.isalnum() for character in text[begin:stop]):
                yield _trimmed(self._text, start + begin, start + stop)
            begin = stop
        if any(character.isalnum() for character in text[begin:]):
            yield _trimmed(self._text, start + begin, end)

    def _add(self, start: int, end: int, under: int | None, first: int, *, is_item: bool) -> None:
        text = " ".join(plain(self._text[start:end]).split())
        if not any(character.isalnum() for character in text) or is_an_order(text):
            return
        place = len(self._found)
        before = place - 1
        leans = place > 0 and self._leans(text, before, under, first)
        needed = [n for n in (under, before if leans else None) if n is not None]
        after = sorted({m for n in needed for m in (*self._found[n].after, n)})
        self._found.append(
            Sentence(
                start=start - self._lead if start >= self._lead else -1,
                end=end - self._lead,
                text=text,
                block=self._block,
                after=tuple(after),
                is_item=is_item,
                limits=(place > first or not is_item) and _begins(_LIMITING, self._language, text),
                asks=text.endswith((":", "?")),
            )
        )

    def _leans(self, text: str, before: int, under: int | None, first: int) -> bool:
        """Whether a sentence says little without the one before it, of this block or the last."""
        if before >= first:
            return self._found[before].asks or _begins(_LEANING, self._language, text)
        if under is not None or self._found[before].is_item:
            return False
        return _begins(_LEANING, self._language, text)

    def _table(self, tokens: Sequence[Token], place: int) -> int:
        """Read a table row by row, each under the names of its columns; returns where it ends."""
        header: list[str] = []
        cells: list[str] = []
        while tokens[place].type != "table_close":
            token = tokens[place]
            if token.type == "tr_open":
                cells, row = [], self._span(token)
            elif token.type == "inline":
                cells.append(" ".join(plain(token.content).split()))
            elif token.type == "thead_close":
                header = cells
            elif token.type == "tr_close" and header:
                self._row(row, header, cells)
            place += 1
        self._announcer = None
        self._tables += 1
        return place + 1

    def _row(self, row: tuple[int, int], header: Sequence[str], cells: Sequence[str]) -> None:
        start, end = _trimmed(self._text, *row)
        if not any(cells) or start < self._lead or any(map(is_an_order, cells)):
            return
        above = self._announcer if self._parents else self._above(enumerated=True)
        after = () if above is None else (*self._found[above].after, above)
        self._found.append(
            Sentence(
                start - self._lead,
                end - self._lead,
                told_row(header, cells),
                self._block,
                after=after,
                is_item=True,
                table=self._tables,
            )
        )
        self._block += 1


def _as_label(alone: Sentence) -> Sentence:
    """A few words in a paragraph of their own, with no full stop, are a heading in all but name."""
    is_label = len(alone.text.split()) <= _LABEL and alone.text[-1].isalnum()
    return replace(alone, asks=True) if is_label else alone


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _is_no_end(sentence: str, rest: str) -> bool:
    """Whether a full stop ended nothing: "3.º", or the number of a point."""
    return rest.startswith(("º", "ª")) or bool(_POINT.fullmatch(sentence))


def _begins(words: dict[str, str], language: str, text: str) -> bool:
    pattern = words.get(language)
    return bool(pattern and re.match(rf"\W*(?:{pattern})\b", text, re.IGNORECASE))


def with_limits(chosen: Sequence[int], read: Sequence[Sentence]) -> list[int]:
    """Add what must be told before each chosen sentence, and what narrows it right after."""
    told = {m for n in chosen for m in (*read[n].after, n)}
    for n in chosen:
        if n + 1 < len(read) and read[n + 1].limits:
            told.add(n + 1)
    return sorted(told)
