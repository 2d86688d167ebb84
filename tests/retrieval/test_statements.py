import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.statements import contradict, differ, figures, statements


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("within 30 days", {"day": {"30"}}),
        ("within thirty working days", {"day": {"30"}}),
        ("en los treinta días siguientes", {"day": {"30"}}),
        ("3 to 15 days", {"day": {"3", "15"}}),
        ("a 12-week pilot", {"week": {"12"}}),
        ("up to €1,500.50", {"€": {"1500.5"}}),
        ("hasta 1.500,50 €", {"€": {"1500.5"}}),
        ("2.000 euros", {"€": {"2000"}}),
        ("25 % or 30 percent", {"%": {"25", "30"}}),
        ("between 9:30 and 17:00", {"clock": {"09:30", "17:00"}}),
        ("by the 31st of March", {"date": {"03-31"}}),
        ("antes del 15 de enero", {"date": {"01-15"}}),
        ("by December 31", {"date": {"12-31"}}),
        ("4,5 horas", {"hour": {"4.5"}}),
    ],
)
def test_figures_are_read_in_their_units(text: str, read: dict[str, set[str]]) -> None:
    assert figures(text) == read


@pytest.mark.parametrize(
    "text",
    [
        "form TR-01",
        "section 4.2",
        "Ley 3/2018, de 5 de diciembre",
        "on 31 December 2025",
        "extension 4300",
        "everyone",
    ],
)
def test_names_and_dates_of_events_are_no_figures(text: str) -> None:
    assert figures(text) == {}


def says(text: str, other: str, language: str = "en") -> bool:
    (one,), (another,) = statements(text, language), statements(other, language)
    return contradict(one, another)


def test_other_figures_for_the_same_contradict() -> None:
    assert says(
        "Upload the receipt of an expense within 30 days of its date.",
        "The receipt of an expense can be uploaded within 45 days of its date.",
    )
    assert says(
        "La jornada general será de 37 horas semanales en cómputo anual.",
        "La jornada general es de 35 horas semanales en cómputo anual.",
        "es",
    )


def test_the_same_figures_agree_however_they_are_written() -> None:
    assert not says(
        "Upload the receipt of an expense within 30 days of its date.",
        "Upload receipts of expenses within thirty days of their date.",
    )


def test_another_topic_is_no_contradiction() -> None:
    assert not says(
        "Upload the receipt of an expense within 30 days of its date.",
        "Parental leave is asked for at least 45 days before the birth of a child.",
    )


def test_what_a_document_says_of_itself_is_not_compared() -> None:
    assert statements("This policy enters into force two months after it is published.", "en") == ()


amounts = st.dictionaries(
    st.sampled_from(["day", "€", "%"]), st.frozensets(st.sampled_from("123"), min_size=1)
)


@given(amounts, amounts)
def test_differing_is_mutual_and_nothing_differs_from_itself(
    one: dict[str, frozenset[str]], other: dict[str, frozenset[str]]
) -> None:
    assert differ(one, other) == differ(other, one)
    assert not differ(one, one)


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    statements(text, "en")
