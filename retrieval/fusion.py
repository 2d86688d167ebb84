"""Which passages are worth a closer look? The legs of a search, fused by rank."""

from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.documents import Leg

RRF_K = 60  # the constant of the rank-fusion paper; Qdrant's own default is 2


@dataclass(frozen=True, slots=True)
class Hit:
    """A point that a leg found."""

    id: str
    score: float


@dataclass(frozen=True, slots=True)
class Legs:
    """What each leg found, best first, of the dense ones and of the word ones."""

    dense: tuple[Sequence[Hit], ...] = ()
    words: tuple[Sequence[Hit], ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A point with its score by fusion, and its best place in the legs of each kind."""

    id: str
    score: float
    dense: Leg | None
    words: Leg | None


def fused(legs: Legs, *, each: int, most: int) -> list[Candidate]:
    """Take the first `each` of every leg, put them in order by rank, and keep at most `most`.

    Every leg adds 1 / (60 + rank), however far down a point stands in it. Done here and not in
    the engine: the record wants every leg's own ranks, which the engine gives only to queries
    of their own, and ties between legs (they are many) would be cut at random.
    """
    every = (*legs.dense, *legs.words)
    offered = {hit.id for leg in every for hit in leg[:each]}
    scores = dict.fromkeys(offered, 0.0)
    for leg in every:
        for rank, hit in enumerate(leg, start=1):
            if hit.id in offered:
                scores[hit.id] += 1 / (RRF_K + rank)
    dense, words = _best(legs.dense), _best(legs.words)
    best_first = sorted(scores.items(), key=lambda scored: (-scored[1], scored[0]))
    return [Candidate(id_, s, dense.get(id_), words.get(id_)) for id_, s in best_first[:most]]


def _best(legs: Sequence[Sequence[Hit]]) -> dict[str, Leg]:
    """The best place of each point in any of several legs."""
    best: dict[str, Leg] = {}
    for leg in legs:
        for rank, hit in enumerate(leg, start=1):
            if hit.id not in best or rank < best[hit.id].rank:
                best[hit.id] = Leg(rank, round(hit.score, 6))
    return best
