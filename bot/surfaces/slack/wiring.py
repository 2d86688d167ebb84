"""How is Slack's handler put together? From what the product has, and a few choices."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from slack_sdk.web.async_client import AsyncWebClient

from bot.answers import Citation
from bot.assistant import Assistant
from bot.audience import Audience
from bot.escalation import HrDesk
from bot.feedback import Feedback
from bot.library import Library
from bot.links import Links
from bot.privacy import Privacy
from bot.surfaces.slack.asking import Asking
from bot.surfaces.slack.casework import Casework
from bot.surfaces.slack.channels import Channels
from bot.surfaces.slack.context import Context
from bot.surfaces.slack.events import Place
from bot.surfaces.slack.handling import SlackHandler
from bot.surfaces.slack.hr_channel import HrChannel
from bot.surfaces.slack.own_data import OwnData
from bot.surfaces.slack.people import Own, Roster, own
from bot.surfaces.slack.posting import Poster
from bot.surfaces.slack.prompting import Prompting
from bot.surfaces.slack.replies import Offers, Replies
from bot.surfaces.slack.verifying import Verifying
from bot.verification import Verification
from storage.deliveries import Deliveries
from storage.exchanges import Exchanges
from storage.people import People

Client = AsyncWebClient


@dataclass(frozen=True, slots=True)
class Parts:
    """What the product has, whatever the surface."""

    assistant: Assistant
    audience: Audience
    library: Library
    exchanges: Exchanges
    people: People
    desk: HrDesk
    verification: Verification
    privacy: Privacy
    feedback: Feedback
    deliveries: Deliveries
    links: Links | None
    hr: Callable[[str], str]
    learned: Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Choices:
    """What is set for Slack."""

    follow_ups: bool = False
    small_channel: int = 0
    channels: frozenset[str] = frozenset()
    desk_channel: str | None = None
    hours: int = 24
    texts_days: int = 90


@dataclass(frozen=True, slots=True)
class Wired:
    """What works on events, what answers at once, and HR's cases, where HR has a channel."""

    handler: SlackHandler
    prompting: Prompting
    casework: Casework | None


async def connected(client: Client, parts: Parts, choices: Choices) -> Wired:
    """Put the surface together for the workspace in which the client's token was given.

    Raises `SlackUnavailableError` where Slack does not answer, `SlackRefusedError` where it does
    not take the token.
    """
    return _wired(client, await own(client), parts, choices)


def _wired(client: Client, own: Own, parts: Parts, choices: Choices) -> Wired:
    roster = Roster(client, own)
    channels = Channels(client, roster, parts.people, choices.channels)
    context = Context(client, own.user, reads_channels=choices.follow_ups)
    poster = Poster(client, parts.deliveries, reads_channels=choices.follow_ups)
    home = Place(own.team, choices.desk_channel) if choices.desk_channel else None

    def address(exchange_id: str, n: int, cited: Citation) -> str | None:
        """Through the redirect that counts, where there is one; a page on no web has none."""
        if not cited.url.startswith("https://"):
            return None
        return cited.url if parts.links is None else parts.links.address(exchange_id, n)

    replies = Replies(
        parts.assistant,
        parts.exchanges,
        parts.privacy,
        poster=poster,
        roster=roster,
        channels=channels,
        context=context,
        address=address,
        offers=Offers(home is not None, choices.small_channel, choices.texts_days),
    )
    asking = Asking(
        replies,
        parts.exchanges,
        poster=poster,
        roster=roster,
        context=context,
        follows_up=choices.follow_ups,
    )
    casework = None
    if home is not None:
        hr_channel = HrChannel(
            home, people=parts.people, roster=roster, channels=channels, poster=poster
        )
        casework = Casework(
            parts.desk,
            hr_channel,
            Verifying(
                parts.verification, hr_channel, roster=roster, poster=poster, learned=parts.learned
            ),
            asking=asking,
            roster=roster,
            poster=poster,
            hours=choices.hours,
            hr=parts.hr,
        )
    own_data = OwnData(
        client,
        parts.privacy,
        poster=poster,
        roster=roster,
        deliveries=parts.deliveries,
        days=choices.texts_days,
        hr=parts.hr,
    )
    handler = SlackHandler(
        own.user,
        asking,
        casework,
        own_data,
        parts.feedback,
        poster=poster,
        roster=roster,
        channels=channels,
        hr=parts.hr,
    )
    prompting = Prompting(
        client,
        own.user,
        asking=asking,
        roster=roster,
        channels=channels,
        audience=parts.audience,
        library=parts.library,
        desk=parts.desk,
        verification=parts.verification,
        home=home,
        address=address,
        hr=parts.hr,
    )
    return Wired(handler, prompting, casework)
