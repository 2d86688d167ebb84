"""Which passages may answer this question? Candidates from all legs, and their order."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from retrieval.access import Admission
from retrieval.bm25 import query_terms
from retrieval.documents import Passage
from retrieval.embedding import Embedder, Question, Text
from retrieval.fusion import fused
from retrieval.index import Index, Words
from retrieval.payload import passage
from retrieval.reranking import Ranked, Reranker
from retrieval.timing import Timings

CANDIDATES = 40
"""How many passages each leg may offer."""
RERANKED = 60
"""How many of those are looked at more closely."""
DEPTH = 200
"""How far down each leg is read, so that what one leg offers has its score in the other, too."""

_TWINS = 0.85  # the share of common four-word runs from which two passages are the same text


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for: a question that stands on its own, and its language."""

    text: str
    language: str


@dataclass(frozen=True, slots=True, eq=False)
class Sought:
    """A question as it was placed, and its candidates, by the fusion of the legs."""

    question: Question
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Fold:
    """A passage that says what a better one says."""

    passage: Passage
    twin_of: Passage


class Search:
    """Asks the index as one reader."""

    def __init__(self, embedder: Embedder, index: Index, reranker: Reranker) -> None:
        self._embedder = embedder
        self._index = index
        self._reranker = reranker

    async def candidates(
        self, query: Query, admission: Admission, timings: Timings
    ) -> Sought | None:
        """Find what the reader may match; where nothing is open, nothing is asked: None.

        BM25 sees only chunks of the question's language: in another one its words mean nothing,
        and its votes would push out what the dense leg found.
        """
        if admission.is_empty:
            return None
        with timings.stage("embedding"):
            question = await self._embedder.question(Text(query.text, query.language))
            words = Words(query_terms(query.text, query.language), query.language)
        with timings.stage("engine"):
            legs = await self._index.nearest([question.dense], [words], admission, depth=DEPTH)
            candidates = fused(legs, each=CANDIDATES, most=RERANKED)
            payloads = await self._index.payloads([one.id for one in candidates], admission)
        return Sought(
            question,
            tuple(
                passage(one.id, payloads[one.id], one.score, one.dense, one.words)
                for one in candidates
                if one.id in payloads
            ),
        )

    async def ranked(
        self, question: Question, passages: Sequence[Passage], timings: Timings
    ) -> Ranked:
        """Put in order what of the candidates may be read."""
        with timings.stage("reranking"):
            return await self._reranker.ranked(question, passages)

    async def is_empty(self) -> bool:
        """Tell whether the index holds nothing at all."""
        return await self._index.count() == 0


def folded(passages: Sequence[Passage]) -> tuple[list[Passage], list[Fold]]:
    """Keep the first of each group of near-twins of one source, in order; tell the others apart."""
    if not passages:
        return [], []
    sketches = np.array([one.sketch for one in passages])
    likeness = (sketches[:, None, :] == sketches[None, :, :]).mean(axis=2)
    kept: list[int] = []
    folds = []
    for place, found in enumerate(passages):
        twins = (
            other
            for other in kept
            if likeness[place, other] >= _TWINS and passages[other].source == found.source
        )
        twin = next(twins, None)
        if twin is None:
            kept.append(place)
        else:
            folds.append(Fold(found, passages[twin]))
    return [passages[place] for place in kept], folds
