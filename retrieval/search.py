"""Which passages may answer this question? Candidates from all legs, and their order."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from retrieval.access import Admission
from retrieval.bm25 import query_terms
from retrieval.documents import Passage
from retrieval.embedding import Embedder, Question, Text
from retrieval.fusion import Candidate, Legs, fused
from retrieval.index import Index, Words
from retrieval.late import Codes, covered
from retrieval.payload import passage
from retrieval.recipe import Recipe
from retrieval.reranking import Reranker
from retrieval.shorthand import spelled_out
from retrieval.sketch import likeness
from retrieval.statements import differ, figures
from retrieval.timing import Timings

_LETTERS_A_TOKEN = 4  # about; few enough of them that a budget is kept rather than overrun
_FEWEST_TOKENS = 20  # of a passage on average: more passages than that allows need not be read
_FURTHER = 3  # texts beside the question's own words: rewrites give way to parts
_TWINS = 0.85  # the share of common four-word runs from which two passages are the same text


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for: a question that stands on its own, and its language.

    `parts` are the questions that a compound one is made of; `rewrites` the same in other words;
    `expansions` what its short forms stand for; `identifiers` the codes that it asks for.
    """

    text: str
    language: str
    parts: tuple[str, ...] = ()
    rewrites: tuple[str, ...] = ()
    expansions: tuple[str, ...] = ()
    identifiers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Sought:
    """A question as it was placed, and its candidates for a reader, by the fusion of the legs.

    Each candidate tells how well it covers each token of the question. `is_whole` tells that the
    candidates are all that the reader may see.
    """

    question: Question
    passages: tuple[Passage, ...]
    admission: Admission
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Fold:
    """A passage that says what a better one says."""

    passage: Passage
    twin_of: Passage


class TokenStates(Protocol):
    """Where the tokens of passages are kept."""

    async def of(self, chunk_ids: Sequence[str]) -> Mapping[str, Codes]:
        """Read the tokens of each chunk; a chunk of which none are kept is left out."""


