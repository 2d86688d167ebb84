import pytest

from retrieval.plain import plain


@pytest.mark.parametrize(
    ("markdown", "spoken"),
    [
        ("See [the form](https://hr.example/form?id=7) **now**.", "See the form now."),
        ("![logo](x.png) Hello", "logo Hello"),
        ("<!-- hidden --> <b>bold</b> text", "bold text"),
        ("## Rules\n\n- first_item stays", "Rules\n- first_item stays"),
        ("| City | Cap |\n|---|---|\n| Lisbon | 140 |", "| City | Cap |\n| Lisbon | 140 |"),
        ("Less than 5 < 6 days", "Less than 5 < 6 days"),
        ("_emphasis_ and `code`", "emphasis and code"),
    ],
)
def test_marks_go_and_words_stay(markdown: str, spoken: str) -> None:
    assert plain(markdown) == spoken


@pytest.mark.parametrize(
    ("markdown", "spoken"),
    [
        ("See [the policy](https://x.example/a_(b)_(c)).", "See the policy."),
        ("See [the policy](<https://x.example/a (b).aspx>).", "See the policy."),
        ("[ Include the\n[form](form.docx)]", "[ Include the\nform]"),
        ("<!-- a <!-- b --> c", "<!-- a c"),
    ],
)
def test_brackets_within_brackets_are_told_apart(markdown: str, spoken: str) -> None:
    assert plain(markdown) == spoken


@pytest.mark.parametrize("piece", [" ", "[", "![a](", "<!--", "{:", "[a]", "\n ", "<a ", "*", "|"])
def test_a_page_of_nothing_but_marks_is_read_to_its_end(piece: str) -> None:
    assert len(plain(piece * 50_000)) <= len(piece) * 50_000
