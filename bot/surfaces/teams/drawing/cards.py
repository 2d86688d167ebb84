"""How does what is said look in a card? Each part as pieces, that a message holds whole."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from bot.saying import prose
from bot.saying.parts import (
    Buttons,
    Divider,
    Feedback,
    Header,
    Part,
    Points,
    Prose,
    Quote,
    Small,
    Sources,
    Text,
)
from bot.saying.runs import Line, Run, in_sentences
from bot.surfaces.teams.drawing import buttons, tables
from bot.surfaces.teams.drawing.elements import (
    SMALL,
    Element,
    box,
    heading,
    paragraph,
    point,
    size,
    small,
    spaced,
)
from bot.surfaces.teams.drawing.lines import filled, rows

Piece = tuple[Element, ...]
"""Elements of a card that stay together."""

LARGEST = 8 * 1024  # bytes of a piece, of which a message holds three


def pieces(parts: Iterable[Part]) -> list[Piece]:
    """Draw parts; a line across becomes one above what follows."""
    drawn: list[Piece] = []
    is_divided = False
    for part in parts:
        some = [piece for piece in _pieces(part) if piece]
        if some and is_divided:
            (first, *others), *rest = some
            some = [({**first, "separator": True, "spacing": "Large"}, *others), *rest]
        is_divided = isinstance(part, Divider) or (is_divided and not some)
        drawn += some
    return _closer(drawn)


def _closer(drawn: Sequence[Piece]) -> list[Piece]:
    """Bring what stands under a title near to it."""
    closer = list(drawn)
    for n, (above, (first, *others)) in enumerate(pairwise(drawn), start=1):
        if _is_title(above) and first.keys().isdisjoint({"spacing", "separator"}):
            closer[n] = ({**first, "spacing": "Small"}, *others)
    return closer


def _is_title(piece: Piece) -> bool:
    inlines = piece[-1].get("inlines")
    return isinstance(inlines, list) and all(run.get("weight") == "Bolder" for run in inlines)


def fits(line: Line) -> bool:
    """Tell whether a piece holds a line."""
    return size(paragraph(line)) <= LARGEST


def _pieces(part: Part) -> Iterator[Piece]:
    match part:
        case Prose(parts, language):
            for one in parts:
                yield from _prose(one, language)
        case Sources(title, _, lines):
            yield from _sources(title, lines)
        case Buttons(of):
            yield tuple(buttons.drawn(of))
        case Divider() | Feedback():
            return
        case _:
            yield from _words(part)


def _words(part: Text | Quote | Points | Header | Small) -> Iterator[Piece]:
    match part:
        case Text(lines):
            yield from _paragraphs(lines)
        case Quote(lines):
            yield from _quoted(lines)
        case Points(lines):
            yield from _points(prose.Item(line) for line in lines)
        case Header(text):
            yield (heading(text, large=True),)
        case Small(texts):
            yield tuple(small(*texts))


def _paragraphs(lines: Iterable[Line]) -> Iterator[Piece]:
    for line in filled(lines, fits):
        yield tuple(paragraph(line))


def _quoted(lines: Iterable[Line]) -> Iterator[Piece]:
    for line in filled(lines, fits):
        if told := paragraph(line):
            yield (box(told),)


def _prose(part: prose.Part, language: str) -> Iterator[Piece]:
    match part:
        case prose.Paragraph(line, prose.Kind.QUOTE):
            yield from _quoted(in_sentences(line, language))
        case prose.Paragraph(line, prose.Kind.HEADING):
            bold = tuple(Run(run.text, bold=True) for run in line)
            yield from _paragraphs(in_sentences(bold, language))
        case prose.Paragraph(line):
            yield from _paragraphs(in_sentences(line, language))
        case prose.Listing(items):
            yield from _points(items)
        case prose.Table() if tables.is_drawable(part):
            yield from ((table,) for table in tables.drawn(part))
        case prose.Table():
            yield from _points(prose.in_words(part).items)


def _points(items: Iterable[prose.Item]) -> Iterator[Piece]:
    for item in items:
        mark = "•" if item.number is None else f"{item.number}."
        for n, line in enumerate(filled([item.line], fits)):
            if told := paragraph(line):
                yield (point(mark if n == 0 else " ", told, item.depth),)


def _sources(title: str, lines: Sequence[Line]) -> Iterator[Piece]:
    """List sources: the first row of each names it, the others tell of it in small print."""
    above: Piece = tuple(paragraph((Run(title, bold=True),)))
    for line in lines:
        first, *others = rows(line) or [(Run("–"),)]
        below = [one for row in others for one in paragraph(row, **SMALL)]
        told = [*paragraph(first), *({**one, "spacing": "None"} for one in below)]
        yield (*above, *spaced(told, "Small"))
        above = ()
