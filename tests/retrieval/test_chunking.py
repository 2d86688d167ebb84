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
        "Everybody has 23 days a year. However, part-timers have their share (see below).\n\n",
        "No obstante, esto no se aplica a quien trabaja a tiempo parcial.\n\n",
        "- the first step is to ask\n- the second step is to wait for an answer\n- the third\n\n",
        "1. Ask your manager.\n2. Wait for the answer.\n   Only one answer counts.\n3. Go.\n\n",
        "1. Ask:\n   - your manager\n   - theirs, where yours is away\n\n   And wait.\n2. Go.\n\n",
        "What is covered:\n\na) trains,\n\nb) buses:\n\n1.º day,\n\n2.º night,\n\nc) trams.\n\n",
        "Caps by city:\n\n",
        "| City | Cap |\n|---|---|\n| Lisbon | 140 |\n| Berlin | 150 |\n| Denver | 170 |\n\n",
        "| | |\n|-|-|\n| " + "a long cell of many words, and then some. " * 9 + " | x \\| y |\n\n",
        "> | a | b |\n> |---|---|\n> | c | d |\n\n",
        "[reference]: https://example.org 'with a title'\n" * 9 + "\n",
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
        (length,) = words([indexed_text(chunk)])
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


def test_a_long_procedure_is_cut_between_its_steps_and_goes_on_under_its_introduction() -> None:
    steps = [f"{n}. Do thing number {n} and wait until somebody says yes.\n" for n in range(1, 9)]

    pieces = cut("To claim, do this:\n\n" + "".join(steps))

    assert [piece.text.count("Do thing") for piece in pieces] == [3, 3, 2]
    assert pieces[0].text.startswith("To claim, do this:\n\n1. ")
    assert [piece.lead for piece in pieces[1:]] == ["To claim, do this:\n\n"] * 2
    assert [piece.text for piece in pieces[1:]] == ["".join(steps[3:6]), "".join(steps[6:])]


def test_a_step_that_is_too_long_itself_goes_on_under_its_first_line() -> None:
    parts = "".join(f"   - the receipt number {n}, of a hotel or of a train\n" for n in range(9))

    pieces = cut("To claim:\n\n1. Hand in:\n" + parts + "2. Wait.\n")

    assert len(pieces) > 2
    assert all(piece.lead.startswith("To claim:") for piece in pieces[1:])
    assert all("Hand in:" in piece.lead for piece in pieces[1:] if "- the receipt" in piece.text)


def test_lettered_points_go_on_under_the_line_above_them() -> None:
    points = [f"{letter}) a thing of the ones that are covered here.\n\n" for letter in "abcdef"]

    pieces = cut("1. The following are covered:\n\n" + "".join(points) + "2. Nothing else.\n")

    assert len(pieces) > 1
    assert pieces[1].lead == "1. The following are covered:\n\n"


@pytest.mark.parametrize(
    "qualifier",
    [
        "However, this holds in the office alone.",
        "Except in December.",
        "This does not apply to interns.",
        "(Contractors ask their agency.)",
        "Salvo en diciembre.",
        "No obstante, no se aplica a becarios.",
    ],
)
@pytest.mark.parametrize("between", [" ", "\n\n"])
def test_what_narrows_a_rule_stays_with_it(qualifier: str, between: str) -> None:
    rule = "Everybody may bring one guest to lunch on any day."
    language = "es" if qualifier.startswith(("Salvo", "No")) else "en"
    filling = "Lunch is served from noon to two o'clock by the people of the kitchen. "

    for before in range(1, 8):
        text = filling * before + rule + between + qualifier + " " + filling * 3
        whole = document(Section(("Rules",), text), language=language)
        (piece,) = [
            p for p in chunks(whole, words, LANGUAGES, SMALL) if qualifier.rstrip(").") in p.text
        ]
        assert rule in piece.text


def test_every_piece_of_a_long_table_has_its_caption_and_its_header() -> None:
    caption = "Table 1. What we pay:\n\n"
    header = "| City | Hotel cap | Per diem |\n|---|---|---|\n"
    rows = [f"| City number {n} | {100 + n} euros | {40 + n} euros |\n" for n in range(20)]

    pieces = cut(caption + header + "".join(rows))

    assert len(pieces) > 2
    assert all((piece.lead + piece.text).startswith(caption + header) for piece in pieces)
    assert "".join(piece.text for piece in pieces) == caption + header + "".join(rows)
    lines = [line for piece in pieces for line in piece.text.splitlines(keepends=True)]
    assert lines == (caption + header + "".join(rows)).splitlines(keepends=True)


def test_a_row_that_is_too_long_goes_on_under_its_name_and_its_column() -> None:
    header = "| Plan | Covers |\n|---|---|\n"
    cell = "It covers many things, of which this is one. " * 8

    first, second, *_ = cut(header + f"| Gold | {cell}|\n")

    assert first.text.startswith(header + "| Gold | It covers")
    assert second.lead == header + "| Gold | "
    assert "Gold — Covers: It covers" in indexed_text(second)


def test_sentences_are_repeated_only_where_a_section_had_to_be_cut() -> None:
    text = "One more rule of the house. " * 14
    roomy, tight = Limits(text=90, whole=120), Limits(text=40, whole=80, overlap=0.15)

    (whole,) = cut(text, roomy)
    first, *others = cut(text, tight)

    assert (whole.lead, first.lead) == ("", "")
    assert others
    assert all(piece.lead == "One more rule of the house. " for piece in others)
    assert all(piece.lead == "" for piece in cut(text, Limits(text=40, whole=80, overlap=0)))


def test_pieces_are_about_as_long_so_that_no_last_line_stands_alone() -> None:
    pieces = cut("One more rule of the house. " * 8, Limits(text=40, whole=80, overlap=0))

    assert [len(piece.text.split()) for piece in pieces] == [24, 24]


def test_the_chunks_of_a_section_know_which_one_it_is() -> None:
    sections = (Section(("A",), "One rule.\n"), Section(("B",), "word " * 90))

    found = chunks(document(*sections), words, LANGUAGES, SMALL)

    assert [chunk.section for chunk in found] == [0, *[1] * (len(found) - 1)]
    assert "".join(c.text for c in found if c.section == 1) == "word " * 90


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

    assert indexed_text(chunk).startswith("Leave › Rules")


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

    lengths = embedder.count([indexed_text(chunk) for chunk in found])
    assert max(lengths) <= embedder.longest
    assert "".join(chunk.text for chunk in found) == text
