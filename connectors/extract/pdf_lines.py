"""The lines of a PDF's page, and lines put together into paragraphs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from ctypes import byref, c_int, create_string_buffer
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from re import compile as pattern
from unicodedata import normalize

from pypdfium2 import PdfTextPage
from pypdfium2.raw import (
    FPDF_TEXTRENDERMODE_FILL_STROKE,
    FS_MATRIX,
    FS_RECTF,
    FPDFText_GetFontInfo,
    FPDFText_GetFontSize,
    FPDFText_GetFontWeight,
    FPDFText_GetLooseCharBox,
    FPDFText_GetMatrix,
    FPDFText_GetTextObject,
    FPDFText_GetUnicode,
    FPDFTextObj_GetTextRenderMode,
)

HYPHEN = "\ufffe"  # stands for a hyphen at the end of a line, soft or not
HYPHENS = "\x02\xad\ufffe"  # what the library gives for one
LINE_ENDS = "\r\n"
BULLET = pattern(r"(?:[•▪●◦‣∙·\uf0b7\uf0a7]\s*|[-\u2013]\s+)")
ITEM = pattern(r"- |\(?(?:\d{1,2}|[a-zA-Z])[.)]\s")
LIGATURES = pattern(r"[\ufb00-\ufb06]")
SENTENCE_ENDS = (".", ":", ";", "!", "?")
SHORT = 0.75  # of the width of a page's text: a line that ends before it was meant to end
APART = 1.4  # times the usual distance of two lines: above it a paragraph begins
SAME_SIZE = 1.1
BOLD = 600  # the weight of a font, where text has 400
THICKENED = FPDF_TEXTRENDERMODE_FILL_STROKE
BOLD_NAME = pattern(rb"(?i)bold|black|heavy|demi|[-,]bd\b|(?:cm|sf)bx")
LONGEST_FONT_NAME = 128  # bytes
BREAKS = 0.02  # of the lines: below it, only words that have a hyphen end a line with one
FEWEST_LINES = 100  # with fewer, there is no telling

WORD = pattern(r"[^\W\d_]+(?:-[^\W\d_]+)*")
BROKEN_WORD = pattern(rf"([^\W\d_]*){HYPHEN}\s*((?:[^\W_]|-)*)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line and where it stands, in points from the lower left; `size` is that of its letters.

    `is_bold` only when all of it is.
    """

    text: str
    size: float
    is_bold: bool
    left: float
    bottom: float
    right: float
    top: float


def lines_of(page: PdfTextPage) -> list[Line]:
    """Read the lines of a page in reading order."""
    lines, begun = [], 0
    count = page.count_chars()
    letters = [_letter(page, place) for place in range(count)]
    for place, letter in enumerate([*letters, "\n"]):
        if letter in LINE_ENDS or letter == HYPHEN:
            ended = min(place + (letter == HYPHEN), count)
            if line := _line(page, letters, range(begun, ended)):
                lines.append(line)
            begun = place + 1
    return lines


def readable(text: str) -> str:
    """Take ligatures apart, put halves of letters together, and make every space one."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\xa0", " ")
    return LIGATURES.sub(lambda found: normalize("NFKC", found[0]), whole).strip()


def _letter(page: PdfTextPage, place: int) -> str:
    letter = chr(FPDFText_GetUnicode(page.raw, place))
    return HYPHEN if letter in HYPHENS else letter


def _line(page: PdfTextPage, letters: Sequence[str], places: range) -> Line | None:
    text = readable("".join(letters[place] for place in places))
    printed = [place for place in places if not letters[place].isspace()]
    if not text or not printed:
        return None
    boxes = [_box(page, place) for place in printed]
    sizes = Counter(_size(page, place) for place in printed)
    return Line(
        BULLET.sub("- ", text, count=1) if BULLET.match(text) else text,
        size=sizes.most_common(1)[0][0],
        is_bold=all(_is_bold(page, place) for place in printed),
        left=min(box.left for box in boxes),
        bottom=min(box.bottom for box in boxes),
        right=max(box.right for box in boxes),
        top=max(box.top for box in boxes),
    )


def _box(page: PdfTextPage, place: int) -> FS_RECTF:
    box = FS_RECTF()
    FPDFText_GetLooseCharBox(page.raw, place, byref(box))
    return box


def _size(page: PdfTextPage, place: int) -> float:
    matrix = FS_MATRIX()
    FPDFText_GetMatrix(page.raw, place, byref(matrix))
    scale = hypot(matrix.c, matrix.d) or 1
    return round(float(FPDFText_GetFontSize(page.raw, place)) * scale, 1)


def _is_bold(page: PdfTextPage, place: int) -> bool:
    """Tell by the weight of the font, by its name (all that some say), or by thickened letters."""
    name, flags = create_string_buffer(LONGEST_FONT_NAME), c_int()
    return (
        FPDFText_GetFontWeight(page.raw, place) >= BOLD
        or (
            FPDFText_GetFontInfo(page.raw, place, name, len(name), byref(flags)) <= len(name)
            and BOLD_NAME.search(name.value) is not None
        )
        or FPDFTextObj_GetTextRenderMode(FPDFText_GetTextObject(page.raw, place)) == THICKENED
    )


def usual_distance(pages: Iterable[Sequence[Line]]) -> float:
    """Measure how far apart lines usually are, from one's foot to the next one's."""
    distances = Counter(
        round(one.bottom - following.bottom)
        for lines in pages
        for one, following in pairwise(lines)
        if one.bottom > following.bottom
    )
    return float(max(distances, key=lambda distance: (distances[distance], -distance), default=0))


def paragraphs(lines: Sequence[Line], distance: float) -> str:
    """Put lines together: those of a paragraph on one line, items of a list on one each."""
    if not lines:
        return ""
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    parts = [lines[0].text]
    for line, following in pairwise(lines):
        parts += (
            _between(line, following, distance, left + SHORT * (right - left)),
            following.text,
        )
    return "".join(parts)


def _between(line: Line, following: Line, distance: float, short: float) -> str:
    fell = line.bottom - following.bottom
    sizes = sorted((line.size, following.size))
    if line.text.endswith(HYPHEN):
        return ""
    if fell > APART * distance or sizes[1] > SAME_SIZE * sizes[0]:
        return "\n\n"
    if ITEM.match(following.text):
        return "\n"
    if fell < 0:  # the next column
        return "\n\n" if line.text.endswith(SENTENCE_ENDS) else " "
    return "\n" if line.right < short else " "


class Spelling:
    """How a document writes its words, to know what to do with those that a line's end breaks."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._words = Counter(word.lower() for line in lines for word in WORD.findall(line))
        broken = sum(line.endswith(HYPHEN) for line in lines)
        self._breaks_words = len(lines) < FEWEST_LINES or broken >= BREAKS * len(lines)

    def mended(self, text: str) -> str:
        """Join the words that were broken at the ends of lines, with the hyphen or without it."""
        return BROKEN_WORD.sub(lambda broken: self._whole(broken[1], broken[2]), text)

    def _whole(self, first: str, rest: str) -> str:
        if not first or not rest:
            return f"{first}{rest}"
        hyphenated = self._words[f"{first}-{rest}".lower()]
        plain = self._words[f"{first}{rest}".lower()]
        if hyphenated == plain:
            is_one_word = self._breaks_words and "-" not in rest and rest[0].islower()
        else:
            is_one_word = plain > hyphenated
        return f"{first}{rest}" if is_one_word else f"{first}-{rest}"
