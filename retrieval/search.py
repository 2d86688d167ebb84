"""Which passages may answer this question? Candidates from both legs, fused, near-twins folded."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from retrieval.access import Admission
from retrieval.documents import Passage
from retrieval.embedding import Embedder, query_terms
from retrieval.index import Index
from retrieval.timing import Timings

CANDIDATES = 50
"""How many passages each leg may offer."""

_TWINS = 0.85  # the share of common four-word runs from which two passages are the same text


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for: a question that stands on its own, and its language."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Fold:
    """A passage that says what a better one says."""

    passage: Passage
    twin_of: Passage


class Search:
    """Asks the index as one reader."""

    def __init__(self, embedder: Embedder, index: Index) -> None:
        self._embedder = embedder
        self._index = index

    async def candidates(
        self, query: Query, admission: Admission, timings: Timings
    ) -> list[Passage]:
        """Find what the reader may match, best first; where nothing is open, nothing is asked."""
        if admission.is_empty:
            return []
        with timings.stage("embedding"):
            dense = await self._embedder.query(query.text)
            sparse = query_terms(query.text, query.language)
        with timings.stage("engine"):
            return await self._index.nearest(
                dense, sparse, query.language, admission, candidates=CANDIDATES
            )


def folded(passages: Sequence[Passage]) -> tuple[list[Passage], list[Fold]]:
    """Keep the first of each group of near-twins of one source, in order; tell the others apart."""
    if not passages:
        return [], []
    sketches = np.array([passage.sketch for passage in passages])
    likeness = (sketches[:, None, :] == sketches[None, :, :]).mean(axis=2)
    kept: list[int] = []
    folds = []
    for place, passage in enumerate(passages):
        twins = (
            other
            for other in kept
            if likeness[place, other] >= _TWINS and passages[other].source == passage.source
        )
        twin = next(twins, None)
        if twin is None:
            kept.append(place)
        else:
            folds.append(Fold(passage, passages[twin]))
    return [passages[place] for place in kept], folds
