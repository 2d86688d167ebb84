from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.access import (
    EVERYONE,
    NOBODY,
    NOBODY_MAY,
    Access,
    AccessBook,
    Clause,
    Grant,
    Principal,
    Reader,
    access,
    access_from_canonical,
    clause,
    reader,
)

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
NAMES = ["everyone", "group:a", "group:b", "group:c", "organisation:x"]

moments = st.one_of(
    st.none(), st.sampled_from([NOW - timedelta(days=1), NOW, NOW + timedelta(days=1)])
)
grants = st.builds(Grant, st.sampled_from(NAMES).map(Principal), moments)
clauses: st.SearchStrategy[Clause] = st.frozensets(grants, max_size=3)
accesses = st.builds(Access, st.frozensets(clauses, max_size=3))
readers = st.frozensets(st.sampled_from(NAMES).map(Principal), max_size=4).map(Reader)


def test_one_grant_of_every_clause_is_enough() -> None:
    space_and_page = access(clause("group:a", "group:b"), clause("group:c"))

    assert space_and_page.admits(reader("group:b", "group:c"), NOW)
    assert not space_and_page.admits(reader("group:a", "group:b"), NOW)


def test_what_could_not_be_read_admits_nobody() -> None:
    everybody = reader(*NAMES)

    assert not NOBODY_MAY.admits(everybody, NOW)
    assert not access(clause("everyone"), clause()).admits(everybody, NOW)


def test_a_grant_that_has_ended_is_none() -> None:
    until_now = Access(frozenset({frozenset({Grant(EVERYONE, NOW)})}))

    assert until_now.admits(reader("everyone"), NOW - timedelta(seconds=1))
    assert not until_now.admits(reader("everyone"), NOW)


@given(accesses, readers, st.lists(st.sampled_from(NAMES)))
def test_another_clause_never_lets_more_people_in(a: Access, r: Reader, more: list[str]) -> None:
    assert a.admits(r, NOW) or not a.narrowed(*more).admits(r, NOW)


@given(accesses, accesses, readers)
def test_both_let_in_whom_each_of_them_does(a: Access, b: Access, r: Reader) -> None:
    r = Reader(r.principals | {EVERYONE})  # as everybody has it whom the bot answers

    assert a.both(b).admits(r, NOW) == (a.admits(r, NOW) and b.admits(r, NOW))


@given(accesses, readers)
def test_more_principals_never_read_less(a: Access, r: Reader) -> None:
    more = Reader(r.principals | {Principal("group:more")})

    assert a.admits(more, NOW) or not a.admits(r, NOW)


@given(accesses)
def test_an_access_is_read_back_from_its_canonical_form(a: Access) -> None:
    again = access_from_canonical(a.canonical())

    assert again == a
    assert again.id == a.id


@given(accesses, accesses)
def test_two_accesses_have_one_id_only_if_they_are_the_same(a: Access, b: Access) -> None:
    assert (a.id == b.id) == (a == b)


@pytest.mark.parametrize("text", ["", "{}", "7", '[["everyone"]]', "[[[1]]]"])
def test_what_is_not_an_access_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"Not an access|Expecting|values"):
        access_from_canonical(text)


@given(st.lists(accesses, max_size=6), readers)
def test_the_book_admits_exactly_what_each_access_admits(several: list[Access], r: Reader) -> None:
    admission = AccessBook({a.id: a for a in several}).admission(r, NOW)

    for a in several:
        matched = bool((a.keys.keys() or {a.own_key}) & admission.keys)
        assert matched == a.admits(r, NOW)


def test_a_known_answer_is_forgotten_when_a_grant_ends() -> None:
    soon = NOW + timedelta(minutes=1)
    ending = Access(frozenset({frozenset({Grant(EVERYONE, soon)})}))
    book = AccessBook({ending.id: ending})

    assert not book.admission(reader("everyone"), NOW).is_empty
    assert book.admission(reader("everyone"), soon).is_empty


def test_an_id_that_is_not_in_the_book_admits_nobody() -> None:
    assert not AccessBook({}).get("unknown").admits(reader(*NAMES), NOW)
    assert AccessBook({}).admission(NOBODY, NOW).is_empty
