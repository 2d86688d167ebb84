import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.extract.extracted import UnsuitableError
from connectors.extract.text import extract
from retrieval.documents import Section


def sections(text: str) -> list[tuple[tuple[str, ...], str]]:
    return [(s.heading, s.text) for s in extract(text.encode(), "hr/pay-day.txt").sections]


def test_a_short_first_line_is_the_title() -> None:
    page = extract(b"Pay day\n\nOn the 25th.\n\nOr before.", "a.txt")

    assert page.title == "Pay day"
    assert page.sections == (Section((), "On the 25th.\n\nOr before."),)


@pytest.mark.parametrize("text", ["Pay comes on the 25th.\n\nOr before.", "one\ntwo\n\nthree"])
def test_a_first_line_that_is_a_sentence_is_no_title(text: str) -> None:
    page = extract(text.encode(), "hr/pay-day.txt")

    assert page.title == "Pay day"
    assert [section.text for section in page.sections] == [text]


def test_lines_that_stand_out_are_headings() -> None:
    text = (
        "PAY RULES\n=========\n\nFor all.\n\nWHEN\n\nMonthly.\n\n"
        "1. Bonus\n\nYearly.\n\n1.1 Amount\n\nTen.\n\nOther things\n------------\n\nNone."
    )

    assert sections(text) == [
        ((), "For all."),
        (("WHEN",), "Monthly."),
        (("1. Bonus",), "Yearly."),
        (("1. Bonus", "1.1 Amount"), "Ten."),
        (("Other things",), "None."),
    ]


def test_a_list_is_not_taken_for_headings() -> None:
    text = "Steps to take:\n\n1. Ask\n\n2. Wait\n\n3. Get it"

    assert sections(text) == [((), text)]


def test_text_without_headings_is_one_section() -> None:
    assert sections("a\n\nb\nC D\nc") == [((), "b\nC D\nc")]
    assert extract(b"", "a.txt").warnings == ("It holds no text.",)


def test_what_is_not_text_is_unsuitable() -> None:
    with pytest.raises(UnsuitableError):
        extract(b"\x00\x01\x02" * 50, "a.txt")


pieces = st.sampled_from(
    ["PAY", "1. One", "1.1 Two", "2) Three", "=====", "----", "a b.", "  c", ""]
)


@given(st.lists(pieces | st.text("A1.= \t", max_size=5), max_size=20).map("\n".join))
def test_no_line_is_lost_or_told_twice(document: str) -> None:
    page = extract(document.encode(), "a.txt")
    left = iter([line for section in page.sections for line in section.text.split("\n")])
    headings = {page.title, *(part for section in page.sections for part in section.heading)}

    expected = next(left, None)
    for line in document.split("\n"):
        if line == expected:
            expected = next(left, None)
        else:
            assert " ".join(line.split()) in headings or not any(map(str.isalnum, line)), line
    assert expected is None
