import random

from bot.answering.bearing import Features
from tests.bench.fitted import Seen, cross_validated, shares


def seen(count: int, *, telling: float) -> list[Seen]:
    """Questions of both kinds; `telling` is how far apart the two are, in spreads."""
    drawn = random.Random(1)  # noqa: S311  # a sample
    return [
        Seen(
            f"q{n}",
            n % 2 == 0,
            Features(drawn.gauss(telling * (n % 2 == 0), 1.0), drawn.gauss(0, 1), 1.0, 0.0, 0.0),
        )
        for n in range(count)
    ]


def test_what_tells_the_two_kinds_apart_holds_on_questions_it_was_not_fitted_on() -> None:
    found = cross_validated(seen(200, telling=4.0), kept=0.95)
    assert found.answered > 0.9
    assert found.abstained > 0.9


def test_what_tells_nothing_refuses_no_more_than_it_loses() -> None:
    found = cross_validated(seen(400, telling=0.0), kept=0.9)
    assert abs(found.answered + found.abstained - 1) < 0.1


def test_a_question_that_no_sentence_could_answer_is_never_answered() -> None:
    nothing = [Seen(f"n{n}", is_answerable=False, features=None) for n in range(50)]
    assert cross_validated([*seen(100, telling=4.0), *nothing], kept=0.95).abstained > 0.9


def test_shares_are_counted_of_each_kind() -> None:
    found = shares(seen(4, telling=1.0), [True, True, False, False])
    assert (found.answered, found.abstained) == (0.5, 0.5)
