"""Which documents say the same, and which contradict each other?

Both are found among documents in force. Duplicates: MinHash (`retrieval.sketch`) in bands, so that
only documents which may be alike are compared, and those then exactly. Contradictions: statements
about the same that give other figures (`retrieval.statements`). Neither compares all pairs.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from math import ceil

from retrieval.documents import Document, Section, Status
from retrieval.language import language_of
from retrieval.sketch import runs, sketch
from retrieval.statements import SAME, Statement, about_the_same, differ, statements
from retrieval.validity import in_force

_ALIKE = 0.6  # the share of runs of four words from which two documents are one and the same text
_ROWS = 3  # numbers of a sketch in a band: pairs that share half of their runs mostly meet


@dataclass(frozen=True, slots=True)
class Duplicates:
    """Documents that say much the same; `likeness` is that of the least alike pair found."""

    documents: tuple[Document, ...]
    likeness: float


@dataclass(frozen=True, slots=True, eq=False)
class Stated:
    """A statement in its place."""

    document: Document
    section: Section
    statement: Statement
    language: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two statements of different documents that give other figures for the same."""

    one: Stated
    other: Stated


def answering(documents: Iterable[Document], on: date) -> list[Document]:
    """Keep the documents that may answer on a day."""
    return [d for d in documents if d.status is Status.APPROVED and in_force(d, on)]


def duplicates(documents: Sequence[Document]) -> list[Duplicates]:
    """Group documents of which each is nearly the same as another; empty ones are left out."""
    documents = [document for document in documents if document.sections]
    texts = ["\n".join(section.text for section in document.sections) for document in documents]
    alike: dict[tuple[int, int], float] = {}
    for one, other in sorted(_in_one_band([sketch(text) for text in texts])):
        likeness = _jaccard(runs(texts[one]), runs(texts[other]))
        if likeness >= _ALIKE:
            alike[one, other] = likeness
    return [
        Duplicates(
            tuple(documents[place] for place in group),
            min(like for pair, like in alike.items() if group.issuperset(pair)),
        )
        for group in _groups(alike)
    ]


def stated(document: Document, languages: tuple[str, ...]) -> list[Stated]:
    """Find what a document states in figures, in reading order."""
    text = "\n".join(section.text for section in document.sections)
    language = language_of(text, languages)
    return [
        Stated(document, section, statement, language)
        for section in document.sections
        for statement in statements(section.text, language)
    ]


def contradictions(
    found: Sequence[Stated], tell: Callable[[int, int], None] = lambda _done, _total: None
) -> list[Contradiction]:
    """Find the statements that contradict one of another document; no sentence is told twice.

    Where the other document also bears a statement out, it does not contradict it. `tell` hears
    how many of how many statements were compared.
    """
    against: list[tuple[Stated, Stated]] = []
    borne_out: set[tuple[int, str]] = set()  # a statement, and a document that agrees with it
    for number, (place, others) in enumerate(_with_words_in_common(found), 1):
        tell(number, len(found))
        one = found[place]
        for other in (found[place] for place in sorted(others)):
            if not _comparable(other, one):
                continue
            if differ(other.statement.figures, one.statement.figures):
                against.append((other, one))
            else:
                borne_out |= {(id(one), other.document.id), (id(other), one.document.id)}
    told: dict[frozenset[str], Contradiction] = {}
    for one, other in against:
        if borne_out.isdisjoint({(id(one), other.document.id), (id(other), one.document.id)}):
            texts = frozenset((one.statement.text, other.statement.text))
            told.setdefault(texts, Contradiction(one, other))
    return list(told.values())


def _comparable(one: Stated, other: Stated) -> bool:
    """Whether two statements of different documents are about the same, where both hold."""
    here, there = set(one.document.region), set(other.document.region)
    return (
        one.document.id != other.document.id
        and one.language == other.language
        and not (here and there and here.isdisjoint(there))
        and about_the_same(one.statement, other.statement)
    )


def _with_words_in_common(found: Sequence[Stated]) -> Iterator[tuple[int, set[int]]]:
    """Give each statement those before it that may share enough of its words.

    Two sets that have the share `SAME` of their words in common have one of the rarest words of
    each in common: as many of the rarest as may be missing, and one more (Chaudhuri and others,
    2006).
    """
    often = Counter(word for one in found for word in one.statement.words)
    holding: defaultdict[int, list[int]] = defaultdict(list)
    for place, one in enumerate(found):
        rarest = sorted(one.statement.words, key=lambda word: (often[word], word))
        rarest = rarest[: len(rarest) - ceil(SAME * len(rarest)) + 1]
        yield place, {other for word in rarest for other in holding[word]}
        for word in rarest:
            holding[word].append(place)


def _in_one_band(sketches: Sequence[tuple[int, ...]]) -> set[tuple[int, int]]:
    """Pairs of places whose sketches have a whole band of numbers in common."""
    bands: defaultdict[tuple[int, tuple[int, ...]], list[int]] = defaultdict(list)
    for place, numbers in enumerate(sketches):
        for start in range(0, len(numbers), _ROWS):
            bands[start, numbers[start : start + _ROWS]].append(place)
    return {pair for places in bands.values() for pair in combinations(places, 2)}


def _jaccard(one: set[str], other: set[str]) -> float:
    return len(one & other) / max(1, len(one | other))


def _groups(pairs: Iterable[tuple[int, int]]) -> list[set[int]]:
    """Join pairs that have a member in common, in the order of the first members."""
    groups: list[set[int]] = []
    for pair in pairs:
        joined = set(pair).union(*(group for group in groups if group & set(pair)))
        groups = [*(group for group in groups if not group & joined), joined]
    return sorted(groups, key=min)
