"""What must answers reach, and what do they? A row for each figure, with its interval."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from statistics import median

from rich.console import Console

from bot.evaluation.answers import FIGURES, confusion, figure, scored
from bot.evaluation.intervals import Estimate
from bot.evaluation.run import Outcome
from tests.bench.asking import Bench, indexed
from tests.bench.corpus import DATA
from tests.bench.sets import Set
from tests.bench.targets import Figure, Report, Target

_OF_FACTS = ("fact_recall", "all_facts")
_OF_TEXT = ("cite_valid", "answered_with_right_valid_cite")

ANSWERED = ("dev", "northwind", "or-sharc")
"""The sets on which answers are measured."""


def answered(name: str, tag: str | None = None) -> Figure:
    """Measure one figure of the answers, over the questions of a kind."""

    def measured(outcomes: Sequence[Outcome]) -> tuple[int, Estimate | float] | None:
        chosen = [one for one in outcomes if tag is None or tag in one.golden.tags]
        if not all(_can_be_told(name, one) for one in chosen):
            return None
        return figure(name, [scored(one, _page) for one in chosen])

    return measured


def _can_be_told(name: str, one: Outcome) -> bool:
    """Whether a question tells which facts an answer must hold, and its pages are text."""
    if name in _OF_FACTS:
        return bool(one.golden.key_facts) or one.golden.expected != "answer"
    return name not in _OF_TEXT or all("#page=" not in path for path in one.golden.relevant)


def _target(
    of: str, name: str, must: float | None, aim: float | None, tag: str | None = None
) -> Target:
    what = name if tag is None else f"{tag} {name}"
    return Target(of, what, answered(name, tag), None, must, aim, is_least=name == "acl_leaks")


_WANTED = {
    ("dev", "cite_valid"): (1.0, 1.0),
    ("dev", "cite_correct"): (0.70, 0.85),
    ("dev", "fact_recall"): (0.52, 0.75),
    ("dev", "answer answered"): (0.85, 0.95),
    ("dev", "abstain abstained"): (0.50, 0.85),
    ("dev", "acl_leaks"): (0, 0),
}
_NOTHING = (None, None)

TARGETS = (
    *(_target(of, name, *_WANTED.get((of, name), _NOTHING)) for of in ANSWERED for name in FIGURES),
    _target("northwind", "gold_cited", 0.52, 0.75, "two-page"),
)


@dataclass
class Answers(Report):
    """The same report for answers; says who made them, what was done and how long it took."""

    told: list[str] = field(default_factory=list)

    def add(self, questions: Set, outcomes: Sequence[Outcome]) -> None:
        """Hold a set against its targets."""
        super().add(questions, outcomes)
        self.leaks += sum(len(one.leaked_citations) for one in outcomes)
        times = [one.milliseconds.get("answer", 0.0) for one in outcomes]
        self.told.append(
            f"{questions.name}: {confusion(scored(one, _page) for one in outcomes)}, "
            f"answered in {median(times):.0f} ms (median)."
        )

    def tell(self, console: Console) -> None:
        """Print the table, and what was expected against what was done."""
        super().tell(console)
        for line in self.told:
            console.print(line, highlight=False)


async def answers(bench: Bench, chosen: Sequence[Set], *, limit: int | None) -> Answers:
    """Have questions answered, those over the same pages from one index."""
    report = Answers(TARGETS)
    for pages, sets in groupby(chosen, key=lambda one: one.pages):
        async with indexed(pages, bench) as index:
            for one in sets:
                report.add(one, await index.asked(one.read(limit), answers=True))
            report.told.append(f"Answered by {index.answerer}.")
    return report


@cache
def _page(path: str) -> str | None:
    """Read a page as it is delivered; of a PDF, no text can be compared."""
    file = DATA / path
    return None if file.suffix == ".pdf" else file.read_text(encoding="utf-8")
