import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from retrieval.access import Admission
from retrieval.cross_encoder import CrossEncoder, RerankerUnavailableError
from retrieval.documents import Passage
from retrieval.embedding import Question, Text
from tests.fakes.passages import passage
from tests.retrieval.word_counting_model import LONGEST, NAME, kept_in

ASKED = "who pays the hotel"
READER = Admission(frozenset({"everyone"}))
VECTOR = np.ones(4, np.float32)
QUESTION = Question(Text(ASKED, "en"), VECTOR, VECTOR[None])


class AsTheyCome:
    """Leaves passages in their order: scores fall by one."""

    async def ranked(
        self, question: Question, passages: Sequence[Passage], admission: Admission
    ) -> list[Passage]:
        return [replace(one, score=-float(n)) for n, one in enumerate(passages)]


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    kept_in(tmp_path, ASKED)
    return tmp_path


@pytest.fixture
def encoder(models: Path) -> Iterator[CrossEncoder]:
    encoder = CrossEncoder(NAME, models, AsTheyCome(), threads=1)
    yield encoder
    encoder.close()


def untitled(chunk_id: str, text: str) -> Passage:
    return replace(passage(chunk_id, text), title="x")


FOOD = untitled("food", "Lunch is on us.")
TRIPS = untitled("trips", "The hotel is what the office pays.")
ROOMS = untitled("rooms", "A hotel has rooms.")


async def test_the_passage_that_the_model_likes_best_comes_first(encoder: CrossEncoder) -> None:
    ranked = await encoder.ranked(QUESTION, [FOOD, ROOMS, TRIPS], READER)

    assert [one.chunk_id for one in ranked] == ["trips", "rooms", "food"]


async def test_scores_are_standard_and_the_same_each_time(encoder: CrossEncoder) -> None:
    first = await encoder.ranked(QUESTION, [FOOD, ROOMS, TRIPS], READER)
    again = await encoder.ranked(QUESTION, [FOOD, ROOMS, TRIPS], READER)

    scores = [one.score for one in first]
    shared = np.array([4, 1, 0])  # words: the, hotel, the, pays; hotel; none
    assert scores == pytest.approx((shared - shared.mean()) / shared.std(), abs=1e-5)
    assert again == first


async def test_title_headings_and_what_leads_are_read(encoder: CrossEncoder) -> None:
    titled = replace(FOOD, chunk_id="titled", title="The hotel", heading=("Who pays",))
    led = replace(FOOD, chunk_id="led", lead="Who pays: ")

    ranked = await encoder.ranked(QUESTION, [FOOD, led, titled], READER)

    assert [one.chunk_id for one in ranked] == ["titled", "led", "food"]


async def test_a_long_passage_is_cut_at_its_end(encoder: CrossEncoder) -> None:
    filling = "and so on " * LONGEST
    ends = untitled("ends", f"{filling} the hotel pays")
    begins = untitled("begins", f"Hotel {filling}")

    ranked = await encoder.ranked(QUESTION, [ends, begins], READER)

    assert [one.chunk_id for one in ranked] == ["begins", "ends"]


async def test_equal_passages_stay_in_their_order(encoder: CrossEncoder) -> None:
    ranked = await encoder.ranked(QUESTION, [FOOD, replace(FOOD, chunk_id="another")], READER)

    assert [one.chunk_id for one in ranked] == ["food", "another"]
    assert {one.score for one in ranked} == {0.0}


async def test_what_is_not_read_stays_behind_in_its_order(models: Path) -> None:
    encoder = CrossEncoder(NAME, models, AsTheyCome(), read=2, threads=1)
    last = replace(TRIPS, chunk_id="last")

    ranked = await encoder.ranked(QUESTION, [FOOD, ROOMS, TRIPS, last], READER)
    encoder.close()

    assert [one.chunk_id for one in ranked] == ["rooms", "food", "trips", "last"]
    scores = [one.score for one in ranked]
    assert scores == sorted(scores, reverse=True)


async def test_questions_asked_at_once_do_not_mix(encoder: CrossEncoder) -> None:
    other = replace(QUESTION, text=Text("who", "en"))

    many = await asyncio.gather(
        *(encoder.ranked(one, [FOOD, TRIPS], READER) for one in [QUESTION, other] * 5)
    )

    orders = [tuple(one.chunk_id for one in ranked) for ranked in many]
    assert orders == [("trips", "food"), ("food", "trips")] * 5


async def test_nothing_found_is_nothing_read(encoder: CrossEncoder) -> None:
    assert await encoder.ranked(QUESTION, [], READER) == []


def test_a_name_that_fastembed_does_not_know_is_refused_with_those_it_knows(
    tmp_path: Path,
) -> None:
    with pytest.raises(RerankerUnavailableError, match="no cross-encoder acme/reader") as refused:
        CrossEncoder("acme/reader", tmp_path, AsTheyCome())

    assert NAME in str(refused.value)
    assert "POLICYBOT_RERANKING__MODEL" in str(refused.value)


def test_a_model_that_cannot_be_fetched_is_told(models: Path) -> None:
    with pytest.raises(RerankerUnavailableError, match="See to the network"):
        CrossEncoder("BAAI/bge-reranker-base", models, AsTheyCome())
