"""One of everything that is drawn for Slack, from texts that are given."""

from collections.abc import Iterator, Sequence

from bot.answers import Answer
from bot.saying.answers import AnswerView, answer
from bot.saying.parts import Part
from bot.surfaces.slack.drawing.blocks import Block, Drawn
from bot.surfaces.slack.drawing.messages import messages as drawn
from bot.surfaces.slack.drawing.views import home, modal
from tests.bot.saying.known import all_forms, all_said, the_home, view


def answer_messages(view: AnswerView, *, above: Sequence[Part] = ()) -> list[Drawn]:
    return drawn(answer(view, above=above))


def messages(said: Answer) -> list[Drawn]:
    return answer_messages(view(said))


def all_messages(text: str, *, locale: str = "en") -> Iterator[Drawn]:
    """Every message, with the text wherever one that is not ours can stand."""
    for said in all_said(text, locale=locale):
        yield from drawn(said)


def all_views(text: str, *, locale: str = "en") -> Iterator[Block]:
    """Every dialog and the home tab, with the text wherever one that is not ours can stand."""
    yield from map(modal, all_forms(text, locale=locale))
    yield home(the_home(text, locale=locale))
