"""How are words drawn as elements of a rich text, and how many of them does a block hold?"""

from collections.abc import Iterable, Iterator, Sequence

from bot.saying.runs import Line, Run, cut, length, said
from bot.surfaces.slack.drawing.blocks import SECTION, Block
from bot.surfaces.slack.drawing.escaping import literal

_WITH_ADDRESSES = 8_000  # characters of a block together with the addresses of its links
_STYLES = ("bold", "italic", "strike", "code")


def element(run: Run) -> Block:
    """Draw words as an element of a rich text, where they are shown as they are written."""
    style = {name: True for name in _STYLES if getattr(run, name)}
    drawn: Block = {"type": "text", "text": literal(run.text)}
    if run.url is not None:
        drawn = {"type": "link", "url": run.url, "text": literal(run.text)}
    return drawn | {"style": style} if style else drawn


def fits(line: Sequence[Run], most: int = SECTION) -> bool:
    """Tell whether one block holds a line."""
    urls = sum(len(run.url or "") for run in line)
    return length(line) <= most and length(line) + urls <= _WITH_ADDRESSES


def filled(lines: Iterable[Line], most: int = SECTION) -> list[Line]:
    """Join lines as long as a block holds them; what is longer alone is cut, between words."""
    full: list[Line] = []
    for line in lines:
        for piece in _pieces(line, most):
            if full and fits((*full[-1], *piece), most):
                full[-1] = (*full[-1], *piece)
            else:
                full.append(piece)
    return full


def _pieces(line: Line, most: int) -> Iterator[Line]:
    """Cut until each piece fits: behind the last space, or anywhere in a word that has none."""
    while not fits(line, most):
        end = _end(line, most)
        first, *others = cut(line, [end])
        yield first
        line = tuple(run for part in others for run in part)
    if line:
        yield line


def _end(line: Line, most: int) -> int:
    """Find where a line that is too long must end: at least one character, or one link, of it."""
    end = urls = 0
    for one in line:
        urls += len(one.url or "")
        if end and end + len(one.text) + urls > _WITH_ADDRESSES:
            return end
        end += len(one.text)
        if end > most:
            break
    end = min(end, most)
    space = said(line).rfind(" ", end // 2, end)
    return space + 1 if space > 0 else end
