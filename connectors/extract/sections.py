"""Cut lines into sections along headings; nothing is lost."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from retrieval.documents import Section


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading on the lines from `first` up to, but without, `after`; `text` has no markup."""

    level: int
    text: str
    anchor: str | None
    first: int
    after: int


def sections(
    lines: Sequence[str], headings: Sequence[Heading], title: Heading | None
) -> Iterator[Section]:
    """Give each heading the lines up to the next, without blank ones at either end.

    Every other line is in one section, in order. The title's heading is in no section's path. A
    heading with nothing under it, not even another heading, is the text of its own section.
    """
    before = _trimmed(lines[: headings[0].first if headings else len(lines)])
    if before:
        yield Section((), before)
    above: list[Heading] = []
    for place, heading in enumerate(headings):
        above = [*(outer for outer in above if outer.level < heading.level), heading]
        following = headings[place + 1] if place + 1 < len(headings) else None
        text = _trimmed(lines[heading.after : following.first if following else len(lines)])
        if (
            not text
            and heading is not title
            and not (following and following.level > heading.level)
        ):
            text = _trimmed(lines[heading.first : heading.after])
        if text:
            path = tuple(outer.text for outer in above if outer.text and outer is not title)
            yield Section(path, text, heading.anchor)


def _trimmed(lines: Sequence[str]) -> str:
    """Join lines without the blank ones at either end; what is indented stays so."""
    full = [number for number, line in enumerate(lines) if line.strip()]
    return "\n".join(lines[full[0] : full[-1] + 1]) if full else ""
