import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.identifiers import document_identifiers, identifiers


@pytest.mark.parametrize(
    ("one", "other", "identifier"),
    [
        ("form SF-71", "where is sf71?", "SF-71"),
        ("SF 71", "Form sf 71", "SF-71"),
        ("HR-012", "what does hr-12 say", "HR-12"),
        ("Policy IT-004", "it-004", "IT-4"),
        ("POL-2024-07", "pol-2024-07", "POL-2024-7"),
        ("§4.2", "section 4.2", "§4.2"),
        ("§ 4.2", "según el apartado 4.2", "§4.2"),
        ("Artículo 12", "art. 12", "ART-12"),
        ("Article 12.3", "art 12.3", "ART-12.3"),
        ("5 CFR 630.401", "5 C.F.R. § 630.401", "5-CFR-630.401"),
        ("form 3440", "Form No. 3440", "FORM-3440"),
        ("error code 53003", "código de error 53003", "CODE-53003"),
        ("error 0x80070005", "0X80070005", "0X80070005"),
        ("Real Decreto 462/2002", "RD 462/2002", "462/2002"),
        ("KB0022142", "kb0022142", "KB-22142"),
        ("BOE-A-2023-16462", "boe-a-2023-16462 (boe)", "BOE-A-2023-16462"),
    ],
)
def test_two_ways_to_write_an_identifier_meet(one: str, other: str, identifier: str) -> None:
    assert identifier in identifiers(one)
    if one != "BOE-A-2023-16462":  # several groups of letters are only read in capitals
        assert identifier in identifiers(other)


@pytest.mark.parametrize(
    "text",
    [
        "the rules of 2023, FY2024, FY 24, Q1 2024 and H1",
        "policy 2024 and the plan for 2023-2024",
        "$500, 500 EUR, EUR 500 and USD 1,000",
        "up to 30 days, 10-15 days, a las 8 h, at 10, call me at 9am",
        "2024-05-01, 5 May 2023, May-24, 05/06/2024",
        "call 555-123-4567 or +34 912 34 56 78, ext 4321",
        "COVID-19, B2B, top-10, 24/7, mid-2024, UTC-5",
        "send it to Washington, DC 20405",
        "the form in 5 days, an error in 3 hours, IT 24 hours a day",
        "I joined the TTS 4 months ago",
        "terms and conditions of bed and breakfast",
    ],
)
def test_what_only_looks_like_an_identifier_is_none(text: str) -> None:
    assert identifiers(text) == frozenset()


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyzáéíóúñ ,.?¿", max_size=200))
def test_ordinary_words_hold_no_identifier(text: str) -> None:
    assert identifiers(text) == frozenset()


@given(st.integers(min_value=1900, max_value=2099), st.sampled_from(["in {}", "en {}", "{}?"]))
def test_a_plain_year_is_no_identifier(year: int, phrase: str) -> None:
    assert identifiers(phrase.format(year)) == frozenset()


@given(
    st.text(alphabet="BDGKR", min_size=2, max_size=4),
    st.integers(min_value=1, max_value=1899),
    st.sampled_from(["what does {} say?", "¿qué dice {}?", "{}", "({})", "see {}, please"]),
)
def test_a_code_is_found_wherever_it_stands_and_leading_zeros_do_not_matter(
    letters: str, number: int, phrase: str
) -> None:
    named = identifiers(phrase.format(f"{letters}-{number:05}"))

    assert named == identifiers(phrase.format(f"{letters}-{number}")) == {f"{letters}-{number}"}


def test_a_chunk_has_those_of_its_title_number_headings_and_text() -> None:
    named = document_identifiers(
        "Leave", "HR-010", ("4 Kinds", "4.2 Sick leave"), "Use [SF-71](https://x.example/AB-99)."
    )

    assert named == {"HR-10", "§4.2", "SF-71"}
