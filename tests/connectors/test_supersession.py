from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.supersession import supersession
from storage.ledger import Entry

ON = date(2026, 6, 1)


def page(
    path: str,
    *,
    title: str = "",
    number: str | None = None,
    supersedes: str | None = None,
    status: str = "approved",
    effective_from: date | None = None,
) -> Entry:
    return Entry(
        id=f"wiki:{path}",
        source="wiki",
        path=path,
        revision="r",
        generation="g",
        access_id="a",
        title=title or path,
        url=f"https://wiki.example/{path}",
        version="1",
        status=status,
        language=None,
        chunks=1,
        synced_at="",
        number=number,
        supersedes=supersedes,
        effective_from=effective_from,
    )


OLD = page("travel/policy-2024.md", title="Travel policy 2024", number="FI-004")


@pytest.mark.parametrize(
    "said",
    [
        "travel/policy-2024.md",
        "/travel/policy-2024.md",
        "policy-2024.md",
        "./policy-2024.md",
        "wiki:travel/policy-2024.md",
        "https://wiki.example/travel/policy-2024.md",
        "FI-004",
        "fi-004",
        "Travel  Policy 2024",
        "FI-004 Travel policy 2024",
    ],
)
def test_the_older_page_may_be_named_in_any_way_that_it_goes_by(said: str) -> None:
    found = supersession([OLD, page("travel/policy.md", supersedes=said)], ON)

    assert found.by == {"wiki:travel/policy-2024.md": "wiki:travel/policy.md"}
    assert found.problems == ()


def test_several_pages_may_be_named() -> None:
    other = page("b.md", title="Per diems, abroad")
    newer = page("n.md", supersedes="FI-004; Per diems, abroad")

    assert supersession([OLD, other, newer], ON).by.keys() == {OLD.id, other.id}
    newer = page("n.md", supersedes="FI-004, b.md")
    assert supersession([OLD, other, newer], ON).by.keys() == {OLD.id, other.id}


def test_a_name_that_nobody_bears_is_told_and_takes_nothing_out() -> None:
    found = supersession([OLD, page("n.md", supersedes="FI-099")], ON)

    assert found.by == {}
    assert [problem.path for problem in found.problems] == ["n.md"]
    assert "'FI-099'" in found.problems[0].sentence


def test_a_name_that_several_bear_is_told_and_takes_none_out() -> None:
    twins = [page("a.md", title="Travel"), page("b.md", title="Travel")]

    found = supersession([*twins, page("n.md", supersedes="Travel")], ON)

    assert found.by == {}
    assert "a.md, b.md" in found.problems[0].sentence


def test_a_page_may_take_over_the_name_of_the_one_before() -> None:
    newer = page("v3.md", title="Travel policy 2024", number="FI-004", supersedes="FI-004")

    assert supersession([OLD, newer], ON).by == {OLD.id: newer.id}


@pytest.mark.parametrize(
    ("status", "effective_from", "supersedes"),
    [
        ("approved", None, True),
        ("approved", date(2026, 6, 1), True),
        ("approved", date(2026, 6, 2), False),
        ("draft", None, False),
        ("superseded", None, True),
        ("archived", date(2025, 1, 1), True),
    ],
)
def test_only_what_has_been_in_force_supersedes(
    status: str, effective_from: date | None, *, supersedes: bool
) -> None:
    newer = page("n.md", supersedes="FI-004", status=status, effective_from=effective_from)

    assert (OLD.id in supersession([OLD, newer], ON).by) == supersedes


def test_a_chain_leaves_the_newest() -> None:
    pages = [page("1"), page("2", supersedes="1"), page("3", supersedes="2")]

    assert supersession(pages, ON).by == {"wiki:1": "wiki:2", "wiki:2": "wiki:3"}


def test_pages_that_name_each_other_both_stay_and_are_told() -> None:
    pages = [page("1", supersedes="2"), page("2", supersedes="1"), page("0", supersedes="1")]

    found = supersession(pages, ON)

    assert found.by == {"wiki:1": "wiki:0"}
    assert [problem.path for problem in found.problems] == ["1", "2"]


names = st.sampled_from(["a", "b", "c", "d", "e"])


@given(st.dictionaries(names, st.one_of(st.none(), names), min_size=1), st.randoms())
def test_something_of_every_chain_is_left_and_the_order_of_pages_is_nothing(
    named: dict[str, str | None], random: Random
) -> None:
    pages = [page(path, supersedes=older) for path, older in named.items()]
    shuffled = list(pages)
    random.shuffle(shuffled)

    found = supersession(pages, ON)

    assert supersession(shuffled, ON) == found
    assert len(found.by) < len(pages)
    for older in found.by:
        seen = set()
        while older in found.by:
            assert older not in seen
            seen.add(older)
            older = found.by[older]  # noqa: PLW2901  # walks up to the newest
