"""What the places and sizes of a PDF's lines mean: title, headings, margins, text."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from re import compile as pattern

from connectors.extract.pdf_lines import Line, paragraphs, usual_distance
from connectors.extract.pdf_tables import RuledTable
from retrieval.documents import Section

LARGER = 1.15  # times the size of the text: a heading
TITLE_SIZE = 1.5  # times the size of the text: the title, at the top of the first page
LONGEST_HEADING = 120  # characters
LONGEST_TITLE = 150
ONE_HEADING = 1.4  # times the size of its letters: how far apart its lines may be
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


@dataclass(frozen=True, slots=True)
class Headline:
    """A heading, and the size of its letters."""

    text: str
    size: float


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


class Layout:
    """The pages of one PDF, by the size of its text."""

    def __init__(self, pages: Sequence[PageText]) -> None:
        self._pages = without_margins(pages)
        sizes = Counter[float]()
        for page in self._pages:
            for line in page.lines:
                sizes[line.size] += len(line.text)
        self._size = sizes.most_common(1)[0][0] if sizes else 0.0
        self._distance = usual_distance(page.lines for page in self._pages)
        self._title = self._title_lines()

    @property
    def title(self) -> str | None:
        """The large lines that the first page begins with."""
        title = ": ".join(dict.fromkeys(line.text for line in self._title))
        return title if title and len(title) <= LONGEST_TITLE else None

    def sections(self) -> Iterator[Section]:
        """Cut each page along its headings; a heading holds until the next, over pages."""
        above: list[Headline] = []
        for page in self._pages:
            texts: list[str] = []
            unsaid = ""  # a heading with nothing under it yet
            for block in self._blocks(page):
                if isinstance(block, str):
                    texts.append(block)
                    unsaid = ""
                    continue
                if texts or (unsaid and block.size >= above[-1].size):
                    yield _section(above, texts or [unsaid], page)
                texts, unsaid = [], block.text
                above = [*(outer for outer in above if outer.size > block.size), block]
            if texts or unsaid:
                yield _section(above, texts or [unsaid], page)

    def _title_lines(self) -> tuple[Line, ...]:
        lines: list[Line] = []
        for line in self._pages[0].lines if self._pages else ():
            if not self._is_heading(line) or line.size < TITLE_SIZE * self._size:
                break
            lines.append(line)
        return tuple(lines)

    def _is_heading(self, line: Line) -> bool:
        return (
            line.size >= LARGER * self._size
            and len(line.text) <= LONGEST_HEADING
            and any(letter.isalpha() for letter in line.text)
        )

    def _blocks(self, page: PageText) -> Iterator[Headline | str]:
        """Give headings, tables and stretches of text, in reading order."""
        told: list[RuledTable] = []
        is_titled = page is self._pages[0] and self.title is not None
        lines = page.lines[len(self._title) if is_titled else 0 :]
        for table, within in groupby(lines, key=page.table_with):
            if table is None:
                yield from self._text_blocks(list(within))
            elif table not in told:
                told.append(table)
                yield table.markdown

    def _text_blocks(self, lines: Sequence[Line]) -> Iterator[Headline | str]:
        for is_heading, alike in groupby(lines, key=self._is_heading):
            if is_heading:
                yield from _headlines(list(alike))
            else:
                yield paragraphs(list(alike), self._distance)


def _headlines(lines: Sequence[Line]) -> Iterator[Headline]:
    """Put the lines of each heading together."""
    texts = [lines[0].text]
    for line, following in pairwise(lines):
        fell = line.bottom - following.bottom
        if line.size == following.size and 0 < fell <= ONE_HEADING * line.size:
            texts.append(following.text)
        else:
            yield Headline(" ".join(texts), line.size)
            texts = [following.text]
    yield Headline(" ".join(texts), lines[-1].size)


def _section(above: Sequence[Headline], texts: Sequence[str], page: PageText) -> Section:
    return Section(tuple(heading.text for heading in above), "\n\n".join(texts), page=page.number)
