"""Does the judge agree with what is counted, and which answers are shown?"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.answering.answerer import AnswererUnavailableError
from bot.answering.rubric import Case, Does, Findings, State
from bot.answers import Answer
from bot.conversation import Reply
from bot.evaluation.judging import Judged, judged, sample, summed_up
from bot.evaluation.run import Outcome
from tests.bot.evaluation.test_answers import ABSTAINED, ANSWERED, ASKED_BACK, PAGES, golden


@dataclass
class Strict:
    """Finds a fact where the answer has its very letters; `down` from some answer on."""

    name: str = "strict"
    down_after: int = 99
    seen: list[Case] = field(default_factory=list)

    async def findings(self, case: Case) -> Findings:
        self.seen.append(case)
        if len(self.seen) > self.down_after:
            raise AnswererUnavailableError("It is down.")
        found = [State.PRESENT if f in case.answer else State.ABSENT for f in case.facts]
        does = Does.ASKS_BACK if case.answer.startswith("Which") else Does.ANSWERS
        return Findings(tuple(found), does, "en", "By its letters.")


def outcome(answer: Answer, expected: str = "answer", facts: tuple[str, ...] = ("23",)) -> Outcome:
    return Outcome(golden(expected, (), facts), (), (), Reply("x", "en", answer, {}), {})


OUTCOMES = [
    outcome(ANSWERED),  # right by both
    outcome(ANSWERED, facts=("23|24",)),  # right by the count alone: no such letters
    outcome(ABSTAINED, "abstain", ()),  # right by the count alone: taken for an answer
    outcome(ANSWERED, "abstain", ()),  # wrong by both
    outcome(ASKED_BACK, "clarify", ()),  # right by both
    outcome(ANSWERED, facts=()),  # nothing is known to hold it against
]


async def verdicts(judge: Strict, outcomes: Sequence[Outcome] = OUTCOMES) -> list[Judged | None]:
    return [one async for one in judged(judge, outcomes, PAGES.get)]


async def test_the_judge_is_held_against_what_is_counted() -> None:
    done = await verdicts(Strict())

    assert done[-1] is None
    known = [one for one in done if one is not None]
    _, right, agreed = summed_up(known, "strict")
    assert right.startswith("Right: 0.400")
    assert "on 0.600: 2 right and 1 wrong by both, 0 right by the judge alone, 2 by" in agreed


async def test_a_judge_sees_the_choices_of_a_question_back() -> None:
    judge = Strict()

    await verdicts(judge)

    assert judge.seen[-1].answer == "Which country?\n- Spain\n- France"


async def test_what_could_not_be_judged_is_told_and_not_counted() -> None:
    known = [one for one in await verdicts(Strict(down_after=1)) if one is not None]

    said = summed_up(known, "strict")

    assert said[0] == "Judged by strict: 1 of 5 answers."
    assert said[1].startswith("Not judged: 4, the first (q) for: It is down.")
    assert said[2].startswith("Right: 1.000")
    assert known[1].line() == {"judged": {"right": None, "reason": "It is down."}}
    assert len(sample(known, 3)) == 1


async def test_the_sample_is_the_same_each_time_and_shows_why() -> None:
    known = [one for one in await verdicts(Strict()) if one is not None]

    first, second = sample(known, 5)[:2]

    assert sample(known, 3) == sample(known, 3)
    assert [len(sample(known, size)) for size in (0, 3, 99)] == [0, 3, 5]
    assert "Question: ?" in first
    assert "Answer: You get 23 days of leave." in first
    assert "Verdict: right\nReason: By its letters." in first
    assert "Verdict: wrong: “23|24” is absent" in second
