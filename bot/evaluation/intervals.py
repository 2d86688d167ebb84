"""How sure is a figure? Bootstrap over questions: some groups are small."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_RESAMPLES = 1000
_SEED = 1
_LOW, _HIGH = 2.5, 97.5  # percent: what lies between is the 95 % interval


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over questions, with the ends of its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether 0 lies outside: of a difference, that it is no chance of the questions."""
        return self.low > 0 or self.high < 0


def estimated(values: Sequence[float]) -> Estimate:
    """Estimate a mean from one value a question; `ValueError` where there is none."""
    if not values:
        raise ValueError("There is no question to estimate a figure from.")
    known = np.asarray(values, np.float64)
    low, high = np.percentile(_means(known), (_LOW, _HIGH))
    return Estimate(float(known.mean()), float(low), float(high))


def ratio(pairs: Sequence[tuple[float, float]]) -> Estimate:
    """Estimate a sum out of a sum, from what one question adds to either.

    `ValueError` where the second is 0 in all.
    """
    if not any(of for _, of in pairs):
        raise ValueError("There is nothing that a share could be of.")
    parts, wholes = np.asarray(pairs, np.float64).T
    drawn = _drawn(len(pairs))
    sums = wholes[drawn].sum(axis=1)
    means = parts[drawn].sum(axis=1)[sums > 0] / sums[sums > 0]
    low, high = np.percentile(means, (_LOW, _HIGH))
    return Estimate(float(parts.sum() / wholes.sum()), float(low), float(high))


def difference(ours: Sequence[float], theirs: Sequence[float]) -> Estimate:
    """Estimate how much better we are: the two are of the same questions, in the same order."""
    pairs = zip(ours, theirs, strict=True)
    return estimated([one - other for one, other in pairs])


def _means(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Average as many questions as there are, drawn with replacement, again and again."""
    means: NDArray[np.float64] = values[_drawn(len(values))].mean(axis=1)
    return means


def _drawn(size: int) -> NDArray[np.int64]:
    return np.random.default_rng(_SEED).integers(size, size=(_RESAMPLES, size))
