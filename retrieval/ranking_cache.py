"""Was this order made for this reader before? Orders are kept, never what a passage says.

What is looked up is all that an order depends on: the question and its language, the keys that
the reader holds, and of each candidate its chunk id, access id and places in the legs. A chunk
id is made from its document's generation, so that a new version of a page is another candidate;
so is a page under another access; and where other pages change what a word is worth, the places
change. An order is put on the passages that were just found and checked: a passage can come back
from here neither to another reader nor after it was withdrawn.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from retrieval.access import Admission
from retrieval.documents import Leg, Passage
from retrieval.embedding import Question, Text
from retrieval.reranking import Reranker


@dataclass(frozen=True, slots=True)
class _Candidate:
    chunk_id: str
    access_id: str
    dense: Leg | None
    words: Leg | None


@dataclass(frozen=True, slots=True)
class _Asked:
    text: Text
    keys: frozenset[str]
    candidates: tuple[_Candidate, ...]


_Order = tuple[tuple[int, float], ...]  # the places that passages had, best first, and scores


class CachedReranker:
    """A reranker that is not asked twice for the same: the last `size` orders are kept."""

    def __init__(self, reranker: Reranker, *, size: int = 512) -> None:
        self._reranker = reranker
        self._size = size
        self._orders: OrderedDict[_Asked, _Order] = OrderedDict()

    async def ranked(
        self, question: Question, passages: Sequence[Passage], admission: Admission
    ) -> list[Passage]:
        """Order passages, best first, as they were ordered for the same reader before."""
        asked = _Asked(question.text, admission.keys, tuple(map(_candidate, passages)))
        order = self._orders.get(asked)
        if order is None:
            ranked = await self._reranker.ranked(question, passages, admission)
            order = _order(ranked, passages)
        self._orders[asked] = order
        self._orders.move_to_end(asked)
        if len(self._orders) > self._size:
            self._orders.popitem(last=False)
        return [replace(passages[place], score=score) for place, score in order]


def _candidate(passage: Passage) -> _Candidate:
    return _Candidate(passage.chunk_id, passage.access_id, passage.dense, passage.sparse)


def _order(ranked: Sequence[Passage], passages: Sequence[Passage]) -> _Order:
    places = {passage.chunk_id: place for place, passage in enumerate(passages)}
    return tuple((places[passage.chunk_id], passage.score) for passage in ranked)
