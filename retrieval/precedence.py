"""Which of several passages that say much the same comes first, and which contradict each other?

Applied to passages in the order of the search. What is current comes before what is older, and a
policy before a document of a lesser kind that says the same; nothing is dropped here. Passages
that state the same thing in other figures are found for whoever answers from them.
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


def settled(passages: Sequence[Passage]) -> list[Passage]:
    """Put passages (best first) in the order of their authority where they say much the same.

    A passage that outranks an earlier one which it is like moves up before it; all others stay.
    """
    alike = likeness([one.sketch for one in passages]) >= _ALIKE
    np.fill_diagonal(alike, val=False)
    if not alike.any():
        return list(passages)
    ordered: list[int] = []
    taken: set[int] = set()

    def take(place: int) -> None:
        """Take a passage, but first all that come before it by authority."""
        taken.add(place)
        for other in np.flatnonzero(alike[:, place]).tolist():
            if other not in taken and _comes_first(passages[other], passages[place]):
                take(other)
        ordered.append(place)

    for place in range(len(passages)):
        if place not in taken:
            take(place)
    return [passages[place] for place in ordered]


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


def _comes_first(one: Passage, other: Passage) -> bool:
    """Whether a passage outranks one of another document, of the same source, that it is like."""
    if one.source != other.source or one.document_id == other.document_id:
        return False
    return outranks(one, other)


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
