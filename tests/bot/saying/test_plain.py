import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.saying.plain import Addresses, address, label, shortened


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Travel policy](https://evil.example) <!channel>", "Travel policy] (… ‹!channel›"),  # noqa: RUF001
        ("Leave\n(UK) [draft]", "Leave (UK) [draft]"),
        ("see www.evil.example now", "see … now"),
        ("x" * 200, "x" * 119 + "…"),
        ("word " * 60, "word " * 22 + "word…"),
        ("  \u200b ", "–"),
    ],
)
def test_a_label_is_one_line_and_no_link(title: str, shown: str) -> None:
    assert label(title) == shown


@given(st.text(max_size=300), st.integers(5, 120))
def test_a_label_is_never_longer_than_it_may_be(text: str, most: int) -> None:
    made = label(text, most)
    assert 0 < len(made) <= most
    assert len(made.splitlines()) == 1


@pytest.mark.parametrize(
    ("url", "is_link"),
    [
        ("https://wiki.corp.example/a?b=c#d", True),
        ("https://wiki.corp.example:8443/ñ", True),
        ("http://wiki.corp.example/a", False),
        ("file:///srv/policies/leave.md", False),
        ("javascript:alert(1)", False),
        ("https://corp.example@evil.example/", False),
        ("https://evil.example/|label>", False),
        ("https://evil.example/a b", False),
        ("https://", False),
        ("https://[", False),
        ("//evil.example", False),
        (f"https://corp.example/{'a' * 3000}", False),
        ("", False),
        (None, False),
    ],
)
def test_only_a_sound_https_address_is_a_link(url: str | None, *, is_link: bool) -> None:
    assert address(url) == (url if is_link else None)


KNOWN = Addresses(frozenset({"wiki.corp.example"}), "(left out)")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("see https://wiki.corp.example/a.", "see https://wiki.corp.example/a."),
        ("see (https://drop.example/?k=S).", "see ((left out))."),
        ("<https://collect.example/p?d=all|Click to confirm>", "Click to confirm"),
        ("[r1]: https://drop.example/?k=SECRET", "[r1]: (left out)"),
        ("x http://wiki.corp.example.evil.example/", "x (left out)"),
        ("//drop.example/x and www.drop.example", "(left out) and (left out)"),
        ("drop.example/?k=SECRET", "(left out)"),
        ("https:\u200b//drop.example/x", "(left out)"),
        ("and/or, 24/7, e.g. leave.Employees/contractors", None),
        ("write to hr@corp.example", None),
    ],
)
def test_addresses_of_what_is_not_cited_are_left_out(text: str, kept: str | None) -> None:
    assert KNOWN.kept(text) == (text if kept is None else kept)


def test_mail_addresses_may_be_kept_to_the_companys() -> None:
    ours = Addresses(frozenset(), "(left out)", frozenset({"corp.example"}))
    text = "Write to hr@corp.example, not to mailto:help@hr-support.example."
    assert ours.kept(text) == "Write to hr@corp.example, not to (left out)."


@given(st.text(max_size=100), st.integers(2, 50))
def test_a_shortened_text_is_no_longer_than_asked(text: str, most: int) -> None:
    made = shortened(text, most)
    assert made == text if len(text) <= most else len(made) <= most and made.endswith("…")
