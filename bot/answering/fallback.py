"""What if the one who words answers is not there? Another answers, and it is said so.

An outage is never told as "no policy found": where the second finds nothing to quote, the reply is
that the assistant is not available.
"""

from collections.abc import Sequence
from dataclasses import replace

import structlog

from bot.answering.answerer import (
    Answerer,
    AnswererUnavailableError,
    BudgetSpentError,
    Desk,
    Rewording,
)
from bot.answering.request import Request
from bot.answering.wording import wording
from bot.answers import Abstained, Answer, Grounded, Reason, Unavailable
from retrieval.documents import Passage

log = structlog.get_logger()


class FallbackAnswerer:
    """Asks the first, and the second where the first is not available."""

    def __init__(self, first: Rewording, second: Answerer) -> None:
        self._first = first
        self._second = second
        self.name = f"{first.name}, or {second.name}"

    async def answer(self, request: Request, passages: Sequence[Passage], desk: Desk, /) -> Answer:
        """Answer as the first does; as the second does, with a word on why, where it cannot."""
        try:
            return await self._first.answer(request, passages, desk)
        except AnswererUnavailableError as error:
            log.warning(
                "fell back", exchange=desk.exchange_id, to=self._second.name, reason=str(error)
            )
            await desk.record("fell_back", {"to": self._second.name, "reason": str(error)})
            answer = await self._second.answer(request, passages, desk)
            return _said(answer, request.reply_in, on_budget=isinstance(error, BudgetSpentError))

    async def again(
        self,
        request: Request,
        passages: Sequence[Passage],
        objections: Sequence[str],
        desk: Desk,
        /,
    ) -> Answer:
        """Have the first word it once more, and nobody else: quotes stay as they are."""
        return await self._first.again(request, passages, objections, desk)


def _said(answer: Answer, language: str, *, on_budget: bool) -> Answer:
    """Say that the assistant is not there, in front of quotes or in place of "not found"."""
    words = wording(language)
    match answer:
        case Grounded(frame=frame):
            why = words.quoted_on_budget if on_budget else words.quoted_directly
            return replace(answer, frame=f"{why} {frame}".strip())
        case Abstained(reason=Reason.NOT_SUPPORTED):
            return Unavailable(words.not_on_budget if on_budget else words.not_quotable)
        case _:
            return answer
