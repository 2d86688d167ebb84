"""What the lines of a PDF mean: its title, and sections page by page along its headings."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from connectors.extract.pdf_headings import Bookmarks, Headings, Headline, headlines, joined_title
from connectors.extract.pdf_lines import Line, paragraphs, usual_distance
from connectors.extract.pdf_pages import PageText, without_margins
from retrieval.documents import Section

if TYPE_CHECKING:
    from connectors.extract.pdf_tables import RuledTable

LONGEST_TITLE = 150  # characters


class Layout:
    """The pages of one PDF, by the look of its text and by its own bookmarks."""

    def __init__(self, pages: Sequence[PageText], marks: Bookmarks) -> None:
        self._pages = without_margins(pages)
        self._headings = Headings(self._pages, marks)
        self._distance = usual_distance(page.lines for page in self._pages)
        self._title = self._headings.title()

    @property
    def title(self) -> str | None:
        """The large lines at the top of the first page."""
        title = joined_title(self._title)
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
                if texts or (unsaid and block.rank >= above[-1].rank):
                    yield _section(above, texts or [unsaid], page)
                texts, unsaid = [], block.text
                above = [*(outer for outer in above if outer.rank > block.rank), block]
            if texts or unsaid:
                yield _section(above, texts or [unsaid], page)

    def _blocks(self, page: PageText) -> Iterator[Headline | str]:
        """Give headings, tables and stretches of text, in reading order."""
        told: list[RuledTable] = []
        title = self._title if page is self._pages[0] and self.title is not None else ()
        lines = [line for line in page.lines if line not in title]
        for table, within in groupby(lines, key=page.table_with):
            if table is None:
                yield from self._text_blocks(list(within), page)
            elif table not in told:
                told.append(table)
                yield table.markdown

    def _text_blocks(self, lines: Sequence[Line], page: PageText) -> Iterator[Headline | str]:
        ranks = self._headings.on(page)
        for is_heading, alike in groupby(lines, key=lambda line: line in ranks):
            if is_heading:
                yield from headlines(list(alike), ranks)
            else:
                yield paragraphs(list(alike), self._distance)


def _section(above: Sequence[Headline], texts: Sequence[str], page: PageText) -> Section:
    return Section(tuple(heading.text for heading in above), "\n\n".join(texts), page=page.number)
