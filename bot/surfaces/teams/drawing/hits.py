"""How does what a search of the message extension finds look, and what does it put into a chat?"""

from datetime import date
from itertools import chain

from bot.saying import prose
from bot.saying.parts import Prose
from bot.saying.plain import label
from bot.saying.runs import link
from bot.saying.sources import Source, addresses, facts, name
from bot.surfaces.teams.drawing import cards, elements
from bot.surfaces.teams.drawing.messages import quoted
from bot.surfaces.teams.invokes import Hit

_TITLE, _TEXT = 80, 160  # characters


def hit(source: Source, locale: str, today: date) -> Hit:
    """Draw a section of a page: where it is, and its words."""
    told = facts(source, locale, today)
    words = Prose(
        tuple(prose.read(source.first.quote, addresses([source], locale))), source.first.language
    )
    below = elements.small(told) if told else []
    body = [
        *elements.paragraph((link(source.url, name(source)),), weight="Bolder"),
        *({**one, "spacing": "None"} for one in below),
        *chain(*cards.pieces([words])),
    ]
    return Hit(
        title=label(name(source), _TITLE),
        text=label(quoted(source, locale), _TEXT),
        card=elements.card(body),
    )
