"""By what is an answer judged right? What it had to say and to do, and what a judge found.

The verdict is drawn here, from what was found: no judge is asked for a mark.
"""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """What an answer says of a fact."""

    PRESENT = "present"
    ABSENT = "absent"
    CONTRADICTED = "contradicted"


class Does(StrEnum):
    """What an answer does."""

    ANSWERS = "answers"
    DECLINES = "declines"
    ASKS_BACK = "asks_back"


_EXPECTED = {"answer": Does.ANSWERS, "abstain": Does.DECLINES, "clarify": Does.ASKS_BACK}


@dataclass(frozen=True, slots=True)
class Case:
    """An answer to be judged; `facts` are what it had to say, alternatives split by `|`.

    `expected` is `answer`, `abstain` or `clarify`; `language` the asker's, empty where not known.
    """

    question: str
    expected: str
    facts: tuple[str, ...]
    language: str
    answer: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What a judge found in an answer: of each fact in its order; `reason` is its own words."""

    facts: tuple[State, ...]
    does: Does
    language: str
    reason: str


def faults(case: Case, found: Findings) -> list[str]:
    """Say all that is wrong with an answer; one thing is enough to make it wrong."""
    wanted = _EXPECTED.get(case.expected)
    wrong = [] if found.does is wanted else [f"it {found.does.replace('_', ' ')}"]
    wrong += [
        f"“{fact}” is {state}"
        for fact, state in zip(case.facts, found.facts, strict=True)
        if state is State.CONTRADICTED or (wanted is Does.ANSWERS and state is State.ABSENT)
    ]
    if case.language and found.language != case.language:
        wrong.append(f"it is in “{found.language}”, not in “{case.language}”")
    return wrong
