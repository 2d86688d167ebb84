"""How do paragraphs, lists and tables become blocks that Slack takes?

Slack's table holds 100 rows, 20 columns and 10,000 characters, and stands in messages alone, one in
each (docs.slack.dev/reference/block-kit/blocks/table-block). What is wider, and any table in a
view, is told row by row.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bot.saying.prose import Item, Kind, Listing, Paragraph, Part, Table, in_words
from bot.saying.runs import Line, Run, in_sentences, joined, length, merged
from bot.surfaces.slack.drawing.blocks import SECTION, Block
from bot.surfaces.slack.drawing.escaping import literal
from bot.surfaces.slack.drawing.runs import element, filled

_ROWS = 100
_COLUMNS = 20
_CELLS = 6_000  # characters of a table: less than Slack takes, so that the rest finds room
_DEEPEST = 8  # lists that stand in one another


def rich_text(*elements: Block) -> Block:
    """Make a block of paragraphs, lists and quotes."""
    return {"type": "rich_text", "elements": list(elements)}


def in_line(line: Iterable[Run]) -> Block:
    """Draw a line or paragraph as a part of a rich text."""
    return {"type": "rich_text_section", "elements": _elements(line)}


def _elements(line: Iterable[Run]) -> list[Block]:
    """Draw the words of a line; Slack refuses a text without a character."""
    return [element(run) for run in merged(line) if run.text] or [element(Run("–"))]


def paragraphs(lines: Iterable[Line]) -> list[Block]:
    """Draw lines that run on, each block as full as it may be."""
    return [rich_text(in_line(line)) for line in filled(lines)]


def quotation(lines: Iterable[Line]) -> list[Block]:
    """Draw lines that run on as a quote."""
    return [
        rich_text({"type": "rich_text_quote", "elements": _elements(line)})
        for line in filled(lines)
    ]


def message_blocks(parts: Iterable[Part], language: str) -> list[Block]:
    """Draw parts for a message."""
    return [block for part in parts for block in drawn(part, language)]


def view_blocks(parts: Iterable[Part], language: str) -> list[Block]:
    """Draw parts for a modal or a home view, where no table may stand."""
    told = (in_words(part) if isinstance(part, Table) else part for part in parts)
    return message_blocks(told, language)


def drawn(part: Part, language: str) -> list[Block]:
    """Draw one part for a message."""
    match part:
        case Paragraph(line, Kind.QUOTE):
            return quotation(in_sentences(line, language))
        case Paragraph(line, kind):
            heading = kind is Kind.HEADING
            bold = tuple(Run(run.text, bold=True) for run in line) if heading else line
            return paragraphs(in_sentences(bold, language))
        case Listing(items):
            return [rich_text(*_lists(some)) for some in _groups(items, language)]
        case Table(rows):
            return _table(part) if _is_drawable(rows) else drawn(in_words(part), language)


def _is_drawable(rows: Sequence[Sequence[str]]) -> bool:
    header = _weight(rows[0]) if rows else 0
    return (
        bool(rows and rows[0])
        and len(rows[0]) <= _COLUMNS
        and all(header + _weight(row) <= _CELLS for row in rows)
    )


def _weight(row: Sequence[str]) -> int:
    return sum(max(len(cell), 1) for cell in row)


def _table(table: Table) -> list[Block]:
    """Draw a table; one that is too long is parted, and its header repeated."""
    header, body = (table.rows[:1], table.rows[1:]) if table.is_headed else ((), table.rows)
    own = sum(map(_weight, header))
    parts: list[list[tuple[str, ...]]] = [[]]
    weight = own
    for row in body:
        if parts[-1] and (weight + _weight(row) > _CELLS or len(parts[-1]) + len(header) == _ROWS):
            parts.append([])
            weight = own
        parts[-1].append(row)
        weight += _weight(row)
    settings = [{"is_wrapped": True} for _ in table.rows[0]]
    return [
        {
            "type": "table",
            "rows": [[_cell(cell) for cell in row] for row in (*header, *rows)],
            "column_settings": settings,
        }
        for rows in parts
    ]


def _cell(text: str) -> Block:
    return {
        "type": "raw_text",
        "text": literal(text) or " ",
    }  # Slack refuses a cell without a character


def _groups(items: Sequence[Item], language: str) -> Iterator[list[Item]]:
    """Part a list in blocks; an item that is too long for one goes on in the next."""
    group: list[Item] = []
    room = SECTION
    for item in items:
        for number, line in enumerate(filled(in_sentences(item.line, language))):
            taken = length(line) + item.depth + len(f"\n{item.number}. ")
            if group and taken > room:
                yield group
                group, room = [], SECTION
            is_first = number == 0
            group.append(Item(line, item.depth, item.number if is_first else None))
            room -= taken
    if group:
        yield group


def _numbered(item: Item, depth: int) -> Line:
    return (Run("\u2003" * depth + f"{item.number}. "), *item.line)


def _lists(items: Sequence[Item]) -> Iterator[Block]:
    """Draw a list; numbers are written out, for Slack's own lists always begin at 1."""
    for (depth, is_numbered), some in groupby(
        items, key=lambda item: (min(item.depth, _DEEPEST), item.number is not None)
    ):
        if is_numbered:
            yield in_line(joined(_numbered(item, depth) for item in some))
        else:
            yield {
                "type": "rich_text_list",
                "style": "bullet",
                "indent": depth,
                "elements": [in_line(item.line) for item in some],
            }
