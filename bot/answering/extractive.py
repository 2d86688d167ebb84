"""Answers with the sentences of the policies themselves: nothing is reworded, nothing is added.

A sentence is quoted only when it and its passage bear out the question, down to the words that
they bear out least, when it holds the kind of value that was asked for, and when its headings hold
for the place and the people asked about. Otherwise the answer is that these policies do not tell,
with the nearest pages to look at. No score of the search decides anything.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from bot.answering.abstaining import not_told
from bot.answering.answerer import Desk
from bot.answering.asked import asked_for
from bot.answering.asking import asked_back
from bot.answering.bearing import Features, bearing, features
from bot.answering.candidates import Candidate, candidates
from bot.answering.coverage import Question, Read, question, read
from bot.answering.differing import differing
from bot.answering.kinds import Kind
from bot.answering.quoting import Quoted, grounded, joined
from bot.answering.request import Request
from bot.answering.scope import holds_for
from bot.answering.standing import content_words
from bot.answering.wording import wording
from bot.answers import Answer
from retrieval.documents import Passage
from retrieval.embedding import TokenEmbedder

_READ = 8  # passages that are read to the word
_CHARACTERS = 7000  # of these at most: some 1,700 tokens
_LACKS = 0.06  # how much worse a row covers a word than the row beside it that has the word
_CLOSE = 0.15  # how much less than the best sentence another may cover and still be quoted
_CLOSE_ELSEWHERE = 0.03  # the same, for a sentence of another document
_PROCEDURE = re.compile(
    r"\b(?:steps?|procedure|process|instructions|how (?:do|can|should) (?:i|we)|what (?:do|should) "
    r"(?:i|we) do|pasos?|procedimiento|instrucciones|c[oó]mo (?:puedo|hago|se)|qu[eé] hago)\b",
    re.IGNORECASE,
)


class ExtractiveAnswerer:
    """Quotes; needs no other model than the one that finds passages."""

    def __init__(self, embedder: TokenEmbedder) -> None:
        self._embedder = embedder
        self.name = f"extractive 2, {embedder.model}"

    async def answer(
        self, request: Request, passages: Sequence[Passage], _desk: Desk | None = None, /
    ) -> Answer:
        """Quote the sentences that answer, or say that the passages do not tell."""
        if request.kind is not Kind.POLICY:
            return not_told(request, passages)
        asked = await question(self._embedder, request.search, request.language)
        if not asked.words or not any(content_words(request.search, request.language)):
            return not_told(request, passages)
        parts = [
            (part, await question(self._embedder, part, request.language)) for part in request.parts
        ]
        reads = await self._read(request, passages)
        return await asyncio.to_thread(told, request, asked, parts, reads, passages)

    async def features(self, request: Request, passages: Sequence[Passage]) -> Features | None:
        """Measure what is judged before a question is answered; None where nothing could be."""
        if request.kind is not Kind.POLICY:
            return None
        asked = await question(self._embedder, request.search, request.language)
        if not asked.words:
            return None
        reads = await self._read(request, passages)
        return features(request, asked, _found(request, asked, reads), passages)

    async def _read(self, request: Request, passages: Sequence[Passage]) -> list[Read]:
        held = [passage for passage in passages if holds_for(request.search, passage)]
        return await read(self._embedder, worth_reading(held))


def worth_reading(passages: Sequence[Passage]) -> list[Passage]:
    """Take the best passages, as many as there is time to read, one at least."""
    lengths = accumulate(len(passage.text) for passage in passages[:_READ])
    return [p for p, length in zip(passages, lengths, strict=False) if length <= _CHARACTERS] or [
        *passages[:1]
    ]


def told(
    request: Request,
    asked: Question,
    parts: Sequence[tuple[str, Question]],
    reads: Sequence[Read],
    passages: Sequence[Passage],
) -> Answer:
    """Answer from what was read: quote what bears out the question, each of its parts first."""
    found = _found(request, asked, reads)
    if bearing(features(request, asked, found, passages)) < 0:
        return not_told(request, passages)
    if (back := asked_back(request, asked, found)) is not None:
        return back
    rows = _without_other_rows(found, asked)
    close = _of_each_page([one for one in rows if _is_close(one, rows[0])])
    leading = [best for part, one in parts if (best := _best(part, one, reads)) is not None]
    both = differing(rows[0], found)
    chosen = (*both, *leading, *_steps(request, rows[0]), *close)
    quoted = joined([Quoted(one.read, one.place) for one in chosen], parts=len(parts))
    answer = grounded(quoted, request.reply_in)
    if not both:
        return answer
    told_first = wording(request.reply_in).differing
    return replace(answer, frame=f"{told_first} {answer.frame}".strip())


def _steps(request: Request, best: Candidate) -> list[Candidate]:
    """All items of the list that the best sentence stands in, where steps were asked for."""
    if not _PROCEDURE.search(request.question):
        return []
    return [replace(best, place=place) for place in best.read.list_of(best.place)]


def _found(request: Request, asked: Question, reads: Sequence[Read]) -> list[Candidate]:
    covered = [asked.covered(one) for one in reads]
    return candidates(asked, covered, asked_for(request.question, request.language))


def _best(part: str, asked: Question, reads: Sequence[Read]) -> Candidate | None:
    """The sentence that answers one part of a compound question."""
    covered = [asked.covered(one) for one in reads]
    found = candidates(asked, covered, asked_for(part, asked.language)) if asked.words else []
    return found[0] if found else None


def _of_each_page(chosen: Sequence[Candidate]) -> list[Candidate]:
    """Put the best sentence of each page first: more of one page helps less than another page."""
    pages = [(one.read.passage.document_id, one.read.passage.page) for one in chosen]
    is_first = [page not in pages[:place] for place, page in enumerate(pages)]
    order = sorted(range(len(chosen)), key=lambda place: not is_first[place])
    return [chosen[place] for place in order]


def _is_close(one: Candidate, best: Candidate) -> bool:
    """Whether a sentence is worth quoting beside the best: one of another document hardly ever."""
    same = one.read.passage.document_id == best.read.passage.document_id
    return one.score >= best.score - (_CLOSE if same else _CLOSE_ELSEWHERE)


def _without_other_rows(candidates: Sequence[Candidate], asked: Question) -> list[Candidate]:
    """Leave out rows that lack a word of the question which the best row of their table has."""
    best: dict[tuple[str, int], Candidate] = {}
    kept = []
    for one in candidates:
        row = best.setdefault(one.table, one) if one.table else one
        if not (((row.headed - one.headed) > _LACKS) & (asked.weights == 1)).any():
            kept.append(one)
    return kept
