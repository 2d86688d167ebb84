"""What does a judge say of the answers, and does it agree with the score that is counted?"""

import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.answering.answerer import AnswererUnavailableError
from bot.answering.rubric import Case, Findings, faults
from bot.evaluation.answers import Pages, scored
from bot.evaluation.intervals import estimated
from bot.evaluation.run import Outcome
from bot.evaluation.spending import shown

_SEED = 1


class Judge(Protocol):
    """Looks at an answer."""

    @property
    def name(self) -> str:
        """Who judges, with its version."""
        ...

    async def findings(self, case: Case) -> Findings:
        """Look at one answer; raises `AnswererUnavailableError` where nothing usable comes."""
        ...


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer and what a judge found in it; None where it found nothing, `why` says why.

    `counts_as_right` is what the score says that is counted without a judge.
    """

    id: str
    case: Case
    findings: Findings | None
    counts_as_right: bool
    why: str = ""

    @property
    def faults(self) -> list[str]:
        """All that is wrong with it, as far as it was judged."""
        return [] if self.findings is None else faults(self.case, self.findings)

    def line(self) -> dict[str, object]:
        """What is written to the run's file, with the figures of the same question."""
        if self.findings is None:
            return {"judged": {"right": None, "reason": self.why}}
        found = {"right": not self.faults, "faults": self.faults, "reason": self.findings.reason}
        return {"judged": found}


async def judged(
    judge: Judge, outcomes: Sequence[Outcome], pages: Pages
) -> AsyncIterator[Judged | None]:
    """Judge answers in their order; None for one of which nothing is known to hold it against."""
    for outcome in outcomes:
        case = _case(outcome)
        if case is None:
            yield None
            continue
        counts = scored(outcome, pages).counts
        is_right = bool(counts["right"]) and bool(counts.get("all facts", 1.0))
        try:
            found = await judge.findings(case)
        except AnswererUnavailableError as error:
            yield Judged(outcome.golden.id, case, None, is_right, str(error))
        else:
            yield Judged(outcome.golden.id, case, found, is_right)


def _case(outcome: Outcome) -> Case | None:
    golden = outcome.golden
    if outcome.reply is None or (golden.expected == "answer" and not golden.key_facts):
        return None
    return Case(
        question=golden.question,
        expected=golden.expected,
        facts=golden.key_facts,
        language=golden.language,
        answer=shown(outcome.reply),
    )


def summed_up(done: Sequence[Judged], judge: str) -> list[str]:
    """Say how many are right by the judge, and how often it agrees with the counted score."""
    known = [one for one in done if one.findings is not None]
    said = [f"Judged by {judge}: {len(known)} of {len(done)} answers."]
    if unjudged := [one for one in done if one.findings is None]:
        said.append(
            f"Not judged: {len(unjudged)}, the first ({unjudged[0].id}) for: {unjudged[0].why}"
        )
    if not known:
        return said
    right = estimated([float(not one.faults) for one in known])
    said.append(f"Right: {right.mean:.3f} (95 %: {right.low:.3f} – {right.high:.3f}).")
    pairs = [(not one.faults, one.counts_as_right) for one in known]
    agreed = sum(judge == counted for judge, counted in pairs) / len(pairs)
    only_judge, only_counted = pairs.count((True, False)), pairs.count((False, True))
    said.append(
        f"Agrees with the counted key facts on {agreed:.3f}: {pairs.count((True, True))} right and "
        f"{pairs.count((False, False))} wrong by both, {only_judge} right by the judge alone, "
        f"{only_counted} by the count alone."
    )
    return said


def sample(done: Sequence[Judged], size: int) -> list[str]:
    """Write out some answers to be reviewed by hand, chosen by lot, always the same."""
    known = [one for one in done if one.findings is not None]
    chosen = random.Random(_SEED).sample(range(len(known)), min(size, len(known)))  # noqa: S311
    return [_written(known[place]) for place in sorted(chosen)]


def _written(one: Judged) -> str:
    verdict = "right" if not one.faults else f"wrong: {'; '.join(one.faults)}"
    counted = "right" if one.counts_as_right else "wrong"
    facts = f"Key facts: {'; '.join(one.case.facts)}\n" if one.case.facts else ""
    return (
        f"{one.id} (expected: {one.case.expected}; counted as {counted})\n"
        f"Question: {one.case.question}\n{facts}Answer: {one.case.answer}\n"
        f"Verdict: {verdict}\nReason: {'' if one.findings is None else one.findings.reason}\n"
    )
