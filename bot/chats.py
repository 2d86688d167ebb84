"""Which chat services does the product have, as it is set, and where does HR work?"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass

from bot.app import Application, BusyError
from bot.chat.casework import Casework
from bot.chat.handling import Handler
from bot.chat.wiring import Parts, Side, casework_in, chat
from bot.intake import Taking
from bot.privacy_words import Terms
from bot.serving import Surface
from bot.slack import slack_side
from bot.teams import teams_side


@dataclass(frozen=True, slots=True)
class Chats:
    """What works on each surface's events, HR's cases if HR has a channel, and what listens."""

    handlers: Mapping[str, Handler]
    casework: Casework | None
    surfaces: Callable[[Taking], Sequence[Surface]]


@asynccontextmanager
async def open_chats(app: Application) -> AsyncIterator[Chats]:
    """Connect to each service that is set."""
    async with AsyncExitStack() as stack:
        sides: list[Side] = []
        if app.settings.slack.bot_token is not None:
            sides.append(await stack.enter_async_context(slack_side(app)))
        if app.settings.teams.is_on:
            sides.append(await stack.enter_async_context(teams_side(app)))
        parts = _parts(app)
        casework = _casework(sides, parts, app.settings.desk.hours)
        chats = [
            (side, chat(side.service, side.read, parts, side.choices, casework)) for side in sides
        ]
        yield Chats(
            {side.service.surface: one.handler for side, one in chats},
            casework,
            lambda intake: [side.surface(intake, one) for side, one in chats],
        )


def _casework(sides: Sequence[Side], parts: Parts, hours: int) -> Casework | None:
    """Put HR's cases where the settings say; they let it be in one service alone."""
    services = {side.service.surface: side.service for side in sides}
    for side in sides:
        if side.desk is not None:
            return casework_in(side.service, side.desk, parts, services, hours=hours)
    return None


def _parts(app: Application) -> Parts:
    settings = app.settings

    async def learned() -> None:
        with suppress(BusyError):  # `serve` sees to it once the sync that runs is done
            await app.learn()

    def terms(language: str) -> Terms:
        sent_to = "" if settings.claude.api_key is None else "Anthropic"
        return Terms(settings.texts_days, app.contacts.hr(language), sent_to)

    return Parts(
        assistant=app.assistant,
        audience=app.audience,
        library=app.library,
        exchanges=app.exchanges,
        people=app.stores.people,
        desk=app.desk,
        verification=app.verification,
        privacy=app.privacy,
        feedback=app.feedback,
        links=app.links,
        hr=app.contacts.hr,
        terms=terms,
        wording_takes_long=settings.claude.api_key is not None,
        learned=learned,
    )
