from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from retrieval.access import Admission, access, clause
from retrieval.documents import Chunk, Document, Leg, Passage
from retrieval.embedding import Question, Text
from retrieval.payload import Filed
from retrieval.ranking_cache import CachedReranker
from tests.fakes.passages import passage

VECTOR = np.ones(4, np.float32)
ANA = Admission(frozenset({"everyone", "group:hr"}))
BEN = Admission(frozenset({"everyone"}))
LEAVE = passage("leave", "Everybody has 23 days.")
BANDS = passage("bands", "Band 4 earns 41,000 euros.")
FOUND = (LEAVE, BANDS)


def asking(words: str = "how much leave?", language: str = "en") -> Question:
    return Question(Text(words, language), VECTOR, VECTOR[None])


class Backwards:
    """Puts the last passage first, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def ranked(
        self, question: Question, passages: Sequence[Passage], admission: Admission
    ) -> list[Passage]:
        self.asked += 1
        return [replace(one, score=float(n)) for n, one in enumerate(passages)][::-1]


@pytest.fixture
def backwards() -> Backwards:
    return Backwards()


@pytest.fixture
def cached(backwards: Backwards) -> CachedReranker:
    return CachedReranker(backwards)


async def test_the_same_question_of_the_same_reader_is_ordered_once(
    cached: CachedReranker, backwards: Backwards
) -> None:
    first = await cached.ranked(asking(), FOUND, ANA)
    again = await cached.ranked(asking(), FOUND, ANA)

    assert backwards.asked == 1
    assert first == again == [replace(BANDS, score=1.0), replace(LEAVE, score=0.0)]


async def test_another_reader_never_gets_the_order_of_one(
    cached: CachedReranker, backwards: Backwards
) -> None:
    await cached.ranked(asking(), FOUND, ANA)
    await cached.ranked(asking(), FOUND, BEN)

    assert backwards.asked == 2


@pytest.mark.parametrize(
    "changed",
    [
        lambda one: replace(one, chunk_id="the same chunk of another generation"),
        lambda one: replace(one, access_id="another access"),
        lambda one: replace(one, dense=Leg(1, 0.9)),
        lambda one: replace(one, sparse=Leg(1, 7.0)),
    ],
    ids=["generation", "access", "dense", "words"],
)
async def test_a_candidate_that_changed_is_ordered_anew(
    cached: CachedReranker, backwards: Backwards, changed: Callable[[Passage], Passage]
) -> None:
    await cached.ranked(asking(), FOUND, ANA)
    await cached.ranked(asking(), [LEAVE, changed(BANDS)], ANA)

    assert backwards.asked == 2


def test_a_chunk_has_another_id_in_another_generation() -> None:
    document = Document("d", "s", "p", "t", "u", "1", ())
    chunk = Chunk(0, (), "text", "en")
    everyone = access(clause("everyone"))

    assert Filed(document, "1", everyone).chunk_id(chunk) != Filed(
        document, "2", everyone
    ).chunk_id(chunk)


async def test_fewer_candidates_are_ordered_anew(
    cached: CachedReranker, backwards: Backwards
) -> None:
    await cached.ranked(asking(), FOUND, ANA)
    ranked = await cached.ranked(asking(), [LEAVE], ANA)

    assert backwards.asked == 2
    assert [one.chunk_id for one in ranked] == ["leave"]


@pytest.mark.parametrize("other", [asking("how much?"), asking(language="es")])
async def test_another_question_is_ordered_anew(
    cached: CachedReranker, backwards: Backwards, other: Question
) -> None:
    await cached.ranked(asking(), FOUND, ANA)
    await cached.ranked(other, FOUND, ANA)

    assert backwards.asked == 2


async def test_an_order_is_put_on_the_passages_just_found(cached: CachedReranker) -> None:
    await cached.ranked(asking(), FOUND, ANA)
    moved = replace(LEAVE, url="file:///elsewhere")

    ranked = await cached.ranked(asking(), [moved, BANDS], ANA)

    assert ranked[1].url == "file:///elsewhere"


async def test_what_was_not_asked_for_longest_is_forgotten(backwards: Backwards) -> None:
    cached = CachedReranker(backwards, size=2)
    for words in ("a", "b", "a", "c"):  # `b` goes
        await cached.ranked(asking(words), FOUND, ANA)
    assert backwards.asked == 3

    await cached.ranked(asking("a"), FOUND, ANA)
    assert backwards.asked == 3
    await cached.ranked(asking("b"), FOUND, ANA)
    assert backwards.asked == 4


async def test_nothing_found_is_nothing_ordered(cached: CachedReranker) -> None:
    assert await cached.ranked(asking(), [], ANA) == []
