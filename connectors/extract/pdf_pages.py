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
NUMBER = pattern(r"\d+")


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
    return [replace(page, lines=tuple(_inside(page, repeated))) for page in pages]


def _inside(page: PageText, repeated: set[str]) -> Iterator[Line]:
    edge = {line for line in _edge(page) if _masked(line) in repeated}
    return (line for line in page.lines if line not in edge)


def _edge(page: PageText) -> set[Line]:
    by_height = sorted(page.lines, key=lambda line: -line.top)
    return {*by_height[:MARGIN_LINES], *by_height[-MARGIN_LINES:]}


def _masked(line: Line) -> str:
    return NUMBER.sub("#", line.text.casefold())
