"""How does a line become rows that are no longer than they may be?"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from bot.saying.runs import Line, Run, cut, length, said

Fits = Callable[[Line], bool]

_BREAK = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def rows(line: Line) -> list[Line]:
    """Part a line where it says that another begins; no row is blank."""
    parted: list[list[Run]] = [[]]
    for run in line:
        first, *others = _BREAK.split(run.text)
        parted[-1].append(replace(run, text=first) if others else run)
        parted += [[replace(run, text=other)] for other in others]
    kept = (tuple(run for run in row if run.text) for row in parted)
    return [row for row in kept if said(row).strip()]


def filled(lines: Iterable[Line], fits: Fits, most_cited: int = sys.maxsize) -> list[Line]:
    """Join lines that run on as long as they fit; what does not fit alone is cut.

    No lines are joined that cite more than `most_cited` sources together.
    """
    full: list[Line] = []
    for line in lines:
        for piece in _pieces(line, fits):
            joined = (*full[-1], *piece) if full else piece
            cited = {run.cites for run in joined} - {None}
            if full and len(cited) <= most_cited and fits(joined):
                full[-1] = joined
            else:
                full.append(piece)
    return full


def _pieces(line: Line, fits: Fits) -> Iterator[Line]:
    """Halve until each piece fits; neither a link nor a character is ever halved."""
    if not line:
        return
    middle = None if fits(line) else _middle(line)
    if middle is None:
        yield line
    else:
        for half in cut(line, [middle]):
            yield from _pieces(half, fits)


def _middle(line: Line) -> int | None:
    """Find where to halve: behind a space if there is one near, and beside a link."""
    whole = length(line)
    space = said(line).rfind(" ", whole // 4, whole // 2)
    middle = whole // 2 if space < 0 else space + 1
    at = 0
    for run in line:
        end = at + len(run.text)
        if at < middle < end and (run.url is not None or run.cites is not None):
            middle = at or end
        at = end
    return middle if 0 < middle < whole else None
