"""What does the bot tell of itself, and with which questions may one begin?"""

from collections.abc import Iterable
from dataclasses import replace

from bot.privacy_words import Terms, privacy_words
from bot.saying.hints import own_data_buttons
from bot.saying.parts import Buttons, Divider, Header, Part, Points, Said, text
from bot.saying.phrases import HomeWords
from bot.saying.plain import shortened
from bot.saying.runs import run
from bot.saying.words import language_of, words

_CONTACT = 500  # characters that tell how HR is reached
_MOST_PROMPTS = 4
_BUTTONS_BELOW = frozenset({"teams"})  # where questions to begin with are pressed, not read


def home(locale: str, terms: Terms, surface: str) -> Said:
    """Tell somebody what the bot is for, how to use it, and what it keeps of them."""
    said, own = words(locale).home, privacy_words(language_of(locale))
    terms = replace(terms, hr=shortened(terms.hr, _CONTACT))
    return Said(
        said.hello,
        (
            Header(said.hello),
            *text((run(said.what),)),
            _points(said.how_in[surface]),
            *(() if surface in _BUTTONS_BELOW else _examples(said)),
            Divider(),
            Header(said.person),
            *text((run(said.person_more.format(hr=terms.hr)),)),
            Divider(),
            Header(own.title),
            _points(own.rules(terms)),
        ),
        (Buttons(own_data_buttons(own)),),
    )


def suggested_prompts(locale: str) -> tuple[tuple[str, str], ...]:
    """Give questions to begin with, each with its title."""
    return words(locale).home.prompts[:_MOST_PROMPTS]


def _examples(said: HomeWords) -> tuple[Part, ...]:
    return (*text((run(said.examples),)), _points(question for _, question in said.prompts))


def _points(lines: Iterable[str]) -> Points:
    return Points(tuple((run(line),) for line in lines))
