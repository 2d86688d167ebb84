"""How is an answer told? In the text of a message, but for its tables and buttons, in a card below.

Where a table stands, the text says so; the marks of the sources of a table stand behind that.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.saying import prose
from bot.saying.parts import Header, Part, Points, Prose, Quote, Small, Text
from bot.saying.runs import Line, Run, in_sentences, said
from bot.saying.words import words
from bot.surfaces.teams.drawing import tables
from bot.surfaces.teams.drawing.cards import Piece, pieces
from bot.surfaces.teams.drawing.elements import heading, size
from bot.surfaces.teams.drawing.lines import filled
from bot.surfaces.teams.drawing.markdown import Shape, Stretch, markdown

LARGEST = 6 * 1024  # bytes of a stretch
_CITED = 5  # sources of a stretch of several lines
_SPACE = Run("\u00a0")


def told(parts: Sequence[Part], locale: str) -> list[Stretch | Piece]:
    """Tell parts, in order."""
    telling = _Telling(iter(_titles(parts, locale)))
    flow: list[Stretch | Piece] = []
    for part in parts:
        if isinstance(part, Text) and _are_marks(part.lines):
            _mark(flow, part.lines)
        else:
            flow += telling.part(part)
    return flow


@dataclass(frozen=True, slots=True)
class _Title:
    """What stands above a table, and what the text says in its place."""

    above: str
    below: str


def _titles(parts: Iterable[Part], locale: str) -> list[_Title]:
    """Name the tables: by their numbers, where there is more than one."""
    there = [
        one
        for part in parts
        if isinstance(part, Prose)
        for one in part.parts
        if isinstance(one, prose.Table) and tables.is_drawable(one)
    ]
    told = words(locale).answer
    if len(there) == 1:
        return [_Title("", told.table_below)]
    return [
        _Title(told.table_of.format(n=n), told.table_below_of.format(n=n))
        for n in range(1, len(there) + 1)
    ]


@dataclass(slots=True)
class _Telling:
    """Tells parts; knows which table is next."""

    titles: Iterator[_Title]

    def part(self, part: Part) -> Iterator[Stretch | Piece]:
        match part:
            case Prose(several, language):
                for one in several:
                    yield from self._prose(one, language)
            case Points(lines):
                yield from _points([prose.Item(line) for line in lines])
            case Text() | Quote() | Header() | Small():
                yield from _words(part)
            case _:
                yield from pieces([part])

    def _prose(self, part: prose.Part, language: str) -> Iterator[Stretch | Piece]:
        match part:
            case prose.Paragraph(line, kind):
                yield from _stretches(in_sentences(line, language), Stretch((), _SHAPES[kind]))
            case prose.Listing(items):
                yield from _points(items)
            case prose.Table() if tables.is_drawable(part):
                yield from self._table(part)
            case prose.Table():
                yield from _points(prose.in_words(part).items)

    def _table(self, table: prose.Table) -> Iterator[Stretch | Piece]:
        title = next(self.titles)
        yield Stretch((Run(title.below, italic=True),))
        first, *others = tables.drawn(table)
        yield (heading(title.above), first) if title.above else (first,)
        yield from ((other,) for other in others)


def _words(part: Text | Quote | Header | Small) -> Iterator[Stretch]:
    match part:
        case Text(lines):
            yield from _stretches(lines, Stretch(()))
        case Quote(lines):
            yield from _stretches(lines, Stretch((), Shape.QUOTE))
        case Header(text):
            yield from _stretches([(Run(text),)], Stretch((), Shape.HEADING))
        case Small(texts):
            yield from _stretches([(Run(" · ".join(texts), italic=True),)], Stretch(()))


_SHAPES = {
    prose.Kind.PLAIN: Shape.PLAIN,
    prose.Kind.HEADING: Shape.HEADING,
    prose.Kind.QUOTE: Shape.QUOTE,
}


def _are_marks(lines: Iterable[Line]) -> bool:
    """Tell whether nothing but the marks of sources stands in lines."""
    return all(run.cites is not None or not run.text.strip() for line in lines for run in line)


def _mark(flow: list[Stretch | Piece], marks: Iterable[Line]) -> None:
    """Put marks behind the last words: where a table was, those that say that it is below."""
    line = tuple(run for mark in marks for run in (_SPACE, *mark))
    for n, one in reversed(list(enumerate(flow))):
        if isinstance(one, Stretch):
            flow[n] = replace(one, line=(*one.line, *line))
            return
    flow.append(Stretch(line[1:]))


def _stretches(lines: Iterable[Line], like: Stretch) -> Iterator[Stretch]:
    """Make stretches of lines that run on, each as long as it may be."""
    whole = [line for line in filled(lines, _fits, _CITED) if said(line).strip()]
    for n, line in enumerate(whole):
        yield replace(like, line=line, goes_on=n > 0)


def _points(items: Iterable[prose.Item]) -> Iterator[Stretch]:
    for n, item in enumerate(items):
        point = Stretch((), Shape.ITEM, item.depth, item.number, begins=n == 0)
        yield from _stretches([item.line], point)


def _fits(line: Line) -> bool:
    return size(markdown([Stretch(line)])) <= LARGEST
