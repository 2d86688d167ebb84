from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from bot.answering.answerer import AnswererUnavailableError, BudgetSpentError, Desk
from bot.answering.fallback import FallbackAnswerer
from bot.answering.request import Request
from bot.answering.wording import wording
from bot.answers import Abstained, Answer, Clarification, Grounded, Reason, Unavailable
from retrieval.documents import Passage
from tests.bot.claude.desk import TestDesk, question

DOWN = AnswererUnavailableError("It is down.")
SPENT = BudgetSpentError("It is spent.")
TOLD = Grounded((), frame="The policy says, in German:")


@dataclass
class Says:
    """An answerer that gives one answer, or none."""

    said: Answer | AnswererUnavailableError
    name: str = "says"

    async def answer(self, request: Request, passages: Sequence[Passage], desk: Desk, /) -> Answer:
        if isinstance(self.said, AnswererUnavailableError):
            raise self.said
        return self.said

    async def again(
        self,
        request: Request,
        passages: Sequence[Passage],
        objections: Sequence[str],
        desk: Desk,
        /,
    ) -> Answer:
        return await self.answer(request, passages, desk)


async def answered(
    first: Answer | AnswererUnavailableError, second: Answer | AnswererUnavailableError
) -> tuple[Answer, list[str]]:
    desk = TestDesk()
    answerer = FallbackAnswerer(Says(first), Says(second))
    answer = await answerer.answer(question("How many days?"), (), desk)
    return answer, [kind for kind, _ in desk.events]


@pytest.mark.parametrize(
    "first",
    [TOLD, Clarification("Where?"), Abstained(Reason.NOT_SUPPORTED, "Not told.")],
)
async def test_who_comes_first_answers_while_available(first: Answer) -> None:
    assert await answered(first, Unavailable("never said")) == (first, [])


@pytest.mark.parametrize(
    ("error", "frame", "nothing"),
    [
        (DOWN, wording("en").quoted_directly, wording("en").not_quotable),
        (SPENT, wording("en").quoted_on_budget, wording("en").not_on_budget),
    ],
)
async def test_quotes_are_said_to_be_quotes_and_nothing_quoted_is_no_answer_but_an_outage(
    error: AnswererUnavailableError, frame: str, nothing: str
) -> None:
    quoted, kinds = await answered(error, TOLD)
    not_quoted, _ = await answered(error, Abstained(Reason.NOT_SUPPORTED, "Not told."))

    assert quoted == Grounded((), frame=f"{frame} The policy says, in German:")
    assert kinds == ["fell_back"]
    assert not_quoted == Unavailable(nothing)


@pytest.mark.parametrize(
    "second", [Abstained(Reason.PERSONAL, "Ask HR."), Clarification("Where?"), Unavailable("No.")]
)
async def test_what_is_so_whoever_answers_stays_as_it_is(second: Answer) -> None:
    assert (await answered(DOWN, second))[0] == second


async def test_an_answer_is_worded_again_by_the_first_alone() -> None:
    answerer = FallbackAnswerer(Says(DOWN), Says(TOLD))

    with pytest.raises(AnswererUnavailableError):
        await answerer.again(question("How many days?"), (), ["not so"], TestDesk())
