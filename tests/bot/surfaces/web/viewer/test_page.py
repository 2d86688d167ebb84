import re
from dataclasses import replace
from datetime import date

import pytest

from bot.surfaces.web.viewer.page import Cited, document_page
from retrieval.documents import Document, Section, Status

LEAVE = Document(
    id="folder:people/leave.md",
    source="folder",
    path="people/leave.md",
    title="Parental leave",
    url="file:///srv/people/leave.md",
    version="4.1",
    sections=(
        Section((), "For every parent.", "parental-leave"),
        Section(("How long",), "Sixteen weeks. Ask HR.", "how-long"),
        Section(("When", "After birth"), "Within two years. Ask HR.", "after-birth"),
        Section(("When", "Before"), "Four weeks.", "before"),
        Section(("Form",), "## Form", "form"),
        Section(("Form",), "Another form.", "form-1"),
    ),
    owner="People",
    language="en",
    effective_from=date(2025, 1, 1),
)
HEADING = re.compile(r"<(h\d)([^>]*)>(.*?)</h\d>")


def page(document: Document = LEAVE, cited: Cited = Cited()) -> str:  # noqa: B008  # it is frozen
    return document_page(document, cited, company="Meridian", asker="ana@corp.example")


def test_headings_are_as_in_the_document_each_with_its_anchor() -> None:
    assert HEADING.findall(page()) == [
        ("h1", ' id="parental-leave" lang="en" dir="auto"', "Parental leave"),
        ("h2", ' id="how-long"', "How long"),
        ("h2", "", "When"),
        ("h3", ' id="after-birth"', "After birth"),
        ("h3", ' id="before"', "Before"),
        ("h2", ' id="form"', "Form"),
        ("h2", ' id="form-1"', "Form"),
    ]


def test_an_id_is_given_once_and_the_pages_own_ids_to_no_heading() -> None:
    taken = ("document", "language", "theme", "quoted", "twice", "twice")
    sections = tuple(Section((f"{n}",), "Text.", name) for n, name in enumerate(taken))
    ids = re.findall(r' id="([^"]*)"', page(replace(LEAVE, sections=sections)))
    assert len(ids) == len(set(ids))
    assert "twice" in ids


def test_sections_of_one_heading_share_it() -> None:
    sections = (Section(("A", "B"), "One.", None), Section(("A", "B"), "Two.", None))
    html = page(replace(LEAVE, sections=(*sections, Section(("A",), "Three."))))
    assert [text for _, _, text in HEADING.findall(html)] == ["Parental leave", "A", "B", "A"]


def test_the_card_tells_what_the_document_says_of_itself() -> None:
    text = re.sub(r"<[^>]*>", "", page())
    for line in ("OwnerPeople", "Version4.1", "Statusapproved", "In force since2025-01-01"):
        assert line in text
    assert "Kept atpeople/leave.md" in text
    assert '<article lang="en" dir="auto">' in page()
    assert '<article lang="" dir="auto">' in page(replace(LEAVE, language=None))


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (Status.DRAFT, "This is a draft."),
        (Status.SUPERSEDED, "This document has been superseded."),
        (Status.ARCHIVED, "This document is archived."),
    ],
)
def test_what_is_not_in_force_says_so_at_the_top(status: Status, told: str) -> None:
    html = page(replace(LEAVE, status=status))
    assert 0 < html.index(told) < html.index("<article")
    assert 'class="banner"' not in page()


@pytest.mark.parametrize(
    ("cited", "landing"),
    [
        (Cited(("Sixteen weeks.",), "how-long"), '<mark id="quoted">Sixteen weeks.</mark> Ask'),
        (Cited(("Ask HR.",), "after-birth"), 'years. <mark id="quoted">Ask HR.</mark>'),
        (Cited(("Ask HR.",), ""), 'weeks. <mark id="quoted">Ask HR.</mark>'),
        (Cited(("Gone.",), "before"), '<section id="quoted">\n<h3 id="before">Before'),
        (Cited((), "before"), '<section id="quoted">\n<h3 id="before">Before'),
        (Cited(("## Form",), "form"), '<section id="quoted">\n<h2 id="form">Form'),
    ],
)
def test_the_link_lands_on_the_words_or_else_on_their_section(cited: Cited, landing: str) -> None:
    html = page(cited=cited)
    assert landing in html
    assert html.count('id="quoted"') == 1


@pytest.mark.parametrize("cited", [Cited(), Cited(("Gone.",), "gone"), Cited(("",), "")])
def test_what_is_nowhere_is_no_error(cited: Cited) -> None:
    assert 'id="quoted"' not in page(cited=cited)


def test_words_that_are_no_longer_there_are_told() -> None:
    assert "were not found" in page(cited=Cited(("Gone.",), "how-long"))
    assert "were not found" not in page(cited=Cited(("Sixteen weeks.",), "how-long"))
    assert "were not found" not in page()


def test_nothing_that_a_document_says_of_itself_is_html() -> None:
    hostile = '"><script>alert(1)</script>$root'
    html = page(
        replace(
            LEAVE,
            path=f"people/{hostile}.md",
            title=hostile,
            owner=hostile,
            version=hostile,
            language=hostile,
            sections=(Section((hostile,), "Text.", hostile),),
        ),
        Cited((hostile,), hostile),
    )
    assert "<script>" not in html
    assert html.count("&lt;script&gt;") == html.count("alert(1)")
