from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from retrieval.access import Admission
from retrieval.documents import Leg, Passage
from retrieval.embedding import Question, Text
from retrieval.late import Codes, covered, packed
from retrieval.recipe import Recipe
from retrieval.reranking import LateInteraction
from tests.fakes.passages import passage

SIZE = 8
NOTHING = np.zeros(SIZE, np.float32)
NEAR = np.eye(SIZE, dtype=np.float32)[:1] + 0.1
FAR = -NEAR
QUESTION = Question(Text("May I?", "en"), NEAR[0], NEAR)
READER = Admission(frozenset({"everyone"}))


def placed(name: str, dense: float | None = None, words: float | None = None) -> Passage:
    return replace(
        passage(name, f"text of {name}"),
        dense=None if dense is None else Leg(1, dense),
        sparse=None if words is None else Leg(1, words),
    )


async def names(codes: Mapping[str, Codes], *passages: Passage) -> list[str]:
    rows = covered(QUESTION.tokens, [codes.get(p.chunk_id, b"") for p in passages]).tolist()
    read = [replace(p, coverage=tuple(row)) for p, row in zip(passages, rows, strict=True)]
    ranked = await LateInteraction(Recipe()).ranked(QUESTION, read, READER)
    return [p.chunk_id for p in ranked]


async def test_the_passage_whose_words_are_nearest_comes_first() -> None:
    codes = {"a": packed(FAR, NOTHING), "b": packed(NEAR, NOTHING)}

    assert await names(codes, placed("a", 0.5), placed("b", 0.5)) == ["b", "a"]


async def test_where_no_tokens_are_kept_the_legs_decide() -> None:
    assert await names({}, placed("a", 0.1), placed("b", 0.9)) == ["b", "a"]
    assert await names({}, placed("a", 0.5), placed("b", 0.5, 7.0)) == ["b", "a"]


async def test_what_the_dense_leg_did_not_find_counts_as_its_least() -> None:
    assert await names({}, placed("a"), placed("b", 0.9), placed("c", 0.1)) == ["b", "a", "c"]


async def test_equal_passages_are_ordered_by_document() -> None:
    assert await names({}, placed("b", 0.5), placed("a", 0.5)) == ["a", "b"]


async def test_words_do_not_count_against_passages_of_another_language() -> None:
    codes = dict.fromkeys(("a", "es"), packed(NEAR, NOTHING))
    other = replace(placed("es", 0.6), language="es")

    assert (await names(codes, placed("a", 0.5, 9.0), other))[0] == "es"


async def test_words_count_where_all_is_in_the_language_of_the_question() -> None:
    codes = dict.fromkeys("ab", packed(NEAR, NOTHING))

    assert await names(codes, placed("a", 0.5, 9.0), placed("b", 0.5, 1.0)) == ["a", "b"]


async def test_nothing_found_is_nothing_ranked() -> None:
    assert await LateInteraction(Recipe()).ranked(QUESTION, [], READER) == []
