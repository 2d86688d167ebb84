from dataclasses import replace

from bot.answering.evidence import evidence
from bot.answering.kinds import kind_of
from bot.answering.request import Request
from retrieval.documents import Passage
from tests.fakes.passages import passage

LEAVE = replace(
    passage("leave", "Everybody has 23 working days of annual leave a year."), coverage=(0.4, 0.4)
)


def asked(question: str = "How many days of leave do I have?") -> Request:
    return Request(question, question, "en", "en", kind=kind_of(question))


def weight(request: Request, best: Passage) -> float:
    found = evidence(request, [best])
    assert found is not None
    return found


def test_words_that_nothing_covers_weigh_against_an_answer() -> None:
    covered_badly = replace(LEAVE, coverage=(0.4, 0.1))

    assert weight(asked(), covered_badly) < weight(asked(), LEAVE)


def test_a_passage_without_the_kind_of_value_asked_for_weighs_less() -> None:
    without = replace(LEAVE, text="Annual leave is asked for in the portal.")

    assert weight(asked(), without) < weight(asked(), LEAVE)


def test_what_stands_in_no_policy_weighs_less() -> None:
    assert weight(asked("What is my leave balance?"), LEAVE) < weight(asked(), LEAVE)


def test_the_same_coverage_weighs_more_across_languages() -> None:
    assert weight(asked(), replace(LEAVE, language="es", text="23 días")) > weight(asked(), LEAVE)


def test_without_coverage_nothing_is_judged() -> None:
    assert evidence(asked(), []) is None
    assert evidence(asked(), [replace(LEAVE, coverage=())]) is None
