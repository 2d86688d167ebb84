"""Tables as Markdown: rows of one length, merged cells told in each of their places."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from re import compile as pattern

from connectors.extract.extracted import UnsuitableError

MOST_CELLS = 200_000
WIDEST = 1000  # columns that one cell may take up, as in a browser
TOO_LARGE = "A table in it is too large to be read. Split it."
LONGEST_NAME = 60  # characters
AMOUNT = pattern(r"[^\w]*\d[^a-zA-Z]*")
LINES = pattern(r"[ \t]*\n\s*")
BAR = pattern(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell and how many columns and rows it takes up; a table's end cuts it short."""

    text: str
    columns: int = 1
    rows: int = 1


def spread(rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
    """Put each text into every place that its cell takes up."""
    places: dict[tuple[int, int], str] = {}
    for down, cells in enumerate(rows):
        across = 0
        for cell in cells:
            while (down, across) in places:
                across += 1
            last = min(down + max(cell.rows, 1), len(rows))
            wide = min(max(cell.columns, 1), WIDEST)
            if len(places) + (last - down) * wide > MOST_CELLS:
                raise UnsuitableError(TOO_LARGE)
            for row in range(down, last):
                for column in range(across, across + wide):
                    places.setdefault((row, column), cell.text)
            across += wide
    width = 1 + max((column for _, column in places), default=-1)
    if width * len(rows) > MOST_CELLS:
        raise UnsuitableError(TOO_LARGE)
    return [[places.get((row, column), "") for column in range(width)] for row in range(len(rows))]


def markdown_table(rows: Sequence[Sequence[str]], *, headers: int) -> str:
    """Write rows of one length as Markdown; the first `headers` of them become one header.

    Without a header the table has an empty one: no row of values is taken for names.
    """
    if not rows or not any(text.strip() for row in rows for text in row):
        return ""
    width = len(rows[0])
    above = [_joined([row[column] for row in rows[:headers]]) for column in range(width)]
    lines = [_line(above), _line(["---"] * width), *(_line(row) for row in rows[headers:])]
    return "\n".join(lines)


def _joined(names: Iterable[str]) -> str:
    """Join what stands above a column, from merged headers only once."""
    return " / ".join(dict.fromkeys(name.strip() for name in names if name.strip()))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_in_a_cell(text) for text in cells)} |"


def _in_a_cell(text: str) -> str:
    return BAR.sub(r"\|", LINES.sub("<br>", text.strip()))


def are_names(cells: Sequence[str]) -> bool:
    """Tell whether a row reads like the names of columns: short, different, no numbers."""
    return (
        len(set(cells)) == len(cells) > 0
        and all(0 < len(cell) <= LONGEST_NAME for cell in cells)
        and not any(cell[0].isdigit() or AMOUNT.fullmatch(cell) for cell in cells)
    )
