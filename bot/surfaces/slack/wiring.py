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
from bot.privacy_words import Terms
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
from bot.surfaces.slack.replies import Address, Offers, Replies
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
    terms: Callable[[str], Terms]
    wording_takes_long: bool
    learned: Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Choices:
    """What is set for Slack."""

    follow_ups: bool = False
    small_channel: int = 0
    channels: frozenset[str] = frozenset()
    desk_channel: str | None = None
    hours: int = 24


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


@dataclass(frozen=True, slots=True)
class _Tools:
    """What each part of the surface works with."""

    client: Client
    own: Own
    roster: Roster
    channels: Channels
    poster: Poster
    address: Address
    hr_channel: HrChannel | None


def _wired(client: Client, own: Own, parts: Parts, choices: Choices) -> Wired:
    roster = Roster(client, own)
    channels = Channels(client, roster, parts.people, choices.channels)
    poster = Poster(client, parts.deliveries, reads_channels=choices.follow_ups)
    hr_channel = None
    if choices.desk_channel:
        place = Place(own.team, choices.desk_channel)
        hr_channel = HrChannel(
            place, people=parts.people, roster=roster, channels=channels, poster=poster
        )
    tools = _Tools(client, own, roster, channels, poster, _addresses(parts.links), hr_channel)
    asking = _asking(tools, parts, choices)
    casework = _casework(tools, asking, parts, choices)
    own_data = OwnData(
        client,
        parts.privacy,
        poster=tools.poster,
        roster=roster,
        deliveries=parts.deliveries,
        terms=parts.terms,
    )
    handler = SlackHandler(
        own.user,
        asking,
        casework,
        own_data,
        parts.feedback,
        poster=tools.poster,
        roster=roster,
        channels=tools.channels,
        hr=parts.hr,
    )
    return Wired(handler, _prompting(tools, asking, parts), casework)


def _addresses(links: Links | None) -> Address:
    """Lead through the redirect that counts, if there is one; a page on no web has no address."""

    def address(exchange_id: str, n: int, cited: Citation) -> str | None:
        if not cited.url.startswith("https://"):
            return None
        return cited.url if links is None else links.address(exchange_id, n)

    return address


def _asking(tools: _Tools, parts: Parts, choices: Choices) -> Asking:
    context = Context(tools.client, tools.own.user, reads_channels=choices.follow_ups)
    replies = Replies(
        parts.assistant,
        parts.exchanges,
        parts.privacy,
        poster=tools.poster,
        roster=tools.roster,
        channels=tools.channels,
        context=context,
        address=tools.address,
        offers=Offers(
            tools.hr_channel is not None,
            choices.small_channel,
            parts.terms,
            parts.wording_takes_long,
        ),
    )
    return Asking(
        replies,
        parts.exchanges,
        poster=tools.poster,
        roster=tools.roster,
        context=context,
        follows_up=choices.follow_ups,
    )


def _casework(tools: _Tools, asking: Asking, parts: Parts, choices: Choices) -> Casework | None:
    """Put the desk together, where HR has a channel."""
    channel = tools.hr_channel
    if channel is None:
        return None
    roster, poster = tools.roster, tools.poster
    verifying = Verifying(
        parts.verification, channel, roster=roster, poster=poster, learned=parts.learned
    )
    return Casework(
        parts.desk,
        channel,
        verifying,
        asking=asking,
        roster=roster,
        poster=poster,
        hours=choices.hours,
        hr=parts.hr,
    )


def _prompting(tools: _Tools, asking: Asking, parts: Parts) -> Prompting:
    return Prompting(
        tools.client,
        tools.own.user,
        asking=asking,
        poster=tools.poster,
        roster=tools.roster,
        channels=tools.channels,
        audience=parts.audience,
        library=parts.library,
        desk=parts.desk,
        verification=parts.verification,
        hr_channel=tools.hr_channel,
        address=tools.address,
        hr=parts.hr,
    )