class Search:
    """Asks the index as one reader."""

    def __init__(
        self,
        embedder: Embedder,
        index: Index,
        states: TokenStates,
        reranker: Reranker,
        recipe: Recipe,
    ) -> None:
        self._embedder = embedder
        self._index = index
        self._states = states
        self._reranker = reranker
        self._recipe = recipe

    async def candidates(
        self, query: Query, admission: Admission, timings: Timings
    ) -> list[Sought]:
        """Find what the reader may match: for the whole question, its parts, and its rewrites.

        All parts are looked for, and of the rewrites as many as three such texts leave room for.
        Where nothing is open to the reader, nothing is asked.
        """
        if admission.is_empty:
            return []
        parts = query.parts if self._recipe.parts else ()
        texts = (query.text, *parts, *query.rewrites[: max(0, _FURTHER - len(parts))])
        return [await self._sought(text, query, admission, timings) for text in texts]

    async def ranked(
        self, sought: Sequence[Sought], readable: Collection[str], query: Query, timings: Timings
    ) -> list[Passage]:
        """Put in order what of the candidates may be read: `readable` holds their ids.

        What answers a part of the question best counts as much as what answers the whole best.
        What carries a code that was asked for comes first.
        """
        with timings.stage("reranking"):
            lists = [
                await self._reranker.ranked(
                    one.question,
                    [p for p in one.passages if p.chunk_id in readable],
                    one.admission,
                )
                for one in sought
            ]
            joined = _by_best_place(lists)
        if not self._recipe.identifiers:
            return joined
        return sorted(joined, key=lambda p: -len(p.identifiers & query.identifiers))

    async def _sought(
        self, text: str, query: Query, admission: Admission, timings: Timings
    ) -> Sought:
        """Ask all legs. BM25 sees only chunks of the question's language.

        In another one its words mean nothing, and its votes would push out what the dense leg
        found. It is given the words as they were typed, and as they are spelled out.
        """
        recipe, language = self._recipe, query.language
        with timings.stage("embedding"):
            spelled = spelled_out(text, language) if recipe.shorthand else text
            question = await self._embedder.question(Text(spelled, language))
            words = [Words(query_terms(f"{text}\n{spelled}", language), language)]
            if recipe.glossary and query.expansions:
                expanded = query_terms(" ".join(query.expansions), language)
                words.append(Words(expanded, language))
        with timings.stage("engine"):
            legs = await self._index.nearest(
                question.dense,
                words,
                admission,
                depth=recipe.depth,
                carrying=query.identifiers if recipe.identifiers else frozenset(),
            )
            everything = await self._everything(legs, question, admission)
            if everything is not None:
                return Sought(question, everything, admission, is_whole=True)
            candidates = fused(legs, each=recipe.each, most=recipe.most)
            return Sought(question, await self._read(candidates, question, admission), admission)

    async def _everything(
        self, legs: Legs, question: Question, admission: Admission
    ) -> tuple[Passage, ...] | None:
        """Read all that the reader may see, where that is little; None where it is not."""
        (dense, *_), budget = legs.dense, self._recipe.whole
        if len(dense) >= self._recipe.depth or len(dense) * _FEWEST_TOKENS > budget:
            return None
        candidates = fused(legs, each=len(dense), most=len(dense))
        all_of_it = await self._read(candidates, question, admission)
        tokens = sum(len(one.lead + one.text) // _LETTERS_A_TOKEN for one in all_of_it)
        return all_of_it if tokens <= budget else None

    async def _read(
        self, candidates: Sequence[Candidate], question: Question, admission: Admission
    ) -> tuple[Passage, ...]:
        """Read candidates; their tokens are compared while the engine looks their texts up."""
        ids = [one.id for one in candidates]
        payloads, coverage = await asyncio.gather(
            self._index.payloads(ids, admission), self._coverage(ids, question)
        )
        return tuple(
            passage(one.id, payloads[one.id], one, coverage[one.id])
            for one in candidates
            if one.id in payloads
        )

    async def _coverage(
        self, ids: Sequence[str], question: Question
    ) -> dict[str, tuple[float, ...]]:
        """Tell how near each passage comes to each token of the question."""
        known = await self._states.of(ids)
        codes = [known.get(id_, b"") for id_ in ids]
        rows = await asyncio.to_thread(covered, question.tokens, codes)
        return dict(zip(ids, map(tuple, rows.tolist()), strict=True))

    async def section(self, of: Passage, admission: Admission) -> list[Passage]:
        """Read all chunks of the section that a passage was cut from, in order."""
        payloads = await self._index.section(of.document_id, of.generation, of.section, admission)
        found = [passage(id_, payload) for id_, payload in payloads.items()]
        return sorted(found, key=lambda one: one.ordinal)

    async def is_empty(self) -> bool:
        """Tell whether the index holds nothing at all."""
        return await self._index.count() == 0


def _by_best_place(lists: Sequence[Sequence[Passage]]) -> list[Passage]:
    """Join lists: each passage at its best place in any of them, those of earlier lists first."""
    if len(lists) == 1:
        return list(lists[0])
    best: dict[str, tuple[int, int]] = {}
    passages: dict[str, Passage] = {}
    for number, ranked in enumerate(lists):
        for place, one in enumerate(ranked):
            passages.setdefault(one.chunk_id, one)
            best[one.chunk_id] = min(best.get(one.chunk_id, (place, number)), (place, number))
    return [passages[chunk_id] for chunk_id in sorted(best, key=best.__getitem__)]


def folded(passages: Sequence[Passage]) -> tuple[list[Passage], list[Fold]]:
    """Keep the first of each group of near-twins of one source, in order; tell the others apart.

    Twins that state other figures are no twins: they are what a reader has to see both of.
    """
    alike = likeness([one.sketch for one in passages]) >= _TWINS
    kept: list[int] = []
    folds = []
    for place, found in enumerate(passages):
        twins = (
            other
            for other in kept
            if alike[place, other]
            and passages[other].source == found.source
            and _gives_the_same_figures(found, passages[other])
        )
        twin = next(twins, None)
        if twin is None:
            kept.append(place)
        else:
            folds.append(Fold(found, passages[twin]))
    return [passages[place] for place in kept], folds


def _gives_the_same_figures(one: Passage, other: Passage) -> bool:
    if one.content_hash == other.content_hash:
        return True  # most twins are copies, and figures take a while to read
    return not differ(figures(one.text), figures(other.text))
