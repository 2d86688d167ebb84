import pytest

from retrieval.definitions import Terms, acronyms


@pytest.mark.parametrize(
    ("text", "acronym", "words"),
    [
        ("We offer Paid Time Off (PTO) to all.", "PTO", "Paid Time Off"),
        ("the **Office of General Counsel** (OGC)", "OGC", "Office of General Counsel"),
        ("a memorandum of understanding (MOU)", "MOU", "memorandum of understanding"),
        ("Multi-factor Authentication (MFA)", "MFA", "Multi-factor Authentication"),
        ("Cloud Service Providers (CSPs)", "CSPs", "Cloud Service Providers"),
        ("el Acuerdo de Trabajo a Distancia (ATD)", "ATD", "Acuerdo de Trabajo a Distancia"),
    ],
)
def test_an_acronym_is_found_behind_its_words(text: str, acronym: str, words: str) -> None:
    assert [found[:2] for found in acronyms(text)] == [(acronym, words)]


@pytest.mark.parametrize(
    "text", ["Ask (See below).", "Reglamento (UE)", "the form (SF-71)", "(PTO)", "in May (NATO)"]
)
def test_what_is_in_parentheses_but_not_spelled_before_is_no_acronym(text: str) -> None:
    assert list(acronyms(text)) == []


def test_a_term_is_told_to_what_uses_it_later_and_to_nothing_else() -> None:
    terms = Terms(["Paid Time Off (PTO) is paid.", "PTO ends in May.", "Nothing."])

    assert [(term.term, term.meaning) for term in terms.used("PTO ends in May.", 1, 0)] == [
        ("PTO", "Paid Time Off")
    ]
    assert terms.used("Paid Time Off (PTO) is paid.", 0, 0) == []
    assert terms.used("Ask before the PTO: Paid Time Off.", 1, 0) == []
    assert terms.used("OPTO and PTOs", 2, 0) == []


def test_what_a_document_says_a_word_means_is_a_term() -> None:
    terms = Terms(
        [
            '"Core hours" means the time from ten to three. **Dependant** refers to a child.',
            "Se entiende por teletrabajo el trabajo a distancia con medios informáticos.",
        ]
    )

    assert [
        (term.term, term.meaning) for term in terms.used("Core hours, Dependant, teletrabajo", 2, 0)
    ] == [
        ("Core hours", "the time from ten to three"),
        ("Dependant", "a child"),
        ("teletrabajo", "el trabajo a distancia con medios informáticos"),
    ]
