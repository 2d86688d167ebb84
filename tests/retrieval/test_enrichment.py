from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from retrieval.access import access, clause
from retrieval.chunking import Limits, chunks
from retrieval.documents import Chunk, Document, Section
from retrieval.enrichment import Parts, indexed_text
from retrieval.payload import Filed, passage_text

LANGUAGES = ("en", "es")
LEAVE = Document(
    id="d",
    source="tests",
    path="pages/hr-rules/time-off/leave.md",
    title="Leave",
    number="HR-010",
    url="file:///leave.md",
    version="1",
    sections=(
        Section((), "This policy applies to all staff in Spain.\n\nPaid Time Off (PTO) is paid.\n"),
        Section(("Booking", "Notice"), "Ask for PTO two weeks before.\n"),
    ),
    language="en",
    effective_from=date(2025, 3, 1),
)


def words(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def last(document: Document, parts: Parts = Parts(), limits: Limits = Limits()) -> Chunk:  # noqa: B008  # frozen
    return chunks(document, words, LANGUAGES, limits, parts)[-1]


def test_a_chunk_is_indexed_with_what_counts_for_it() -> None:
    assert indexed_text(last(LEAVE)) == (
        "HR-010 Leave › Booking › Notice\n"
        "hr rules / time off; in force since 2025-03-01; "
        "This policy applies to all staff in Spain.\n"
        "PTO: Paid Time Off\n"
        "Ask for PTO two weeks before."
    )


def test_the_context_is_no_part_of_what_a_policy_says() -> None:
    chunk = last(LEAVE)

    assert chunk.text == LEAVE.sections[1].text
    assert chunk.lead == ""


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("title", "HR-010 Leave"),
        ("heading", "Booking"),
        ("place", "time off"),
        ("effective", "2025-03-01"),
        ("audience", "all staff in Spain"),
        ("terms", "Paid Time Off"),
    ],
)
def test_each_part_can_be_left_out_by_itself(part: str, told: str) -> None:
    without = last(LEAVE, replace(Parts(), **{part: False}))

    assert told in last(LEAVE).context
    assert told not in without.context


def test_without_any_part_nothing_but_the_text_is_indexed() -> None:
    nothing = Parts(**{field.name: False for field in fields(Parts)})

    assert indexed_text(last(LEAVE, nothing)) == "Ask for PTO two weeks before."


def test_folders_that_repeat_the_title_or_say_nothing_are_left_out() -> None:
    path = "docs/es/leave/02-people-and-culture/BOE-A-2015-1/people/leave.md"

    assert (
        "\npeople and culture / BOE-A-2015-1; in force" in last(replace(LEAVE, path=path)).context
    )


def test_the_date_is_told_in_the_documents_language() -> None:
    assert "en vigor desde 2025-03-01" in last(replace(LEAVE, language="es")).context


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("**Audience:** managers\n", "managers"),
        ("Applies to: contractors and interns\n", "contractors and interns"),
        (
            "Esta política se aplica a todo el personal.\n",
            "Esta política se aplica a todo el personal.",
        ),
        ("If this applies to you, ask.\n", ""),
        ("This policy applies to:\n\n- staff\n", ""),
    ],
)
def test_whom_a_document_is_for_is_told_where_it_says_so(text: str, told: str) -> None:
    document = replace(LEAVE, path="leave.md", effective_from=None, sections=(Section((), text),))

    assert last(document).context == "\n".join(part for part in ("HR-010 Leave", told) if part)


@hypothesis(max_examples=100, deadline=None)
@given(
    title=st.text(min_size=1, max_size=40) | st.just("law of the laws " * 60),
    heading=st.lists(st.just("part of a law " * 30) | st.text(max_size=20), max_size=4),
)
def test_however_long_the_names_are_there_is_room_for_the_text(
    title: str, heading: list[str]
) -> None:
    text = "Ask for PTO before. " * 40
    document = replace(
        LEAVE, title=title, sections=(LEAVE.sections[0], Section(tuple(heading), text))
    )
    limits = Limits(text=60, whole=90)

    found = chunks(document, words, LANGUAGES, limits)

    assert max(words([indexed_text(chunk) for chunk in found])) <= limits.whole
    assert len(found) < 12


def test_what_was_indexed_can_be_written_again_from_the_point() -> None:
    table = "| City | Cap |\n|-|-|\n| Lisbon | 140 |\n"
    document = replace(LEAVE, sections=(*LEAVE.sections, Section(("Caps",), table)))
    filed = Filed(document, "g", access(clause("everyone")))

    for chunk in chunks(document, words, LANGUAGES, Limits()):
        assert passage_text(filed.payload(chunk)) == indexed_text(chunk)
