"""Plain text into sections: to the letter, along the lines that are clearly headings."""

from collections.abc import Sequence
from itertools import pairwise
from re import compile as pattern

from connectors.extract.characters import decoded
from connectors.extract.extracted import (
    NOT_TEXT,
    Extracted,
    Metadata,
    UnsuitableError,
    one_line,
)
from connectors.extract.sections import Heading, page

LONGEST_HEADING = 90  # characters
NUMBERED = pattern(r"(?P<number>\d{1,2}(?:\.\d{1,2})*)[.)]?\s+[^\W\d_]")
RULE = pattern(r"\s*([=\-~_*])\1{2,}\s*")


def extract(data: bytes, path: str) -> Extracted:
    """Read a text file; `UnsuitableError` when it is not text."""
    text = decoded(data)
    if text is None:
        raise UnsuitableError(NOT_TEXT)
    lines = text.text.split("\n")
    found = (_heading(lines, place) for place in range(len(lines)))
    headings = _without_lists(lines, [heading for heading in found if heading])
    title = _title(lines)
    if title is not None:
        headings = [title, *(other for other in headings if other.first >= title.after)]
    read = page(lines, headings, title=title, metadata=Metadata(), path=path)
    return read.warned(*text.warnings)


def _title(lines: Sequence[str]) -> Heading | None:
    """Take the first line that says anything, when it is short and stands alone."""
    first = next((place for place, line in enumerate(lines) if line.strip()), None)
    if first is None or not _could_head(lines[first]):
        return None
    after = _after(lines, first)
    return None if _says(lines, after) else Heading(1, one_line(lines[first]), None, first, after)


def _heading(lines: Sequence[str], place: int) -> Heading | None:
    """Take a line in capitals, with a number or underlined, between two blank lines."""
    line = lines[place]
    after = _after(lines, place)
    if not _could_head(line) or _says(lines, place - 1) or _says(lines, after):
        return None
    numbered = NUMBERED.match(line)
    if numbered:
        return Heading(2 + numbered["number"].count("."), one_line(line), None, place, after)
    if line.isupper() or after > place + 1:
        return Heading(2, one_line(line), None, place, after)
    return None


def _without_lists(lines: Sequence[str], headings: Sequence[Heading]) -> list[Heading]:
    """Leave out all numbered lines where two of one depth follow each other: they are a list."""
    numbered = [heading for heading in headings if NUMBERED.match(heading.text)]
    is_list = any(
        one.level == next_one.level and not any(map(str.strip, lines[one.after : next_one.first]))
        for one, next_one in pairwise(headings)
        if one in numbered and next_one in numbered
    )
    return [heading for heading in headings if not (is_list and heading in numbered)]


def _could_head(line: str) -> bool:
    line = line.strip()
    return (
        0 < len(line) <= LONGEST_HEADING
        and any(letter.isalpha() for letter in line)
        and not line.endswith((".", ",", ";", ":"))
    )


def _after(lines: Sequence[str], place: int) -> int:
    """Find the line after a heading and the rule that underlines it, if one does."""
    return place + (2 if place + 1 < len(lines) and RULE.fullmatch(lines[place + 1]) else 1)


def _says(lines: Sequence[str], place: int) -> bool:
    return 0 <= place < len(lines) and bool(lines[place].strip())
