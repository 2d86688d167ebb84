"""Medians and tails."""

from collections.abc import Sequence
from statistics import median, quantiles

_FEW = 20


def p50(times: Sequence[float]) -> float:
    """The median."""
    return median(times)


def p95(times: Sequence[float]) -> float:
    """The 95th percentile; the longest of a few."""
    return max(times) if len(times) < _FEW else quantiles(times, n=_FEW)[-1]
