from rich.console import Console

from bot.evaluation.run import Outcome
from tests.bench.found import found
from tests.bench.targets import TARGETS, Row, rows_of, table

RIGHT, WRONG = found("org/right.md"), found("org/wrong.md")


def rows(*outcomes: Outcome) -> dict[str, Row]:
    return {row.target.what: row for row in rows_of("dev", outcomes)}


def test_a_target_is_missed_met_or_as_good_as_was_aimed_for() -> None:
    assert rows(RIGHT, WRONG)["recall@1"].verdict == "missed"
    assert rows(*[RIGHT] * 8, *[WRONG] * 2)["recall@1"].verdict == "met"
    assert rows(RIGHT)["recall@1"].verdict == "aim"


def test_a_figure_of_one_kind_counts_that_kind_alone() -> None:
    row = rows(WRONG, found("org/right.md", tags=("cross-lingual",)))["cross-lingual recall@5"]

    assert (row.n, row.mean) == (1, 1.0)


def test_one_page_too_many_misses_the_target_of_none() -> None:
    clean = rows(RIGHT)
    leaking = rows(found("rival/a.md", "org/pay.md", leaked=("org/pay.md",)))

    for what in ("restricted pages", "pages of other organisations"):
        assert (clean[what].mean, clean[what].verdict) == (0, "aim")
        assert (leaking[what].mean, leaking[what].verdict) == (1, "missed")


def test_evidence_has_rows_as_soon_as_it_is_judged() -> None:
    assert "evidence: AUC" not in rows(RIGHT)

    judged = rows(found("org/right.md", evidence=0.9), found(relevant="", evidence=0.1))

    assert judged["evidence: AUC"].mean == 1.0
    assert judged["evidence: refused"].verdict == "aim"


def test_every_target_asks_for_more_than_plain_bm25_finds_and_aims_higher() -> None:
    for target in TARGETS:
        if target.must is None or target.aim is None:
            continue
        sign = -1 if target.is_least else 1
        assert sign * target.aim >= sign * target.must
        assert target.bm25 is None or sign * target.must > sign * target.bm25


def test_the_table_tells_figures_intervals_and_verdicts() -> None:
    console = Console(width=140)
    with console.capture() as printed:
        console.print(table(rows_of("dev", [RIGHT] * 8 + [WRONG] * 2)))

    line = next(line for line in printed.get().splitlines() if "recall@1 " in line)
    assert " ".join(line.split()) == "dev recall@1 10 0.800 0.500 – 1.000 0.510 0.750 0.850 met"
