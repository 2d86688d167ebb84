import math
from dataclasses import replace

from bot.answering.bearing import Features, bearing

FIRM = Features(worst=0.85, length=2.5, same_language=1.0, no_value=0.0, other_scope=0.0)


def test_a_word_that_no_sentence_covers_weighs_against_an_answer() -> None:
    assert bearing(FIRM) > 0 > bearing(replace(FIRM, worst=0.7))


def test_a_passage_without_the_value_or_for_other_people_weighs_less() -> None:
    assert bearing(replace(FIRM, no_value=1.0)) < bearing(FIRM)
    assert bearing(replace(FIRM, other_scope=1.0)) < bearing(FIRM)


def test_the_same_coverage_weighs_more_across_languages() -> None:
    assert bearing(replace(FIRM, same_language=0.0)) > bearing(FIRM)


def test_where_no_sentence_could_answer_nothing_is_claimed() -> None:
    assert bearing(None) == -math.inf
