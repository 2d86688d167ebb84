import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.documents import Document, Section
from retrieval.glossary import (
    GlossaryError,
    Term,
    edited,
    expansions,
    gathered,
    gathered_from,
    keys,
)

PTO = Term("PTO", "Paid Time Off")
FAR = Term("FAR", "Federal Acquisition Regulation")
IT = Term("IT", "Information Technology")


@pytest.mark.parametrize(
    "text",
    [
        "Everyone has Paid Time Off (PTO).",
        "**Paid Time Off** (“PTO”) is earned monthly.",
        "PTO (Paid Time Off) is earned monthly.",
        "PTO: Paid Time Off",
        "PTO stands for Paid Time Off.",
        "PTO means Paid Time Off.",
        "| Short | Long |\n| --- | --- |\n| PTO | Paid Time Off |",
        "You may take Paid\nTime Off (PTO) at any time.",
    ],
)
def test_a_short_form_is_gathered_however_it_is_explained(text: str) -> None:
    assert gathered(text) == [PTO]


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("el Impuesto sobre la Renta de las Personas Físicas (IRPF)", "IRPF"),
        ("el Estatuto Básico del Empleado Público (en adelante, EBEP)", "EBEP"),
        ("Departamento de Recursos Humanos (RRHH)", "RRHH"),
        ("EBEP significa Estatuto Básico del Empleado Público.", "EBEP"),
        ("Meals and Incidental Expenses (M&IE)", "M&IE"),
        ("multi-factor authentication (MFA)", "MFA"),
        ("Health Savings Accounts (HSAs)", "HSA"),
    ],
)
def test_small_words_doubled_letters_and_plurals_are_understood(text: str, term: str) -> None:
    (found,) = gathered(text)

    assert found.short == term


@pytest.mark.parametrize(
    "text",
    [
        "Look at the page (See) and ask.",
        "Ask the Director (General) first.",
        "Write to the office (HR) today.",
        "HR: ask them",
        "work abroad (US)",
        "a note (A), a table (B)",
    ],
)
def test_what_the_initials_do_not_bear_out_is_not_gathered(text: str) -> None:
    assert gathered(text) == []


@given(st.text(max_size=300))
def test_gathering_never_fails_and_only_tells_what_stands_in_the_text(text: str) -> None:
    for term in gathered(text):
        assert len(term.long.split()) <= 20
        assert term.short_key


def test_a_documents_title_and_headings_explain_too() -> None:
    document = Document(
        id="a",
        source="s",
        path="a.md",
        title="Paid Time Off (PTO)",
        url="u",
        version="1",
        sections=(Section(("Information Technology (IT)",), "Nothing here."),),
    )

    assert gathered_from(document) == [PTO, IT]


@pytest.mark.parametrize(
    ("question", "added"),
    [
        ("how much pto do i get", ("Paid Time Off",)),
        ("How many PTOs?", ("Paid Time Off",)),
        ("how much paid time off do I get", ("PTO",)),
        ("is PTO (paid time off) paid out?", ()),
        ("how do i get it", ()),
        ("who is in IT?", ("Information Technology",)),
        ("what about laptops?", ()),
        ("how far ahead do I book?", ()),
        ("does FAR hold here?", ("Federal Acquisition Regulation",)),
    ],
)
def test_the_other_form_is_added_once_and_only_where_it_is_missing(
    question: str, added: tuple[str, ...]
) -> None:
    assert expansions(question, "en", [PTO, IT, PTO, FAR]) == added


def test_no_more_than_three_forms_are_added_and_plurals_count_once() -> None:
    several = [Term("PR", f"{word} Request") for word in ("Pull", "Press", "Pay", "Post", "Past")]

    assert len(expansions("open a PR", "en", several)) == 3
    twice = [Term("SLA", "Service Level Agreement"), Term("SLA", "Service Level Agreements")]
    assert len(expansions("which SLA holds?", "en", twice)) == 1


@given(st.text(max_size=80))
def test_nothing_is_added_that_the_question_says_already(question: str) -> None:
    for form in expansions(question, "en", [PTO, IT]):
        assert form.lower() not in keys(question)


def test_operators_may_name_one_long_form_several_or_none() -> None:
    told = edited('{"PTO": "Paid Time Off", "AL": ["annual leave", "air lift"], "IT": null}')

    assert told.of(keys("the pto rules")) == [PTO]
    assert [term.long for term in told.of(keys("AL"))] == ["annual leave", "air lift"]
    assert told.of(keys("IT")) == []
    assert "it" in told.terms


@pytest.mark.parametrize("text", ["", "[]", "{", '{"PTO": 3}', '{"PTO": ""}', '{"PTO": [null]}'])
def test_a_glossary_file_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(GlossaryError):
        edited(text)
