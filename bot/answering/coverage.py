"""How much of a question do a passage's words bear out? Late interaction over the model's tokens.

Each token of the question is compared with every token of a text, in the light of what stands
around it, and keeps the likeness of the nearest (MaxSim). One number for a whole text would hide
what matters: a passage on the right topic that lacks the one thing asked for.
"""

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.answering.sentences import Sentence, sentences
from retrieval.bm25 import is_stop_word
from retrieval.centring import Vector
from retrieval.documents import Passage
from retrieval.embedding import TokenEmbedder, TokenStates
from retrieval.enrichment import context

Numbers = NDArray[np.float64]

_WINDOW = 1200  # characters that are placed at a time: some 400 tokens, below what e5 reads
_LOWEST = 0.1  # the share of a question's words that is looked at for being covered worst
_STOP_WORD = 0.3  # what a word like "the" counts beside one that carries a meaning


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """A passage taken apart: the tokens of its title and headings, and those of each sentence."""

    passage: Passage
    sentences: tuple[Sentence, ...]
    head: Vector
    tokens: tuple[Vector, ...]

    def told(self, place: int) -> str:
        """How a sentence reads after all that must be told before it."""
        return " ".join(self.sentences[n].text for n in (*self.sentences[place].after, place))

    def list_of(self, place: int) -> list[int]:
        """The places of the list or table that a sentence stands in; its own where in none."""
        own = self.sentences[place]
        if not own.is_item or not (own.after or own.table is not None):
            return [place]
        return [
            n
            for n, one in enumerate(self.sentences)
            if one.is_item and one.table == own.table and one.after == own.after
        ]


@dataclass(frozen=True, slots=True, eq=False)
class Covered:
    """A passage beside a question: how near its nearest token comes to each of the question's.

    `head` is for the title and headings, `own` has one row for each sentence.
    """

    read: Read
    head: Numbers
    own: Numbers

    def told(self, place: int) -> Numbers:
        """What a sentence covers, with all that must be told before it."""
        return np.asarray(self.own[[*self.read.sentences[place].after, place]].max(axis=0))

    def list_of(self, place: int) -> Numbers:
        """What the list or table of a sentence covers, under its headings."""
        rows = [self.told(n) for n in self.read.list_of(place)]
        return np.asarray(np.maximum(np.max(rows, axis=0), self.head))

    def whole(self) -> Numbers:
        """What the whole passage covers."""
        return np.asarray(np.maximum(self.head, self.own.max(axis=0)))


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question's tokens, and how much each counts (0.0 for what holds no letter or digit).

    `spans` say where each token stands in the question.
    """

    language: str
    tokens: Vector
    weights: Numbers
    spans: tuple[tuple[int, int], ...] = ()

    @property
    def words(self) -> int:
        """How many tokens carry a meaning."""
        return int((self.weights == 1).sum())

    def covered(self, one: Read) -> Covered:
        """Set a passage beside the question."""
        own = np.stack([self.covered_by(tokens) for tokens in one.tokens])
        return Covered(one, self.covered_by(one.head), own)

    def covered_by(self, tokens: Vector) -> Numbers:
        """How near the nearest of some tokens comes to each of the question's."""
        return np.asarray((self.tokens @ tokens.T).max(axis=1, initial=0.0), np.float64)

    def speaks_of(self, tokens: Vector) -> float:
        """How near, on average, the question comes to each token of a text."""
        return float((tokens @ self.tokens.T).max(axis=1, initial=0.0).mean())

    def mean(self, coverage: Numbers) -> float:
        """The coverage of the whole question."""
        return float(coverage @ self.weights / self.weights.sum())

    def worst(self, coverage: Numbers) -> float:
        """The coverage of the tokens with a meaning that are covered worst: their lowest tenth."""
        return float(np.quantile(coverage[self.weights == 1], _LOWEST))


async def question(embedder: TokenEmbedder, text: str, language: str) -> Question:
    """Place a question's tokens and weigh them."""
    states = await embedder.query_tokens(text)
    weights = np.array([*_weights(text, states, language)])
    return Question(language, states.vectors, weights, states.spans)


def _weights(text: str, states: TokenStates, language: str) -> Iterator[float]:
    words = [(m.start(), m.end(), m.group()) for m in re.finditer(r"\w+", text)]
    for start, end in states.spans:
        word = next((w for left, right, w in words if left < end and right > start), "")
        if not word:
            yield 0.0
        else:
            yield _STOP_WORD if is_stop_word(word, language) else 1.0


async def read(embedder: TokenEmbedder, passages: Iterable[Passage]) -> list[Read]:
    """Take passages apart and place their tokens; those that say nothing are left out."""
    taken = await asyncio.to_thread(_taken_apart, passages)
    return [await _placed(embedder, passage, found) for passage, found in taken if found]


def _taken_apart(passages: Iterable[Passage]) -> list[tuple[Passage, list[Sentence]]]:
    return [(passage, sentences(passage)) for passage in passages]


async def _placed(embedder: TokenEmbedder, passage: Passage, found: Sequence[Sentence]) -> Read:
    """Place each token in the light of what stands around it."""
    head = context(passage.title, passage.heading)
    head_tokens: list[Vector] = []
    tokens: list[Vector] = []
    for window in _windows(found):
        text, spans = _joined(head, [sentence.text for sentence in window])
        (states,) = await embedder.passage_tokens([text])
        ends = np.array([end for _, end in states.spans], int)
        head_tokens.append(states.vectors[ends <= len(head)])
        tokens += [states.vectors[(ends > start) & (ends <= end)] for start, end in spans]
    return Read(passage, tuple(found), head_tokens[0], tuple(tokens))


def _windows(found: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    window: list[Sentence] = []
    for sentence in found:
        if window and sum(len(s.text) for s in window) + len(sentence.text) > _WINDOW:
            yield window
            window = []
        window.append(sentence)
    if window:
        yield window


def _joined(head: str, texts: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """Put texts below a heading, and tell where each of them stands."""
    whole, spans = head, []
    for text in texts:
        whole += "\n"
        spans.append((len(whole), len(whole) + len(text)))
        whole += text
    return whole, spans
