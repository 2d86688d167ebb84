"""How do sentences become an answer? Joined where they belong together, each with its quote."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.answering.coverage import Read
from bot.answering.sentences import Sentence, with_limits
from bot.answering.wording import wording
from bot.answers import Citation, Grounded, Statement
from retrieval.documents import Passage

_STATEMENTS = 4
_DOCUMENTS = 2
_ROOM = 1200  # characters of an answer, unless its first statement alone is longer


@dataclass(frozen=True, slots=True, eq=False)
class Quoted:
    """A sentence to be quoted: `place` is where it stands among those of its passage."""

    read: Read
    place: int


@dataclass(frozen=True, slots=True, eq=False)
class _Told:
    """What is told of one passage as one statement: the places of its sentences."""

    read: Read
    places: frozenset[int]

    @property
    def length(self) -> int:
        return sum(len(self.read.sentences[place].text) for place in self.places)


def joined(quoted: Iterable[Quoted], *, parts: int = 1) -> list[tuple[Read, list[int]]]:
    """Take sentences, best first, as long as there is room, and join those that share one.

    Of two documents at most, unless the question has more `parts` than that.

    An item is told with the line above it, and a second item of the same list joins the first.
    Returned in reading order: documents as they came first, then as they are written.
    """
    told: list[_Told] = []
    for one in quoted:
        more = _Told(one.read, frozenset(with_limits([one.place], one.read.sentences)))
        told = _with(told, more, documents=max(_DOCUMENTS, parts))
    documents = list(dict.fromkeys(one.read.passage.document_id for one in told))
    told.sort(
        key=lambda one: (
            documents.index(one.read.passage.document_id),
            one.read.passage.ordinal,
            min(one.places),
        )
    )
    return [(one.read, sorted(one.places)) for one in told]


def _with(told: list[_Told], more: _Told, *, documents: int) -> list[_Told]:
    """Add a statement, or join it to the one that it shares a sentence with, if there is room."""
    shares = [one for one in told if one.read is more.read and one.places & more.places]
    whole = _Told(more.read, more.places.union(*(one.places for one in shares)))
    others = [one for one in told if one not in shares]
    if told and sum(one.length for one in [*others, whole]) > _ROOM:
        return told
    if not shares and not _is_welcome(told, more, documents):
        return told
    place = told.index(shares[0]) if shares else len(told)
    return [*others[:place], whole, *others[place:]]


def _is_welcome(told: Sequence[_Told], more: _Told, documents: int) -> bool:
    of = {one.read.passage.document_id for one in (*told, more)}
    return len(told) < _STATEMENTS and len(of) <= documents


def grounded(told: Sequence[tuple[Read, Sequence[int]]], language: str) -> Grounded:
    """Word the statements; quotes in another language than the one spoken are introduced."""
    statements = tuple(_statement(one, places) for one, places in told)
    spoken = dict.fromkeys(c.language for s in statements for c in s.citations)
    foreign = [code for code in spoken if code != language]
    return Grounded(statements, wording(language).introduce(*foreign) if foreign else "")


def _statement(one: Read, places: Sequence[int]) -> Statement:
    told = [one.sentences[place] for place in places]
    is_list = sum(sentence.is_item for sentence in told) > 1
    parts = [f"• {s.text}" if is_list and s.is_item else s.text for s in told]
    return Statement(" ".join(parts), quotes(one.passage, one.sentences, places))


def quotes(
    passage: Passage, found: Sequence[Sentence], places: Iterable[int]
) -> tuple[Citation, ...]:
    """Cite sentences of a passage, in its order: what stands in a row is one quote.

    What is repeated from elsewhere (a table's header) is no part of its text, and not quoted.
    """
    runs: list[tuple[int, int]] = []
    before = -2
    for place in places:
        sentence = found[place]
        if not sentence.is_quotable:
            continue
        start = runs.pop()[0] if runs and place == before + 1 else sentence.start
        runs.append((start, sentence.end))
        before = place
    return tuple(citation(passage, start, end) for start, end in runs)


def citation(passage: Passage, start: int, end: int) -> Citation:
    """Cite a stretch of a passage's text."""
    return Citation(
        document_id=passage.document_id,
        chunk_id=passage.chunk_id,
        path=passage.path,
        title=passage.title,
        heading=passage.heading,
        url=passage.link,
        version=passage.version,
        effective_from=passage.effective_from,
        page=passage.page,
        language=passage.language,
        quote=passage.text[start:end],
    )
