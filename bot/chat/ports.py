"""What does a chat service have to be able to do? Show things, tell who somebody is and who reads.

Each surface fulfils this in its own way. Everything raises `UnavailableError` where the service
could not be asked, and `RefusedError` where it says no for good.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.conversation import Refusal, Turn
from bot.identity import Account
from bot.saying.notes import Stage, status, working
from bot.saying.parts import Said


class UnavailableError(Exception):
    """The service could not be asked, or did not say what became of it."""


class RefusedError(Exception):
    """The service has understood, and says no; `code` is its word for why.

    `is_of_ours` tells that it lets the bot in no more, which says nothing of what was asked for;
    `is_gone` that what was to be replied to is not there any more, `is_closed` that nothing at all
    may be said there, such as to somebody who has blocked the bot.
    """

    def __init__(
        self,
        told: str,
        code: str,
        *,
        is_of_ours: bool = False,
        is_gone: bool = False,
        is_closed: bool = False,
    ) -> None:
        super().__init__(told)
        self.code = code
        self.is_of_ours = is_of_ours
        self.is_gone = is_gone
        self.is_closed = is_closed


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation of ours, by the service's ids: `team` is the workspace or tenant.

    `root` is the message that its thread hangs on, None outside one.
    """

    team: str
    channel: str
    root: str | None = None

    def thread(self, surface: str) -> str:
        """Name the thread on record."""
        return "/".join((surface, self.team, self.channel, self.root or ""))


@dataclass(frozen=True, slots=True)
class Listeners:
    """Everybody who reads a channel: `emails` of its members, or why nothing may be said there.

    Into one that is not `is_closed`, the others of the company can look without being in it.
    """

    name: str
    refused: Refusal | None
    emails: frozenset[str] = frozenset()
    is_closed: bool = False

    def refusal(self, email: str | None) -> Refusal | None:
        """Why nothing may be said there for somebody: who speaks in a channel reads it, too."""
        is_among_them = email in self.emails
        return self.refused or (None if is_among_them else Refusal.UNKNOWN_READERS)


May = Callable[[], Awaitable[None]]


async def always() -> None:
    """Let everything be said."""


class Poster(Protocol):
    """Shows, changes and takes back messages, each once, under a key of ours."""

    async def show(self, key: str, place: Place, said: Said, *, may: May = always) -> str:
        """Let exactly this stand under a key, and return the service's id of its first message.

        Done again, it changes what stands there already. `may` is awaited right before anything is
        said: it raises where that must not be any more. After `UnavailableError` it is not known
        what became of it: then the same call again mends it.
        """

    async def whisper(self, key: str, place: Place, user: str, said: Said) -> None:
        """Show a hint or a refusal to one person alone, as near as possible to the place.

        Nothing that an auditor would look for: the service may keep no trace of it.
        """

    async def stands(self, key: str) -> bool:
        """Tell whether a message stands under a key."""

    async def reference(self, key: str) -> str | None:
        """Tell the id of the message under a key, as far as it is known."""

    async def permalink(self, place: Place, message: str) -> str | None:
        """Tell the address of a message; None where it has none."""

    async def take_back(self, key: str) -> bool:
        """Delete what stands under a key; False where nothing did."""

    async def direct(self, team: str, user: str) -> Place:
        """Find the place where the bot talks with somebody alone."""

    async def status(self, place: Place, words: str) -> None:
        """Say in private that a question is being worked on; worth nothing by itself.

        The next message there puts an end to it.
        """

    async def title(self, place: Place, words: str) -> None:
        """Name a conversation in somebody's list of them; worth nothing by itself."""

    async def prompts(self, place: Place, prompts: Sequence[tuple[str, str]]) -> None:
        """Offer questions to begin with, each with its title; worth nothing by itself."""

    async def home(self, key: str, place: Place, user: str, said: Said) -> None:
        """Show somebody what the bot tells of itself: on a page of its own, or in the place."""

    async def hand(self, key: str, place: Place, name: str, content: bytes, words: str) -> None:
        """Hand somebody a file, once under a key, with some words."""


class Roster(Protocol):
    """The accounts of the service."""

    async def account(self, user: str) -> Account:
        """Say who somebody is; an account that the service does not tell of is refused."""

    async def forget(self, user: str) -> None:
        """Ask anew the next time."""


class Channels(Protocol):
    """Who reads which conversation. What cannot be found out counts as outside."""

    async def listeners(self, channel: str, *, age: float = ...) -> Listeners:
        """Say who reads it, as it was `age` seconds ago at the earliest."""

    async def forget(self, channel: str) -> None:
        """Ask anew the next time."""

    async def has(self, channel: str, user: str) -> bool:
        """Tell whether somebody is a member now; not where that cannot be seen."""

    async def is_internal_and_private(self, channel: str) -> bool:
        """Tell whether only its members, all of the company, read it."""


class Context(Protocol):
    """What was said before in a thread."""

    async def turns(self, place: Place, *, before: str | None = None) -> tuple[Turn, ...]:
        """Give the last things that people said there before a message, or so far, oldest first.

        Nothing where they cannot be read: the question then stands for itself.
        """


@dataclass(frozen=True, slots=True)
class Service:
    """A chat service: `surface` is its name on record.

    `has_private_threads` tells that what is asked in private can have a thread of its own there,
    `names_status` that it shows a status behind the bot's name.
    """

    surface: str
    poster: Poster
    roster: Roster
    channels: Channels
    context: Context
    has_private_threads: bool = True
    names_status: bool = True

    def status(self, stage: Stage, locale: str) -> str:
        """Word what is being done, as the service shows it."""
        return status(stage, locale) if self.names_status else working(stage, locale).notice


Services = Mapping[str, Service]
"""All that there are, by their names."""
