"""The port to whatever words an answer."""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from bot.answering.request import Request
from bot.answers import Answer
from retrieval.documents import Passage


class AnswererUnavailableError(RuntimeError):
    """What words the answers is down; nothing is known of the question."""


class BudgetSpentError(AnswererUnavailableError):
    """What may be spent on words today is spent: by one person, or by all together."""


class Desk(Protocol):
    """One exchange, as an answerer works on it: for whom, what is on record, and the same search.

    `asker` is the e-mail of whoever asks.
    """

    @property
    def exchange_id(self) -> str:
        """The short id of the exchange, which is on record already."""
        ...

    @property
    def asker(self) -> str:
        """Whom it is for."""
        ...

    async def search(self, query: str) -> Sequence[Passage]:
        """Search again, as the same reader, best first; what was found is put on record.

        Raises `AnswererUnavailableError` where the index is down: no answer may rest on half a
        search.
        """
        ...

    async def record(self, kind: str, body: Mapping[str, object]) -> None:
        """Put on record what happens on the way to the answer."""
        ...


class Answerer(Protocol):
    """Words an answer from passages, and from nothing else."""

    @property
    def name(self) -> str:
        """What is written on record as having answered, with its version."""
        ...

    async def answer(self, request: Request, passages: Sequence[Passage], desk: Desk, /) -> Answer:
        """Answer from the passages (best first) alone, each statement with its citations.

        Raises `AnswererUnavailableError` when it cannot answer for a reason of its own. May be
        cancelled anywhere: what it hands back is a whole answer, and nothing else is one.
        """
        ...


@runtime_checkable
class Rewording(Answerer, Protocol):
    """An answerer that can word an answer once more, told what was wrong with the first."""

    async def again(
        self,
        request: Request,
        passages: Sequence[Passage],
        objections: Sequence[str],
        desk: Desk,
        /,
    ) -> Answer:
        """Answer once more, without what the objections name; raises like `answer`."""
        ...
