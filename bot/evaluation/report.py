"""The figures of a run, as a table that is read at a glance."""

from collections.abc import Sequence
from statistics import median, quantiles

from rich.table import Table

from bot.evaluation import answers
from bot.evaluation.intervals import Estimate
from bot.evaluation.run import Outcome, citations, said
from bot.evaluation.scores import by_group, scored

_COLUMNS = (
    "recall@1",
    "recall@3",
    "recall@5",
    "recall@10",
    "recall@20",
    "MRR@10",
    "nDCG@10",
    "F1@3",
    "fail@20",
)
_OF_ANSWERS = (
    "right_action",
    "fact_recall",
    "all_facts",
    "gold_cited",
    "cite_valid",
    "cite_correct",
    "acl_leaks",
)
_FEW = 20


def figures(outcomes: Sequence[Outcome]) -> dict[str, dict[str, float]]:
    """Average each figure over each group of questions."""
    scores = (scored(outcome.golden, outcome.retrieved) for outcome in outcomes)
    return by_group(score for score in scores if score is not None)


def quality(outcomes: Sequence[Outcome]) -> Table:
    """Retrieval by group: all, each organisation, language and kind of question."""
    table = _table("group", "n", *_COLUMNS)
    groups = figures(outcomes)
    for group in sorted(groups, key=lambda name: (name != "ALL", name)):
        row = groups[group]
        table.add_row(group, str(int(row["n"])), *(f"{row[name]:.4f}" for name in _COLUMNS))
    return table


def answered(outcomes: Sequence[Outcome], pages: answers.Pages) -> Table:
    """Answers by group, by the names that the script beside the golden questions gives them."""
    table = _table("group", "n", *_OF_ANSWERS)
    groups = answers.by_group(answers.scored(one, pages) for one in outcomes)
    for group in sorted(groups, key=lambda name: (name != "ALL", name)):
        found = (answers.figure(name, groups[group]) for name in _OF_ANSWERS)
        table.add_row(group, str(len(groups[group])), *map(_share, found))
    return table


def altogether(outcomes: Sequence[Outcome], pages: answers.Pages) -> Table:
    """All figures of all answers, each with the number of questions that it is of."""
    table = _table("answers", "n", "figure")
    scores = [answers.scored(one, pages) for one in outcomes]
    for name in answers.FIGURES:
        found = answers.figure(name, scores)
        table.add_row(name, "–" if found is None else str(found[0]), _share(found))
    return table


def actions(outcomes: Sequence[Outcome], pages: answers.Pages) -> str:
    """Say what was expected against what was done, and how long the answers are."""
    scores = [answers.scored(one, pages) for one in outcomes]
    lengths = [
        (len(said(one)), len(citations(one)))
        for one, score in zip(outcomes, scores, strict=True)
        if score.action == "answered"
    ]
    told = "; ".join(
        f"{expected}: " + ", ".join(f"{n} {action}" for action, n in sorted(did.items()))
        for expected, did in sorted(answers.confusion(scores).items())
    )
    if not lengths:
        return f"Expected and done: {told}."
    characters, cited = (median(numbers) for numbers in zip(*lengths, strict=True))
    return (
        f"Expected and done: {told}. An answer has {characters:.0f} characters and "
        f"{cited:.0f} citations (medians)."
    )


def _share(found: tuple[int, Estimate | float] | None) -> str:
    if found is None:
        return "–"
    _, value = found
    return f"{value.mean:.4f}" if isinstance(value, Estimate) else f"{value:.0f}"


def speed(outcomes: Sequence[Outcome]) -> Table:
    """Milliseconds of each stage: median and 95th percentile."""
    table = _table("milliseconds", "p50", "p95")
    stages = dict.fromkeys(stage for outcome in outcomes for stage in outcome.milliseconds)
    for stage in stages:
        times = [outcome.milliseconds.get(stage, 0.0) for outcome in outcomes]
        table.add_row(stage, f"{median(times):.1f}", f"{_ninety_fifth(times):.1f}")
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def safety(outcomes: Sequence[Outcome]) -> str:
    """Say how many questions brought a page that their asker may not read."""
    leaking = [outcome for outcome in outcomes if outcome.leaked]
    pages = sum(len(outcome.leaked) for outcome in leaking)
    return f"Restricted pages retrieved: {pages}, in {len(leaking)} of {len(outcomes)} questions."


def _ninety_fifth(times: Sequence[float]) -> float:
    return max(times) if len(times) < _FEW else quantiles(times, n=_FEW)[-1]
