"""Markdown into sections: along its headings, to the letter."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from re import compile as pattern

from markdown_it import MarkdownIt
from markdown_it.token import Token

from connectors.extract.characters import decoded
from connectors.extract.extracted import (
    NOT_TEXT,
    Extracted,
    Metadata,
    UnsuitableError,
    metadata_from,
    one_line,
)
from connectors.extract.frontmatter import FrontMatter, front_matter
from connectors.extract.sections import Heading, page, title_heading

BROKEN = "The block of facts at its top is not YAML and was read as text. Mend it."

LONGEST_HEADING = 1000  # characters; what is longer is no heading, and costly to take apart
NAMED = pattern(r"\s*\{#(?P<id>[^\s{}]+)\}\s*$")
NOT_IN_A_SLUG = pattern(r"[^\w\- ]")


def extract(data: bytes, path: str) -> Extracted:
    """Read a Markdown file; `UnsuitableError` when it is not text."""
    text = decoded(data)
    if text is None:
        raise UnsuitableError(NOT_TEXT)
    block = front_matter(text.text)
    metadata, warnings = metadata_from(block.facts)
    if block.broken:
        warnings = (BROKEN, *warnings)
    return sectioned(text.text, block, metadata=metadata, path=path).warned(
        *text.warnings, *warnings
    )


def sectioned(
    markdown: str, block: FrontMatter | None = None, *, metadata: Metadata, path: str
) -> Extracted:
    """Cut Markdown into sections; what stands in each is to the letter.

    Every line that is neither a heading nor a fact of the block at the top is in one section, in
    order. A heading with nothing under it is the text of its own section.
    """
    lines = markdown.split("\n")
    headings = list(_headings(_blanked(markdown, block)))
    title = title_heading(headings, metadata.title)
    if block and block.length and not block.broken:
        of_the_block = markdown[: block.length].removesuffix("\n").count("\n") + 1
        lines[:of_the_block] = [""] * of_the_block
    return page(lines, headings, title=title, metadata=metadata, path=path)


def _blanked(markdown: str, block: FrontMatter | None) -> str:
    """Hide the block at the top from the parser; the lines keep their numbers."""
    if block is None:
        return markdown
    return "\n" * markdown.count("\n", 0, block.length) + markdown[block.length :]


def _headings(markdown: str) -> Iterator[Heading]:
    """Find the headings that are not inside a quote or a list; all count for the anchors."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.disable("inline")  # only the headings' own text is needed
    references: dict[str, object] = {}
    tokens = parser.parse(markdown, references)
    slugs = _Slugs()
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open" or opening.map is None:
            continue
        written = NAMED.search(inline.content)
        content = inline.content[: written.start()] if written else inline.content
        parts: list[Token] = []
        if len(content) <= LONGEST_HEADING:
            parser.inline.parse(content, parser, references, parts)
        text = one_line(_plain(parts) if parts else content[:LONGEST_HEADING])
        anchor = written["id"] if written else slugs.next(text)
        if opening.level == 0:
            yield Heading(int(opening.tag[1]), text, anchor, *opening.map)


def _plain(tokens: Sequence[Token]) -> str:
    """Take the markup off: links keep their words, pictures their description."""
    return "".join(
        " "
        if token.type in {"softbreak", "hardbreak"}
        else _plain(token.children)
        if token.children
        else token.content
        if token.type != "html_inline"
        else ""
        for token in tokens
    )


class _Slugs:
    """Anchors as GitHub makes them: the second of a name ends in -1."""

    def __init__(self) -> None:
        self._used: Counter[str] = Counter()

    def next(self, heading: str) -> str | None:
        slug = NOT_IN_A_SLUG.sub("", heading.lower()).replace(" ", "-")
        if not slug:
            return None
        anchor = slug
        while anchor in self._used:
            self._used[slug] += 1
            anchor = f"{slug}-{self._used[slug]}"
        self._used[anchor] = 0
        return anchor
