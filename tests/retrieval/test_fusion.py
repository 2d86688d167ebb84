from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.documents import Leg
from retrieval.fusion import RRF_K, Candidate, Hit, Legs, fused


def leg(*names: str) -> list[Hit]:
    return [Hit(name, 1 - place / 100) for place, name in enumerate(names)]


def together(legs: Legs, *, each: int = 10, most: int = 10) -> dict[str, Candidate]:
    return {one.id: one for one in fused(legs, each=each, most=most)}


def test_what_both_legs_found_comes_before_what_one_found_first() -> None:
    found = together(Legs((leg("a", "b"),), (leg("c", "b"),)))

    assert list(found) == ["b", "a", "c"]
    assert found["b"].score == pytest.approx(2 / (RRF_K + 2))


def test_the_record_gets_the_ranks_and_scores_of_both_legs() -> None:
    found = together(Legs((leg("a", "b"),), (leg("b"),)))

    assert (found["b"].dense, found["b"].words) == (Leg(2, 0.99), Leg(1, 1.0))
    assert found["a"].words is None


def test_of_two_dense_legs_the_better_place_is_told() -> None:
    assert together(Legs((leg("a", "b"), leg("b", "a"))))["b"].dense == Leg(1, 1.0)


def test_what_stands_deep_in_a_leg_is_no_candidate_but_has_its_score() -> None:
    found = together(Legs((leg("a", "b"),), (leg("c", "a"),)), each=1)

    assert list(found) == ["a", "c"]
    assert found["a"].words == Leg(2, 0.99)


def test_no_more_are_kept_than_asked_for() -> None:
    assert list(together(Legs((leg("a", "b", "c"),)), most=2)) == ["a", "b"]


@given(st.permutations(["a", "b", "c", "d"]))
def test_equal_scores_are_ordered_the_same_however_they_came(names: Sequence[str]) -> None:
    found = together(Legs(tuple(leg(name) for name in names)))

    assert list(found) == ["a", "b", "c", "d"]


def test_no_leg_finds_nothing() -> None:
    assert fused(Legs(), each=10, most=10) == []
