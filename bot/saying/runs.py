"""What is a stretch of text made of, and where can it be cut?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.saying.plain import address, label
from connectors.extract.characters import without_hidden
from retrieval.boundaries import sentences

LONG = 3_000
"""Characters of a line that every service shows whole."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one style; `url` may be opened.

    `cites` is the number of the source that the words are the mark of. `text` is to be shown as it
    is written: that nothing in it acts as markup is up to whoever draws it.
    """

    text: str
    bold: bool = False
    italic: bool = False
    strike: bool = False
    code: bool = False
    url: str | None = None
    cites: int | None = None


Line = tuple[Run, ...]
"""Runs that stand in one line or paragraph."""


def run(text: str, *, bold: bool = False, italic: bool = False) -> Run:
    """Make a run of any text."""
    return Run(without_hidden(text).text, bold=bold, italic=italic)


def link(url: str | None, text: str) -> Run:
    """Make a link where the address may be one, else the label alone."""
    return Run(label(text), url=address(url))


def length(line: Iterable[Run]) -> int:
    """Count the characters that can be read."""
    return sum(len(run.text) for run in line)


def said(line: Iterable[Run]) -> str:
    """Give the words without their styles."""
    return "".join(run.text for run in line)


def merged(line: Iterable[Run]) -> list[Run]:
    """Join neighbours of one style, so that nothing is hidden between them."""
    joined: list[Run] = []
    for run in line:
        before = joined[-1] if joined else None
        if before and before.url is None and replace(before, text=run.text) == run:
            joined[-1] = replace(run, text=before.text + run.text)
        else:
            joined.append(run)
    return joined


def joined(lines: Iterable[Line]) -> Line:
    """Put lines below one another in one paragraph."""
    below = [(Run("\n"), *line) for line in lines]
    return tuple(run for line in below for run in line)[1:]


def cut(line: Line, places: Iterable[int]) -> list[Line]:
    """Cut a line at places in its text; no part is empty."""
    parts: list[list[Run]] = [[]]
    ends = iter([*sorted(places), length(line)])
    end = next(ends)
    at = 0
    for one in line:
        rest = one.text
        while at + len(rest) > end:
            parts[-1].append(replace(one, text=rest[: end - at]))
            rest = rest[end - at :]
            at, end = end, next(ends)
            parts.append([])
        parts[-1].append(replace(one, text=rest))
        at += len(rest)
    kept = (tuple(run for run in part if run.text) for part in parts)
    return [part for part in kept if part]


def in_sentences(line: Sequence[Run], language: str) -> list[Line]:
    """Cut a line where its sentences begin, if it is too long to stay whole."""
    line = tuple(line)
    return [line] if length(line) <= LONG else cut(line, sentences(said(line), language))
