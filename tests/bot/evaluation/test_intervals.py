import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.evaluation.intervals import difference, estimated, ratio

FIGURES = st.lists(st.floats(0, 1), min_size=1, max_size=40)


@settings(deadline=None)  # the first draw loads what numpy draws with
@given(FIGURES)
def test_the_interval_holds_the_mean_and_stays_within_what_was_seen(values: list[float]) -> None:
    estimate = estimated(values)

    assert min(values) - 1e-9 <= estimate.low <= estimate.high <= max(values) + 1e-9
    assert estimate == estimated(values)  # the same questions give the same interval


def test_the_interval_of_a_share_is_that_of_the_textbook() -> None:
    estimate = estimated([1.0] * 80 + [0.0] * 20)

    assert estimate.mean == pytest.approx(0.8)
    assert estimate.low == pytest.approx(0.8 - 1.96 * 0.04, abs=0.015)
    assert estimate.high == pytest.approx(0.8 + 1.96 * 0.04, abs=0.015)


def test_pairs_tell_a_small_difference_that_the_two_intervals_would_hide() -> None:
    theirs = [n % 10 / 10 for n in range(100)]
    ours = [value + 0.02 for value in theirs]

    assert difference(ours, theirs).is_clear
    assert estimated(ours).low < estimated(theirs).high


def test_no_difference_is_not_clear() -> None:
    assert not difference([0.5, 1.0], [0.5, 1.0]).is_clear


def test_a_figure_of_no_question_is_refused() -> None:
    with pytest.raises(ValueError, match="no question"):
        estimated([])
    with pytest.raises(ValueError, match="shorter"):
        difference([1.0, 0.0], [1.0])


def test_a_share_counts_each_question_by_what_it_adds() -> None:
    estimate = ratio([(1, 1), (0, 3), (0, 0)])

    assert estimate.mean == 0.25
    assert 0 <= estimate.low <= 0.25 <= estimate.high <= 1


def test_a_share_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing"):
        ratio([(0, 0)])
