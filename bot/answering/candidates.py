"""Which sentences may answer a question, and how well does each?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bot.answering.asked import Value, holds
from bot.answering.coverage import Covered, Numbers, Question, Read

LONGEST = 700
"""Characters of a sentence, with all that is told before it, beyond which it is not quoted."""

_RANK = 0.005  # what each place further down costs a passage's sentences


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A sentence that may answer; `place` is where it stands among those of its passage.

    `headed` is what it covers under its headings, with all that is told before it; `rank` counts
    passages from 0.
    """

    covered: Covered
    place: int
    score: float
    headed: Numbers
    rank: int

    @property
    def sentence(self) -> str:
        """How it reads."""
        return self.read.sentences[self.place].text

    @property
    def read(self) -> Read:
        """The passage that it stands in."""
        return self.covered.read

    @property
    def table(self) -> tuple[str, int] | None:
        """Of which table it is a row."""
        table = self.read.sentences[self.place].table
        return None if table is None else (self.read.passage.chunk_id, table)


def candidates(asked: Question, covered: Sequence[Covered], value: Value | None) -> list[Candidate]:
    """The sentences that hold the kind of value asked for, best first."""
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


def _candidate(asked: Question, one: Covered, place: int, rank: int) -> Candidate:
    """Score a sentence by itself and under its headings, with all that is told before it."""
    alone = one.told(place)
    headed = np.maximum(alone, one.head)
    score = asked.mean(alone) + asked.mean(headed) - _RANK * rank
    return Candidate(one, place, score, headed, rank)
