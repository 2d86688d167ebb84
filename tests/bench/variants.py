"""What is tried, one thing at a time? Each technique with and without, weights, lengths, cuts."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any

from retrieval.chunking import Limits
from retrieval.enrichment import Parts
from retrieval.recipe import Recipe
from tests.bench.asking import DEFAULT, STANDARD, Cut

_ON = 0.4  # the weight with which a technique is tried that the standard leaves out
_WEIGHTS = ("late", "dense", "words", "titles", "neighbours")
_TIMES = (0.5, 1.5)  # the standard weight of one leg
_DENSE, _WORDS = (0.1, 0.3, 0.5, 0.8), (0.5, 0.8, 1.1, 1.4)
_LENGTHS = {"each": (20, 80), "most": (30, 80, 120), "depth": (100, 400)}
_TOKENS = (200, 300, 400)
_OVERLAPS = (0.0, 0.15, 0.2)


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to index and to search; `what` says what differs from the standard."""

    what: str
    recipe: Recipe = STANDARD
    cut: Cut = DEFAULT
    is_centred: bool = True

    @property
    def is_of_the_index(self) -> bool:
        """Whether the pages must be indexed anew for it."""
        return self.cut != DEFAULT or not self.is_centred


def variants(standard: Recipe = STANDARD) -> list[Variant]:
    """All that is tried: first what needs no new index."""
    return [
        *_alone(standard),
        *_with_and_without(standard),
        *_weights(standard),
        *_lengths(standard),
        *_cuts(),
        *_contexts(),
        Variant("index: not centred", is_centred=False),
    ]


def _alone(standard: Recipe) -> Iterator[Variant]:
    """One leg alone, with nothing on top."""
    nothing: dict[str, Any] = {
        knob.name: type(getattr(standard, knob.name))(0)
        for knob in fields(standard)
        if knob.name not in _LENGTHS
    }
    for leg, name in (("words", "BM25"), ("dense", "dense"), ("late", "late interaction")):
        yield Variant(f"alone: {name}", replace(standard, **nothing | {leg: 1.0}))


def _with_and_without(standard: Recipe) -> Iterator[Variant]:
    for knob in fields(standard):
        if knob.name in _LENGTHS:
            continue
        value = getattr(standard, knob.name)
        other: Any = not value if isinstance(value, bool) else 0.0 if value else _ON
        word = "without" if value else "with"
        yield Variant(f"{word} {knob.name}", replace(standard, **{knob.name: other}))


def _weights(standard: Recipe) -> Iterator[Variant]:
    """Each weight smaller and larger, and a grid of the two legs of the index."""
    for name, times in product(_WEIGHTS, _TIMES):
        if weight := getattr(standard, name):
            value = round(weight * times, 3)
            yield Variant(f"weight: {name} {value}", replace(standard, **{name: value}))
    for dense, words in product(_DENSE, _WORDS):
        if (dense, words) != (standard.dense, standard.words):
            what = f"grid: dense {dense}, words {words}"
            yield Variant(what, replace(standard, dense=dense, words=words))


def _lengths(standard: Recipe) -> Iterator[Variant]:
    for name, values in _LENGTHS.items():
        for value in values:
            if value != getattr(standard, name):
                knob: dict[str, Any] = {name: value}
                yield Variant(f"length: {name} {value}", replace(standard, **knob))


def _cuts() -> Iterator[Variant]:
    usual = Limits()
    for tokens in _TOKENS:
        if tokens != usual.text:
            yield Variant(f"index: chunks of {tokens} tokens", cut=Cut(tokens=tokens))
    for overlap in _OVERLAPS:
        if overlap != usual.overlap:
            yield Variant(f"index: overlap {overlap}", cut=Cut(overlap=overlap))


def _contexts() -> Iterator[Variant]:
    names = [part.name for part in fields(Parts)]
    for name in names:
        yield Variant(f"index: without {name}", cut=Cut(parts=replace(Parts(), **{name: False})))
    none = Parts(**dict.fromkeys(names, False))
    yield Variant("index: without any context", cut=Cut(parts=none))
