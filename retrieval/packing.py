"""How are a section's units put together into pieces? What belongs together first, then evenly."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from retrieval.boundaries import qualifies, sentences
from retrieval.units import Measure, Unit, units

_TAIL = 1500  # characters before a cut in which sentences to repeat are looked for
_MOST_SENTENCES = 6  # of them


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a section, and what is repeated before it."""

    start: int
    end: int
    lead: str = ""


def pieces(text: str, language: str, measure: Measure, overlap: float) -> list[Piece]:
    """Cut a section into pieces that fit; `overlap` is a part of the room, from 0.0 to 0.5."""
    if measure.fits(text):
        return [Piece(0, len(text))]
    packing = _Packing(text, language, measure, int(overlap * measure.room))
    return list(packing.pieces(units(text, language, measure)))


class _Packing:
    def __init__(self, text: str, language: str, measure: Measure, overlap: int) -> None:
        self._text = text
        self._language = language
        self._measure = measure
        self._overlap = overlap
        self._marks = measure.tokens(["a"])[0] - 1  # what the model adds to every text

    def pieces(self, parts: Sequence[Unit]) -> Iterator[Piece]:
        """Fill piece after piece, all about as long: no last line is left alone."""
        groups = list(self._groups(parts))
        total = sum(self._size(group) for group in groups)
        target = total / ceil(total / max(1, self._measure.room - self._marks))
        place, begin = 0, 0
        while place < len(groups):
            lead = self._lead(groups[place], groups[place - 1] if place else None, begin)
            after = self._filled(groups, place, lead, target)
            start, end = groups[place][0].start, groups[after - 1][-1].end
            while after > place + 1 and not self._measure.fits(lead + self._text[start:end]):
                after -= 1
                end = groups[after - 1][-1].end
            is_bare = not lead or self._measure.fits(lead + self._text[start:end])
            yield Piece(start, end, lead if is_bare else "")
            place, begin = after, start

    def _groups(self, parts: Sequence[Unit]) -> Iterator[list[Unit]]:
        """Put units together with what sticks to them, as far as that fits."""
        group: list[Unit] = []
        for part in parts:
            if group and not (part.sticks and self._size([*group, part]) <= self._room(group[0])):
                yield group
                group = []
            group.append(part)
        if group:
            yield group

    def _room(self, first: Unit) -> int:
        return self._measure.room - self._marks - self._length(first.lead)

    def _length(self, text: str) -> int:
        return self._measure.tokens([text])[0] - self._marks if text else 0

    def _size(self, group: Sequence[Unit]) -> int:
        return sum(unit.tokens - self._marks for unit in group)

    def _filled(self, groups: Sequence[list[Unit]], place: int, lead: str, target: float) -> int:
        """Say before which group a piece ends: when it is long enough, or the next has no room."""
        room = self._measure.room - self._marks - self._length(lead)
        size = self._size(groups[place])
        after = place + 1
        while after < len(groups) and size < target:
            size += self._size(groups[after])
            if size > room:
                break
            after += 1
        return after

    def _lead(self, group: Sequence[Unit], before: Sequence[Unit] | None, begin: int) -> str:
        """Repeat what a piece stands under, or else the sentences right before the cut."""
        if group[0].lead or before is None or not before[-1].is_prose or not group[0].is_prose:
            return group[0].lead
        # What narrows a rule that it does not fit beside is read with the end of the rule.
        most = self._measure.room // 3 if group[0].sticks else self._overlap
        most = min(most, self._measure.room - self._size(group) - self._marks)
        start = group[0].start
        floor = max(begin, start - _TAIL)
        tail = self._text[floor:start]
        starts = [0] * (floor == begin) + sentences(tail, self._language)
        ends = [
            tail[s:] for s in starts[-_MOST_SENTENCES:] if not qualifies(tail[s:], self._language)
        ]
        lengths = self._measure.tokens(ends)
        fitting = (e for e, n in zip(ends, lengths, strict=True) if n - self._marks <= most)
        return next(fitting, "")
