"""How do the pieces of what is said become messages that are not too large?

Microsoft promises 28 KB for a message with a card, counted as UTF-16. A message holds 20 citations,
each of which has its mark in the text of the same message; marks beyond them only look like marks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.surfaces.teams.drawing.cards import Piece
from bot.surfaces.teams.drawing.elements import Element, size
from bot.surfaces.teams.drawing.markdown import Stretch, cites, markdown
from bot.surfaces.teams.messages import MOST_CITATIONS

LARGEST = 28 * 1024
"""Bytes of a message."""

_CLAIMS = 18 * 1024  # bytes of what tells of the sources of a message
_AROUND = 48  # bytes of what stands between two pieces

Flow = Sequence[Stretch | Piece]


@dataclass(slots=True)
class Draft:
    """A message: its text, what is in its card, and the numbers of the sources that it cites."""

    stretches: list[Stretch] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    cited: list[int] = field(default_factory=list)
    weight: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing is in it yet."""
        return not self.stretches and not self.elements

    @property
    def text(self) -> str:
        """Write the text."""
        return markdown(self.stretches, self.cited)


@dataclass(frozen=True, slots=True)
class Packing:
    """Packs messages: each has `room` bytes, and a source that it cites takes its `claims`."""

    room: int
    claims: Mapping[int, int]

    def packed(self, flow: Flow, tail: Flow) -> list[Draft]:
        """Pack in order; the tail stays together if one message holds it."""
        drafts = [Draft()]
        groups = [[piece] for piece in flow]
        groups += [list(tail)] if self._fits(Draft(), tail) else [[piece] for piece in tail]
        for group in groups:
            if not drafts[-1].is_empty and not self._fits(drafts[-1], group):
                drafts.append(Draft())
            self._add(drafts[-1], group)
        return drafts

    def _fits(self, draft: Draft, group: Flow) -> bool:
        cited = self._cited(draft, group)
        claims = sum(self.claims[number] for number in cited)
        return (
            len(cited) <= MOST_CITATIONS
            and claims <= _CLAIMS
            and draft.weight + sum(map(_weight, group)) + claims <= self.room
        )

    def _add(self, draft: Draft, group: Flow) -> None:
        claims = 0
        cited = self._cited(draft, group)
        draft.cited.clear()
        for number in cited[:MOST_CITATIONS]:
            claims += self.claims[number]
            if claims > _CLAIMS:
                break
            draft.cited.append(number)
        for piece in group:
            draft.weight += _weight(piece)
            if isinstance(piece, Stretch):
                draft.stretches.append(piece)
            else:
                draft.elements += piece

    def _cited(self, draft: Draft, group: Flow) -> list[int]:
        marked = cites(piece for piece in group if isinstance(piece, Stretch))
        there = (number for number in marked if number in self.claims)
        return list(dict.fromkeys((*draft.cited, *there)))


def _weight(piece: Stretch | Piece) -> int:
    if isinstance(piece, Stretch):
        return size(markdown([piece])) + 8 * piece.depth + _AROUND
    return sum(size(element) + _AROUND for element in piece)
