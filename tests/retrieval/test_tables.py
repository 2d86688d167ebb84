from retrieval.bm25 import passage_terms, query_terms
from retrieval.documents import Chunk
from retrieval.enrichment import indexed_text
from retrieval.tables import tables_in_words

CAPS = """Before.

| City | Hotel cap | Per diem |
|---|---|---|
| Lisbon | €140 | €45 |
| Berlin | | a \\| b |

After.
"""


def chunk(text: str, *, rows_in_words: bool = True) -> Chunk:
    return Chunk(0, (), text, "en", rows_in_words=rows_in_words)


def test_each_row_is_told_with_the_names_of_its_columns() -> None:
    assert tables_in_words(CAPS) == (
        "Before.\n\nLisbon — Hotel cap: €140; Per diem: €45\nBerlin — Per diem: a | b\n\nAfter.\n"
    )


def test_a_table_without_names_tells_its_cells() -> None:
    assert tables_in_words("| | |\n|-|-|\n| Lisbon | €140 |\n") == "Lisbon — €140\n"


def test_a_table_in_a_list_or_a_quote_is_told_too() -> None:
    assert "Lisbon — Cap: 140" in tables_in_words("> | City | Cap |\n> |-|-|\n> | Lisbon | 140 |\n")
    assert "Lisbon — Cap: 140" in tables_in_words(
        "- Caps:\n\n  | City | Cap |\n  |-|-|\n  | Lisbon | 140 |\n"
    )


def test_what_is_no_table_stays_to_the_letter() -> None:
    for text in ("a | b\n---\n", "a\n---\nb | c\n", "```\n|a|b|\n|-|-|\n```\n", ""):
        assert tables_in_words(text) == text


def test_a_rows_own_words_stand_together_where_it_is_indexed_and_not_where_it_is_read() -> None:
    one = chunk(CAPS)

    assert "Lisbon — Hotel cap: €140; Per diem: €45" in indexed_text(one)
    assert one.text == CAPS
    assert "Hotel cap: €140" not in indexed_text(chunk(CAPS, rows_in_words=False))


def test_bm25_finds_the_words_of_a_row_and_of_its_column_in_every_piece() -> None:
    held = set(passage_terms(indexed_text(chunk(CAPS)), "en").indices)

    assert set(query_terms("hotel cap lisbon", "en").indices) <= held
