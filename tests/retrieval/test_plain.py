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
