"""Answers with the sentences of the policies themselves: nothing is reworded, nothing is added.

A sentence is quoted only when it and its passage bear out the question, down to the words that
they bear out least, when it holds the kind of value that was asked for, and when its headings hold
for the place and the people asked about. Otherwise the answer is that these policies do not tell,
with the nearest pages to look at. No score of the search decides anything.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from bot.answering.abstaining import not_told
from bot.answering.answerer import Desk
from bot.answering.asked import Value, asked_for, holds
from bot.answering.coverage import Covered, Numbers, Question, Read, question, read
from bot.answering.kinds import is_beyond_policies
from bot.answering.quoting import LONGEST, Quoted, grounded, joined
from bot.answering.request import Request
from bot.answering.scope import holds_for
from bot.answers import Answer
from retrieval.documents import Passage
from retrieval.embedding import TokenEmbedder

_READ = 6  # passages that are read to the word
_CHARACTERS = 5000  # of these at most: some 1,200 tokens, half a second on two cores
_BEST = 4  # sentences of which one has to bear out the question
_RANK = 0.005  # what each place further down costs a passage's sentences
_LACKS = 0.06  # how much worse a row covers a word than the row beside it that has the word
_CLOSE = 0.1  # how much less than the best sentence another may cover and still be quoted
_CLOSE_ELSEWHERE = 0.04  # the same, for a sentence of another document

# How well the worst covered words have to be, in the best sentence and in the best passage (the
# sum of two cosines). Calibrated for the embedded model on the golden questions: nine in ten that
# have an answer pass, and more than half of those near a topic that have none do not.
_FLOOR = 1.55
_WORD = 0.006  # a long question always has a word that nothing covers: credit for each, up to
_WORDS = 12
_ACROSS = 0.05  # between languages, the same word covers less


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A sentence that may answer; `place` is where it stands among those of its passage."""

    read: Read
    place: int
    score: float
    headed: Numbers

    @property
    def table(self) -> tuple[str, int] | None:
        """Of which table it is a row."""
        table = self.read.sentences[self.place].table
        return None if table is None else (self.read.passage.chunk_id, table)


class ExtractiveAnswerer:
    """Quotes; needs no other model than the one that finds passages."""

    def __init__(self, embedder: TokenEmbedder) -> None:
        self._embedder = embedder
        self.name = f"extractive 1, {embedder.model}"

    async def answer(
        self, request: Request, passages: Sequence[Passage], _desk: Desk | None = None, /
    ) -> Answer:
        """Quote the sentences that answer, or say that the passages do not tell."""
        if is_beyond_policies(request.question):
            return not_told(request, passages)
        asked = await question(self._embedder, request.search, request.language)
        if not asked.words:
            return not_told(request, passages)
        held = [passage for passage in passages if holds_for(request.search, passage)]
        reads = await read(self._embedder, _worth_reading(held))
        quoted = await asyncio.to_thread(_quoted, request, asked, reads)
        if not quoted:
            return not_told(request, passages)
        return grounded(joined(quoted), request.reply_in)


def _worth_reading(passages: Sequence[Passage]) -> list[Passage]:
    """Take the best passages, as many as there is time to read, one at least."""
    lengths = accumulate(len(passage.text) for passage in passages[:_READ])
    return [p for p, length in zip(passages, lengths, strict=False) if length <= _CHARACTERS] or [
        *passages[:1]
    ]


def _quoted(request: Request, asked: Question, reads: Sequence[Read]) -> list[Quoted]:
    """Choose the sentences to quote, best first; none where the question is not borne out."""
    covered = [asked.covered(one) for one in reads]
    candidates = _candidates(asked, covered, asked_for(request.question, request.language))
    if not _is_borne_out(asked, covered, candidates):
        return []
    told = _without_other_rows(candidates, asked)
    return [Quoted(one.read, one.place) for one in told if _is_close(one, told[0])]


def _candidates(
    asked: Question, covered: Sequence[Covered], value: Value | None
) -> list[_Candidate]:
    """The sentences that hold the value, best first."""
    found = [
        _candidate(asked, one, place, rank)
        for rank, one in enumerate(covered)
        for place, sentence in enumerate(one.read.sentences)
        if sentence.is_quotable
        and not sentence.asks
        and len(one.read.told(place)) <= LONGEST
        and holds(value, one.read.told(place), one.read.passage.language)
    ]
    return sorted(found, key=lambda candidate: -candidate.score)


def _candidate(asked: Question, one: Covered, place: int, rank: int) -> _Candidate:
    """Score a sentence by itself and under its headings, with all that is told before it."""
    alone = one.told(place)
    headed = np.maximum(alone, one.head)
    score = asked.mean(alone) + asked.mean(headed) - _RANK * rank
    return _Candidate(one.read, place, score, headed)


def _is_close(one: _Candidate, best: _Candidate) -> bool:
    """Whether a sentence is worth quoting beside the best: one of another document hardly ever."""
    same = one.read.passage.document_id == best.read.passage.document_id
    return one.score >= best.score - (_CLOSE if same else _CLOSE_ELSEWHERE)


def _without_other_rows(candidates: Sequence[_Candidate], asked: Question) -> list[_Candidate]:
    """Leave out rows that lack a word of the question which the best row of their table has."""
    best: dict[tuple[str, int], _Candidate] = {}
    kept = []
    for one in candidates:
        row = best.setdefault(one.table, one) if one.table else one
        if not (((row.headed - one.headed) > _LACKS) & (asked.weights == 1)).any():
            kept.append(one)
    return kept


def _is_borne_out(
    asked: Question, covered: Sequence[Covered], candidates: Sequence[_Candidate]
) -> bool:
    """Whether the words of the question that are covered worst are covered well enough."""
    if not candidates:
        return False
    sentence = max(asked.worst(candidate.headed) for candidate in candidates[:_BEST])
    passage = max(asked.worst(one.whole()) for one in covered)
    credit = _WORD * min(asked.words, _WORDS)
    if candidates[0].read.passage.language != asked.language:
        credit += _ACROSS
    return sentence + passage + credit >= _FLOOR
