"""What does a text of a policy consist of? Paragraphs, lists and tables, with their emphasis.

Markdown is read as far as policies use it, and no link comes of it: its label stays, and its
address is left out with all others. Where reading a text that way would lose a word of it, it is
shown as it is written.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from bot.saying.plain import Addresses
from bot.saying.runs import Line, Run, merged, said
from retrieval.tables import told_row

_ROW = re.compile(r"^\s*\|.*\|\s*$")
_RULER = re.compile(r"^(?=.*\|)(?=.*-)[\s|:-]+$")
_CELL = re.compile(r"(?<!\\)\|")
_BULLET = re.compile(r"(?:(?<=\s)|^)• ")
_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_STYLED = ("strong", "em", "s")
_LISTS = ("bullet_list", "ordered_list")
_SHOWN_AS = {"softbreak": " ", "hardbreak": "\n", "link_open": "", "link_close": ""}

_markdown = MarkdownIt("commonmark", {"html": False, "maxNesting": 100}).enable("strikethrough")
_markdown.disable(["reference", "entity", "fence", "code", "lheading", "html_block", "html_inline"])


class Kind(StrEnum):
    """What a paragraph is."""

    PLAIN = "plain"
    HEADING = "heading"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words that run on."""

    line: Line
    kind: Kind = Kind.PLAIN


@dataclass(frozen=True, slots=True)
class Item:
    """A point of a list, `depth` lists deep; `number` is None where it has a bullet."""

    line: Line
    depth: int = 0
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, with those that stand in its points, in reading order."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, all of one length; the first is the header if `is_headed`."""

    rows: tuple[tuple[str, ...], ...]
    is_headed: bool


Part = Paragraph | Listing | Table


def read(text: str, addresses: Addresses) -> list[Part]:
    """Read a text that is not ours."""
    parts: list[Part] = []
    lost: set[str] = set()
    for lines, is_table in _stretches(text.split("\n")):
        if is_table:
            parts.append(_table(lines, addresses, lost))
        else:
            parts += _Prose(addresses, lost).parts("\n".join(lines))
    if _words(replace(addresses, left_out=" ").kept(text)) <= lost.union(
        *map(_words, _texts(parts))
    ):
        return parts
    return [Paragraph((Run(addresses.kept(" ".join(text.split()))),))]


def plainly(parts: Iterable[Part]) -> str:
    """Put parts into one line, without their styles."""
    return " ".join(" ".join(_texts(parts)).split())


def in_words(table: Table) -> Listing:
    """Tell a table row by row, each cell with the name of its column.

    Where nothing stands under a name, the names are told first, so that it is not lost.
    """
    told = [" — ".join(filter(None, row)) for row in table.rows]
    if table.is_headed and len(table.rows) > 1:
        header, *rows = table.rows
        columns = zip(*table.rows, strict=True)
        is_lost = any(name and not any(cells) for name, *cells in columns)
        told = [
            *(told[:1] if is_lost else ()),
            *(told_row(("", *header), ("", *row)) for row in rows),
        ]
    return Listing(tuple(Item((Run(line),)) for line in told if line))


def _texts(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        match part:
            case Paragraph(line):
                yield from (run.text for run in line)
            case Listing(items):
                for item in items:
                    yield from ("" if item.number is None else f"{item.number}.", said(item.line))
                    yield from (run.text for run in item.line)
            case Table(rows):
                yield from (cell for row in rows for cell in row)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text))


def _stretches(lines: Sequence[str]) -> Iterator[tuple[list[str], bool]]:
    """Part the rows of tables from all else; rows with bars on both sides need no ruler below."""
    at = 0
    while at < len(lines):
        is_table = _starts_table(lines, at)
        end = at + 1
        while end < len(lines) and (
            "|" in lines[end] if is_table else not _starts_table(lines, end)
        ):
            end += 1
        yield list(lines[at:end]), is_table
        at = end


def _starts_table(lines: Sequence[str], at: int) -> bool:
    below = lines[at + 1] if at + 1 < len(lines) else ""
    return bool(_ROW.match(lines[at]) or ("|" in lines[at] and _RULER.match(below)))


