from pathlib import Path

import numpy as np
import pytest

from retrieval import embedded_model
from retrieval.embedded_model import EmbeddedModelError
from retrieval.embedding import FastEmbedder, Text
from retrieval.vector_cache import CachedEmbedder

LEAVE = Text("Leave is 23 days.", "en")
TRIPS = Text("Trips need a yes.", "en")


async def test_a_question_lies_nearest_to_what_answers_it(embedder: FastEmbedder) -> None:
    passages = [
        Text("Employees accrue 13 days of annual leave per year.", "en"),
        Text("The cafeteria opens at nine.", "en"),
        Text("La política de viajes exige la aprobación previa del responsable.", "es"),
    ]
    places = np.stack([p.dense for p in await embedder.passages(passages)])

    leave = await embedder.question(Text("¿Cuántos días de vacaciones tengo al año?", "es"))
    travel = await embedder.question(Text("who has to approve a trip?", "en"))

    assert (places @ leave.dense).argmax() == 0
    assert (places @ travel.dense).argmax() == 2


async def test_vectors_have_length_one_and_the_size_that_is_told(embedder: FastEmbedder) -> None:
    (placed,) = await embedder.passages([LEAVE])

    assert placed.dense.shape == (embedder.size,)
    assert np.linalg.norm(placed.dense) == pytest.approx(1, abs=1e-4)


async def test_a_passage_the_model_cannot_read_whole_is_refused(embedder: FastEmbedder) -> None:
    with pytest.raises(ValueError, match="longer than the 512"):
        await embedder.passages([LEAVE, Text("word " * 600, "en")])


async def test_a_long_question_is_cut_not_refused(embedder: FastEmbedder) -> None:
    placed = await embedder.question(Text("word " * 2000, "en"))

    assert placed.dense.shape == (embedder.size,)
    assert len(placed.tokens) < embedder.longest


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
    placed = await first.passages([LEAVE, TRIPS])
    second = CachedEmbedder(embedder, tmp_path / "vectors.sqlite")

    again = await second.passages([TRIPS, LEAVE])

    assert (first.placed, second.placed) == (2, 0)
    assert np.array_equal(placed[0].dense, again[1].dense)
    assert placed[0].codes == again[1].codes


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
