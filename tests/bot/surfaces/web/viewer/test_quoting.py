from hypothesis import given
from hypothesis import strategies as st

from bot.surfaces.web.viewer.quoting import (
    LONGEST_QUOTE,
    MOST_QUOTES,
    Stretch,
    abridged,
    stretches,
)
from retrieval.documents import Section

WORDS = st.lists(st.text("abcáñ.*|[]()\\😀", min_size=1, max_size=12), min_size=1, max_size=200)
GAPS = st.sampled_from([" ", "  ", "\n", "\n  ", "\t"])


def found(text: str, *quotes: str) -> list[str]:
    places = stretches([Section((), text)], quotes, anchor="")
    return [text[one.start : one.end] for one in places.get(0, [])]


@given(st.data())
def test_a_quote_is_found_again_however_long_it_is_and_however_its_lines_are_broken(
    data: st.DataObject,
) -> None:
    words = data.draw(WORDS)
    text = "".join(word + data.draw(GAPS) for word in words)
    first = data.draw(st.integers(0, len(words) - 1))
    after = data.draw(st.integers(first + 1, len(words)))
    quote = " ".join(words[first:after])
    (stretch,) = found(text, abridged(quote))
    is_whole = len(quote) <= LONGEST_QUOTE
    assert "".join(stretch.split()) == "".join(words[first:after]) or not is_whole
    assert text.startswith(stretch, text.find(stretch))


@given(st.text(), st.text(max_size=LONGEST_QUOTE))
def test_whatever_is_looked_for_nothing_fails(text: str, quote: str) -> None:
    for stretch in found(text, quote):
        assert stretch


def test_a_long_quote_is_marked_from_its_beginning_to_its_end() -> None:
    quote = " ".join(f"It goes on to {number}." for number in range(100))
    text = f"Before. {quote} After."
    assert len(abridged(quote)) <= LONGEST_QUOTE
    assert found(text, abridged(quote)) == [quote]


def test_a_long_quote_that_begins_as_others_do_is_told_from_them() -> None:
    beginning = "".join(f"Whoever is of group {number}, " for number in range(40))
    text = "\n".join(f"{beginning}and to group {group}." for group in "ABC")
    quote = f"{beginning}and to group B."
    assert len(quote) > LONGEST_QUOTE
    assert found(text, abridged(quote)) == [quote]


def test_what_stands_several_times_is_taken_from_the_section_that_was_cited() -> None:
    sections = [Section(("A",), "Ask HR.", "a"), Section(("B",), "Or: Ask HR.", "b")]
    assert stretches(sections, ["Ask HR."], anchor="b") == {1: [Stretch(4, 11)]}
    assert stretches(sections, ["Ask HR."], anchor="gone") == {0: [Stretch(0, 7)]}


def test_what_overlaps_is_marked_once_and_what_is_not_there_is_left_out() -> None:
    assert found("one two three four", "two three", "one two", "five", "four") == [
        "one two three",
        "four",
    ]


def test_only_so_many_quotes_of_only_such_a_length_are_looked_for() -> None:
    assert found("a" * 600, "a" * (LONGEST_QUOTE + 1)) == []
    assert found("word", *["gone"] * MOST_QUOTES, "word") == []
    assert found("word", "", " ", " […] ", "wo […] ", " […] rd") == []
