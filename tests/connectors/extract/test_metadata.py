from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.extract import html, markdown
from connectors.extract.extracted import ALIASES, Metadata, metadata_from
from connectors.extract.kinds import kind_named, kind_told_by
from retrieval.documents import Kind, Status


def read(**facts: str) -> Metadata:
    metadata, warnings = metadata_from(facts)
    assert warnings == ()
    return metadata


def test_a_page_says_where_and_for_whom_it_holds_and_what_it_is() -> None:
    block = (
        "---\nregion: [Spain, pt]\naudience: Field technicians\nkind: FAQ\n---\n# Cars\n\nYes.\n"
    )

    said = markdown.extract(block.encode(), "cars.md").metadata

    assert said.region == ("Spain", "PT")
    assert said.audience == "Field technicians"
    assert said.kind is Kind.FAQ


def test_html_says_the_same_in_meta_tags() -> None:
    page = b'<html><head><meta name="country" content="es"></head><body><p>Vale.</p></body></html>'

    assert html.extract(page, "x.html").metadata.region == ("ES",)


def test_facts_may_be_stated_in_spanish() -> None:
    facts = {
        "Título": "Vacaciones",
        "Responsable": "Personas",
        "Estado": "En revisión",
        "Vigente desde": "2026-01-01",
        "vigente-hasta": "2026-12-31",
        "Última actualización": "2026-02-03",
        "Países": "España y Portugal",
        "Dirigido a": "Becarios",
        "Tipo de documento": "Política",
        "Sustituye a": "RH-001",
    }

    said = read(**facts)

    assert said == Metadata(
        title="Vacaciones",
        owner="Personas",
        status=Status.DRAFT,
        effective_from=date(2026, 1, 1),
        effective_until=date(2026, 12, 31),
        updated=datetime(2026, 2, 3, tzinfo=UTC),
        region=("España", "Portugal"),
        audience="Becarios",
        kind=Kind.POLICY,
        supersedes="RH-001",
    )


def test_a_key_stands_for_one_fact_only() -> None:
    keys = [key for aliases in ALIASES.values() for key in aliases]

    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("said", ["page", "HR", "docs", "website"])
def test_a_stated_kind_that_is_none_leaves_the_kind_to_the_title(said: str) -> None:
    assert kind_named(said) is None
    assert read(kind=said).kind is None


@pytest.mark.parametrize(
    ("path", "title", "kind"),
    [
        ("travel-policies/travel-guide-faq.md", "Travel guide FAQ", Kind.FAQ),
        ("oficina/preguntas-frecuentes-madrid.md", "Preguntas frecuentes de Madrid", Kind.FAQ),
        ("office/q-and-a.md", "Parking Q&A", Kind.FAQ),
        ("hr/leave.md", "Annual leave policy", Kind.POLICY),
        ("policies/leave.md", "Annual leave", Kind.POLICY),
        ("hr/meetings.md", "Policy on meeting minutes", Kind.POLICY),
        ("board/2026-03.md", "Minutes of the March meeting", Kind.MINUTES),
        ("actas/2026-03-02.md", "2 de marzo", Kind.MINUTES),
        ("meeting-notes/2026-03-02.md", "2 March", Kind.MINUTES),
        ("breaks.md", "The fifteen minutes between shifts", Kind.OTHER),
        ("news/new-caps.md", "New caps", Kind.ANNOUNCEMENT),
        ("hr/comunicado-jornada.md", "Comunicado sobre la jornada", Kind.ANNOUNCEMENT),
        ("managers/review.md", "Compensation review, guide for managers", Kind.GUIDE),
        ("oficina/guia.md", "Guía de bienvenida", Kind.GUIDE),
        ("hr/disciplina.md", "Procedimiento disciplinario", Kind.PROCEDURE),
        ("forms/tr-01.docx", "TR-01", Kind.FORM),
        ("teams/platform/on-call.md", "On call", Kind.OTHER),
        ("performance.md", "Performance and information", Kind.OTHER),
    ],
)
def test_the_kind_is_told_by_title_name_or_folder(path: str, title: str, kind: Kind) -> None:
    assert kind_told_by(path, title) is kind


@given(st.text(), st.text())
def test_every_page_is_of_some_kind(path: str, title: str) -> None:
    assert kind_told_by(path, title) in Kind
