"""Answers with the sentences of the policies themselves: nothing is reworded, nothing is added.

A sentence is quoted only when the passage it stands in bears out the question, down to the words
that it bears out least, and when it holds the kind of value that was asked for. Otherwise the
answer is that these policies do not tell, with the nearest pages to look at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.answering.asked import Value, asked_for, holds
from bot.answering.request import Request
from bot.answering.sentences import Sentence, with_limits
from bot.answering.support import Asked, Read, asked, read
from bot.answering.wording import wording
from bot.answers import Abstained, Answer, Citation, Grounded, Nearby, Reason, Statement
from retrieval.documents import Passage
from retrieval.embedding import TokenEmbedder

_READ = 5  # passages that are read to the word
_STATEMENTS = 4
_NEAREST = 3
_WORST = 0.1  # the share of a question's words that are looked at for being covered worst
_FLOOR = 0.84  # how well these have to be covered
_FLOOR_ACROSS = 0.80  # the same, where question and passage are in two languages
_CLOSE = 0.012  # how much less than the best sentence another may cover
_LONGEST = 700  # characters of one statement


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A sentence that may answer; `place` is where it stands among those of its passage."""

    read: Read
    place: int
    score: float


class ExtractiveAnswerer:
    """Quotes; needs no other model than the one that finds passages."""

    def __init__(self, embedder: TokenEmbedder) -> None:
        self._embedder = embedder
        self.name = f"extractive 1, {embedder.model}"

    async def answer(self, request: Request, passages: Sequence[Passage]) -> Answer:
        """Quote the sentences that answer, or say that the passages do not tell."""
        question = await asked(self._embedder, request.search, request.language)
        reads = [await read(self._embedder, p) for p in passages[:_READ] if p.text.strip()]
        borne = [r for r in reads if _bears_out(question, r, request.language)]
        value = asked_for(request.question, request.language)
        chosen = _chosen(_candidates(question, borne, value))
        if not chosen:
            return _abstained(request, passages)
        return _grounded(request, chosen)


def _bears_out(question: Asked, one: Read, language: str) -> bool:
    coverage = question.coverage([one.head, *one.tokens])
    floor = _FLOOR if one.passage.language == language else _FLOOR_ACROSS
    return question.worst(coverage, _WORST) >= floor


def _candidates(question: Asked, reads: Sequence[Read], value: Value | None) -> list[_Candidate]:
    found = []
    for rank, one in enumerate(reads):
        for place, sentence in enumerate(one.sentences):
            told = _told(one, place)
            if sentence.asks or not sentence.is_quotable or len(told) > _LONGEST:
                continue
            if holds(value, told, one.passage.language):
                found.append(_Candidate(one, place, _score(question, one, place) - 0.005 * rank))
    return sorted(found, key=lambda c: -c.score)


def _told(one: Read, place: int) -> str:
    return " ".join(one.sentences[n].text for n in (*one.sentences[place].after, place))


def _score(question: Asked, one: Read, place: int) -> float:
    own = [one.tokens[n] for n in (*one.sentences[place].after, place)]
    return question.mean(question.coverage(own)) + question.mean(
        question.coverage([one.head, *own])
    )


def _chosen(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    return [c for c in candidates[:_STATEMENTS] if c.score >= candidates[0].score - _CLOSE]


def _abstained(request: Request, passages: Sequence[Passage]) -> Abstained:
    nearest = {
        p.document_id: Nearby(p.document_id, p.title, p.link, p.path) for p in reversed(passages)
    }
    order = dict.fromkeys(p.document_id for p in passages)
    return Abstained(
        Reason.NOT_SUPPORTED,
        wording(request.language).not_supported,
        tuple(nearest[i] for i in list(order)[:_NEAREST]),
    )


def _grounded(request: Request, chosen: Sequence[_Candidate]) -> Grounded:
    by_chunk: dict[str, list[_Candidate]] = {}
    for candidate in chosen:
        by_chunk.setdefault(candidate.read.passage.chunk_id, []).append(candidate)
    documents = list(dict.fromkeys(c.read.passage.document_id for c in chosen))
    groups = sorted(
        by_chunk.values(),
        key=lambda g: (
            documents.index(g[0].read.passage.document_id),
            g[0].read.passage.ordinal,
        ),
    )
    statements = [s for group in groups for s in _statements(group[0].read, group)]
    statements = statements[:_STATEMENTS]
    languages = {c.language for s in statements for c in s.citations}
    foreign = sorted(languages - {request.language})
    frame = wording(request.language).introduce(*foreign) if foreign else ""
    return Grounded(tuple(statements), frame)


def _statements(one: Read, group: Sequence[_Candidate]) -> Iterator[Statement]:
    for places in _joined_sets(one.sentences, sorted(c.place for c in group)):
        yield _statement(one, places)


def _joined_sets(found: Sequence[Sentence], chosen: Sequence[int]) -> list[list[int]]:
    """What shares a sentence, or follows on in the same paragraph, is told as one statement."""
    sets: list[list[int]] = []
    for place in chosen:
        told = with_limits([place], found)
        last = sets[-1] if sets else []
        if set(last) & set(told):
            sets[-1] = sorted({*last, *told})
        else:
            sets.append(told)
    return sets


def _statement(one: Read, places: Sequence[int]) -> Statement:
    told = [one.sentences[n] for n in places]
    items = sum(s.is_item for s in told)
    parts = [f"• {s.text}" if s.is_item and items > 1 else s.text for s in told]
    quotes = [_citation(one.passage, run) for run in _runs(one.sentences, places)]
    return Statement(" ".join(parts), tuple(quotes))


def _runs(found: Sequence[Sentence], places: Sequence[int]) -> list[tuple[int, int]]:
    """The stretches of the passage's text that sentences in a row make."""
    runs: list[tuple[int, int]] = []
    before = -2
    for place in places:
        sentence = found[place]
        if not sentence.is_quotable:
            continue
        if runs and place == before + 1:
            runs[-1] = (runs[-1][0], sentence.end)
        else:
            runs.append((sentence.start, sentence.end))
        before = place
    return runs


def _citation(passage: Passage, run: tuple[int, int]) -> Citation:
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
        quote=passage.text[run[0] : run[1]],
    )
