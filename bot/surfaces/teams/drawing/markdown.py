"""How is a text written in Teams' Markdown, so that it reads as it was meant, to the letter?

Everything that is not a style, a link or a mark of ours is escaped: with a backslash as CommonMark
has it, `&`, `<` and `>` as entities. Styles begin and end at a character without width where the
words do with punctuation, for else CommonMark would take their asterisks for words.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from bot.saying.runs import Line, Run, merged
from bot.surfaces.teams.drawing.inert import JOINER, inert
from bot.surfaces.teams.drawing.lines import rows

_ESCAPED = str.maketrans(
    {**{mark: f"\\{mark}" for mark in "\\`*_~[]|"}, "&": "&amp;", "<": "&lt;", ">": "&gt;"}
)
_AT_START = re.compile(r"^(\d{1,9}(?=[.)])|(?=[-+=#]))")
_MARKUP = frozenset("*~`")
_PLAIN_CODE = re.compile(r"[^\s`<>&\[\]\\|](?:[^`<>&\[\]\\|]*[^\s`<>&\[\]\\|])?")
_IN_URL = str.maketrans({"(": "%28", ")": "%29", "\\": "%5C"})
_ENTITY = re.compile(r"&(?=#?\w{1,32};)")
_BREAK = "  \n"
_Around = list[tuple[int, str]]  # how deep a point is, and how far in its words are


class Shape(Enum):
    """What a stretch of text is."""

    PLAIN = auto()
    HEADING = auto()
    QUOTE = auto()
    ITEM = auto()


@dataclass(frozen=True, slots=True)
class Stretch:
    """A paragraph or a point of a list, or a part of one: then it `goes_on` from the one before.

    A point is `depth` lists deep, and has a bullet where `number` is None; `begins` tells that it
    is the first of its list.
    """

    line: Line
    shape: Shape = Shape.PLAIN
    depth: int = 0
    number: int | None = None
    begins: bool = False
    goes_on: bool = False


def escaped(text: str) -> str:
    """Write a text that stands for itself."""
    return inert(text).translate(_ESCAPED)


def markdown(stretches: Sequence[Stretch], cited: Collection[int] = ()) -> str:
    """Write stretches; the marks of the sources that are `cited` are marks, others only look it."""
    written: list[str] = []
    around: _Around = []
    before: Stretch | None = None
    for whole in _wholes(stretches):
        told = [_row(row, cited) for row in rows(_styled(whole))]
        if not any(told):
            continue
        if whole.shape is not Shape.ITEM or whole.begins:
            around.clear()
        written += [_between(before, whole), _block(whole, told, around)]
        before = whole
    return "".join(written)


def cites(stretches: Iterable[Stretch]) -> list[int]:
    """Give the numbers of the sources that are marked, each once, in reading order."""
    numbers = (run.cites for stretch in stretches for run in stretch.line)
    return list(dict.fromkeys(number for number in numbers if number is not None))


def _wholes(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Put together what goes on; what goes on from another message begins as a paragraph."""
    wholes: list[Stretch] = []
    for one in stretches:
        if one.goes_on and wholes:
            wholes[-1] = replace(wholes[-1], line=(*wholes[-1].line, *one.line))
        elif one.goes_on and one.shape is Shape.ITEM:
            wholes.append(Stretch(one.line))
        else:
            wholes.append(one)
    return wholes


def _styled(whole: Stretch) -> Line:
    is_heading = whole.shape is Shape.HEADING
    return tuple(replace(run, bold=True) for run in whole.line) if is_heading else whole.line


def _between(before: Stretch | None, whole: Stretch) -> str:
    """Set stretches apart; lists that follow one another would else be one, and count on."""
    if before is None:
        return ""
    if before.shape is whole.shape is Shape.ITEM:
        if whole.begins:
            return f"\n\n{JOINER}\n\n"
        # In CommonMark, only a list from 1 on interrupts the words of the point that it stands in.
        is_seen = whole.depth <= before.depth or whole.number in (None, 1)
        return "\n" if is_seen else "\n\n"
    return "\n\n"


def _block(whole: Stretch, told: Sequence[str], around: _Around) -> str:
    """Write rows as what they are; `around` are the points that a point stands in."""
    match whole.shape:
        case Shape.ITEM:
            while around and around[-1][0] >= whole.depth:
                around.pop()
            indent = around[-1][1] if around else ""
            mark = "- " if whole.number is None else f"{whole.number}. "
            inner = indent + " " * len(mark)
            around.append((whole.depth, inner))
            return indent + mark + f"{_BREAK}{inner}".join(told)
        case Shape.QUOTE:
            return "> " + f"{_BREAK}> ".join(told)
        case _:
            return _BREAK.join(told)


def _row(row: Line, cited: Collection[int]) -> str:
    written = ""
    for run in merged(row):
        drawn = _run(run, cited)
        is_mark = written.endswith("]") and not written.endswith("\\]")
        touches = drawn[0] in "([:" if is_mark else {written[-1:], drawn[0]} <= _MARKUP
        written += JOINER + drawn if written and touches else drawn
    return _AT_START.sub(r"\1\\", written.strip(" \t"))


def _run(run: Run, cited: Collection[int]) -> str:
    if run.cites is not None and run.cites in cited:
        return f"[{run.cites}]"
    if not run.text.strip():
        return run.text
    is_code = run.code and _PLAIN_CODE.fullmatch(run.text)
    written = f"`{run.text}`" if is_code else escaped(run.text)
    for mark, is_on in (("*", run.italic), ("**", run.bold), ("~~", run.strike)):
        written = _wrapped(written, mark) if is_on else written
    if run.url is None or run.cites is not None:
        return written
    return f"[{written}]({_ENTITY.sub('&amp;', run.url.translate(_IN_URL))})"


def _wrapped(written: str, mark: str) -> str:
    begins = "" if written[0].isalnum() else JOINER
    ends = "" if written[-1].isalnum() else JOINER
    return f"{mark}{begins}{written}{ends}{mark}"
