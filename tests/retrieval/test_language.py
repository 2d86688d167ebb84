from pathlib import Path

import pytest

import retrieval
from retrieval.language import STEMMED, language_of, language_told

TEXTS = Path(retrieval.__file__).parent / "centring_texts"


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


def questions(language: str) -> list[str]:
    """The questions among the texts from which the middles were learned."""
    text = (TEXTS / f"{language}.txt").read_text(encoding="utf-8")
    return text.strip().split("\n\n")[1].splitlines()


@pytest.mark.parametrize("language", sorted(STEMMED))
def test_a_question_in_another_language_than_those_set_is_told(language: str) -> None:
    told = [language_told(question, ("en", "es")) for question in questions(language)]

    # One in sixteen may be missed: Danish and Norwegian are hardly told apart in a line.
    assert told.count(language) >= 15


@pytest.mark.parametrize("among", [("en", "es"), ("es",), ("de", "es"), ("en", "de", "pt")])
@pytest.mark.parametrize("language", ["de", "en", "es", "pt"])
def test_a_question_in_a_set_language_is_never_taken_for_another(
    language: str, among: tuple[str, ...]
) -> None:
    if language in among:
        assert {language_told(question, among) for question in questions(language)} == {language}


@pytest.mark.parametrize(
    "text",
    [
        "Yes",
        "No",
        "ok",
        "PTO?",
        "401k",
        "form SF-71",
        "DSGVO",
        "Kindergarten",
        "Jürgen Müller",
        "Who is Jürgen Müller?",
        "Søren Kierkegaard",
        "Françoise Lefèvre",
        "João da Silva",
        "Jos van der Meer",
        "hotel in Köln",
        "trip to Düsseldorf",
        "vuelo a São Paulo",
        "is Zoll Gebühr reimbursed?",
        'Where is the "Richtlinie zur Elternzeit und Pflegezeit"?',
        "vacaciones",
        "baja por paternidad",
        "¿?",
        "",
    ],
)
def test_short_words_and_names_stay_among_the_set_languages(text: str) -> None:
    assert language_told(text, ("en", "es")) in {"en", "es"}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("darf ich von zuhause arbeiten", "de"),
        ("WIE VIELE URLAUBSTAGE HABE ICH IM JAHR?", "de"),
        ("posso trabalhar em casa?", "pt"),
        ("puis-je travailler à la maison ?", "fr"),
        ("mag ik thuis werken", "nl"),
    ],
)
def test_a_line_typed_in_haste_tells_its_language(text: str, language: str) -> None:
    assert language_told(text, ("en", "es")) == language


def test_what_tells_nothing_is_taken_for_the_default_language() -> None:
    assert language_of("PTO 7§", ("es", "en")) == language_of("PTO 7§", ("es",))
