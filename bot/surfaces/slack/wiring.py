"""How does Slack become a service like any other? With the account that the token has."""

from collections.abc import Collection

from slack_sdk.web.async_client import AsyncWebClient

from bot.chat.ports import Service
from bot.surfaces.slack.channels import Channels
from bot.surfaces.slack.context import Context
from bot.surfaces.slack.people import Own, Roster
from bot.surfaces.slack.posting import Poster
from storage.deliveries import Deliveries
from storage.people import People

SURFACE = "slack"


def slack_service(  # what it stands on
    client: AsyncWebClient,
    own: Own,
    deliveries: Deliveries,
    people: People,
    *,
    reads_channels: bool,
    only: Collection[str] = (),
) -> Service:
    """Make the service; `reads_channels` tells that the app may read them, `only` where it answers.

    Without `only`, it answers everywhere.
    """
    roster = Roster(client, own)
    return Service(
        SURFACE,
        Poster(client, deliveries, reads_channels=reads_channels),
        roster,
        Channels(client, roster, people, only),
        Context(client, own.user, reads_channels=reads_channels),
    )
