"""HTML into sections: the main content as Markdown, cut along its headings."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile
from re import Match
from re import compile as pattern
from urllib.parse import urlsplit

from bs4 import BeautifulSoup
from bs4.dammit import EncodingDetector
from bs4.element import Tag
from markdownify import MarkdownConverter

from connectors.extract.characters import decoded, without_hidden
from connectors.extract.extracted import (
    NOT_TEXT,
    Extracted,
    Metadata,
    UnsuitableError,
    metadata_from,
    one_line,
)
from connectors.extract.sections import Heading, page, title_heading
from connectors.extract.tables import Cell, markdown_table, spread

DROPPED = (
    *("script", "style", "template", "noscript", "nav", "footer", "head", "iframe", "object"),
    *("svg", "canvas", "audio", "video", "select", "textarea", "dialog"),
)
UNSEEN = pattern(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    r"|(?:font-size|opacity)\s*:\s*0(?![\d.]*[1-9])"
)
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
NOT_CUT = ("li", "blockquote", "table", "dd", "pre", "figure")  # a heading inside is their text
SCHEMES = ("", "http", "https", "mailto", "tel")
MARK = "\ue000"  # stands for nothing in any script
MARKED = pattern(f"{MARK}(\\d+){MARK}")
TICKS = pattern(r"`+")


def extract(data: bytes, path: str) -> Extracted:
    """Read an HTML file; `UnsuitableError` when it is not text."""
    text = decoded(data, EncodingDetector.find_declared_encoding(data, is_html=True))
    if text is None:
        raise UnsuitableError(NOT_TEXT)
    soup = BeautifulSoup(text.text, "lxml")
    metadata, warnings = metadata_from(_facts(soup))
    return read_html(soup, metadata=metadata, path=path).warned(*text.warnings, *warnings)


def read_html(soup: BeautifulSoup, *, metadata: Metadata, path: str) -> Extracted:
    """Cut what a browser would show of a page into sections."""
    content = _main_content(soup)
    _drop_the_unseen(content)
    _unfold_layout_tables(content)
    marked = list(_marked_headings(content))
    markdown = _Converter().convert_soup(content).replace("\xa0", " ").replace("\xad", "")
    cleaned = without_hidden(markdown)
    lines, headings = _found_again(cleaned.text.split("\n"), marked)
    title = title_heading(headings, metadata.title)
    return page(lines, headings, title=title, metadata=metadata, path=path).warned(
        *cleaned.warnings
    )


def _facts(soup: BeautifulSoup) -> dict[str, str]:
    facts: dict[str, str] = {}
    for meta in soup.find_all("meta"):
        name, content = meta.get("name") or meta.get("property"), meta.get("content")
        if isinstance(name, str) and isinstance(content, str):
            facts.setdefault(name, content)
    if isinstance(soup.head, Tag) and isinstance(soup.head.title, Tag):
        facts["title"] = soup.head.title.get_text()
    if isinstance(soup.html, Tag) and isinstance(language := soup.html.get("lang"), str):
        facts.setdefault("language", language)
    return facts


def _main_content(soup: BeautifulSoup) -> Tag:
    for main in (soup.find("main"), soup.find(role="main")):
        if isinstance(main, Tag) and main.get_text(strip=True):
            return main
    articles = soup.find_all("article")
    if len(articles) == 1 and articles[0].get_text(strip=True):
        return articles[0]
    return soup.body or soup


def _drop_the_unseen(content: Tag) -> None:
    for tag in content.find_all(_is_unseen):
        tag.decompose()


def _is_unseen(tag: Tag) -> bool:
    return (
        tag.name in DROPPED
        or tag.has_attr("hidden")
        or tag.get("aria-hidden") == "true"
        or bool(UNSEEN.search(str(tag.get("style", "")).lower()))
        or (tag.name == "button" and tag.find_parent(HEADINGS) is None)
    )


def _unfold_layout_tables(content: Tag) -> None:
    """Make plain blocks of tables that only place things: of one cell, or that say so."""
    for table in content.find_all("table"):
        rows = [_cells(row) for row in _rows(table)]
        if table.get("role") in {"presentation", "none"} or sum(map(len, rows)) == 1:
            parts = table.find_all(("thead", "tbody", "tfoot", "tr", "td", "th"))
            for part in (*(part for part in parts if part.find_parent("table") is table), table):
                part.name = "div"


def _rows(table: Tag) -> list[Tag]:
    return [row for row in table.find_all("tr") if row.find_parent("table") is table]


def _cells(row: Tag) -> list[Tag]:
    return list(row.find_all(("td", "th"), recursive=False))


def _marked_headings(content: Tag) -> Iterator[Heading]:
    """Put a mark in the place of each heading that cuts, to find it again in the Markdown."""
    for forged in content.find_all(string=pattern(MARK)):
        forged.replace_with(forged.replace(MARK, ""))
    marks = 0
    for heading in content.find_all(HEADINGS):
        above = takewhile(lambda parent: parent is not content, heading.parents)
        text = one_line(heading.get_text(" ").replace("\xad", ""))
        if not text or any(parent.name in NOT_CUT for parent in above):
            continue
        yield Heading(int(heading.name[1]), text, _anchor(heading), marks, marks)
        heading.name = "p"
        heading.string = f"{MARK}{marks}{MARK}"
        marks += 1


def _anchor(heading: Tag) -> str | None:
    """Find what a link to a heading ends with: its id, or that of a mark or a part around it."""
    around = heading.parent if heading.parent and heading.parent.name == "section" else None
    first = around is not None and next(iter(around.find_all()), None) is heading
    named = (heading, heading.find("a", id=True), heading.find("a", attrs={"name": True}))
    for tag in (*named, around if first else None):
        anchor = (tag.get("id") or tag.get("name")) if isinstance(tag, Tag) else None
        if isinstance(anchor, str) and anchor:
            return anchor
    return None


def _found_again(
    lines: Sequence[str], marked: Sequence[Heading]
) -> tuple[list[str], list[Heading]]:
    """Put the headings back into the lines; one inside a line stays text."""

    def text(mark: Match[str]) -> str:
        return marked[int(mark[1])].text if int(mark[1]) < len(marked) else ""

    restored, headings = [], []
    for number, line in enumerate(lines):
        mark = MARKED.fullmatch(line.strip())
        if mark and int(mark[1]) < len(marked):
            heading = marked[int(mark[1])]
            headings.append(
                Heading(heading.level, heading.text, heading.anchor, number, number + 1)
            )
            restored.append(f"{'#' * heading.level} {heading.text}")
        else:
            restored.append(MARKED.sub(text, line))
    return restored, headings


class _Converter(MarkdownConverter):
    """HTML to Markdown, without escapes: what stands there is what a page says."""

    class Options:
        autolinks = False
        bullets = "-"
        escape_asterisks = False
        escape_underscores = False
        wrap = True
        wrap_width = None

    def process_tag(self, node: Tag, parent_tags: AbstractSet[str] | None = None) -> str:
        if node.name == "table":
            return self._table(node, {*(parent_tags or ())})
        return str(super().process_tag(node, parent_tags))  # type: ignore[misc] # its types lack it

    def _table(self, table: Tag, parents: set[str]) -> str:
        own = _rows(table)
        headers = len(list(takewhile(_is_header, own)))
        rows = [[self._cell(cell, parents) for cell in _cells(row)] for row in own]
        caption = table.find("caption", recursive=False)
        name = one_line(caption.get_text(" ")) if isinstance(caption, Tag) else ""
        if "td" in parents:
            inner = [" ".join(cell.text for cell in row if cell.text) for row in rows]
            return f"\n\n{' / '.join([name] * bool(name) + inner)}\n\n"
        markdown = markdown_table(spread(rows), headers=headers)
        return "\n\n".join(("", *[name] * bool(name), markdown, ""))

    def _cell(self, cell: Tag, parents: Iterable[str]) -> Cell:
        cell.name = "div"
        text = self.process_tag(cell, {*parents, "td"}).strip()
        return Cell(text, _span(cell, "colspan"), _span(cell, "rowspan"))

    def convert_a(self, el: Tag, text: str, parent_tags: AbstractSet[str]) -> str:
        address = str(el.get("href", ""))
        if text.strip() == address or not _may_be_followed(address):
            return text
        return str(super().convert_a(el, text, parent_tags))  # type: ignore[misc] # its types lack it

    def convert_br(self, _el: Tag, text: str, parent_tags: AbstractSet[str]) -> str:
        return f"{text} " if "_inline" in parent_tags else f"{text}\n"

    def convert_hN(self, _n: int, _el: Tag, text: str, parent_tags: AbstractSet[str]) -> str:  # noqa: N802 - its name
        if not text.strip():
            return ""
        return text if "_inline" in parent_tags else f"\n\n**{text.strip()}**\n\n"

    def convert_img(self, el: Tag, _text: str, **_: object) -> str:
        return one_line(str(el.get("alt") or ""))

    def convert_pre(self, el: Tag, text: str, **_: object) -> str:
        ticks = "`" * max(3, *(len(run) + 1 for run in TICKS.findall(text)), 3)
        code = text.strip("\n")
        return f"\n\n{ticks}{_code_language(el)}\n{code}\n{ticks}\n\n" if code else ""


def _may_be_followed(address: str) -> bool:
    try:
        return urlsplit(address).scheme.lower() in SCHEMES
    except ValueError:
        return False


def _is_header(row: Tag) -> bool:
    is_in_a_head = row.parent is not None and row.parent.name == "thead"
    cells = _cells(row)
    return bool(cells) and (is_in_a_head or all(cell.name == "th" for cell in cells))


def _span(cell: Tag, which: str) -> int:
    span = str(cell.get(which, ""))
    return int(span[:6]) if span.isascii() and span.isdigit() else 1


def _code_language(pre: Tag) -> str:
    for tag in (pre, pre.find("code")):
        classes = tag.get("class") if isinstance(tag, Tag) else None
        for name in classes if isinstance(classes, list) else ():
            if name.startswith("language-"):
                return one_line(name.removeprefix("language-"))
    return ""
