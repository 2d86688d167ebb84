from pathlib import Path

import numpy as np
import pytest

from retrieval import embedded_model
from retrieval.embedded_model import EmbeddedModelError
from retrieval.embedding import FastEmbedder, passage_terms, query_terms
from retrieval.vector_cache import CachedEmbedder


async def test_a_question_lies_nearest_to_what_answers_it(embedder: FastEmbedder) -> None:
    passages = [
        "Employees accrue 13 days of annual leave per year.",
        "The cafeteria opens at nine.",
        "La política de viajes exige la aprobación previa del responsable.",
    ]
    places = np.stack(await embedder.passages(passages))

    leave = places @ await embedder.query("¿Cuántos días de vacaciones tengo al año?")
    travel = places @ await embedder.query("who has to approve a trip?")

    assert leave.argmax() == 0
    assert travel.argmax() == 2


async def test_vectors_have_length_one_and_the_size_that_is_told(embedder: FastEmbedder) -> None:
    (vector,) = await embedder.passages(["Leave is 23 days."])

    assert vector.shape == (embedder.size,)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-4)


async def test_a_passage_the_model_cannot_read_whole_is_refused(embedder: FastEmbedder) -> None:
    with pytest.raises(ValueError, match="longer than the 512"):
        await embedder.passages(["short", "word " * 600])


async def test_a_long_question_is_cut_not_refused(embedder: FastEmbedder) -> None:
    assert len(await embedder.query("word " * 2000)) == embedder.size


def test_weights_that_are_not_the_known_ones_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_model, "_SHA256", "0" * 64)

    with pytest.raises(EmbeddedModelError, match="not the file that is known"):
        embedded_model.embedded_model(tmp_path)
    assert list(tmp_path.iterdir()) == []


async def test_a_text_seen_before_is_not_placed_again(
    embedder: FastEmbedder, tmp_path: Path
) -> None:
    first = CachedEmbedder(embedder, tmp_path / "vectors.sqlite")
    placed = await first.passages(["Leave is 23 days.", "Trips need a yes."])
    second = CachedEmbedder(embedder, tmp_path / "vectors.sqlite")

    again = await second.passages(["Trips need a yes.", "Leave is 23 days."])

    assert (first.placed, second.placed) == (2, 0)
    assert np.array_equal(placed[0], again[1])


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


async def test_tokens_stand_where_they_stand_in_the_text(embedder: FastEmbedder) -> None:
    text = "Hotels in Lisbon: €140."
    (states,) = await embedder.passage_tokens([text])
    assert "".join(text[start:end] for start, end in states.spans) == text
    assert states.vectors.shape == (len(states.spans), embedder.size)
    assert np.allclose(np.linalg.norm(states.vectors, axis=1), 1.0, atol=1e-5)


async def test_the_tokens_of_a_long_text_are_cut_where_the_model_stops(
    embedder: FastEmbedder,
) -> None:
    (states,) = await embedder.passage_tokens(["leave " * 1000])
    assert len(states.spans) < embedder.longest


async def test_a_word_lies_near_its_translation(embedder: FastEmbedder) -> None:
    question = await embedder.query_tokens("hotel en Lisboa")
    (states,) = await embedder.passage_tokens(["A room in Lisbon."])
    nearest = (question.vectors @ states.vectors.T).argmax(axis=1)[-1]
    start, end = states.spans[nearest]
    assert "A room in Lisbon."[start:end].strip() == "Lisbon"
