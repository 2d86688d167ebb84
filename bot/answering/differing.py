"""Do two policies give other figures for what is about to be quoted? Then both are told."""

from collections.abc import Sequence

from bot.answering.candidates import Candidate
from retrieval.precedence import conflicts

_WORDS = 4  # of a sentence at least, for it to be known again


def differing(best: Candidate, found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The sentence that is about to be quoted and the one that contradicts it.

    In the order of the passages, which is that of their authority: the one in force first. Empty
    where nothing contradicts it.
    """
    passages = list(dict.fromkeys(one.read.passage.chunk_id for one in found))
    read = {one.read.passage.chunk_id: one.read.passage for one in found}
    ordered = sorted(passages, key=lambda id_: _rank(id_, found))
    for conflict in conflicts([read[id_] for id_ in ordered]):
        one = _saying(conflict.one.chunk_id, conflict.says, found)
        other = _saying(conflict.other.chunk_id, conflict.other_says, found)
        if one is not None and other is not None and best in (one, other):
            return one, other
    return ()


def _rank(chunk_id: str, found: Sequence[Candidate]) -> int:
    return min(one.rank for one in found if one.read.passage.chunk_id == chunk_id)


def _saying(chunk_id: str, says: str, found: Sequence[Candidate]) -> Candidate | None:
    told = " ".join(says.split())
    return next(
        (
            one
            for one in found
            if one.read.passage.chunk_id == chunk_id and _is_the_same(one.sentence, told)
        ),
        None,
    )


def _is_the_same(sentence: str, told: str) -> bool:
    """Whether two ways to cut a text into sentences mean the same one."""
    if min(len(sentence.split()), len(told.split())) < _WORDS:
        return sentence == told
    return sentence in told or told in sentence
