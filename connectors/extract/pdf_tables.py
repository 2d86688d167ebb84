"""The ruled tables of a PDF's pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pdfplumber.page import Page
from pdfplumber.table import Table
from pdfplumber.utils.exceptions import PdfminerException
from pypdfium2 import PdfPage
from pypdfium2.raw import FPDF_PAGEOBJ_PATH

from connectors.extract.pdf_lines import HYPHEN, Line, readable
from connectors.extract.tables import are_names, markdown_table

FEWEST_RULES = 4  # lines or boxes drawn on a page that has a table
Box = tuple[float, float, float, float]
STUMBLES = (PdfminerException, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class RuledTable:
    """A table as Markdown and where it stands, in points from the lower left."""

    markdown: str
    left: float
    bottom: float
    right: float
    top: float

    def holds(self, line: Line) -> bool:
        """Tell whether a line is inside, by its middle."""
        across, up = (line.left + line.right) / 2, (line.bottom + line.top) / 2
        return self.left <= across <= self.right and self.bottom <= up <= self.top


def may_have_tables(page: PdfPage) -> bool:
    """Tell whether enough is drawn on a page for a table to be there; reading one is slow."""
    if page.get_rotation():
        return False
    drawn = page.get_objects(filter=[FPDF_PAGEOBJ_PATH])
    return sum(1 for _, _ in zip(range(FEWEST_RULES), drawn, strict=False)) == FEWEST_RULES


def tables_of(page: Page) -> Iterator[RuledTable]:
    """Read the tables of a page that have at least two rows and two columns."""
    for table in page.find_tables():
        rows = _rows(table)
        if len(rows) < 2 or len(rows[0]) < 2 or sum(any(row) for row in rows) < 2:  # noqa: PLR2004
            continue
        left, top, right, bottom = table.bbox
        foot = page.mediabox[1] + page.mediabox[3]
        markdown = markdown_table(rows, headers=int(are_names(rows[0])))
        yield RuledTable(markdown, left, foot - bottom, right, foot - top)


def _rows(table: Table) -> list[list[str]]:
    """Read the cells; one that is merged is told in each of its places."""
    texts = table.extract()
    by_box = {
        box: text
        for row, line in zip(table.rows, texts, strict=True)
        for box, text in zip(row.cells, line, strict=True)
        if box is not None
    }
    return [
        [
            _in_a_cell(text if text is not None else _covering(by_box, column.bbox[0], row.bbox[1]))
            for text, column in zip(line, table.columns, strict=True)
        ]
        for row, line in zip(table.rows, texts, strict=True)
    ]


def _covering(by_box: Mapping[Box, str | None], left: float, top: float) -> str | None:
    """Find the text of the merged cell that a place belongs to, by a point inside the place."""
    for box, text in by_box.items():
        if box[0] <= left + 1 <= box[2] and box[1] <= top + 1 <= box[3]:
            return text
    return None


def _in_a_cell(text: str | None) -> str:
    """Write the text of a cell like that of a line."""
    return readable((text or "").replace("\xad\n", HYPHEN).replace("-\n", HYPHEN))
