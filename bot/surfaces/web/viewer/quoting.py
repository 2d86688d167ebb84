"""Where in a document does a quote stand?

A quote travels in an address. One that is too long for that keeps its beginning and its end, with
`[…]` between them, as in print.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from retrieval.documents import Section

LONGEST_QUOTE = 500
"""Characters of a quote in an address; what is longer is abridged."""

MOST_QUOTES = 8
"""Quotes that are looked for in one document."""

GAP = " […] "
_LONGEST_END = (LONGEST_QUOTE - len(GAP)) // 2


@dataclass(frozen=True, slots=True)
class Stretch:
    """The characters of a text from `start` up to, but without, `end`."""

    start: int
    end: int


def abridged(quote: str) -> str:
    """Shorten a quote to what an address can hold; `stretches` finds it all the same."""
    words = " ".join(quote.split())
    if len(words) <= LONGEST_QUOTE:
        return words
    return f"{words[:_LONGEST_END].strip()}{GAP}{words[-_LONGEST_END:].strip()}"


def stretches(
    sections: Sequence[Section], quotes: Sequence[str], *, anchor: str
) -> dict[int, list[Stretch]]:
    """Find each quote once, by the places of the sections; one that stands nowhere is left out.

    What stands several times is taken from the section of that anchor, or else from the first.
    Stretches of one section are in order and do not overlap.
    """
    places = sorted(range(len(sections)), key=lambda place: sections[place].anchor != anchor)
    found: dict[int, list[Stretch]] = {}
    for quote in quotes[:MOST_QUOTES]:
        if len(quote) > LONGEST_QUOTE:
            continue
        hits = ((place, _stretch(sections[place].text, quote)) for place in places)
        for place, stretch in hits:
            if stretch is not None:
                found.setdefault(place, []).append(stretch)
                break
    return {place: list(_apart(several)) for place, several in found.items()}


def _stretch(text: str, quote: str) -> Stretch | None:
    """Find a quote, white space counting as one blank; of an abridged one, the shortest it can be.

    Sentences of a law like to begin alike: the beginning that counts is the last before the end.
    """
    beginning, gap, end = quote.partition(GAP)
    first = _search(beginning, text, 0)
    if first is None or not gap:
        return first
    last = _search(end, text, first.end)
    if last is None:
        return None
    while (later := _search(beginning, text, first.start + 1)) and later.end <= last.start:
        first = later
    return Stretch(first.start, last.end)


def _search(words: str, text: str, start: int) -> Stretch | None:
    pattern = r"\s+".join(re.escape(word) for word in words.split())
    found = re.compile(pattern).search(text, start) if pattern else None
    return found and Stretch(*found.span())


def _apart(several: Sequence[Stretch]) -> Iterator[Stretch]:
    """Join what overlaps."""
    first, *others = sorted(several, key=lambda stretch: stretch.start)
    for stretch in others:
        if stretch.start <= first.end:
            first = Stretch(first.start, max(first.end, stretch.end))
        else:
            yield first
            first = stretch
    yield first
