"""What of a section may not be torn apart, and what must be repeated where it is parted?

A section is taken apart only as far as its pieces fit: into blocks, a list that is too long into
its items, an item into its blocks, a table into its rows, a paragraph into lines and sentences.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from retrieval.boundaries import (
    announces,
    clauses,
    is_numbered_heading,
    last_sentence,
    lines,
    qualifies,
    sentences,
    sound_lines,
    words,
)
from retrieval.plain import plain
from retrieval.tables import Table, tables, tables_in_words

CountTokens = Callable[[Sequence[str]], list[int]]
"""Token counts of texts, by the embedding model's own tokenizer."""

_LONGEST_LEAD = 3  # a lead takes at most this part of the room: 1/3
_SHORT = 30  # words up to which a paragraph before a list or a table is its introduction
_LISTS = ("bullet_list", "ordered_list")
_PARTED = (*_LISTS, "list_item", "blockquote")
_CODE = ("fence", "code_block", "html_block", "table")
_MARKS = (
    ("ordinal", re.compile(r"\W*\d{1,2}\.[ºª]")),
    ("number", re.compile(r"\W*\d{1,3}[.)]\s")),
    ("letter", re.compile(r"\W*[a-zñ]\)\s", re.IGNORECASE)),
    ("roman", re.compile(r"\W*[ivx]{2,5}\)\s", re.IGNORECASE)),
    ("dash", re.compile(r"\s*[-*+•–—]\s")),
)
_BAR = re.compile(r"(?<!\\)\|")
_markdown = MarkdownIt("commonmark").enable("table")
_markdown.core.ruler.disable("inline")


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of a section that fits.

    `lead` is repeated where a piece begins with it; `sticks`: it belongs to the unit before it;
    `is_prose`: sentences of it may be repeated before the piece that follows.
    """

    start: int
    end: int
    tokens: int
    lead: str = ""
    sticks: bool = False
    is_prose: bool = True


@dataclass(frozen=True, slots=True)
class Measure:
    """How long texts are as they are indexed, and how much room there is, in tokens."""

    count: CountTokens
    room: int
    rows: bool

    def aloud(self, markdown: str) -> str:
        """Write a text as it is indexed."""
        return plain(tables_in_words(markdown) if self.rows else markdown)

    def tokens(self, markdown: Sequence[str]) -> list[int]:
        """Count what each text takes."""
        return self.count([self.aloud(text) for text in markdown]) if markdown else []

    def fits(self, markdown: str) -> bool:
        """Tell whether a text has room."""
        return self.tokens([markdown])[0] <= self.room


def units(text: str, language: str, measure: Measure) -> list[Unit]:
    """Take a section apart into what fits, in order; together the units are the section."""
    return list(_Reading(text, language, measure).units())


class _Enumerations:
    """The enumerations that are open: an item stands under what announced its first sibling."""

    def __init__(self, outer: str) -> None:
        self._outer = outer
        self._open: list[tuple[str, str]] = []

    def lead(self, mark: str, announcement: str) -> str:
        """Say under which lines an item with this kind of mark stands."""
        if mark in (kind for kind, _ in self._open):
            while self._open[-1][0] != mark:
                self._open.pop()
        else:
            above = self._open[-1][1] if self._open else self._outer
            self._open.append((mark, above + announcement))
        return self._open[-1][1]

    def end(self) -> None:
        """Close them all: something else stands between."""
        self._open.clear()


class _Reading:
    def __init__(self, text: str, language: str, measure: Measure) -> None:
        self._text = text
        self._language = language
        self._measure = measure
        self._lines = [0, *(m.end() for m in re.finditer(r"\n", text)), len(text)]

    def units(self) -> Iterator[Unit]:
        root = SyntaxTreeNode(_markdown.parse(self._text))
        (tokens,) = self._measure.tokens([self._text])
        yield from self._children(root, Unit(0, len(self._text), tokens))

    def _children(self, parent: SyntaxTreeNode, whole: Unit) -> Iterator[Unit]:
        """Read the blocks inside a block; what lies between two belongs to the one before."""
        spans = self._spans(parent, whole)
        if not spans:
            yield from self._prose(whole)
            return
        blocks = self._blocks(parent, spans, whole)
        for before, (node, unit), after in zip(
            [None, *blocks], blocks, [*blocks[1:], None], strict=False
        ):
            room = self._measure.room
            leaned_on = after is not None and after[1].sticks and _length(unit, after) > room
            leans = before is not None and unit.sticks and _length(unit, before) > room
            if node.type == "paragraph" and (leaned_on or leans):
                yield from self._sentences(unit)  # the nearest ones stay together
                continue
            if unit.sticks and before and node.type in _LISTS:
                room -= before[1].tokens  # its first items stay with what announces them
            yield from self._node(node, unit, room)

    def _blocks(
        self,
        parent: SyntaxTreeNode,
        spans: Sequence[tuple[SyntaxTreeNode, int, int]],
        whole: Unit,
    ) -> list[tuple[SyntaxTreeNode, Unit]]:
        """Say of every block what it stands under, and whether it leans on the one before."""
        tokens = self._measure.tokens([self._text[s:e] for _, s, e in spans])
        enumerations = _Enumerations(whole.lead)
        blocks: list[tuple[SyntaxTreeNode, Unit]] = []
        for (node, start, end), length in zip(spans, tokens, strict=True):
            unit = Unit(start, end, length, whole.lead, is_prose=node.type not in _CODE)
            if not blocks:
                unit = replace(unit, sticks=whole.sticks)
            elif parent.type not in _LISTS:
                last, of_last = blocks[-1]
                before = last, self._text[of_last.start : of_last.end]
                unit = self._placed(unit, node, before, enumerations)
            blocks.append((node, unit))
        return blocks

    def _spans(self, parent: SyntaxTreeNode, whole: Unit) -> list[tuple[SyntaxTreeNode, int, int]]:
        nodes = [node for node in parent.children if node.type != "inline" and node.map]
        starts = [self._lines[node.map[0]] for node in nodes if node.map]
        if not nodes:
            return []
        starts[0] = whole.start
        ends = [*starts[1:], whole.end]
        spans = zip(nodes, starts, ends, strict=True)
        return [(node, start, end) for node, start, end in spans if end > start]

    def _placed(
        self,
        unit: Unit,
        node: SyntaxTreeNode,
        before: tuple[SyntaxTreeNode, str],
        enumerations: _Enumerations,
    ) -> Unit:
        """Say whether a block leans on the one before it, and what it stands under."""
        text = self._text[unit.start : unit.end]
        mark = _mark(text)
        announcement = self._announcement(*before, node.type, mark)
        is_deeper = _mark(before[1]) is not None and _indent(text) > _indent(before[1])
        sticks = (
            bool(announcement)
            or is_deeper
            or (node.type == "paragraph" and mark is None and qualifies(text, self._language))
        )
        if mark is None or node.type == "table":
            enumerations.end()
            is_told = node.type == "table" and announcement
            lead = self._short(unit.lead, announcement if is_told else "")
        else:
            lead = self._short(unit.lead, enumerations.lead(mark, announcement))
        return replace(unit, lead=lead, sticks=sticks)

    def _announcement(self, node: SyntaxTreeNode, text: str, kind: str, mark: str | None) -> str:
        """Find the line before a block that announces it."""
        if node.type not in ("paragraph", "heading", *_PARTED):
            return ""
        is_alone = node.type in ("paragraph", "heading")
        own = _mark(text)
        is_short = is_alone and len(text.split()) <= _SHORT
        if (
            text.rstrip(" \t\n*_`").endswith(":")
            or (is_alone and announces(text))
            or (is_short and own is None and kind in (*_LISTS, "table"))
            or (own is not None and own != mark and is_numbered_heading(text))
        ):
            line = text if is_short else last_sentence(text.rstrip(), self._language)
            return line.strip() + "\n\n"
        return ""

    def _short(self, outer: str, lead: str) -> str:
        """Keep of what would be repeated as much as leaves room: the nearest, or nothing."""
        if not lead:
            return outer
        for some in (lead, "".join(lead.split("\n\n")[-2:-1]) + "\n\n"):
            if self._measure.tokens([some])[0] * _LONGEST_LEAD <= self._measure.room:
                return some
        return ""

    def _node(self, node: SyntaxTreeNode, unit: Unit, room: int) -> Iterator[Unit]:
        text = self._text[unit.start : unit.end]
        if unit.tokens <= room:
            fits = not unit.lead or self._measure.fits(unit.lead + text)
            yield unit if fits else replace(unit, lead="")
        elif node.type == "list_item":
            yield from self._item(node, unit)
        elif node.type in _PARTED:
            yield from self._children(node, unit)
        elif node.type == "table":
            yield from self._table(unit)
        elif node.type in _CODE:
            yield from self._small(unit, (lines, words))
        else:
            yield from self._prose(unit)

    def _item(self, node: SyntaxTreeNode, unit: Unit) -> Iterator[Unit]:
        """Take an item apart; what follows its first line stands under that line."""
        spans = self._spans(node, unit)
        if len(spans) < 2:  # noqa: PLR2004  # one block, which is all of the item
            yield from self._children(node, unit)
            return
        _, start, end = spans[0]
        head = self._text[start:end].strip()
        under = self._short(unit.lead, f"{unit.lead}{head}\n\n")
        for inner in self._children(node, unit):
            is_under = inner.start >= end and inner.lead in (unit.lead, "")
            fits = is_under and self._measure.fits(under + self._text[inner.start : inner.end])
            yield replace(inner, lead=under) if fits else inner

    def _sentences(self, unit: Unit) -> Iterator[Unit]:
        text = self._text[unit.start : unit.end]
        for part in self._parts(unit, sentences(text, self._language)):
            yield from self._prose(part)

    def _prose(self, unit: Unit) -> Iterator[Unit]:
        in_sentences = partial(sentences, language=self._language)
        yield from self._small(unit, (sound_lines, in_sentences, clauses, lines, words))

    def _small(self, unit: Unit, cuts: Sequence[Callable[[str], list[int]]]) -> Iterator[Unit]:
        """Cut a unit by the first cut that cuts it, and what is still too long by the next."""
        if unit.tokens <= self._measure.room or unit.end - unit.start < 2:  # noqa: PLR2004  # one character
            yield unit
            return
        text = self._text[unit.start : unit.end]
        for part in self._parts(unit, cuts[0](text) if cuts else [len(text) // 2]):
            yield from self._small(part, cuts[1:])

    def _parts(self, unit: Unit, inner: Sequence[int]) -> Iterator[Unit]:
        """Cut a unit at some places; what goes on is led by what is before it, if by anything."""
        edges = [unit.start, *(unit.start + offset for offset in inner), unit.end]
        spans = [(left, right) for left, right in pairwise(edges) if right > left]
        tokens = self._measure.tokens([self._text[s:e] for s, e in spans])
        for place, ((start, end), length) in enumerate(zip(spans, tokens, strict=True)):
            part = replace(unit, start=start, end=end, tokens=length)
            if place:
                sticks = unit.is_prose and qualifies(self._text[start:end], self._language)
                part = replace(part, lead="", sticks=sticks)
            yield part

    def _table(self, unit: Unit) -> Iterator[Unit]:
        """Cut a table between its rows, each of which stands under caption and header."""
        text = self._text[unit.start : unit.end]
        found = tables(text)
        if len(found) != 1 or not found[0].rows:
            yield from self._small(unit, (lines, words))
            return
        table = found[0]
        offsets = [unit.start, *(unit.start + offset for offset in _line_starts(text)), unit.end]
        body = offsets[table.body]
        header = self._text[unit.start : body]
        told = [row.told if self._measure.rows else "" for row in table.rows]
        ends = [*(offsets[row.first] for row in table.rows[1:]), unit.end]
        spans = list(zip((offsets[row.first] for row in table.rows), ends, strict=True))
        (length, *lengths) = self._measure.count(
            [
                plain(header),
                *(plain(t or self._text[s:e]) for t, (s, e) in zip(told, spans, strict=True)),
            ]
        )
        lead = self._repeated(unit.lead, header)
        if length > self._measure.room // 2:
            yield from self._small(unit, (lines, words))
            return
        yield replace(unit, end=body, tokens=length)
        for place, ((start, end), tokens) in enumerate(zip(spans, lengths, strict=True)):
            row = replace(unit, start=start, end=end, tokens=tokens, lead=lead, sticks=place == 0)
            yield from self._row(row, table)

    def _repeated(self, caption: str, header: str) -> str:
        for lead in (caption + header, header):
            if self._measure.tokens([lead])[0] * 2 <= self._measure.room:
                return lead
        return ""

    def _row(self, row: Unit, table: Table) -> Iterator[Unit]:
        """Keep a row whole; one that is too long goes on under its own name and its columns."""
        text = self._text[row.start : row.end]
        if self._measure.fits(row.lead + text):
            yield row
            return
        cells = [piece.strip() for piece in _BAR.split(text.strip().strip("|"))]
        label = cells[0] if len(cells[0].split()) <= _SHORT else "…"
        less = replace(self._measure, room=self._measure.room // 2)
        reading = _Reading(self._text, self._language, less)
        in_sentences = partial(sentences, language=self._language)
        unfit = replace(row, tokens=less.room + 1)
        for part in reading._small(unfit, (in_sentences, clauses, words)):
            passed = len(_BAR.findall(self._text[row.start : part.start])) - 1
            skipped = " … |" * max(0, min(passed, table.columns - 1) - 1)
            lead = row.lead if part.start == row.start else f"{row.lead}| {label} |{skipped} "
            fits = row.lead and self._measure.fits(lead + self._text[part.start : part.end])
            yield replace(part, lead=lead if fits else "")


def _length(unit: Unit, neighbour: tuple[SyntaxTreeNode, Unit]) -> int:
    return unit.tokens + neighbour[1].tokens


def _mark(text: str) -> str | None:
    return next((kind for kind, mark in _MARKS if mark.match(text)), None)


def _indent(text: str) -> int:
    """How far a block's first line is set in; a list by its mark."""
    return len(text) - len(text.lstrip(" \t"))


def _line_starts(text: str) -> list[int]:
    return [m.end() for m in re.finditer(r"\n", text)]
