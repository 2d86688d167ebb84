"""How does a document look, opened at the place that was cited?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import takewhile
from operator import eq
from pathlib import Path
from string import Template

from bot.surfaces.web.viewer.address import QUOTED
from bot.surfaces.web.viewer.links import Place
from bot.surfaces.web.viewer.markdown import drawn_text, is_heading_alone
from bot.surfaces.web.viewer.marks import unflagged
from bot.surfaces.web.viewer.quoting import Stretch, stretches
from retrieval.documents import Document, Section, Status

_FRAME = Template(
    (Path(__file__).parents[1] / "page" / "document.html").read_text(encoding="utf-8")
)
_NOT_ANCHORS = {QUOTED, "document", "language", "theme"}  # ids of the page itself
_DEEPEST = 6
_BANNERS = {
    Status.DRAFT: "This is a draft. It is not in force.",
    Status.SUPERSEDED: "This document has been superseded. It is no longer in force.",
    Status.ARCHIVED: "This document is archived. It is no longer in force.",
}


@dataclass(frozen=True, slots=True)
class Cited:
    """What of a document was cited: words of it, and the anchor of their section; both may lack."""

    quotes: tuple[str, ...] = ()
    anchor: str = ""


def document_page(document: Document, cited: Cited, *, company: str, asker: str) -> str:
    """Draw a document; what was cited of it has the id `quoted`."""
    place = Place(document.path, asker)
    sections = [replace(section, text=unflagged(section.text)) for section in document.sections]
    quoted = stretches(sections, cited.quotes, anchor=cited.anchor)
    language = f'lang="{escape(document.language or "")}" dir="auto"'
    content = "".join(
        [
            '<header class="card">\n',
            f"<h1{_id(_title_anchor(document))} {language}>{escape(document.title)}</h1>\n",
            f"<dl>{''.join(_facts(document))}</dl>\n",
            "</header>\n",
            _banner(document.status),
            _missing(cited, quoted),
            f"<article {language}>\n{_drawn(sections, quoted, cited.anchor, place)}</article>\n",
        ]
    )
    return _framed(content, title=document.title, company=company, root=place.root)


def nothing_to_open_page(*, company: str, root: str) -> str:
    """Say the same of a document that is closed to the reader and of one that is not there."""
    content = (
        '<section class="card">\n'
        '<h1 data-say="not_opened">This document cannot be opened</h1>\n'
        '<p data-say="not_opened_why">There is no such document, or it is not open to whoever is '
        "asking. A page that was cited may have been moved since: ask again on the chat page.</p>\n"
        "</section>\n"
    )
    return _framed(content, title="Not opened", company=company, root=root)


def failed_page(reference: str, *, company: str, root: str) -> str:
    """Say that it is our fault, and under which reference the log has it."""
    content = (
        '<section class="card">\n'
        '<h1 data-say="not_shown">This document cannot be shown just now</h1>\n'
        '<p data-say="not_shown_why">Something went wrong on our side. Load the page again in a '
        "moment, and mention the reference when you report it.</p>\n"
        f"<p><code>{escape(reference)}</code></p>\n"
        "</section>\n"
    )
    return _framed(content, title="Not shown", company=company, root=root)


def _framed(content: str, *, title: str, company: str, root: str) -> str:
    return _FRAME.substitute(
        content=content, title=escape(title), company=escape(company), root=escape(root)
    )


def _title_anchor(document: Document) -> str:
    """What stands right under the title has the title's anchor, and no heading of its own."""
    anchors = (section.anchor for section in document.sections if not section.heading)
    return next((anchor for anchor in anchors if anchor and anchor not in _NOT_ANCHORS), "")


def _facts(document: Document) -> Iterator[str]:
    status = document.status.value
    if document.owner:
        yield _fact("owner", "Owner", escape(document.owner))
    yield _fact("version_named", "Version", escape(document.version))
    yield _fact("status", "Status", f'<span data-say="{status}">{status}</span>')
    for key, label, day in (
        ("effective_from", "In force since", document.effective_from),
        ("effective_until", "In force until", document.effective_until),
    ):
        if day is not None:
            yield _fact(key, label, f'<time datetime="{day}">{day}</time>')
    yield _fact("kept_at", "Kept at", f"<code>{escape(document.path)}</code>")


def _fact(key: str, label: str, value: str) -> str:
    return f'<div><dt data-say="{key}">{label}</dt><dd dir="auto">{value}</dd></div>\n'


def _banner(status: Status) -> str:
    if status is Status.APPROVED:
        return ""
    return f'<p class="banner" data-say="is_{status.value}">{_BANNERS[status]}</p>\n'


def _missing(cited: Cited, quoted: dict[int, list[Stretch]]) -> str:
    if quoted or not cited.quotes:
        return ""
    return (
        '<p class="note" data-say="not_quoted">The words that were quoted were not found in this '
        "document as it stands now.</p>\n"
    )


def _drawn(
    sections: Sequence[Section], quoted: dict[int, list[Stretch]], anchor: str, place: Place
) -> str:
    headings = list(_headings(sections))
    texts = [
        ""
        if headings[number] and is_heading_alone(section.text)
        else drawn_text(section.text, quoted.get(number, ()), place)
        for number, section in enumerate(sections)
    ]
    meant = _section_that_was_meant(sections, texts, anchor)
    html = "".join(
        f"<section{_id(QUOTED) if number == meant else ''}>\n{headings[number]}{text}</section>\n"
        for number, text in enumerate(texts)
    )
    return html.replace("<mark>", f"<mark{_id(QUOTED)}>", 1)  # documents have no marks of their own


def _section_that_was_meant(
    sections: Sequence[Section], texts: Sequence[str], anchor: str
) -> int | None:
    """Where no words are marked, the section of the anchor stands in for them."""
    if not anchor or any("<mark>" in text for text in texts):
        return None
    places = (place for place, section in enumerate(sections) if section.anchor == anchor)
    return next(places, None)


def _headings(sections: Sequence[Section]) -> Iterator[str]:
    """Draw for each section the headings that it does not share with the one before."""
    used = set(_NOT_ANCHORS)
    before = Section((), "")
    for section in sections:
        shared = sum(takewhile(bool, map(eq, before.heading, section.heading)))
        if (section.heading, section.anchor) != (before.heading, before.anchor):
            shared = min(shared, len(section.heading) - 1)
        anchors = [*[None] * (len(section.heading) - 1), section.anchor]
        new = list(zip(section.heading, anchors, strict=False))[max(shared, 0) :]
        yield "".join(
            _heading(text, min(shared + 2 + deeper, _DEEPEST), "" if name in used else name or "")
            for deeper, (text, name) in enumerate(new)
        )
        used.add(section.anchor or "")
        before = section


def _heading(text: str, level: int, anchor: str) -> str:
    return f"<h{level}{_id(anchor)}>{escape(text)}</h{level}>\n"


def _id(name: str) -> str:
    return f' id="{escape(name)}"' if name else ""
