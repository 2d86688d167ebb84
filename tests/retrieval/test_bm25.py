import pytest

from retrieval.bm25 import passage_terms, query_terms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("la política de viajes", "las politicas de viaje"),
        ("reserva una sala", "reservar salas"),
        ("MUDANZA", "mudanzas"),
    ],
)
def test_accents_case_and_number_do_not_matter(one: str, other: str) -> None:
    assert set(query_terms(one, "es").indices) == set(query_terms(other, "es").indices)


def test_a_tilde_on_the_n_makes_another_word() -> None:
    assert query_terms("el caño", "es").indices != query_terms("el cano", "es").indices


def test_words_that_say_nothing_are_left_out() -> None:
    assert query_terms("¿cuándo es?", "es").indices == query_terms("how is it", "en").indices == []


def test_a_question_and_a_passage_meet_in_their_stems() -> None:
    passage = passage_terms("Expenses are reimbursed within 30 days.", "en")

    assert set(query_terms("when is an expense reimbursed", "en").indices) < set(passage.indices)
