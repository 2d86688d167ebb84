"""How good was a run? Recall, F1, MRR and nDCG over pages, by group of questions."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.evaluation.questions import Golden

RANKS = (1, 3, 5, 10, 20)
_THREE, _FIVE, _TEN, _TWENTY = 3, 5, 10, 20


@dataclass(frozen=True, slots=True)
class Scored:
    """One question's figures, from 0 to 1."""

    golden: Golden
    figures: Mapping[str, float]


def scored(golden: Golden, retrieved: Sequence[str]) -> Scored | None:
    """Score one question; None where no page is known to carry the answer.

    A page counts once, at its first place. Recall@k is the share of the relevant pages among the
    first k, precision@3 the share of three that are relevant, however few were found; MRR and nDCG
    look at the first ten; `fail@20` is 1 where none is among twenty; `other_org@5` is the share of
    five that are of another organisation than the asker's.
    """
    if not golden.relevant:
        return None
    pages = list(dict.fromkeys(retrieved))
    places = [n for n, page in enumerate(pages) if page in golden.relevant]
    gain = sum(1 / math.log2(n + 2) for n in places if n < _TEN)
    best = sum(1 / math.log2(n + 2) for n in range(min(_TEN, len(golden.relevant))))
    figures = {f"recall@{k}": sum(n < k for n in places) / len(golden.relevant) for k in RANKS}
    precision = sum(n < _THREE for n in places) / _THREE
    figures["precision@3"] = precision
    figures["F1@3"] = _harmonic(precision, figures["recall@3"])
    figures["MRR@10"] = next((1 / (n + 1) for n in places if n < _TEN), 0.0)
    figures["nDCG@10"] = gain / best
    figures["fail@20"] = float(not any(n < _TWENTY for n in places))
    figures["other_org@5"] = len(of_others(golden, pages[:_FIVE])) / _FIVE
    return Scored(golden, figures)


def of_others(golden: Golden, pages: Sequence[str]) -> list[str]:
    """Tell which pages are of another organisation than the asker's, where there are several."""
    if golden.organisation is None:
        return []
    return [page for page in pages if page.split("/")[0] != golden.organisation]


def by_group(scores: Iterable[Scored]) -> dict[str, dict[str, float]]:
    """Average the figures over all, and over each organisation, language and tag; `n` counts."""
    sums: dict[str, dict[str, float]] = {}
    for score in scores:
        for group in groups(score.golden):
            into = sums.setdefault(group, {"n": 0.0})
            into["n"] += 1
            for name, figure in score.figures.items():
                into[name] = into.get(name, 0.0) + figure
    return {
        group: {k: v if k == "n" else v / figures["n"] for k, v in figures.items()}
        for group, figures in sums.items()
    }


def _harmonic(one: float, other: float) -> float:
    return 2 * one * other / (one + other) if one + other else 0.0


def groups(golden: Golden) -> list[str]:
    """Name the groups that a question counts in."""
    return [
        "ALL",
        f"corpus:{golden.organisation}",
        f"lang:{golden.language}",
        *(f"tag:{tag}" for tag in golden.tags),
    ]
