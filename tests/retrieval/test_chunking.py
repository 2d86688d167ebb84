from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from retrieval.chunking import Limits, chunks
from retrieval.documents import Chunk, Document, Section
from retrieval.embedding import FastEmbedder
from retrieval.enrichment import indexed_text

LANGUAGES = ("en", "es")
SMALL = Limits(text=40, whole=80)


def words(texts: Sequence[str]) -> list[int]:
    """Count words, as a tokenizer without a model."""
    return [len(text.split()) for text in texts]


def document(*sections: Section, title: str = "Leave", language: str | None = "en") -> Document:
    return Document(
        id="d",
        source="tests",
        path="leave.md",
        title=title,
        url="file:///leave.md",
        version="1",
        sections=sections,
        language=language,
    )


def cut(text: str, limits: Limits = SMALL) -> list[Chunk]:
    return chunks(document(Section(("Rules",), text)), words, LANGUAGES, limits)


blocks = st.sampled_from(
    [
        "Everybody has 23 days a year. Part-timers have their share of it.\n\n",
        "- the first step is to ask\n- the second step is to wait for an answer\n- the third\n\n",
        "1. Ask your manager.\n2. Wait for the answer.\n   Only one answer counts.\n3. Go.\n\n",
        "| City | Cap |\n|---|---|\n| Lisbon | 140 |\n| Berlin | 150 |\n| Denver | 170 |\n\n",
        "```\nplain text # no heading\n\nstill inside\n```\n\n",
        "> a quote that goes on and on, and then some more words to make it a long one\n",
        "word " * 60 + "\n\n",
        "x" * 400,
        "\r\n\r\n",
        "\t \n",
    ]
)
texts = st.lists(st.one_of(blocks, st.text(max_size=60)), max_size=12).map("".join)


@hypothesis(max_examples=150, deadline=None)
@given(text=texts)
def test_the_chunks_of_a_section_put_together_are_the_section(text: str) -> None:
    assert "".join(chunk.text for chunk in cut(text)) == (text if text.strip() or cut(text) else "")


@hypothesis(max_examples=100, deadline=None)
@given(text=texts)
def test_no_chunk_is_longer_than_its_room(text: str) -> None:
    for chunk in cut(text):
        (length,) = words([indexed_text("Leave", chunk.heading, chunk.lead + chunk.text)])
        assert length <= SMALL.whole


def test_a_section_that_fits_is_one_chunk() -> None:
    (chunk,) = cut("Everybody has 23 days a year.\n\nPart-timers have their share.\n")

    assert chunk.heading == ("Rules",)


def test_two_sections_are_never_in_one_chunk() -> None:
    sections = (Section(("A",), "One rule.\n"), Section(("B",), "Another rule.\n"))

    assert [c.heading for c in chunks(document(*sections), words, LANGUAGES, SMALL)] == [
        ("A",),
        ("B",),
    ]


def test_a_long_list_is_cut_between_its_steps() -> None:
    steps = [
        f"{n}. Do thing number {n} and then wait until somebody has said yes.\n"
        for n in range(1, 9)
    ]

    for chunk in cut("".join(steps)):
        assert all(line in steps for line in chunk.text.splitlines(keepends=True))


def test_every_piece_of_a_long_table_has_the_header() -> None:
    header = "| City | Hotel cap | Per diem |\n|---|---|---|\n"
    rows = [f"| City number {n} | {100 + n} euros | {40 + n} euros |\n" for n in range(20)]

    pieces = cut(header + "".join(rows))

    assert len(pieces) > 2
    assert all((piece.lead + piece.text).startswith(header) for piece in pieces)
    assert "".join(piece.text for piece in pieces) == header + "".join(rows)


def test_a_line_that_announces_a_list_stands_with_the_list() -> None:
    text = (
        "word " * 30
        + "\n\nThe following are not covered:\n\n"
        + "".join(f"- thing number {n} of the ones that are not covered\n" for n in range(1, 4))
    )

    holding = [chunk for chunk in cut(text) if "not covered:" in chunk.text]

    assert "thing number 1" in holding[0].text


def test_a_heading_without_text_is_still_found() -> None:
    (chunk,) = cut("")

    assert indexed_text("Leave", chunk.heading, chunk.lead + chunk.text).startswith("Leave › Rules")


def test_a_chunk_in_another_language_is_told_from_its_document() -> None:
    spanish = (
        "Las personas empleadas tienen derecho a veintitrés días laborables de vacaciones al año, "
        "que pueden disfrutar hasta el quince de enero del año siguiente si su responsable lo "
        "autoriza por escrito.\n"
    )
    text = "Everybody has 23 working days of leave a year, as the works council agreed.\n\n" * 3

    found = chunks(
        document(Section(("A",), text), Section(("B",), spanish), language=None),
        words,
        LANGUAGES,
        Limits(),
    )

    assert [chunk.language for chunk in found] == ["en", "es"]


@pytest.mark.parametrize(
    "text", ["x" * 20_000, "palabra " * 6_000, "|a|b|\n|-|-|\n" + "|c|d|\n" * 2000]
)
def test_whatever_comes_the_model_can_read_every_chunk(embedder: FastEmbedder, text: str) -> None:
    found = chunks(document(Section(("Rules",), text)), embedder.count, LANGUAGES, Limits())

    lengths = embedder.count(
        [indexed_text("Leave", chunk.heading, chunk.lead + chunk.text) for chunk in found]
    )
    assert max(lengths) <= embedder.longest
    assert "".join(chunk.text for chunk in found) == text
