"""The port to whatever words an answer."""

from collections.abc import Sequence
from typing import Protocol

from bot.answering.request import Request
from bot.answers import Answer
from retrieval.documents import Passage


class AnswererUnavailableError(RuntimeError):
    """What words the answers is down; nothing is known of the question."""


class Answerer(Protocol):
    """Words an answer from passages, and from nothing else."""

    @property
    def name(self) -> str:
        """What is written on record as having answered, with its version."""
        ...

    async def answer(self, request: Request, passages: Sequence[Passage]) -> Answer:
        """Answer from the passages (best first) alone, each statement with its citations.

        Raises `AnswererUnavailableError` when it cannot answer for a reason of its own.
        """
        ...
