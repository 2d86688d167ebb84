from dataclasses import replace
from pathlib import Path

import pytest

from bot.evaluation.run import Outcome
from tests.bench.found import found
from tests.bench.gate import Baseline, Measured, accept, objections, read

RIGHT, WRONG = found("org/right.md"), found("org/wrong.md")
ACCEPTED = Baseline(recall=0.98, date="2026-11-30", pages="p", questions="q")


def measured(*outcomes: Outcome) -> Measured:
    return Measured(outcomes, pages="p", questions="q")


@pytest.mark.parametrize(("lost", "passes"), [(2, True), (3, True), (4, False)])
def test_a_drop_by_more_than_a_hundredth_does_not_pass(lost: int, passes: bool) -> None:
    run = measured(*[RIGHT] * (100 - lost), *[WRONG] * lost)

    told = objections(run, ACCEPTED)

    assert (not told) is passes
    assert passes or "recall@10 fell from 0.9800 (2026-11-30) to 0.9600" in told[0]


def test_a_drop_on_other_pages_says_that_they_are_others() -> None:
    run = measured(WRONG)

    (told,) = objections(run, ACCEPTED)
    (on_others,) = objections(run, replace(ACCEPTED, pages="others"))

    assert "others than then" not in told
    assert "others than then" in on_others


def test_any_leak_does_not_pass_however_good_the_figure() -> None:
    closed = found("org/right.md", "org/pay.md", leaked=("org/pay.md",))
    others = found("org/right.md", "rival/right.md")

    (restricted,) = objections(measured(closed, RIGHT), ACCEPTED)
    (rival,) = objections(measured(RIGHT, others), ACCEPTED)

    assert "1 restricted pages were found, in 1 questions (q: org/pay.md)" in restricted
    assert "1 another organisation's pages" in rival


def test_a_leak_counts_where_no_page_is_known_to_answer() -> None:
    unanswerable = found("rival/right.md", relevant="")

    assert len(objections(measured(RIGHT, unanswerable), ACCEPTED)) == 1


def test_without_a_baseline_nothing_passes() -> None:
    (told,) = objections(measured(RIGHT), None)

    assert "gate --accept" in told


def test_what_was_accepted_is_what_later_runs_are_held_to(tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    assert read(file) is None

    accept(measured(RIGHT, WRONG), file)

    baseline = read(file)
    assert baseline is not None
    assert (baseline.recall, baseline.pages, baseline.questions) == (0.5, "p", "q")
    assert objections(measured(RIGHT, WRONG), baseline) == []
