"""Which lines of a PDF are headings, and which stands above which: by size, weight, bookmarks."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, takewhile
from re import compile as pattern

from pypdfium2 import PdfDocument, PdfiumError

from connectors.extract.pdf_lines import (
    APART,
    SENTENCE_ENDS,
    SHORT,
    Line,
    readable,
    usual_distance,
)
from connectors.extract.pdf_pages import PageText

LARGER = 1.15  # times the size of the text: a heading
TITLE_SIZE = 1.5  # times the size of the text: the title, at the top of the first page
AS_LARGE = 0.95  # times the size of the text: what is smaller and bold is a label, no heading
LINES_ABOVE_TITLE = 3  # the company's name, a number, a date
LONGEST_HEADING = 120  # characters
ONE_HEADING = 1.4  # times the size of its letters: how far apart its lines may be
MOST_LINES = 4  # that one heading is broken into
MOST_BOOKMARKS = 10_000
NO_HEADING_ENDS = (".", ",", ";")
POINT = "- "
NUMBER = pattern(r"(\d{1,2}(?:\.\d{1,2})*)\.?\s+(?=\S)")
LEADERS = pattern(r"(?:\.\s?){4,}")  # of a table of contents
SPACE = pattern(r"\s+")

Bookmarks = Mapping[int, Mapping[str, int]]
"""For each page, what its bookmarks call the places on it, and how deep they are nested."""


@dataclass(frozen=True, slots=True, order=True)
class Rank:
    """How a heading looks; the greater stands above the smaller."""

    size: float
    is_bold: bool
    height: int  # minus its depth in the bookmarks or in its number


@dataclass(frozen=True, slots=True)
class Headline:
    """A heading and its rank."""

    text: str
    rank: Rank


def bookmarks(document: PdfDocument) -> Bookmarks:
    """Read the outline that the document itself has; empty where it has none."""
    found: defaultdict[int, dict[str, int]] = defaultdict(dict)
    try:
        for _, bookmark in zip(range(MOST_BOOKMARKS), document.get_toc(), strict=False):
            place = bookmark.get_dest()
            page = None if place is None else place.get_index()
            if page is not None:
                found[page + 1].setdefault(_folded(bookmark.get_title()), bookmark.level + 1)
    except PdfiumError:  # a broken outline is worth no more than none
        return {}
    return found


def _folded(text: str) -> str:
    """Write a heading as it is compared: its number is often in only one of the two places."""
    return NUMBER.sub("", SPACE.sub(" ", readable(text)).strip().casefold(), count=1)


class Headings:
    """The headings of a document's pages."""

    def __init__(self, pages: Sequence[PageText], marks: Bookmarks) -> None:
        self._pages = pages
        letters = Counter[tuple[float, bool]]()
        for page in pages:
            for line in page.lines:
                letters[line.size, line.is_bold] += len(line.text)
        sizes = Counter[float]()
        for (size, _), count in letters.items():
            sizes[size] += count
        self._size = sizes.most_common(1)[0][0] if sizes else 0.0
        self._text_is_bold = letters[self._size, True] > letters[self._size, False]
        self._distance = usual_distance(page.lines for page in pages)
        self._ranks = {
            page.number: self._ranked(page, marks.get(page.number, {})) for page in pages
        }

    def on(self, page: PageText) -> Mapping[Line, Rank]:
        """Tell which lines of a page are headings or parts of one, and how each ranks."""
        return self._ranks[page.number]

    def title(self) -> tuple[Line, ...]:
        """Find the large lines that the first page begins with.

        A few small ones may come before, where nothing else in the document is as large.
        """
        first = self._pages[0].lines if self._pages else ()
        above = tuple(takewhile(lambda line: not self._is_title(line), first))
        lines = tuple(takewhile(self._is_title, first[len(above) :]))
        if len(above) > LINES_ABOVE_TITLE or (above and not self._are_largest(lines)):
            return ()
        return lines

    def _is_title(self, line: Line) -> bool:
        return self._is_large(line) and line.size >= TITLE_SIZE * self._size

    def _are_largest(self, lines: Sequence[Line]) -> bool:
        rest = (line.size for page in self._pages for line in page.lines if line not in lines)
        return bool(lines) and lines[0].size > max(rest, default=0)

    def _ranked(self, page: PageText, marks: Mapping[str, int]) -> dict[Line, Rank]:
        looking = {line for line in page.lines if self._is_large(line)} | self._bold(page.lines)
        depths = dict(_marked(page.lines, marks)) if marks else {}
        return {
            line: Rank(line.size, line.is_bold, -depths.get(line, _depth(line.text)))
            for line in page.lines
            if line in looking or line in depths
        }

    def _is_large(self, line: Line) -> bool:
        return line.size >= LARGER * self._size and _may_be_one(line)

    def _bold(self, lines: Sequence[Line]) -> set[Line]:
        """Find the bold lines that stand alone: others are bold words of a paragraph."""
        if self._text_is_bold or not lines:
            return set()
        left, right = min(line.left for line in lines), max(line.right for line in lines)
        short = left + SHORT * (right - left)
        runs = [list(run) for _, run in groupby(lines, key=self._is_bold)]
        before = [None, *(run[-1] for run in runs)]
        after = [*(run[0] for run in runs[1:]), None]
        return {
            line
            for above, run, below in zip(before, runs, after, strict=False)
            if self._is_bold(run[0])
            and sum(len(line.text) for line in run) <= LONGEST_HEADING
            and not run[-1].text.endswith(NO_HEADING_ENDS)
            and (above is None or self._is_over(above, run[0], short))
            and (below is None or self._is_over(run[-1], below, short))
            for line in run
        }

    def _is_bold(self, line: Line) -> bool:
        return (
            line.is_bold
            and line.size >= AS_LARGE * self._size
            and _may_be_one(line)
            and not line.text.startswith(POINT)
        )

    def _is_over(self, line: Line, following: Line, short: float) -> bool:
        """Tell whether a paragraph is over at the end of a line."""
        fell = line.bottom - following.bottom
        return (
            line.right < short
            or line.text.endswith(SENTENCE_ENDS)
            or not 0 < fell <= APART * self._distance
        )


