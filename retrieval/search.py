"""Which passages may answer this question? Candidates from both legs, fused, near-twins folded."""

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.access import Admission
from retrieval.documents import Passage
from retrieval.embedding import Embedder, query_terms
from retrieval.index import Index
from retrieval.timing import Timings

CANDIDATES = 50
"""How many passages each leg may offer."""

_SKETCH = 24
_TWINS = 0.85  # the share of common four-word runs from which two passages are the same text
_WORD = re.compile(r"\w+")


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
    kept: list[tuple[Passage, frozenset[int]]] = []
    folds = []
    for passage in passages:
        sketch = _sketch(passage.text)
        twin = next((k for k, s in kept if k.source == passage.source and _alike(s, sketch)), None)
        if twin is None:
            kept.append((passage, sketch))
        else:
            folds.append(Fold(passage, twin))
    return [passage for passage, _ in kept], folds


def _sketch(text: str) -> frozenset[int]:
    """The smallest hashes of the runs of four words: two texts alike have these in common."""
    words = _WORD.findall(text.casefold())
    runs = {" ".join(words[i : i + 4]) for i in range(max(1, len(words) - 3))}
    return frozenset(sorted(zlib.crc32(run.encode()) for run in runs)[:_SKETCH])


def _alike(one: frozenset[int], other: frozenset[int]) -> bool:
    smallest = sorted(one | other)[:_SKETCH]
    common = sum(hash_ in one and hash_ in other for hash_ in smallest)
    return bool(smallest) and common / len(smallest) >= _TWINS
