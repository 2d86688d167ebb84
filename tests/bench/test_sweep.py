from dataclasses import fields

from retrieval.recipe import Recipe
from tests.bench.asking import STANDARD
from tests.bench.found import found
from tests.bench.sweep import holding, row_of
from tests.bench.variants import variants

RIGHT, SECOND = found("org/right.md"), found("org/wrong.md", "org/right.md")


def test_a_variant_is_told_from_the_standard_question_by_question() -> None:
    row = row_of("worse", [SECOND] * 20, [RIGHT] * 20, passages=7)

    assert row.figures["recall@1"].mean == 0
    assert row.differences["recall@1"].mean == -1
    assert row.differences["recall@1"].is_clear
    assert not row.differences["recall@5"].is_clear


def test_placing_the_question_is_left_out_of_the_time_for_it_is_done_once() -> None:
    assert row_of("standard", [RIGHT], [RIGHT], passages=7).milliseconds == (5.0, 5.0)


def test_a_longer_list_holds_no_less() -> None:
    assert holding([SECOND, RIGHT], 1) == [0, 1]
    assert holding([SECOND, RIGHT], 2) == [1, 1]


def test_each_technique_is_tried_with_and_without() -> None:
    tried = {variant.what for variant in variants()}

    for knob in fields(Recipe):
        assert any(knob.name in what for what in tried), knob.name


def test_no_variant_is_the_standard_and_no_two_are_called_alike() -> None:
    tried = variants()

    assert len({variant.what for variant in tried}) == len(tried)
    assert all(one.is_of_the_index or one.recipe != STANDARD for one in tried)


def test_what_needs_no_new_index_comes_first() -> None:
    order = [variant.is_of_the_index for variant in variants()]

    assert order == sorted(order)
