"""Is an answer borne out by what it cites? The rules, and late interaction where they end.

The rules read figures, limits, duties and names; a sentence that has none of them, or is in another
language than its citation, is set beside the cited words token by token. What follows its
quotes word by word costs no call of the model.
"""

import asyncio
import re
from collections.abc import Iterator, Sequence

import numpy as np

from bot.answering.answerer import Desk
from bot.answering.coverage import Numbers, Question, question
from bot.answering.facts.claims import findings, follows_its_quotes
from bot.answering.facts.finding import Fault, Finding
from bot.answering.request import Request
from bot.answering.stated import stated
from bot.answering.support import Check
from bot.answers import Grounded, Statement
from retrieval.documents import Passage
from retrieval.embedding import TokenEmbedder
from retrieval.enrichment import context
from retrieval.plain import plain

# Calibrated on Spanish sentences beside their English originals: 1 in 100 of them is below the
# first, and 9 in 10 of the sentences that come next on the page are.
_FLOOR = 0.80  # how well a statement's words have to be covered in the mean
_SAME_NAME = 0.80  # how near a name comes to its form in another language
_ADDRESS = re.compile(r"\S+@\S+|\b(?:https?:|www\.)\S+|\+?\d(?:[ ().-]{0,2}\d){6,}")
_LONGEST = 1200  # characters of a quote that are placed at a time


class SupportCheck:
    """Checks answers; `second_look` is asked of what the first look lets through."""

    def __init__(self, embedder: TokenEmbedder, *, second_look: Check | None = None) -> None:
        self._embedder = embedder
        self._second_look = second_look

    async def __call__(
        self, answer: Grounded, request: Request, passages: Sequence[Passage], desk: Desk, /
    ) -> Sequence[Finding]:
        """Find what is not borne out; raises what the second look raises."""
        found: Sequence[Finding] = await asyncio.to_thread(
            findings,
            answer,
            question=request.search,
            language=request.language,
            passages=passages,
        )
        found = [*found, *_contacts(answer, request)]
        for place, statement in enumerate(answer.statements):
            mine = [finding for finding in found if finding.statement == place]
            if not all(map(_may_be_translated, mine)):
                continue
            if not await asyncio.to_thread(follows_its_quotes, statement):
                left = await self._placed(place, statement, request.language, mine)
                found = [finding for finding in found if finding.statement != place] + left
        if found or self._second_look is None:
            return found
        return await self._second_look(answer, request, passages, desk)

    async def _placed(
        self, place: int, statement: Statement, language: str, names: Sequence[Finding]
    ) -> list[Finding]:
        """Set a statement beside its quotes; names in another language are found by likeness."""
        told = plain(statement.text)
        asked = await question(self._embedder, told, language)
        if not asked.words:
            return [*names]
        covered = await self._covered(asked, statement)
        foreign = any(citation.language != language for citation in statement.citations)
        left = [f for f in names if not (foreign and _is_named(f.words, told, asked, covered))]
        if asked.mean(covered) < _FLOOR:
            left.append(Finding(place, Fault.FAR, statement.text))
        return left

    async def _covered(self, asked: Question, statement: Statement) -> Numbers:
        quotes = [
            f"{context(c.title, c.heading)}\n{quote[start : start + _LONGEST]}"
            for c in statement.citations
            for quote in [plain(c.quote)]
            for start in range(0, len(quote), _LONGEST)
        ]
        states = await self._embedder.passage_tokens(quotes)
        tokens = np.concatenate([one.vectors for one in states])
        return asked.covered_by(tokens)


def _contacts(answer: Grounded, request: Request) -> Iterator[Finding]:
    """Find where a statement sends somebody who needs a person.

    On such topics contacts come from the operators' configuration alone: a page that anybody may
    have edited must not be able to send a victim to a stranger.
    """
    if request.sensitive is None:
        return
    for place, statement in enumerate(answer.statements):
        if sent := _ADDRESS.search(statement.text):
            yield Finding(place, Fault.CONTACT, sent.group())


def _may_be_translated(finding: Finding) -> bool:
    """Whether a name may stand there in another language; codes and countries were looked for."""
    if finding.fault is not Fault.NAME or any(map(str.isdecimal, finding.words)):
        return False
    return stated(finding.words).regions is None


def _is_named(name: str, told: str, asked: Question, covered: Numbers) -> bool:
    """Whether the cited words have something that is very like a name."""
    start = told.find(name)
    end = start + len(name)
    inside = [n for n, span in enumerate(asked.spans) if span[0] < end and span[1] > start]
    return bool(inside) and float(covered[inside].max()) >= _SAME_NAME
