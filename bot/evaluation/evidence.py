"""Does the judgement of the evidence tell what can be answered from what cannot?"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

_KEPT = 0.9  # of the answerable are still answered


@dataclass(frozen=True, slots=True)
class Judged:
    """One question: how well its evidence was judged, more being better, and the truth."""

    evidence: float
    is_answerable: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """The figures of a judgement, from 0 to 1.

    `auc`: how often an answerable question is judged better than one that is not. `risk`: the area
    under the share of unanswerable among those answered, over all coverages; less is better.
    `refused`: the share of the unanswerable refused where 90 % of the answerable are answered.
    """

    auc: float
    risk: float
    refused: float


def judgement(questions: Sequence[Judged]) -> Judgement | None:
    """Measure a judgement; None unless there are questions of both kinds."""
    answerable = sorted(one.evidence for one in questions if one.is_answerable)
    others = [one.evidence for one in questions if not one.is_answerable]
    if not answerable or not others:
        return None
    threshold = answerable[len(answerable) - ceil(_KEPT * len(answerable))]
    return Judgement(
        auc=_auc(answerable, others),
        risk=_area(questions),
        refused=sum(evidence < threshold for evidence in others) / len(others),
    )


def _auc(answerable: Sequence[float], others: Sequence[float]) -> float:
    won = sum((one > other) + (one == other) / 2 for one in answerable for other in others)
    return won / (len(answerable) * len(others))


def _area(questions: Sequence[Judged]) -> float:
    """Average the risk over all coverages; what is judged alike counts as mixed evenly."""
    best_first = sorted(questions, key=lambda one: -one.evidence)
    wrong, answered, risks = 0.0, 0, 0.0
    for _, alike in groupby(best_first, key=lambda one: one.evidence):
        group = list(alike)
        share = sum(not one.is_answerable for one in group) / len(group)
        for _ in group:
            wrong += share
            answered += 1
            risks += wrong / answered
    return risks / len(questions)
