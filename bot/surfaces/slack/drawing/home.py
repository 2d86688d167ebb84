"""What does the app's home tab tell, and with which questions may one begin?"""

from collections.abc import Iterable
from dataclasses import replace

from bot.privacy_words import Terms, privacy_words
from bot.surfaces.slack.drawing.blocks import (
    Block,
    actions,
    divider,
    header,
    section,
)
from bot.surfaces.slack.drawing.escaping import shortened
from bot.surfaces.slack.drawing.hints import own_data_buttons
from bot.surfaces.slack.drawing.layout import in_line, rich_text
from bot.surfaces.slack.drawing.runs import run
from bot.surfaces.slack.drawing.words import language_of, words

_CONTACT = 500  # characters that tell how HR is reached
_MOST_PROMPTS = 4


def home_view(locale: str, terms: Terms) -> Block:
    """Draw the home tab of a person."""
    said, own = words(locale).home, privacy_words(language_of(locale))
    terms = replace(terms, hr=shortened(terms.hr, _CONTACT))
    questions = [question for _, question in said.prompts]
    blocks = [
        header(said.hello),
        section(said.what),
        _list(said.how),
        section(said.examples),
        _list(questions),
        divider(),
        header(said.person),
        section(said.person_more.format(hr=terms.hr)),
        divider(),
        header(own.title),
        _list(own.rules(terms)),
        *actions(own_data_buttons(own)),
    ]
    return {"type": "home", "blocks": blocks}


def suggested_prompts(locale: str) -> list[dict[str, str]]:
    """Give questions to begin with, as Slack's assistant takes them: at most four."""
    prompts = words(locale).home.prompts[:_MOST_PROMPTS]
    return [{"title": title, "message": message} for title, message in prompts]


def _list(lines: Iterable[str]) -> Block:
    items: Block = {
        "type": "rich_text_list",
        "style": "bullet",
        "indent": 0,
        "elements": [in_line((run(line),)) for line in lines],
    }
    return rich_text(items)
