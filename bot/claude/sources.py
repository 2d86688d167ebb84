"""What was sent to be cited, and what does a citation of it point at?

A passage goes in as one search result, a sentence a block, so that what is cited is always a whole
sentence of ours. Its title, section, version and dates stand in the result's title, which cannot be
cited. A citation counts only if its number, its source, its range of blocks and its text all agree
with what was sent.
"""

import re
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from anthropic.types import SearchResultBlockParam

from bot.answering.masking import mask, unmask
from bot.answering.quoting import quotes
from bot.answering.sentences import Sentence, sentences, with_limits
from bot.answers import Citation
from retrieval.documents import Kind, Passage, Status

FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_TITLE = 500  # characters


@dataclass(frozen=True, slots=True)
class Sent:
    """A passage as it was sent: under an id of this request, one sentence a block.

    `texts` are those of its sentences as they left the house.
    """

    id: str
    passage: Passage
    sentences: tuple[Sentence, ...]
    texts: tuple[str, ...]

    @property
    def block(self) -> SearchResultBlockParam:
        """How it is sent."""
        return {
            "type": "search_result",
            "source": self.id,
            "title": _titled(self.passage),
            "content": [{"type": "text", "text": text} for text in self.texts],
            "citations": {"enabled": True},
        }


class ForeignCitationError(ValueError):
    """A citation does not agree with what was sent; the words say in what."""


class Sources:
    """All that was sent, in the order in which the API counts it.

    With `masks`, what points to a person gives way to placeholders, which `unmasked` takes back.
    """

    def __init__(self, *, masks: bool = False) -> None:
        self.sent: list[Sent] = []
        self._masks = masks
        self._hidden: dict[str, str] = {}

    def add(self, passages: Iterable[Passage]) -> list[Sent]:
        """Take in passages; those that were sent before, or say nothing, are left out."""
        known = {one.passage.chunk_id for one in self.sent}
        new = [
            self._as_sent(passage, tuple(read))
            for passage in passages
            if passage.chunk_id not in known and (read := sentences(passage))
        ]
        self.sent += new
        return new

    @property
    def figures(self) -> frozenset[str]:
        """The figures that stand in what was sent."""
        told = (s.text for one in self.sent for s in one.sentences)
        return frozenset(figure for text in told for figure in FIGURE.findall(text))

    def unmasked(self, text: str) -> str:
        """Put back what the placeholders of a text stand for."""
        return unmask(text, self._hidden)

    def _as_sent(self, passage: Passage, read: tuple[Sentence, ...]) -> Sent:
        texts = []
        for sentence in read:
            text = sentence.text
            if self._masks:
                text, self._hidden = mask(text, self._hidden)
            texts.append(text)
        return Sent(f"passage-{secrets.token_hex(8)}", passage, read, tuple(texts))

    def cited(self, location: Any) -> tuple[Citation, ...]:  # noqa: ANN401  # any field may be missing
        """Resolve a citation to what it quotes, with what must be told before it and limits it.

        Raises `ForeignCitationError`.
        """
        index, source = location.search_result_index, location.source
        if not isinstance(index, int) or not 0 <= index < len(self.sent):
            raise ForeignCitationError("no such source")
        one = self.sent[index]
        if source != one.id:
            raise ForeignCitationError("another source")
        start, end = location.start_block_index, location.end_block_index
        if not isinstance(start, int) or not isinstance(end, int):
            raise ForeignCitationError("no sentences")
        if not 0 <= start < end <= len(one.sentences):
            raise ForeignCitationError("no such sentences")
        text = "".join(one.texts[start:end])
        if _bare(location.cited_text) != _bare(text):
            raise ForeignCitationError("another text")
        if not any(block.is_quotable for block in one.sentences[start:end]):
            raise ForeignCitationError("only what is repeated from elsewhere")
        places = with_limits(range(start, end), one.sentences)
        return quotes(one.passage, one.sentences, places)


def _bare(text: object) -> str:
    """A text without its spaces: how blocks are joined is not told."""
    return "".join(unicodedata.normalize("NFC", text).split()) if isinstance(text, str) else "\0"


def _titled(passage: Passage) -> str:
    facts = [
        f"version {passage.version}",
        passage.effective_from and f"in force from {passage.effective_from}",
        passage.effective_until and f"in force until {passage.effective_until}",
        passage.status is not Status.APPROVED and passage.status.value,
        passage.region and f"holds for {', '.join(passage.region)}",
        passage.audience and f"written for {passage.audience}",
        passage.kind is not Kind.OTHER and passage.kind.value,
    ]
    place = " › ".join([passage.title, *passage.heading])
    title = f"{place} ({'; '.join(fact for fact in facts if fact)})"
    return " ".join(title.split())[:_TITLE]
