"""What must retrieval reach, and what does it? A row for each target, with its interval.

The figures of plain BM25 are those of the issue that set the targets, measured on all questions.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bot.evaluation.evidence import Judged, Judgement, judgement
from bot.evaluation.intervals import Estimate, estimated
from bot.evaluation.run import Outcome
from bot.evaluation.scores import of_others, scored
from tests.bench.asking import Bench, Indexed, indexed
from tests.bench.sets import Set

Figure = Callable[[Sequence[Outcome]], tuple[int, Estimate | float] | None]
"""Of how many questions, and how much; None where it cannot be told."""


@dataclass(frozen=True, slots=True)
class Target:
    """One figure on one set; `is_least` where less is better; None where nothing was set."""

    of: str
    what: str
    figure: Figure
    bm25: float | None
    must: float | None
    aim: float | None
    is_least: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """What was reached of a target, of `n` questions."""

    target: Target
    n: int
    ours: Estimate | float

    @property
    def mean(self) -> float:
        """The figure without its interval."""
        return self.ours.mean if isinstance(self.ours, Estimate) else self.ours

    @property
    def verdict(self) -> str:
        """Whether it is missed, met, or as good as was aimed for."""
        if self.target.must is None or self.target.aim is None:
            return ""
        if not self._reaches(self.target.must):
            return "missed"
        return "aim" if self._reaches(self.target.aim) else "met"

    def _reaches(self, wanted: float) -> bool:
        return self.mean <= wanted if self.target.is_least else self.mean >= wanted

    def line(self) -> dict[str, object]:
        """What is written to a file."""
        ours = asdict(self.ours) if isinstance(self.ours, Estimate) else {"mean": self.ours}
        target = self.target
        return {
            "set": target.of,
            "what": target.what,
            "n": self.n,
            **ours,
            "bm25": target.bm25,
            "must": target.must,
            "aim": target.aim,
            "verdict": self.verdict,
        }


def average(name: str, tag: str | None = None) -> Figure:
    """Average one of the scores, over the questions of a kind."""

    def figure(outcomes: Sequence[Outcome]) -> tuple[int, Estimate | float] | None:
        chosen = [one for one in outcomes if tag is None or tag in one.golden.tags]
        scores = (scored(one.golden, one.retrieved) for one in chosen)
        values = [score.figures[name] for score in scores if score is not None]
        return (len(values), estimated(values)) if values else None

    return figure


def count(pages: Callable[[Outcome], Sequence[str]]) -> Figure:
    """Count pages that should not have been found."""

    def figure(outcomes: Sequence[Outcome]) -> tuple[int, Estimate | float] | None:
        return len(outcomes), sum(len(pages(one)) for one in outcomes)

    return figure


def judged(part: Callable[[Judgement], float]) -> Figure:
    """Measure how well the product judges its evidence, where it judges it."""

    def figure(outcomes: Sequence[Outcome]) -> tuple[int, Estimate | float] | None:
        known = [
            Judged(one.evidence, one.golden.expected == "answer")
            for one in outcomes
            if one.evidence is not None and one.golden.expected != "clarify"
        ]
        found = judgement(known)
        return None if found is None else (len(known), part(found))

    return figure


TARGETS = (
    Target("dev", "recall@1", average("recall@1"), 0.51, 0.75, 0.85),
    Target("dev", "recall@5", average("recall@5"), 0.71, 0.95, 0.98),
    Target("dev", "recall@20", average("recall@20"), 0.78, 0.985, 0.995),
    Target("dev", "nDCG@10", average("nDCG@10"), 0.64, 0.88, 0.93),
    Target("dev", "cross-lingual recall@5", average("recall@5", "cross-lingual"), 0.0, 0.95, 0.98),
    Target(
        "dev",
        "pages of other organisations",
        count(lambda one: of_others(one.golden, one.retrieved)),
        *(None, 0, 0),
        is_least=True,
    ),
    Target("dev", "restricted pages", count(lambda one: one.leaked), 177, 0, 0, is_least=True),
    Target("dev", "evidence: AUC", judged(lambda found: found.auc), 0.61, 0.80, 0.93),
    Target("dev", "evidence: refused", judged(lambda found: found.refused), None, 0.45, 0.85),
    Target(
        "dev", "evidence: risk area", judged(lambda found: found.risk), *(None,) * 3, is_least=True
    ),
    Target("northwind", "one-page recall@3", average("recall@3", "one-page"), 0.786, 0.84, 0.93),
    Target("northwind", "two-page recall@5", average("recall@5", "two-page"), 0.48, 0.62, 0.75),
    Target("xquad-es-en", "recall@5", average("recall@5"), 0.44, 0.98, 0.99),
    Target("xquad-de-en", "recall@5", average("recall@5"), 0.52, 0.96, 0.98),
    Target("xquad-mixed", "recall@1", average("recall@1"), 0.0, 0.83, 0.90),
    Target("anthropic-docs", "MRR@10", average("MRR@10"), 0.85, 0.91, 0.95),
    Target("anthropic-docs", "F1@3", average("F1@3"), 0.51, 0.57, 0.63),
    Target("or-sharc", "recall@1", average("recall@1"), 0.65, 0.77, 0.85),
    Target("or-sharc", "recall@5", average("recall@5"), 0.91, 0.945, 0.97),
)


@dataclass
class Report:
    """All that was measured so far; `runs` say on which pages and questions."""

    targets: Sequence[Target] = TARGETS
    rows: list[Row] = field(default_factory=list)
    runs: list[dict[str, str]] = field(default_factory=list)
    leaks: int = 0

    def add(self, questions: Set, outcomes: Sequence[Outcome]) -> None:
        """Hold a set against its targets, and any set against leaks."""
        self.rows += rows_of(questions.name, outcomes, self.targets)
        self.leaks += sum(len({*o.leaked, *of_others(o.golden, o.retrieved)}) for o in outcomes)
        pages, asked = questions.pages.fingerprint(), questions.fingerprint()
        self.runs.append({"set": questions.name, "pages": pages, "questions": asked})

    def tell(self, console: Console) -> None:
        """Print the table, and on what it was measured."""
        console.print(table(self.rows))
        for run in self.runs:
            told = "Fingerprints of {set}: pages {pages}, questions {questions}."
            console.print(told.format(**run), highlight=False)
        console.print(f"Pages found that their asker may not read: {self.leaks}.")

    def write(self, file: Path) -> None:
        """Write the same as JSON."""
        told = {"runs": self.runs, "leaks": self.leaks, "rows": [row.line() for row in self.rows]}
        file.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")


async def everything(bench: Bench, chosen: Sequence[Set], *, limit: int | None) -> Report:
    """Measure sets, those over the same pages in one index."""
    report = Report()
    for pages, sets in groupby(chosen, key=lambda one: one.pages):
        async with indexed(pages, bench) as index:
            for one in sets:
                report.add(one, await _asked(index, one, limit))
    return report


def rows_of(
    name: str, outcomes: Sequence[Outcome], held_against: Sequence[Target] = TARGETS
) -> list[Row]:
    """Hold what was found on a set against its targets; without any, tell the usual figures."""
    targets = [target for target in held_against if target.of == name] or [
        Target(name, usual, average(usual), *(None,) * 3)
        for usual in ("recall@1", "recall@5", "recall@20", "nDCG@10")
    ]
    found = ((target, target.figure(outcomes)) for target in targets)
    return [Row(target, *figure) for target, figure in found if figure is not None]


def table(rows: Iterable[Row]) -> Table:
    """Draw the rows."""
    drawn = Table(box=None, pad_edge=False)
    for name in ("set", "figure"):
        drawn.add_column(name, no_wrap=True)
    for name in ("n", "ours", "95 %", "plain BM25", "must", "aim", ""):
        drawn.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        target, ours = row.target, row.ours
        between = f"{ours.low:.3f} – {ours.high:.3f}" if isinstance(ours, Estimate) else ""
        drawn.add_row(
            target.of,
            target.what,
            f"{row.n:,}",
            _number(row.mean),
            between,
            *map(_number, (target.bm25, target.must, target.aim)),
            row.verdict,
            style="red" if row.verdict == "missed" else "",
        )
    return drawn


async def _asked(index: Indexed, questions: Set, limit: int | None) -> list[Outcome]:
    read = questions.read(limit)
    index.bench.console.print(f"{questions.name}: {len(read):,} of {questions.size:,} questions.")
    return await index.asked(read)


def _number(value: float | None) -> str:
    """Write a count as it is, and a share with three digits."""
    if value is None:
        return "–"
    return str(value) if isinstance(value, int) else f"{value:.3f}"
