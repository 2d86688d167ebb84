import string
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import date, timedelta

import pytest

from bot.privacy_words import privacy_words
from bot.saying.english import ENGLISH
from bot.saying.spanish import SPANISH
from bot.saying.words import counted, day, duration, language_name, words
from storage.cases import Deed, State
from storage.verified import EntryState


@pytest.mark.parametrize(
    ("locale", "language"),
    [("en-GB", "en"), ("es-ES", "es"), ("es_MX", "es"), ("ES", "es"), ("de-DE", "en"), ("", "en")],
)
def test_a_locale_without_words_is_spoken_to_in_english(locale: str, language: str) -> None:
    assert words(locale).language == language


def test_dates_are_written_as_the_language_does() -> None:
    on = date(2026, 9, 3)
    assert [day(on, locale) for locale in ("en-GB", "en-US", "es-ES", "xx")] == [
        "3 Sep 2026",
        "3 Sep 2026",
        "3 sept 2026",
        "3 Sep 2026",
    ]


def test_times_languages_and_counts_are_in_words() -> None:
    assert duration(timedelta(hours=5), "en") == "5 hours"
    assert duration(timedelta(hours=30), "es") == "30 horas"
    assert language_name("es", "en") == "Spanish"
    assert language_name("pt-BR", "es") == "portugués"
    assert language_name("zz", "en") == "zz"
    assert [counted(("one", "{n} of them"), n) for n in (1, 2, 0)] == [
        "one",
        "2 of them",
        "0 of them",
    ]


def texts(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a set of words, and where it stands."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from texts(part, f"{path}.{key}")
    elif isinstance(value, tuple):
        for place, part in enumerate(value):
            yield from texts(part, f"{path}.{place}")
    elif is_dataclass(value):
        for field in fields(value):
            yield from texts(getattr(value, field.name), f"{path}.{field.name}")


def fields_of(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_say_the_same_things_with_the_same_facts() -> None:
    english, spanish = dict(texts(ENGLISH)), dict(texts(SPANISH))
    assert english.keys() == spanish.keys()
    for path, text in english.items():
        assert text, path
        assert fields_of(text) == fields_of(spanish[path]), path
    same = {path for path, text in english.items() if text == spanish[path]}
    assert same == set()


def test_what_has_a_length_keeps_to_it() -> None:
    for each in (ENGLISH, SPANISH):
        said, case = each.modal, each.case
        titles = (said.ask_hr, said.share, said.feedback, said.passage, said.reply, said.ask_back)
        own = privacy_words(each.language).title
        more = (said.reassign, said.save, said.answer_back, said.cancel, own)
        assert all(len(title) <= 24 for title in (*titles, *more, said.close, said.send))
        assert all(len(one) <= 30 for one in (case.resolve, case.withdraw, case.no))
        labels = (said.leave_out, said.leave_out_more, *said.reasons.values())
        assert all(len(label) <= 75 for label in labels)
        assert len(each.home.prompts) <= 4


def test_every_state_and_deed_has_its_words() -> None:
    for each in (ENGLISH, SPANISH):
        assert each.case.states.keys() == set(State)
        assert each.case.deeds.keys() == set(Deed)
        assert each.case.verified_states.keys() == set(EntryState)
