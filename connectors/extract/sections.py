"""Cut lines into sections along headings; nothing is lost."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from connectors.extract.extracted import NO_TEXT, Extracted, Metadata, title_from_path
from retrieval.documents import Section


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading on the lines from `first` up to, but without, `after`; `text` has no markup."""

    level: int
    text: str
    anchor: str | None
    first: int
    after: int


def page(
    lines: Sequence[str],
    headings: Sequence[Heading],
    *,
    title: Heading | None,
    metadata: Metadata,
    path: str,
) -> Extracted:
    """Put a page together from its lines and the headings among them.

    Its title is the heading that was taken for it, else what the file says, else its name.
    """
    cut = tuple(sections(lines, headings, title))
    name = title.text if title else metadata.title or title_from_path(path)
    return Extracted(name, cut, metadata, () if cut else (NO_TEXT,))


def title_heading(headings: Sequence[Heading], title: str | None) -> Heading | None:
    """Find the heading that is the document's title.

    It is the only heading of the first level, when it comes first; where there are several, the
    one that says the same as the title from elsewhere, or the first if there is no such title.
    """
    tops = [heading for heading in headings if heading.level == 1 and heading.text]
    if not tops:
        return None
    first = tops[0]
    if first is headings[0] and len(tops) == 1:
        return first
    if title is None or (first is headings[0] and first.text.casefold() == title.casefold()):
        return first
    return None


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
