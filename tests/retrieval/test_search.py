from retrieval.search import folded
from tests.fakes.passages import passage

RULE = (
    "Everybody has twenty-three working days of annual leave. Days that are not taken by the "
    "fifteenth of January of the following year are lost, unless the manager agreed in writing."
)


def test_near_twins_of_one_source_are_folded_into_the_best() -> None:
    best, twin, other = (
        passage("a", RULE),
        passage("b", RULE.upper()),
        passage("c", "Trips need a yes."),
    )

    kept, folds = folded([best, twin, other])

    assert kept == [best, other]
    assert [(fold.passage, fold.twin_of) for fold in folds] == [(twin, best)]


def test_a_rule_with_another_figure_is_no_twin_when_it_is_short() -> None:
    kept, _ = folded([passage("a", "The cap is 40 euros."), passage("b", "The cap is 45 euros.")])

    assert len(kept) == 2


def test_two_sources_may_say_the_same() -> None:
    kept, _ = folded([passage("a", RULE), passage("b", RULE, source="wiki")])

    assert len(kept) == 2
