import pytest

from retrieval.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("cuántos días tengo si me mudo?", "es"),
        ("can I expense lunch with a client?", "en"),
        ("vacaciones", "es"),
        ("¿?", "en"),
        ("", "en"),
    ],
)
def test_the_language_of_a_question_is_told_among_those_set(text: str, language: str) -> None:
    assert language_of(text, ("en", "es")) == language


def test_one_language_leaves_nothing_to_tell() -> None:
    assert language_of("hello there", ("es",)) == "es"