def _table(lines: Sequence[str], addresses: Addresses, lost: set[str]) -> Table:
    is_headed = len(lines) > 1 and _RULER.match(lines[1]) is not None
    rows = [_cells(line, addresses, lost) for line in lines if not _RULER.match(line)]
    width = max(map(len, rows), default=0)
    return Table(tuple((*row, *[""] * (width - len(row))) for row in rows), is_headed)


def _cells(row: str, addresses: Addresses, lost: set[str]) -> tuple[str, ...]:
    bare = row.strip().removeprefix("|")
    bare = bare if bare.endswith("\\|") else bare.removesuffix("|")
    return tuple(
        _cell(cell.strip().replace("\\|", "|"), addresses, lost) for cell in _CELL.split(bare)
    )


def _cell(cell: str, addresses: Addresses, lost: set[str]) -> str:
    (token,) = _markdown.parseInline(cell)
    return " ".join(said(_Prose(addresses, lost).runs(token.children or [])).split())


class _Prose:
    """Reads Markdown without tables; notes in `lost` the words of addresses that are left out."""

    def __init__(self, addresses: Addresses, lost: set[str]) -> None:
        self._addresses = addresses
        self._lost = lost

    def parts(self, text: str) -> Iterator[Part]:
        """Read paragraphs and lists in order."""
        if len(_BULLET.findall(text)) > 1:
            text = _BULLET.sub("\n- ", text)
        for node in SyntaxTreeNode(_markdown.parse(text)).children:
            yield from self._block(node)

    def _block(self, node: SyntaxTreeNode) -> Iterator[Part]:
        match node.type:
            case "paragraph":
                yield Paragraph(self._line(node))
            case "heading":
                yield Paragraph(self._line(node), Kind.HEADING)
            case "bullet_list" | "ordered_list":
                yield Listing(tuple(self._items(node, 0)))
            case "blockquote":
                for inner in (part for child in node.children for part in self._block(child)):
                    match inner:
                        case Paragraph(line):
                            yield Paragraph(line, Kind.QUOTE)
                        case _:
                            yield inner
            case _:  # a ruler has no words
                return

    def _items(self, listing: SyntaxTreeNode, depth: int) -> Iterator[Item]:
        number = int(listing.attrs.get("start", 1)) if listing.type == "ordered_list" else None
        for place, item in enumerate(listing.children):
            inner = [child for child in item.children if child.type in _LISTS]
            lines = [self._line(child) for child in item.children if child.type not in _LISTS]
            below = [(Run("\n"), *line) for line in lines if line]
            line = tuple(run for line in below for run in line)[1:]
            yield Item(line, depth, None if number is None else number + place)
            for nested in inner:
                yield from self._items(nested, depth + 1)

    def _line(self, node: SyntaxTreeNode) -> Line:
        """Read the words of a block, whatever stands in it."""
        tokens = [one.token for one in node.walk() if one.type == "inline"]
        return tuple(run for token in tokens if token for run in self.runs(token.children or []))

    def runs(self, tokens: Sequence[Token]) -> Line:
        """Read the words of a paragraph, with their styles."""
        depth = dict.fromkeys(_STYLED, 0)
        runs: list[Run] = []
        for token in tokens:
            if token.tag in depth and token.nesting:
                depth[token.tag] += token.nesting
            elif text := self._text(token):
                bold, italic, strike = (depth[tag] > 0 for tag in _STYLED)
                is_code = token.type == "code_inline"
                runs.append(Run(text, bold=bold, italic=italic, strike=strike, code=is_code))
        return tuple(replace(run, text=self._addresses.kept(run.text)) for run in merged(runs))

    def _text(self, token: Token) -> str:
        """Give what a token shows; an address that is not shown is noted."""
        for name in ("href", "src", "title"):
            self._lost |= _words(unquote(str(token.attrs.get(name, ""))))
        if token.type in _SHOWN_AS:
            return _SHOWN_AS[token.type]
        return _BREAK.sub("\n", token.content)