def headlines(lines: Sequence[Line], ranks: Mapping[Line, Rank]) -> Iterator[Headline]:
    """Put the lines of each heading together."""
    first, texts = lines[0], [lines[0].text]
    for line, following in pairwise(lines):
        if _goes_on(line, following):
            texts.append(following.text)
        else:
            yield Headline(" ".join(texts), ranks[first])
            first, texts = following, [following.text]
    yield Headline(" ".join(texts), ranks[first])


def joined_title(lines: Sequence[Line]) -> str:
    """Write a title of several lines: a line that goes on is not set apart from the one before."""
    parts: list[str] = []
    for place, line in enumerate(lines):
        if place and _goes_on(lines[place - 1], line):
            parts[-1] += f" {line.text}"
        else:
            parts.append(line.text)
    return ": ".join(dict.fromkeys(parts))


def _goes_on(line: Line, following: Line) -> bool:
    fell = line.bottom - following.bottom
    return (
        (line.size, line.is_bold) == (following.size, following.is_bold)
        and 0 < fell <= ONE_HEADING * line.size
        and not NUMBER.match(following.text)
    )


def _may_be_one(line: Line) -> bool:
    return (
        len(line.text) <= LONGEST_HEADING
        and any(letter.isalpha() for letter in line.text)
        and not LEADERS.search(line.text)
    )


def _depth(text: str) -> int:
    """Tell how deep a heading is by its number: 2 for 3.1, and 1 without a number."""
    number = NUMBER.match(text)
    return 1 + number[1].count(".") if number else 1


def _marked(lines: Sequence[Line], marks: Mapping[str, int]) -> Iterator[tuple[Line, int]]:
    """Find the lines that a page's bookmarks name, and the depth of each."""
    for begun in range(len(lines)):
        for ended in range(begun + 1, min(begun + MOST_LINES, len(lines)) + 1):
            within = lines[begun:ended]
            depth = marks.get(_folded(" ".join(line.text for line in within)))
            if depth is not None:
                yield from ((line, depth) for line in within)
                break
