"""In which words does the bot speak to a person in a chat, and how does it write a date?"""

from datetime import date, timedelta

from babel import Locale
from babel.dates import format_date, format_timedelta

from bot.saying.english import ENGLISH
from bot.saying.phrases import Words
from bot.saying.spanish import SPANISH

_BY_LANGUAGE = {words.language: words for words in (ENGLISH, SPANISH)}


def words(locale: str) -> Words:
    """Find the words for a locale such as "es-ES"; English where its language has none."""
    return _BY_LANGUAGE.get(language_of(locale), ENGLISH)


def language_of(locale: str) -> str:
    """Name the language of a locale by its code: "es" of "es-ES" and "es_MX"."""
    return locale.replace("_", "-").partition("-")[0].strip().lower()


def day(on: date, locale: str) -> str:
    """Write a date: "3 Sep 2026", "3 sept 2026"."""
    return format_date(on, "d MMM y", locale=words(locale).language)


def duration(time: timedelta, locale: str) -> str:
    """Write a time in its largest unit: "5 hours", "2 días"."""
    return format_timedelta(time, threshold=1.5, locale=words(locale).language)


def language_name(code: str, locale: str) -> str:
    """Name a language: "Spanish", "inglés"; by its code where it has no name."""
    named: str = Locale(words(locale).language).languages.get(language_of(code), code)
    return named


def counted(forms: tuple[str, str], n: int) -> str:
    """Choose between the words for one and for several, and fill in how many."""
    return forms[0] if n == 1 else forms[1].format(n=n)
