from dataclasses import replace
from datetime import UTC, date, datetime

from hypothesis import given
from hypothesis import strategies as st

from retrieval.documents import Kind, Passage
from retrieval.precedence import conflicts, outranks, settled
from tests.fakes import passages

RULE = (
    "Everybody has {days} working days of annual leave. Days that are not taken by the fifteenth "
    "of January of the following year are lost, unless the manager agreed in writing before."
)
TODAY = datetime(2026, 6, 1, tzinfo=UTC)


def passage(name: str, text: str = RULE.format(days=23)) -> Passage:
    return passages.passage(name, text, version="8b1a9953c4611296")


def order(*passages: Passage) -> list[str]:
    return [one.chunk_id for one in settled(passages)]


OLD, NEW, OTHER = passage("old"), passage("new"), passage("other", "Trips abroad need a yes.")


def test_of_two_wordings_of_a_rule_the_later_in_force_comes_first() -> None:
    old = replace(OLD, effective_from=date(2024, 1, 1))
    new = replace(NEW, effective_from=date(2026, 1, 1))

    assert order(old, OTHER, new) == ["new", "old", "other"]
    assert order(new, OTHER, old) == ["new", "other", "old"]


def test_else_the_higher_version_and_else_the_last_updated() -> None:
    assert order(replace(OLD, version="2.9"), replace(NEW, version="v2.10")) == ["new", "old"]
    assert order(OLD, replace(NEW, updated=TODAY)) == ["new", "old"]


def test_where_nothing_tells_the_order_of_the_search_stays() -> None:
    assert order(OLD, NEW, OTHER) == ["old", "new", "other"]


def test_a_policy_comes_before_an_faq_that_says_the_same_however_new() -> None:
    for kind in (Kind.FAQ, Kind.MINUTES, Kind.ANNOUNCEMENT):
        lesser = replace(OLD, kind=kind, effective_from=date(2026, 5, 1), updated=TODAY)
        assert order(lesser, OTHER, NEW) == ["new", "old", "other"]


def test_a_policy_in_other_words_stays_where_the_search_put_it() -> None:
    faq = replace(passage("faq"), kind=Kind.FAQ)
    policy = passage("policy", "You may take leave of twenty-three days.")

    assert order(faq, policy) == ["faq", "policy"]


def test_another_source_and_the_same_document_are_left_in_their_order() -> None:
    newer = replace(NEW, effective_from=date(2026, 1, 1))

    assert order(OLD, replace(newer, source="wiki")) == ["old", "new"]
    assert order(OLD, replace(newer, document_id="old")) == ["old", "new"]


def test_both_sides_of_a_conflict_are_kept_and_told() -> None:
    policy = passage("policy", RULE.format(days=23))
    memo = passage("memo", RULE.format(days=25))

    assert order(policy, OTHER, memo) == ["policy", "other", "memo"]
    (conflict,) = conflicts([policy, OTHER, memo])
    assert (conflict.one.chunk_id, conflict.other.chunk_id) == ("policy", "memo")
    assert "23 working days" in conflict.says
    assert "25 working days" in conflict.other_says


def test_passages_that_agree_and_those_of_one_document_are_in_no_conflict() -> None:
    memo = passage("memo", RULE.format(days=25))

    assert conflicts([passage("a"), passage("b")]) == []
    assert conflicts([passage("a"), replace(memo, document_id="a")]) == []


def test_nothing_found_is_nothing_settled() -> None:
    assert settled([]) == []


days = st.one_of(st.none(), st.dates(date(2020, 1, 1), date(2026, 6, 1)))
moments = st.one_of(
    st.none(),
    st.datetimes(datetime(2020, 1, 1), datetime(2026, 6, 1), timezones=st.just(UTC)),  # noqa: DTZ001
)
several = st.lists(
    st.builds(
        lambda version, day, moment, kind, is_other: replace(
            OTHER if is_other else OLD,
            version=version,
            effective_from=day,
            updated=moment,
            kind=kind,
        ),
        st.sampled_from(["1", "2", "1.10", "v3", "digest-1"]),
        days,
        moments,
        st.sampled_from(Kind),
        st.booleans(),
    ),
    max_size=12,
).map(lambda made: [replace(p, chunk_id=str(n), document_id=str(n)) for n, p in enumerate(made)])


@given(several)
def test_no_passage_stands_behind_one_that_it_outranks(passages: list[Passage]) -> None:
    ordered = settled(passages)

    assert sorted(p.chunk_id for p in ordered) == sorted(p.chunk_id for p in passages)
    for place, later in enumerate(ordered):
        for earlier in ordered[:place]:
            assert earlier.text != later.text or not outranks(later, earlier)


@given(several)
def test_settling_twice_changes_nothing(passages: list[Passage]) -> None:
    once = settled(passages)

    assert settled(once) == once


@given(several)
def test_equals_stay_in_the_order_of_the_search(passages: list[Passage]) -> None:
    ordered = settled(passages)
    for place, later in enumerate(ordered):
        for earlier in ordered[:place]:
            if not outranks(earlier, later) and earlier.text == later.text:
                assert int(earlier.chunk_id) < int(later.chunk_id)
