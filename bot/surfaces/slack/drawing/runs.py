"""What is a stretch of text made of, and where can it be cut?"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.surfaces.slack.drawing.blocks import SECTION, Block
from bot.surfaces.slack.drawing.escaping import address, label, literal
from retrieval.boundaries import sentences

_WITH_ADDRESSES = 8_000  # characters of a block together with the addresses of its links


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one style; what stands in `text` is literal already. `url` may be opened."""

    text: str
    bold: bool = False
    italic: bool = False
    strike: bool = False
    code: bool = False
    url: str | None = None

    def drawn(self) -> Block:
        """Draw the words as an element of a rich text."""
        styles = ("bold", "italic", "strike", "code")
        style = {name: True for name in styles if getattr(self, name)}
        element: Block = {"type": "text", "text": self.text}
        if self.url is not None:
            element = {"type": "link", "url": self.url, "text": self.text}
        return element | {"style": style} if style else element


Line = tuple[Run, ...]
"""Runs that stand in one line or paragraph."""


def run(text: str, *, bold: bool = False, italic: bool = False) -> Run:
    """Make a run of any text."""
    return Run(literal(text), bold=bold, italic=italic)


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


def fits(line: Sequence[Run], most: int = SECTION) -> bool:
    """Tell whether one block holds a line."""
    urls = sum(len(run.url or "") for run in line)
    return length(line) <= most and length(line) + urls <= _WITH_ADDRESSES


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


def in_sentences(line: Line, language: str) -> list[Line]:
    """Cut a line where its sentences begin, if it is too long to stay whole."""
    return [line] if fits(line) else cut(line, sentences(said(line), language))


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
