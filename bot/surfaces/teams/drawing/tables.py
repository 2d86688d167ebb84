"""Which tables can a card hold, and how do they look there?

A card is 360 pixels wide on a phone: about 45 letters stand beside one another. What needs more is
told row by row. A long table is parted, and its header repeated.
"""

from collections.abc import Iterable, Sequence

from bot.saying.prose import Table
from bot.saying.runs import Run
from bot.surfaces.teams.drawing.elements import Element, paragraph, size

_COLUMNS = 6
_ABREAST = 45  # letters of the longest word of each column
_CELL = 250  # characters
_LARGEST = 8 * 1024  # bytes
_NARROWEST, _WIDEST = 4, 24  # letters that a column's width goes by

Row = tuple[str, ...]


def is_drawable(table: Table) -> bool:
    """Tell whether a table can be read on a phone."""
    columns = list(zip(*table.rows, strict=True))
    return (
        0 < len(columns) <= _COLUMNS
        and all(len(cell) <= _CELL for column in columns for cell in column)
        and sum(map(_longest_word, columns)) <= _ABREAST
    )


def drawn(table: Table) -> list[Element]:
    """Draw a table that is drawable, in one element or in more."""
    header, body = (table.rows[:1], table.rows[1:]) if table.is_headed else ((), table.rows)
    widths = [_width(column) for column in zip(*table.rows, strict=True)]
    parts: list[list[Row]] = [[]]
    for row in body:
        if parts[-1] and size(_table((*header, *parts[-1], row), widths, table)) > _LARGEST:
            parts.append([])
        parts[-1].append(row)
    return [_table((*header, *part), widths, table) for part in parts]


def _longest_word(column: Iterable[str]) -> int:
    return max((len(word) for cell in column for word in cell.split()), default=1)


def _width(column: Iterable[str]) -> int:
    """Give a column a share of the width: more where more is said in it."""
    return min(max(_NARROWEST, *map(len, column)), _WIDEST)


def _table(rows: Sequence[Row], widths: Sequence[int], table: Table) -> Element:
    told = [_row(row, is_header=table.is_headed and n == 0) for n, row in enumerate(rows)]
    return {
        "type": "Table",
        "columns": [{"width": width} for width in widths],
        "firstRowAsHeader": table.is_headed,
        "rows": told,
    }


def _row(row: Row, *, is_header: bool) -> Element:
    cells = [
        {"type": "TableCell", "items": paragraph((Run(cell or " ", bold=is_header),)) or [_BLANK]}
        for cell in row
    ]
    made: Element = {"type": "TableRow", "cells": cells}
    return made | {"style": "emphasis"} if is_header else made


_BLANK: Element = {"type": "TextBlock", "text": " "}
