"""What does a Markdown table say? Its header, its rows, and each row in words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

_RULE = re.compile(r"^[ \t>|:-]*-[ \t>|:-]*$", re.MULTILINE)
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_markdown = MarkdownIt("commonmark").enable("table")
_markdown.core.ruler.disable("inline")


@dataclass(frozen=True, slots=True)
class Row:
    """A row between two lines, and what it says: "Lisbon — Hotel cap: €140; Per diem: €45"."""

    first: int
    after: int
    told: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table from line `first` up to line `after`; its header ends before line `body`."""

    first: int
    body: int
    after: int
    columns: int
    header: str
    rows: tuple[Row, ...]


def tables(markdown: str) -> list[Table]:
    """Find the tables, also those in quotes and lists, from top to bottom."""
    if "|" not in markdown or not _RULE.search(markdown):
        return []
    tokens = _markdown.parse(markdown)
    starts = [place for place, token in enumerate(tokens) if token.type == "table_open"]
    return [_table(tokens, place) for place in starts]


def tables_in_words(markdown: str) -> str:
    """Put each row of each table in words; all else stays as it is."""
    found = tables(markdown)
    if not found:
        return markdown
    lines = markdown.split("\n")
    told: list[str] = []
    place = 0
    for table in found:
        told += lines[place : table.first]
        told += [row.told for row in table.rows] or [table.header]
        place = table.after
    return "\n".join([*told, *lines[place:]])


def told_row(header: Sequence[str], cells: Sequence[str]) -> str:
    """Tell a row with the names of its columns: "Lisbon — Hotel cap: €140; Per diem: €45"."""
    named = [
        f"{name}: {cell}" if name else cell
        for name, cell in zip(header[1:], cells[1:], strict=False)
        if cell
    ]
    first = cells[0] if cells else ""
    return " — ".join(part for part in (first, "; ".join(named)) if part)


def _table(tokens: Sequence[Token], place: int) -> Table:
    first, after = tokens[place].map or (0, 0)
    header, *rows = _lines(tokens, place)
    return Table(
        first=first,
        body=min(first + 2, after),  # a header is one line, and a rule under it
        after=after,
        columns=len(header[2]),
        header="; ".join(name for name in header[2] if name),
        rows=tuple(Row(start, end, told_row(header[2], cells)) for start, end, cells in rows),
    )


def _lines(tokens: Sequence[Token], place: int) -> Iterator[tuple[int, int, list[str]]]:
    """Read the header and the rows: their lines, and their cells."""
    cells: list[str] = []
    while tokens[place].type != "table_close":
        token = tokens[place]
        if token.type == "tr_open":
            cells = []
            first, after = token.map or (0, 0)
        elif token.type == "inline":
            cells.append(" ".join(_LINE_BREAK.sub(" ", token.content).split()))
        elif token.type == "tr_close":
            yield first, after, cells
        place += 1
