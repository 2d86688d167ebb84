"""What is Teams for the product, as it is set?"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.app import Application
from bot.chat.ports import Place, Service
from bot.chat.searching import Searching
from bot.chat.wiring import Chat, Choices, Side
from bot.intake import Taking
from bot.saying import hints
from bot.saying.home import suggested_prompts
from bot.serving import Surface
from bot.surfaces.teams.channels import Channels
from bot.surfaces.teams.context import Context
from bot.surfaces.teams.conversations import Conversations
from bot.surfaces.teams.drawing.messages import messages, prompting
from bot.surfaces.teams.messages import Outgoing
from bot.surfaces.teams.people import Roster
from bot.surfaces.teams.posting import Drawing, Poster
from bot.surfaces.teams.presentation import own_data
from bot.surfaces.teams.prompting import Prompting
from bot.surfaces.teams.server import (
    Development,
    Registration,
    teams_surface,
    teams_transport,
    web_session,
)
from bot.surfaces.teams.understanding import Understanding
from bot.teams_settings import TeamsSettings
from storage.conversations import ConversationBook
from storage.deliveries import Deliveries

SURFACE = "teams"


@asynccontextmanager
async def teams_side(app: Application) -> AsyncIterator[Side]:
    """Get ready for Teams; nothing is asked of it before somebody writes."""
    teams = app.settings.teams
    us = registration(teams) or Development()
    tenant, desk = teams.tenant_id, teams.desk_channel
    conversations = Conversations(ConversationBook(app.database))
    deliveries = Deliveries(app.database)
    async with web_session() as session:
        transport = teams_transport(session, us)
        also_in = () if desk is None else (desk,)
        roster = Roster(transport, conversations, tenant, also_in=also_in)
        drawing = Drawing(messages, _offer, hints.not_here)
        poster = Poster(transport, conversations, deliveries, drawing)
        service = Service(
            SURFACE,
            poster,
            roster,
            Channels(transport, conversations, roster, app.stores.people, teams.channel_ids),
            Context(),
            has_private_threads=False,
            names_status=False,
        )

        def surface(intake: Taking, chat: Chat) -> Surface:
            searching = Searching(app.assistant, service)
            prompting = Prompting(service, chat, searching, conversations)
            return teams_surface(session, us, intake, prompting)

        async with poster.running():
            yield Side(
                service,
                Understanding(conversations, deliveries).event,
                Choices(own_data, teams.follow_ups, teams.small_channel),
                desk=None if desk is None else Place(tenant or "", desk),
                surface=surface,
            )


def _offer(locale: str) -> Outgoing:
    return prompting(suggested_prompts(locale), locale)


def registration(teams: TeamsSettings) -> Registration | None:
    """Give the bot as it is known to Microsoft; None where it is not."""
    if teams.app_id is None or teams.app_password is None or teams.tenant_id is None:
        return None
    return Registration(
        app_id=teams.app_id,
        password=teams.app_password.get_secret_value(),
        tenant=teams.tenant_id,
        service_urls=teams.allowed_service_urls,
        keys_url=teams.keys_url,
        issuer=teams.issuer,
        login_url=teams.login_url,
    )
