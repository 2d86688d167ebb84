"""In which order do candidates answer? Late interaction, mixed with what the legs say."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from retrieval.documents import Passage
from retrieval.embedding import Question
from retrieval.late import Codes, Numbers, covered


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each leg counts beside late interaction, which counts 1; all in z-scores.

    Taken from the reference recipe and confirmed by `python -m tests.bench sweep`: the order is
    flat around them.
    """

    dense: float = 0.8
    words: float = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """Passages, best first; `coverage` has a row for each, and a column for each token asked."""

    passages: tuple[Passage, ...]
    coverage: Numbers


class TokenStates(Protocol):
    """Where the tokens of passages are kept."""

    async def of(self, chunk_ids: Sequence[str]) -> Mapping[str, Codes]:
        """Read the tokens of each chunk; a chunk of which none are kept is left out."""


class Reranker(Protocol):
    """Puts candidates in order."""

    async def ranked(self, question: Question, passages: Sequence[Passage]) -> Ranked:
        """Order passages, best first, each with its new score."""


class LateInteraction:
    """z(MaxSim) + dense · z(dense) + words · z(BM25), over the candidates of one question.

    A leg that did not come as far down as a passage is taken to give it the least that it gave
    any, which is little: the legs are read much deeper than candidates are taken. All tokens of
    the question count alike: weighing them by their rarity was tried, and changed nothing.
    """

    def __init__(self, states: TokenStates, weights: Weights) -> None:
        self._states = states
        self._weights = weights

    async def ranked(self, question: Question, passages: Sequence[Passage]) -> Ranked:
        """Order passages, best first; equal ones by document and place."""
        if not passages:
            return Ranked((), np.empty((0, len(question.tokens)), np.float32))
        known = await self._states.of([passage.chunk_id for passage in passages])
        codes = [known.get(passage.chunk_id, b"") for passage in passages]
        coverage = await asyncio.to_thread(covered, question.tokens, codes)
        scores = self._scores(question, coverage, passages)
        order = sorted(
            range(len(passages)),
            key=lambda n: (-scores[n], passages[n].document_id, passages[n].ordinal),
        )
        best_first = tuple(replace(passages[n], score=round(float(scores[n]), 6)) for n in order)
        return Ranked(best_first, coverage[order])

    def _scores(
        self, question: Question, coverage: Numbers, passages: Sequence[Passage]
    ) -> Numbers:
        dense = _filled([None if p.dense is None else p.dense.score for p in passages])
        words = _filled([0.0 if p.sparse is None else p.sparse.score for p in passages])
        mixed = self._weights.dense * _z(dense) + self._weights.words * _z(words)
        if len(question.tokens):
            mixed += _z(coverage.mean(axis=1))
        return mixed


def _filled(scores: Sequence[float | None]) -> Numbers:
    """Give what a leg did not find the least that it gave any."""
    known = [score for score in scores if score is not None]
    least = min(known, default=0.0)
    return np.array([least if score is None else score for score in scores], np.float32)


def _z(scores: Numbers) -> Numbers:
    """Standard scores; all 0 where all are alike."""
    spread = float(scores.std())
    centred = scores - scores.mean()
    return np.asarray(centred / spread if spread > 1e-6 else centred * 0, np.float32)  # noqa: PLR2004
