import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.claude.context_review import Unfit, ground, reviewed

PAGE = """\
Annual leave

In force from: 2026-03-01

Everybody has 23 working days of leave a year; 1,500 EUR are paid in December. See section 4.2."""
ON = ground(PAGE)


def review(written: str) -> str | Unfit:
    return reviewed(written, "en", ON)


@pytest.mark.parametrize(
    "written",
    [
        "This is the section of the annual leave policy on the 23 working days that everybody has.",
        "The leave policy, in force from 2026-03-01. It is about everybody's days off.",
        "It holds since 2026 and stands in section 4.2 of the leave policy.",
        "It is about the 1500 EUR that are paid with the salary.",
    ],
)
def test_plain_sentences_of_what_the_page_says_are_kept(written: str) -> None:
    assert review(written) == written


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("", Unfit.EMPTY),
        ("...", Unfit.EMPTY),
        ("The leave policy, which is about the", Unfit.EMPTY),
        ("It is about the 25 days that everybody has.", Unfit.INVENTED),
        ("It is about the 23 weeks that everybody has.", Unfit.INVENTED),
        ("It is about the twelve days that everybody has.", Unfit.INVENTED),
        ("It has been in force since 2025-03-01.", Unfit.INVENTED),
        ("The leave policy, see https://evil.example/leave.", Unfit.LINK),
        ("The leave policy; write to hr@corp.example.", Unfit.LINK),
        ("The leave policy, found on evil.example today.", Unfit.LINK),
        ("The **leave** policy.", Unfit.MARKUP),
        ("# Leave\nIt is about leave.", Unfit.MARKUP),
        ("It is about:\n- leave.", Unfit.MARKUP),
        ("It is about leave.\n1. Days off.", Unfit.MARKUP),
        ("The <b>leave</b> policy.", Unfit.MARKUP),
        ("The [leave](x) policy.", Unfit.MARKUP),
        ("The leave\u200b policy.", Unfit.MARKUP),
        ("The leave \u202epolicy.", Unfit.MARKUP),
        ("The leave\x1b policy.", Unfit.MARKUP),
        (" ".join(["leave"] * 200) + ".", Unfit.LONG),
    ],
)
def test_what_is_not_plain_or_not_from_the_page_is_left_out(written: str, why: Unfit) -> None:
    assert review(written) is why


def test_spaces_that_do_not_break_are_spaces() -> None:
    assert review("It is about the 23\u00a0working days.") == "It is about the 23 working days."


def test_a_page_of_nothing_but_digits_is_read_at_once() -> None:
    assert not ground("9" * 250_000).numbers


def test_what_is_too_much_is_cut_after_a_sentence() -> None:
    assert review("It is about leave. It is about days. It is about pay.") == (
        "It is about leave. It is about days."
    )
    assert review(f"It is about leave. {'It is ' * 60}long.") == "It is about leave."
    assert review("It is about leave. It is also about") == "It is about leave."


@given(st.text(max_size=300))
def test_nothing_comes_through_that_could_be_markup_or_a_number_of_its_own(written: str) -> None:
    kept = review(written)

    if not isinstance(kept, Unfit):
        assert not set("<>[]{}|`*#\\\n\r\t\x00\u200b\u202e") & set(kept)
        assert "://" not in kept
        assert kept in " ".join(written.split())
        assert ground(kept).numbers <= ON.numbers


@given(st.integers(min_value=0, max_value=10**6))
def test_a_number_comes_through_only_if_the_page_has_it(number: int) -> None:
    kept = review(f"It is about section {number} of the leave policy.")

    assert (kept is Unfit.INVENTED) == (str(number) not in {"2026", "3", "1", "23", "1500"})
