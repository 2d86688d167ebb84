"""PDFs into sections: page by page, along their headings."""

from collections.abc import Iterator, Sequence
from ctypes import c_ushort
from dataclasses import replace
from io import BytesIO
from re import compile as pattern
from typing import TYPE_CHECKING

import pdfplumber
from pypdfium2 import PdfDocument, PdfiumError, PdfPage
from pypdfium2.raw import FPDF_ERR_PASSWORD, FPDF_PAGEOBJ_IMAGE, FPDFCatalog_GetLanguage

from connectors.extract.characters import without_hidden
from connectors.extract.extracted import (
    Extracted,
    UnsuitableError,
    metadata_from,
    one_line,
    title_from_path,
)
from connectors.extract.pdf_headings import bookmarks
from connectors.extract.pdf_layout import Layout
from connectors.extract.pdf_lines import Spelling, lines_of
from connectors.extract.pdf_pages import PageText
from connectors.extract.pdf_tables import STUMBLES, RuledTable, may_have_tables, tables_of
from retrieval.documents import Section

if TYPE_CHECKING:
    from pdfplumber.pdf import PDF

LOCKED = "It is encrypted and asks for a password. Save it without one."
DAMAGED = "It is damaged, or not a PDF. Open it and save it again."
NO_PAGES = "It has no pages."
NO_LETTERS = "It holds no text that can be read: it needs OCR (a scan, or letters without meaning)."

GARBLED = 0.2  # of the letters of a page: above it, they have lost their meaning
MEANINGLESS = pattern(r"[\ufffd\ue000-\uf8ff]|\(cid:\d+\)")
NOT_A_TITLE = pattern(r"(?i)(untitled.*|microsoft word - .*|.*\.(docx?|pdf|indd|tmp))")
DAY = pattern(r"D:(\d{4})(\d\d)(\d\d)")


def extract(data: bytes, path: str) -> Extracted:
    """Read a PDF; `UnsuitableError` when it is damaged, locked, or only pictures of text."""
    try:
        document = PdfDocument(data)
    except PdfiumError as error:
        locked = error.err_code == FPDF_ERR_PASSWORD
        raise UnsuitableError(LOCKED if locked else DAMAGED) from error
    with document:
        if not len(document):
            raise UnsuitableError(NO_PAGES)
        metadata, warnings = metadata_from(_facts(document))
        reading = _Reading(data)
        pages = [reading.page(number, document) for number in range(1, len(document) + 1)]
        marks = bookmarks(document)
    layout = Layout(pages, marks)
    sections = tuple(layout.sections())
    if not sections:
        raise UnsuitableError(NO_LETTERS)
    title = layout.title or metadata.title or title_from_path(path)
    spelling = Spelling([line.text for page in pages for line in page.lines])
    clean = [_clean(section, spelling) for section in sections]
    read = Extracted(
        one_line(spelling.mended(title)), tuple(section for section, _ in clean), metadata
    )
    hidden = sorted({warning for _, warnings in clean for warning in warnings})
    return read.warned(*warnings, *reading.warnings(), *hidden)


def _clean(section: Section, spelling: Spelling) -> tuple[Section, tuple[str, ...]]:
    """Mend broken words, and take out what nobody sees."""
    cleaned = without_hidden(spelling.mended(section.text))
    heading = tuple(one_line(spelling.mended(part)) for part in section.heading)
    return replace(section, text=cleaned.text, heading=heading), cleaned.warnings


class _Reading:
    """The pages of one PDF, as they are read, and what was wrong with them."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._plumbed: PDF | None = None
        self._broken: list[int] = []
        self._pictures: list[int] = []
        self._without_tables: list[int] = []

    def page(self, number: int, document: PdfDocument) -> PageText:
        try:
            page = document[number - 1]
            lines = tuple(lines_of(page.get_textpage()))
        except PdfiumError:
            self._broken.append(number)
            return PageText(number, ())
        text = "".join(line.text for line in lines)
        if _is_garbled(text) or (not text and _has_a_picture(page)):
            self._pictures.append(number)
            return PageText(number, ())
        return PageText(number, lines, self._tables(number, page) if lines else ())

    def warnings(self) -> Iterator[str]:
        if self._broken:
            yield f"Damaged pages were left out: {_listed(self._broken)}."
        if self._pictures:
            yield f"Pages without text that can be read need OCR: {_listed(self._pictures)}."
        if self._without_tables:
            yield f"Tables were read as lines of text on pages {_listed(self._without_tables)}."

    def _tables(self, number: int, page: PdfPage) -> tuple[RuledTable, ...]:
        """Read the tables of a page, if it looks as if there were any."""
        if not may_have_tables(page):
            return ()
        try:
            if self._plumbed is None:
                self._plumbed = pdfplumber.open(BytesIO(self._data))
            plumbed = self._plumbed.pages[number - 1]
            tables = tuple(tables_of(plumbed))
            plumbed.close()
        except STUMBLES:
            self._without_tables.append(number)
            return ()
        return tables


def _is_garbled(text: str) -> bool:
    return sum(len(found) for found in MEANINGLESS.findall(text)) > GARBLED * len(text)


def _has_a_picture(page: PdfPage) -> bool:
    return next(iter(page.get_objects(filter=[FPDF_PAGEOBJ_IMAGE])), None) is not None


def _facts(document: PdfDocument) -> dict[str, str]:
    """Read what the document says about itself."""
    said = document.get_metadata_dict()
    title, day = one_line(said.get("Title", "")), DAY.match(said.get("ModDate", ""))
    facts = {"author": said.get("Author", ""), "language": _language(document)}
    if not NOT_A_TITLE.fullmatch(title):
        facts["title"] = title
    if day:
        facts["updated"] = "-".join(day.groups())
    return facts


def _language(document: PdfDocument) -> str:
    name = (c_ushort * (FPDFCatalog_GetLanguage(document.raw, None, 0) // 2))()
    FPDFCatalog_GetLanguage(document.raw, name, 2 * len(name))
    return bytes(name).decode("utf-16-le", errors="ignore").rstrip("\0")


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
