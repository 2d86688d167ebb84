"""How is a chat put together? From what the product has, a service, and a few choices."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.answers import Citation
from bot.assistant import Assistant
from bot.audience import Audience
from bot.chat.asking import Asking
from bot.chat.behind import Behind
from bot.chat.casework import Casework
from bot.chat.dialogs import Dialogs
from bot.chat.handling import Handler, Read
from bot.chat.hr_channel import HrChannel
from bot.chat.own_data import OwnData
from bot.chat.ports import Place, Service, Services
from bot.chat.replies import Address, Offers, Replies
from bot.chat.verifying import Verifying
from bot.escalation import HrDesk
from bot.feedback import Feedback
from bot.intake import Taking
from bot.library import Library
from bot.links import Links
from bot.privacy import Privacy
from bot.privacy_words import Terms
from bot.serving import Surface
from bot.verification import Verification
from storage.exchanges import Exchanges
from storage.people import People


@dataclass(frozen=True, slots=True)
class Parts:
    """What the product has, whatever the service."""

    assistant: Assistant
    audience: Audience
    library: Library
    exchanges: Exchanges
    people: People
    desk: HrDesk
    verification: Verification
    privacy: Privacy
    feedback: Feedback
    links: Links | None
    hr: Callable[[str], str]
    terms: Callable[[str], Terms]
    wording_takes_long: bool
    learned: Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Choices:
    """What is set for a service.

    What is typed, in a language, to see what is kept of oneself; whether its threads need no new
    mention, and up to how many people a channel's members count one by one.
    """

    own_data: Callable[[str], str]
    follow_ups: bool = False
    small_channel: int = 0


@dataclass(frozen=True, slots=True)
class Side:
    """A service as it is set: what reads what it sends, and what listens to it.

    `desk` is where HR works, if that is in this service.
    """

    service: Service
    read: Read
    choices: Choices
    desk: Place | None
    surface: Callable[[Taking, "Chat"], Surface]


@dataclass(frozen=True, slots=True)
class Chat:
    """What works on events, what makes forms, and what stands behind them."""

    handler: Handler
    dialogs: Dialogs
    behind: Behind


def casework_in(
    service: Service, place: Place, parts: Parts, services: Services, *, hours: int
) -> Casework:
    """Put the desk together: HR works in one place, for whoever asks in any of the services."""
    channel = HrChannel(service, place, parts.people)
    verifying = Verifying(parts.verification, channel, learned=parts.learned)
    return Casework(
        parts.desk,
        channel,
        verifying,
        exchanges=parts.exchanges,
        services=services,
        hours=hours,
        hr=parts.hr,
    )


def chat(
    service: Service, read: Read, parts: Parts, choices: Choices, casework: Casework | None
) -> Chat:
    """Put a chat together; `read` reads what its service sends."""
    address = _addresses(parts.links)
    has_hr = casework is not None

    def terms(language: str) -> Terms:
        return replace(parts.terms(language), command=choices.own_data(language))

    offers = Offers(has_hr, choices.small_channel, terms, parts.wording_takes_long)
    replies = Replies(
        parts.assistant,
        parts.exchanges,
        parts.privacy,
        service,
        address=address,
        offers=offers,
    )
    asking = Asking(replies, parts.exchanges, service, follows_up=choices.follow_ups)
    own_data = OwnData(parts.privacy, service, terms=terms)
    handler = Handler(read, asking, casework, own_data, parts.feedback, service, hr=parts.hr)
    hr_channel = None if casework is None else casework.channel_in(service)
    dialogs = Dialogs(
        service,
        parts.exchanges,
        audience=parts.audience,
        library=parts.library,
        desk=parts.desk,
        verification=parts.verification,
        hr_channel=hr_channel,
        address=address,
        hr=parts.hr,
    )
    behind = Behind(
        service,
        parts.exchanges,
        replies=replies,
        own_data=own_data,
        desk=parts.desk,
        verification=parts.verification,
        hr_channel=hr_channel,
    )
    return Chat(handler, dialogs, behind)


def _addresses(links: Links | None) -> Address:
    """Lead through the redirect that counts, if there is one; a page on no web has no address."""

    def address(exchange_id: str, n: int, cited: Citation) -> str | None:
        if not cited.url.startswith("https://"):
            return None
        return cited.url if links is None else links.address(exchange_id, n)

    return address
