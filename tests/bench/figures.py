"""Medians and tails."""

from collections.abc import Sequence
from statistics import median, quantiles


def p50(times: Sequence[float]) -> float:
    """The median."""
    return median(times)


def p95(times: Sequence[float]) -> float:
    """The 95th percentile."""
    return quantiles(times, n=20)[-1]
