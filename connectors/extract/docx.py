"""Word documents into sections, by way of HTML."""

from collections.abc import Iterable
from io import BytesIO
from re import compile as pattern
from zipfile import BadZipFile, ZipFile

import mammoth
from bs4 import BeautifulSoup
from bs4.element import Tag

from connectors.extract.extracted import Extracted, UnsuitableError, metadata_from
from connectors.extract.html import HEADINGS, read_html
from connectors.extract.tables import are_names

OLE = bytes.fromhex("d0cf11e0a1b11ae1")  # the container of encrypted and of old documents
MOST_BYTES = 200 * 1024 * 1024  # unpacked
MOST_PARTS = 10_000
BODY = "word/document.xml"
PROPERTIES = ("docProps/custom.xml", "docProps/core.xml")
KEYS = {"creator": "author", "contentStatus": "status"}
STYLES = "p[style-name='Title'] => h1.title:fresh\np[style-name='Subtitle'] => p:fresh"
DOCTYPE = pattern(rb"<\0?!\0?D\0?O\0?C\0?T\0?Y\0?P\0?E")  # in UTF-8 or UTF-16

LOCKED = "It is encrypted, or an old .doc. Save it as .docx without a password."
NOT_WORD = "It is not a Word document, or damaged. Open it in Word and save it again."
BOMB = f"It unpacks to more than {MOST_BYTES // 1024**2} MB, as no document does."
ENTITIES = "It declares XML entities, which no Word document needs: it may be made to do harm."
HIDDEN = "Text that is formatted as hidden was left out."


def extract(data: bytes, path: str) -> Extracted:
    """Read a Word document; `UnsuitableError` when it is none, locked or made to do harm.

    Deleted text, hidden text, comments, page headers and footers are left out; inserted text is
    not.
    """
    if data.startswith(OLE):
        raise UnsuitableError(LOCKED)
    try:
        with ZipFile(BytesIO(data)) as parts:
            _refuse_harm(parts)
            facts = dict(fact for name in PROPERTIES for fact in _properties(parts, name))
            shown = _without_hidden_text(parts)
    except (BadZipFile, NotImplementedError) as error:
        raise UnsuitableError(NOT_WORD) from error
    metadata, warnings = metadata_from(facts)
    soup = _html(shown or data)
    read = read_html(soup, metadata=metadata, path=path)
    return read.warned(*warnings, *([HIDDEN] if shown else []))


def _refuse_harm(parts: ZipFile) -> None:
    """Look at what is packed before any of it is read."""
    infos = parts.infolist()
    if BODY not in parts.namelist():
        raise UnsuitableError(NOT_WORD)
    if any(info.flag_bits & 1 for info in infos):
        raise UnsuitableError(LOCKED)
    if len(infos) > MOST_PARTS or sum(info.file_size for info in infos) > MOST_BYTES:
        raise UnsuitableError(BOMB)
    for info in infos:
        if info.filename.endswith((".xml", ".rels")) and DOCTYPE.search(parts.read(info)):
            raise UnsuitableError(ENTITIES)


def _properties(parts: ZipFile, name: str) -> Iterable[tuple[str, str]]:
    """Read what the document says about itself; what its author added comes before the rest."""
    if name not in parts.namelist():
        return
    for fact in BeautifulSoup(parts.read(name), "lxml-xml").find_all():
        text = fact.get_text().strip()
        if fact.name == "property" and text:
            yield str(fact.get("name")), text
        elif text and next(iter(fact.find_all()), None) is None:
            yield KEYS.get(fact.name, fact.name), text


def _without_hidden_text(parts: ZipFile) -> bytes | None:
    """Pack the document again without the runs that Word does not show; None if there are none."""
    body = BeautifulSoup(parts.read(BODY), "lxml-xml")
    hidden = [
        mark.find_parent("r")
        for mark in body.find_all("vanish")
        if mark.get("w:val") not in {"0", "false", "off"}
    ]
    if not any(hidden):
        return None
    for run in hidden:
        if run is not None:
            run.decompose()
    packed = BytesIO()
    with ZipFile(packed, "w") as shown:
        for info in parts.infolist():
            contents = str(body).encode() if info.filename == BODY else parts.read(info)
            shown.writestr(info.filename, contents)
    return packed.getvalue()


def _html(data: bytes) -> BeautifulSoup:
    converted = mammoth.convert_to_html(
        BytesIO(data),
        style_map=STYLES,
        include_embedded_style_map=False,
        convert_image=mammoth.images.img_element(lambda _image: {}),
    )
    soup = BeautifulSoup(converted.value, "lxml")
    title = soup.find("h1", class_="title")
    if isinstance(title, Tag):
        for heading in soup.find_all(HEADINGS[:-1]):
            if heading is not title:
                heading.name = f"h{int(heading.name[1]) + 1}"
    for table in soup.find_all("table"):
        _name_columns(table)
    return soup


def _name_columns(table: Tag) -> None:
    """Take the first row of a table for its header where nothing else is and it reads like one."""
    first, *others = table.find_all("tr")
    cells = first.find_all("td", recursive=False)
    if (
        others
        and table.find("th") is None
        and are_names([cell.get_text().strip() for cell in cells])
    ):
        for cell in cells:
            cell.name = "th"
