"""Which of several passages that say much the same comes first, and which contradict each other?

Applied to passages in the order of the search. What is current comes before what is older, and a
policy before a document of a lesser kind that says the same; nothing is dropped here. Passages
that state the same thing in other figures are told as conflicts, and should all be kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from re import compile as pattern

import numpy as np

from retrieval.documents import Kind, Passage
from retrieval.sketch import likeness
from retrieval.statements import Statement, contradict, statements

_ALIKE = 0.5  # of four-word runs in common: two wordings of one rule, not two rules on one topic
_READ = 6  # passages among which conflicts are looked for: those that an answer is made of
_LESSER = {Kind.FAQ, Kind.MINUTES, Kind.ANNOUNCEMENT}
_NEVER = datetime.min.replace(tzinfo=UTC)
_VERSION = pattern(r"[vV]?\.?\s?(\d{1,6}(?:\.\d{1,6})*)")


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two passages of different documents, `one` before `other`, and the sentences that differ."""

    one: Passage
    other: Passage
    says: str
    other_says: str


@dataclass(frozen=True, slots=True)
class Settled:
    """All the passages in their order, and what of the best of them is in conflict."""

    passages: tuple[Passage, ...]
    conflicts: tuple[Conflict, ...]

    @property
    def in_conflict(self) -> frozenset[str]:
        """The ids of the chunks that are in conflict with another one."""
        return frozenset(p.chunk_id for c in self.conflicts for p in (c.one, c.other))


def settled(passages: Sequence[Passage], *, close: float = 0.0) -> Settled:
    """Put passages (best first) in the order of their authority where they say much the same.

    A passage that outranks an earlier one which it is like moves up before it; all others stay.
    With `close`, a policy also moves before a document of a lesser kind, whatever the words of
    the two, whose score is at most that much better.
    """
    ordered = _ordered(passages, close)
    return Settled(tuple(ordered), tuple(conflicts(ordered[:_READ])))


def outranks(one: Passage, other: Passage) -> bool:
    """Tell whether a passage counts for more than another that says much the same."""
    return _authority(one) > _authority(other)


def conflicts(passages: Sequence[Passage]) -> list[Conflict]:
    """Find the passages of different documents that give other figures for the same thing."""
    read = [(passage, statements(passage.text, passage.language)) for passage in passages]
    return [
        Conflict(one, other, says[0].text, says[1].text)
        for place, (other, others) in enumerate(read)
        for one, ones in read[:place]
        if one.document_id != other.document_id
        and one.language == other.language
        and (says := _contradiction(ones, others)) is not None
    ]


def _ordered(passages: Sequence[Passage], close: float) -> list[Passage]:
    """Take each passage in turn, but first all that come before it by authority."""
    alike = likeness([one.sketch for one in passages]) >= _ALIKE
    np.fill_diagonal(alike, val=False)
    if not close and not alike.any():
        return list(passages)
    ordered: list[int] = []
    taken: set[int] = set()

    def take(place: int) -> None:
        taken.add(place)
        near = np.flatnonzero(alike[:, place]).tolist()
        for other in range(len(passages)) if close else near:
            if other not in taken and _comes_first(
                passages[other], passages[place], alike=bool(alike[other, place]), close=close
            ):
                take(other)
        ordered.append(place)

    for place in range(len(passages)):
        if place not in taken:
            take(place)
    return [passages[place] for place in ordered]


def _comes_first(one: Passage, other: Passage, *, alike: bool, close: float) -> bool:
    if one.source != other.source or one.document_id == other.document_id:
        return False
    if alike:
        return outranks(one, other)
    binds = one.kind not in _LESSER and other.kind in _LESSER
    return binds and 0 <= other.score - one.score < close


def _authority(passage: Passage) -> tuple[bool, date, tuple[int, ...], datetime]:
    """Order by kind, then by the day since which it holds, then by version, then by update.

    Where no day is stated, that of the last update stands for it; what is unknown counts least.
    """
    updated = passage.updated or _NEVER
    return (
        passage.kind not in _LESSER,
        passage.effective_from or updated.date(),
        _version(passage.version),
        updated,
    )


def _version(said: str) -> tuple[int, ...]:
    """Read "v2.10" as numbers; nothing where it is something else, such as a digest."""
    read = _VERSION.fullmatch(said.strip())
    return tuple(map(int, read[1].split("."))) if read else ()


def _contradiction(
    ones: Sequence[Statement], others: Sequence[Statement]
) -> tuple[Statement, Statement] | None:
    pairs = ((one, other) for one in ones for other in others if contradict(one, other))
    return next(pairs, None)
