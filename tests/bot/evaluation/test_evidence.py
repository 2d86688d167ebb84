import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.evaluation.evidence import Judged, judgement

JUDGED = st.lists(
    st.builds(Judged, st.sampled_from([0.0, 0.2, 0.5, 0.9]), st.booleans()), max_size=30
)


def judged(answerable: list[float], others: list[float]) -> list[Judged]:
    return [*(Judged(e, True) for e in answerable), *(Judged(e, False) for e in others)]  # noqa: FBT003  # the truth


def test_a_judgement_that_tells_all_apart_is_perfect() -> None:
    found = judgement(judged([0.9, 0.8, 0.7], [0.2, 0.1]))

    assert found is not None
    assert (found.auc, found.refused) == (1.0, 1.0)
    assert found.risk == pytest.approx((0 + 0 + 0 + 1 / 4 + 2 / 5) / 5)


def test_a_judgement_that_tells_nothing_apart_is_chance() -> None:
    found = judgement(judged([0.5] * 6, [0.5] * 2))

    assert found is not None
    assert found.auc == 0.5
    assert found.refused == 0.0
    assert found.risk == pytest.approx(0.25)


def test_ninety_in_a_hundred_of_the_answerable_are_still_answered() -> None:
    found = judgement(judged([n / 10 for n in range(1, 11)], [0.05, 0.15, 0.25]))

    assert found is not None
    assert found.refused == pytest.approx(2 / 3)  # 0.1 is given up, 0.2 is not


@given(JUDGED)
def test_the_order_of_the_questions_does_not_matter(questions: list[Judged]) -> None:
    found, turned = judgement(questions), judgement(questions[::-1])

    if found is None:
        assert turned is None
        assert len({one.is_answerable for one in questions}) < 2
    else:
        assert turned is not None
        assert (found.auc, found.refused) == (turned.auc, turned.refused)
        assert found.risk == pytest.approx(turned.risk)
