"""Do two texts say the same? Told from a few numbers that are kept with each.

MinHash (Broder, 1997): the share of equal numbers in two sketches is about the share of runs of
four words that the texts have in common.
"""

import re
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_NUMBERS = 24
_RUN = 4
_WORD = re.compile(r"\w+")
_PRIME = (1 << 31) - 1
_FACTORS = np.random.default_rng(1997).integers(1, _PRIME, size=(2, _NUMBERS), dtype=np.uint64)


def sketch(text: str) -> tuple[int, ...]:
    """Draw a text's sketch: 24 numbers, the same for texts that differ in case and marks only."""
    hashes = np.array([zlib.crc32(run.encode()) % _PRIME for run in runs(text)], dtype=np.uint64)
    spread = (hashes[:, None] * _FACTORS[0] + _FACTORS[1]) % _PRIME
    return tuple(spread.min(axis=0).tolist())


def likeness(sketches: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """Compare sketches each with each: about the share of what every two texts have in common."""
    if not sketches:
        return np.empty((0, 0))
    numbers = np.array(sketches)
    return np.asarray((numbers[:, None] == numbers[None, :]).mean(axis=2), np.float64)


def runs(text: str) -> set[str]:
    """Every run of four words in a text; the whole of a shorter one."""
    words = _WORD.findall(text.casefold())
    return {" ".join(words[i : i + _RUN]) for i in range(max(1, len(words) - _RUN + 1))}
