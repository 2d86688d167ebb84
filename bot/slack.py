"""What is Slack for the product, as it is set?"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from bot.app import Application
from bot.chat.events import Event
from bot.chat.ports import Place
from bot.chat.wiring import Chat, Choices, Side
from bot.intake import Taking
from bot.serving import Surface
from bot.set_values import revealed
from bot.surfaces.slack.events import read
from bot.surfaces.slack.people import own
from bot.surfaces.slack.prompting import Prompting
from bot.surfaces.slack.receiving import web_client
from bot.surfaces.slack.server import slack_surface
from bot.surfaces.slack.wiring import slack_service
from storage.deliveries import Deliveries


@asynccontextmanager
async def slack_side(app: Application) -> AsyncIterator[Side]:
    """Connect to Slack, and ask it who we are there.

    Raises `SlackUnavailableError` where Slack does not answer, `SlackRefusedError` where it does
    not take the token.
    """
    slack = app.settings.slack
    async with web_client(revealed(slack.bot_token) or "", slack.api_url) as client:
        us = await own(client)
        service = slack_service(
            client,
            us,
            Deliveries(app.database),
            app.stores.people,
            reads_channels=slack.follow_ups,
            only=slack.channel_ids,
        )

        def surface(intake: Taking, chat: Chat) -> Surface:
            return slack_surface(
                client,
                intake,
                Prompting(client, us.user, service, chat.dialogs),
                app_token=revealed(slack.app_token),
                signing_secret=revealed(slack.signing_secret),
            )

        async def understood(payload: Mapping[str, Any]) -> Event | None:
            return read(payload, us.user)

        yield Side(
            service,
            understood,
            Choices(lambda _: "/policy privacy", slack.follow_ups, slack.small_channel),
            desk=None if slack.desk_channel is None else Place(us.team, slack.desk_channel),
            surface=surface,
        )
