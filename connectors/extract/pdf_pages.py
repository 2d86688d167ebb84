"""A page of a PDF as it was read, without what stands at the edge of many."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from re import compile as pattern

from connectors.extract.pdf_lines import Line
from connectors.extract.pdf_tables import RuledTable

MARGIN_LINES = 2  # at the top and the foot of a page, where what repeats is no text
REPEATS = 0.45  # of the pages: left and right ones may differ
FEWEST_PAGES = 3  # with fewer, nothing repeats
LONGEST_MARGIN = 80  # characters of a line that holds a page's number, and a chapter's name
NUMBER = pattern(r"\d+")
LAST_NUMBER = pattern(r"(?<![\d.,])(\d{1,4})$")


@dataclass(frozen=True, slots=True)
class PageText:
    """What is on a page; `number` counts from 1."""

    number: int
    lines: tuple[Line, ...]
    tables: tuple[RuledTable, ...] = ()

    def table_with(self, line: Line) -> RuledTable | None:
        """Find the table that a line is part of."""
        return next((table for table in self.tables if table.holds(line)), None)


def without_margins(pages: Sequence[PageText]) -> list[PageText]:
    """Leave out headers, footers and page numbers: what stands on many pages at the edge."""
    if len(pages) < FEWEST_PAGES:
        return list(pages)
    counts = Counter(text for page in pages for text in {_masked(line) for line in _edge(page)})
    repeated = {text for text, count in counts.items() if count >= REPEATS * len(pages)}
    zero = _number_at_zero(pages)
    return [replace(page, lines=tuple(_inside(page, repeated, zero))) for page in pages]


def _number_at_zero(pages: Sequence[PageText]) -> int | None:
    """Tell which number the pages bear where the file counts 0; None if they bear none."""
    offsets = Counter(offset for page in pages for offset in {*_numbered(page).values()})
    offset, count = offsets.most_common(1)[0] if offsets else (0, 0)
    return offset if count >= max(FEWEST_PAGES, REPEATS * len(pages)) else None


def _numbered(page: PageText) -> dict[Line, int]:
    """Find the outermost lines that end in a number, and by how much it is not the page's."""
    by_height = sorted(page.lines, key=lambda line: -line.top)
    return {
        line: int(number[1]) - page.number
        for line in {*by_height[:1], *by_height[-1:]}
        if len(line.text) <= LONGEST_MARGIN and (number := LAST_NUMBER.search(line.text))
    }


def _inside(page: PageText, repeated: set[str], zero: int | None) -> Iterator[Line]:
    edge = {line for line in _edge(page) if _masked(line) in repeated}
    numbers = {line for line, offset in _numbered(page).items() if offset == zero}
    return (line for line in page.lines if line not in edge | numbers)


def _edge(page: PageText) -> set[Line]:
    by_height = sorted(page.lines, key=lambda line: -line.top)
    return {*by_height[:MARGIN_LINES], *by_height[-MARGIN_LINES:]}


def _masked(line: Line) -> str:
    return NUMBER.sub("#", line.text.casefold())
