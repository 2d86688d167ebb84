"""What a passage says, sentence by sentence, and what is never torn apart."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.answering.sentences import Sentence, sentences, with_limits
from tests.bot.answering.passages import Page

PAGE = Page("Expenses")
SEITE = Page("Gastos", "es")


def told(found: list[Sentence], place: int) -> list[str]:
    return [found[n].text for n in with_limits([place], found)]


def place_of(found: list[Sentence], words: str) -> int:
    return next(n for n, sentence in enumerate(found) if words in sentence.text)


def test_a_sentence_is_read_aloud_and_found_where_it_stands() -> None:
    passage = PAGE.passage(
        "Tolls are paid **apart**\nfrom [mileage](https://x.example). Ask first."
    )
    first, second = sentences(passage)
    assert first.text == "Tolls are paid apart from mileage."
    assert passage.text[first.start : first.end] == (
        "Tolls are paid **apart**\nfrom [mileage](https://x.example)."
    )
    assert second.text == "Ask first."


def test_an_item_stands_under_the_line_that_announces_it() -> None:
    found = sentences(PAGE.passage("The following are not covered:\n\n- Alcohol\n- Minibar\n"))
    assert told(found, place_of(found, "Minibar")) == [
        "The following are not covered:",
        "Minibar",
    ]


def test_an_inner_item_stands_under_its_item_too() -> None:
    found = sentences(PAGE.passage("Not covered:\n\n- Drinks\n  - wine\n  - beer\n- Minibar\n"))
    assert told(found, place_of(found, "beer")) == ["Not covered:", "Drinks", "beer"]
    assert told(found, place_of(found, "Minibar")) == ["Not covered:", "Minibar"]


def test_lettered_paragraphs_stand_under_the_line_that_announces_them() -> None:
    found = sentences(
        SEITE.passage("Se conceden permisos por:\n\na) Matrimonio.\n\nb) Traslado: un día.\n\nFin.")
    )
    assert told(found, place_of(found, "Traslado")) == [
        "Se conceden permisos por:",
        "b) Traslado: un día.",
    ]
    assert told(found, place_of(found, "Fin")) == ["Fin."]


def test_a_row_is_told_with_its_header_and_found_as_it_stands() -> None:
    text = "| City | Hotel cap | Per diem |\n|---|---|---|\n| **Lisbon** | €140 | €45 |\n"
    passage = PAGE.passage(text)
    (row,) = sentences(passage)
    assert row.text == "Lisbon — Hotel cap: €140; Per diem: €45"
    assert passage.text[row.start : row.end] == "| **Lisbon** | €140 | €45 |"


def test_a_row_of_a_later_piece_is_told_with_the_header_that_leads_it() -> None:
    passage = PAGE.passage("| Oslo | €190 |\n", lead="| City | Cap |\n|---|---|\n")
    (row,) = sentences(passage)
    assert row.text == "Oslo — Cap: €190"
    assert passage.text[row.start : row.end] == "| Oslo | €190 |"


def test_an_answer_stands_under_its_question() -> None:
    found = sentences(PAGE.passage("**Can I expense lunch?**\n\nNever. Ask your lead.\n"))
    assert told(found, place_of(found, "Never")) == ["Can I expense lunch?", "Never."]


def test_a_few_words_by_themselves_stand_over_what_follows() -> None:
    found = sentences(PAGE.passage("**Data security**\n\nAll data is encrypted. It is backed up."))
    assert found[0].asks
    assert told(found, 1) == ["Data security", "All data is encrypted."]


def test_this_leans_on_the_sentence_before() -> None:
    found = sentences(PAGE.passage("Leave is 20 days. This does not include holidays."))
    assert told(found, 1) == ["Leave is 20 days.", "This does not include holidays."]


def test_a_rule_keeps_what_narrows_it() -> None:
    found = sentences(PAGE.passage("Remote work is allowed. However, not from abroad. Enjoy."))
    assert told(found, 0) == ["Remote work is allowed.", "However, not from abroad."]
    found = sentences(SEITE.passage("Se abona la dieta. Salvo que haya cena incluida. Fin."))
    assert told(found, 0) == ["Se abona la dieta.", "Salvo que haya cena incluida."]


def test_a_rule_keeps_what_narrows_it_in_the_next_paragraph() -> None:
    found = sentences(PAGE.passage("Remote work is allowed.\n\nOnly from Spain.\n\n- Only a list"))
    assert told(found, 0) == ["Remote work is allowed.", "Only from Spain."]
    assert told(found, 1) == ["Only from Spain."]


def test_a_list_does_not_stand_under_what_announced_another_paragraph() -> None:
    found = sentences(PAGE.passage("Note:\n\nAsk first, always.\n\n- Parking is paid.\n"))
    assert told(found, place_of(found, "Ask")) == ["Note:", "Ask first, always."]
    assert told(found, place_of(found, "Parking")) == ["Parking is paid."]


def test_every_row_stands_under_the_line_that_announces_the_table() -> None:
    table = "| City | Cap |\n|---|---|\n| Oslo | €190 |\n| Bonn | €120 |\n"
    found = sentences(PAGE.passage(f"Not paid abroad:\n\n{table}"))
    assert told(found, place_of(found, "Bonn")) == ["Not paid abroad:", "Bonn — Cap: €120"]


def test_numbers_of_points_and_ordinals_end_no_sentence() -> None:
    found = sentences(SEITE.passage("Véase el artículo 3.º de la ley. Fin."))
    assert [sentence.text for sentence in found] == ["Véase el artículo 3.º de la ley.", "Fin."]


MARKDOWN = st.lists(
    st.sampled_from("# |-*>:?.\n\t`~<[]()12ab")
    | st.sampled_from(["\n\n", "- item", "| a | b |\n|---|---|\n| c | d |\n", "Yes. No.", "1. x"]),
    max_size=40,
).map("".join)


ANY = st.lists(
    st.sampled_from(
        ["\r", "\r\n", "\ud800", "\x00", "\u2028", "\x85", "\u200b", "| a | b |\r|---|---|\r"]
    )
    | st.text(st.characters(), max_size=5),
    max_size=20,
).map("".join)
"""Whatever a text can hold, lone surrogates and bare carriage returns among it."""


@given(
    text=MARKDOWN | ANY,
    lead=st.sampled_from(["", "| City | Cap |\n|---|---|\n", "| City | Cap |\r|---|---|\r"]),
)
def test_every_sentence_stands_in_the_text_in_order(text: str, lead: str) -> None:
    passage = PAGE.passage(text, lead=lead)
    found = sentences(passage)
    own = [sentence for sentence in found if sentence.is_quotable]
    for sentence in own:
        quote = passage.text[sentence.start : sentence.end]
        assert quote.strip() == quote != ""
    assert all(one.end <= two.start for one, two in pairwise(own))
    assert all(m < n for n, sentence in enumerate(found) for m in sentence.after)
