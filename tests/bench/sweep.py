"""What is each technique worth? The same questions with and without it, in the same run."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bot.evaluation.intervals import Estimate, difference, estimated
from bot.evaluation.questions import Golden
from bot.evaluation.run import Outcome
from bot.evaluation.scores import of_others, scored
from tests.bench import corpus
from tests.bench.asking import Bench, Indexed, indexed
from tests.bench.figures import p50, p95
from tests.bench.sets import Set
from tests.bench.variants import Variant, variants

FIGURES = ("recall@1", "recall@3", "recall@5", "recall@20", "MRR@10", "nDCG@10", "F1@3")
_SHOWN = ("recall@1", "recall@5", "recall@20", "nDCG@10")
_TOLD = ("recall@5", "nDCG@10")  # with their differences
_LISTS = range(3, 11)


@dataclass(frozen=True, slots=True)
class Row:
    """What a variant found, beside the standard; `milliseconds` are p50 and p95 of a search.

    The time to place the question is left out: it is placed once for all variants.
    """

    what: str
    figures: dict[str, Estimate]
    differences: dict[str, Estimate]
    leaks: int
    milliseconds: tuple[float, float]
    passages: int

    def cells(self) -> list[str]:
        """Write the row as it stands in the table."""
        return [
            self.what,
            *(f"{self.figures[name].mean:.4f}" for name in _SHOWN),
            *(_difference(self.differences.get(name)) for name in _TOLD),
            str(self.leaks),
            "{:.0f} / {:.0f}".format(*self.milliseconds),
            f"{self.passages:,}",
        ]


async def sweep(
    bench: Bench, questions: Set, asked: Sequence[Golden], only: Sequence[str], file: Path | None
) -> int:
    """Try variants one after another; what is done is printed and written even when stopped."""
    chosen = [one for one in variants() if not only or any(name in one.what for name in only)]
    kept = _Kept(questions, asked, bench.console, file)
    with kept.told():
        async with indexed(questions.pages, bench) as index:
            kept.standard = await index.asked(asked)
            kept.add("standard", kept.standard, index)
            for variant in chosen:
                if not variant.is_of_the_index:
                    kept.add(variant.what, await index.asked(asked, variant.recipe), index)
        for variant in chosen:
            if variant.is_of_the_index:
                await _indexed_anew(variant, bench, kept)
    return 1 if any(row.leaks for row in kept.rows) else 0


async def _indexed_anew(variant: Variant, bench: Bench, kept: "_Kept") -> None:
    if variant.is_centred:
        async with indexed(kept.questions.pages, bench, variant.cut) as index:
            kept.add(variant.what, await index.asked(kept.asked, variant.recipe), index)
        return
    model = corpus.uncentred()
    plain = Bench.over(model, corpus.kept("bench"), bench.console)
    async with indexed(kept.questions.pages, plain, variant.cut) as index:
        kept.add(variant.what, await index.asked(kept.asked, variant.recipe), index)
    model.close()


class _Kept:
    """The rows so far."""

    def __init__(
        self, questions: Set, asked: Sequence[Golden], console: Console, file: Path | None
    ) -> None:
        self.questions = questions
        self.asked = asked
        self.standard: list[Outcome] = []
        self.rows: list[Row] = []
        self._console = console
        self._file = file
        self._pages = questions.pages.fingerprint()

    def add(self, what: str, outcomes: Sequence[Outcome], index: Indexed) -> None:
        """Score a variant, print its row, and write all rows."""
        row = row_of(what, outcomes, self.standard, passages=index.passages)
        self.rows.append(row)
        self._console.print(_streamed(row), highlight=False)
        if self._file is not None:
            self._file.write_text(json.dumps(self._json(), indent=1) + "\n", "utf-8")

    @contextmanager
    def told(self) -> Iterator[None]:
        """Print the whole table at the end, also where the run is stopped."""
        self._console.print(
            f"{self.questions.name}: {len(self.asked):,} of {self.questions.size:,} questions."
        )
        try:
            yield
        finally:
            if self.rows:
                self._console.print(self._table(), self._lists(), sep="\n")
            self._console.print(
                f"Fingerprints: pages {self._pages}, questions {self.questions.fingerprint()}."
            )

    def _table(self) -> Table:
        table = Table(box=None, pad_edge=False)
        table.add_column("variant", no_wrap=True)
        changes = (f"Δ {name} (95 %)" for name in _TOLD)
        for name in (*_SHOWN, *changes, "leaks", "ms p50 / p95", "passages"):
            table.add_column(name, justify="right", no_wrap=True)
        for row in self.rows:
            table.add_row(*row.cells())
        return table

    def _lists(self) -> Table:
        """Draw how often a list of so many pages holds those that answer."""
        table = Table(box=None, pad_edge=False)
        table.add_column("pages in the list", no_wrap=True)
        for length in _LISTS:
            table.add_column(str(length), justify="right")
        shares = (estimated(holding(self.standard, length)).mean for length in _LISTS)
        table.add_row("of the relevant, in it", *(f"{share:.4f}" for share in shares))
        return table

    def _json(self) -> dict[str, object]:
        return {
            "set": self.questions.name,
            "questions": len(self.asked),
            "fingerprints": {
                "pages": self._pages,
                "questions": self.questions.fingerprint(),
            },
            "rows": [asdict(row) for row in self.rows],
        }


def row_of(
    what: str, outcomes: Sequence[Outcome], standard: Sequence[Outcome], *, passages: int
) -> Row:
    """Score a variant, question by question against the standard."""
    ours, theirs = _figures(outcomes), _figures(standard)
    times = [
        sum(time for stage, time in one.milliseconds.items() if stage != "embedding")
        for one in outcomes
    ]
    return Row(
        what=what,
        figures={name: estimated(values) for name, values in ours.items()},
        differences={name: difference(ours[name], theirs[name]) for name in FIGURES},
        leaks=sum(len({*one.leaked, *of_others(one.golden, one.retrieved)}) for one in outcomes),
        milliseconds=(p50(times), p95(times)),
        passages=passages,
    )


def holding(outcomes: Sequence[Outcome], length: int) -> list[float]:
    """Tell which share of each question's relevant pages is among the first so many."""
    return [
        len(set(one.golden.relevant) & set(one.retrieved[:length])) / len(one.golden.relevant)
        for one in outcomes
        if one.golden.relevant
    ]


def _figures(outcomes: Sequence[Outcome]) -> dict[str, list[float]]:
    scores = [scored(one.golden, one.retrieved) for one in outcomes]
    known = [score.figures for score in scores if score is not None]
    return {name: [figures[name] for figures in known] for name in FIGURES}


def _streamed(row: Row) -> str:
    what, *cells = row.cells()
    return f"{what:<34} {'  '.join(cells)}"


def _difference(change: Estimate | None) -> str:
    """Write a difference; one that is no chance has a star."""
    if change is None:
        return ""
    star = "*" if change.is_clear else " "
    return f"{change.mean:+.4f}{star} [{change.low:+.3f}, {change.high:+.3f}]"
