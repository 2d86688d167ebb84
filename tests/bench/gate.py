"""Is a change fit to be kept? Not with any leak, and not with fewer pages found than before."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.evaluation.intervals import Estimate, estimated
from bot.evaluation.report import quality
from bot.evaluation.run import Outcome
from bot.evaluation.scores import of_others, scored
from storage.moments import now
from tests.bench.asking import Bench, indexed
from tests.bench.corpus import ROOT
from tests.bench.sets import DEV, Set

BASELINE = ROOT / "tests" / "bench" / "baseline.json"
FIGURE = "recall@10"
_MOST = 0.01  # of the figure may be lost: one or two questions of 176
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Baseline:
    """The figure that was accepted, on which day, and on which pages and questions."""

    recall: float
    date: str
    pages: str
    questions: str


@dataclass(frozen=True, slots=True)
class Measured:
    """What was done with each question, and on which pages and questions."""

    outcomes: tuple[Outcome, ...]
    pages: str
    questions: str

    @property
    def recall(self) -> Estimate:
        """The figure that the gate looks at."""
        scores = (scored(one.golden, one.retrieved) for one in self.outcomes)
        return estimated([score.figures[FIGURE] for score in scores if score is not None])

    def baseline(self) -> Baseline:
        """What is kept where this run is accepted."""
        recall = round(self.recall.mean, 4)
        return Baseline(recall, now().date().isoformat(), self.pages, self.questions)


def read(file: Path = BASELINE) -> Baseline | None:
    """Read what was accepted; None where nothing was, yet."""
    return Baseline(**json.loads(file.read_text("utf-8"))) if file.exists() else None


def accept(measured: Measured, file: Path = BASELINE) -> None:
    """Keep a run's figure as the one that later runs are held to."""
    file.write_text(json.dumps(asdict(measured.baseline()), indent=2) + "\n", "utf-8")


def objections(measured: Measured, baseline: Baseline | None) -> list[str]:
    """Say, a sentence each, why a run does not pass."""
    return [
        *_leaks(measured.outcomes, "restricted", lambda one: one.leaked),
        *_leaks(
            measured.outcomes,
            "another organisation's",
            lambda one: of_others(one.golden, one.retrieved),
        ),
        *_drop(measured, baseline),
    ]


async def measured(bench: Bench, questions: Set = DEV) -> Measured:
    """Index the pages and ask all questions, by the standard recipe."""
    async with indexed(questions.pages, bench) as index:
        done = await index.asked(questions.read())
    return Measured(tuple(done), questions.pages.fingerprint(), questions.fingerprint())


async def gate(bench: Bench, *, accepting: bool, questions: Set = DEV) -> int:
    """Measure, print, and return the exit status: 1 where the change must not be kept."""
    run = await measured(bench, questions)
    console, recall = bench.console, run.recall
    console.print(quality(run.outcomes))
    console.print(f"Fingerprints: pages {run.pages}, questions {run.questions}.")
    console.print(
        f"{FIGURE} {recall.mean:.4f}, between {recall.low:.3f} and {recall.high:.3f} (95 %)."
    )
    told = objections(run, run.baseline() if accepting else read())
    for sentence in told:
        console.print(sentence, style="red")
    if accepting and not told:
        accept(run)
        console.print(f"Accepted: {BASELINE.relative_to(ROOT)} is written; commit it.")
    return 1 if told else 0


def _leaks(
    outcomes: Sequence[Outcome], kind: str, closed: Callable[[Outcome], Sequence[str]]
) -> list[str]:
    leaking = [(one.golden.id, pages) for one in outcomes if (pages := closed(one))]
    if not leaking:
        return []
    count = sum(len(pages) for _, pages in leaking)
    some = "; ".join(f"{id_}: {', '.join(pages[:_SHOWN])}" for id_, pages in leaking[:_SHOWN])
    return [f"A leak: {count} {kind} pages were found, in {len(leaking)} questions ({some})."]


def _drop(measured: Measured, baseline: Baseline | None) -> list[str]:
    if baseline is None:
        name = BASELINE.relative_to(ROOT)
        return [f"There is no {name}: write it with `python -m tests.bench gate --accept`."]
    recall = measured.recall.mean
    if baseline.recall - recall <= _MOST + 1e-9:
        return []
    told = (
        f"{FIGURE} fell from {baseline.recall:.4f} ({baseline.date}) to {recall:.4f}, by more than "
        f"{_MOST}: see which kind of question lost, or accept it with "
        "`python -m tests.bench gate --accept`."
    )
    if (measured.pages, measured.questions) != (baseline.pages, baseline.questions):
        told += " The pages or the questions are others than then: it may be due to them."
    return [told]
