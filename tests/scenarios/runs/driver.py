"""What do the long runs have to know of a chat service? All else about them is the same for each.

Two kinds of what stands say nothing of an answer: what tells that one is looked for, and what holds
its place. In the end there may be one too many of those, and never of the others.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, ClassVar

from bot.saying import notes
from bot.settings import Settings
from tests.scenarios.runs.product import Product
from tests.scenarios.runs.vouching import Vouching

Fake = Any
Person = Any
Message = Any
Channel = Any
Shown = Any
"""The stand-ins for the services, and what is in them: they are used alike, as far as runs go."""

LANGUAGES = ("en", "es")
WORKING = frozenset(notes.working(notes.Stage.SEARCHING, one).notice for one in LANGUAGES)


@dataclass(frozen=True, slots=True)
class Told:
    """A message of the bot's, as it stands.

    `key` tells what the bot says from all else that it does, `about` which question it replies to.
    """

    key: str
    about: str
    texts: frozenset[str]
    channel: Channel
    is_waiting: bool = False  # it says nothing, or that an answer is looked for


class Driver(ABC):
    """A service with an office in it, as its people and the bot meet it."""

    path: ClassVar[str]
    acks_within: ClassVar[float]
    """Seconds that the service waits for an acknowledgement."""
    sends_again: ClassVar[bool]
    """Whether it sends again what found nobody there."""
    lives: ClassVar[float]
    """Seconds that the bot lives at most where it is killed again and again: it takes four deaths
    over a question to give it up."""
    fake: Fake
    desk: Channel
    colleague: Person
    """Somebody of the company who asks nothing."""
    environment: Mapping[str, str]

    def __init__(self) -> None:
        self.numbers = count()  # of the people who came so far

    @abstractmethod
    def set_on(self, settings: Settings) -> Settings:
        """Set the product on this service, with HR's desk in it."""

    @abstractmethod
    def somebody(self, email: str, *, is_guest: bool = False) -> Person:
        """Give somebody of the company an account."""

    @abstractmethod
    def channel(self, *members: Person, is_shared: bool = False) -> Channel:
        """Make a channel; a shared one is read in another company, too."""

    async def arrives(self) -> None:
        """Tell the bot where it is, where a service does that."""
        return

    @abstractmethod
    def mention(self, text: str) -> str:
        """Address the bot."""

    @abstractmethod
    def channel_of(self, message: Message) -> Channel:
        """Tell where a message stands."""

    @abstractmethod
    def subject(self, question: Message) -> str:
        """Name a question, as `Told.about` does."""

    @abstractmethod
    def told(self) -> Iterator[Told]:
        """Walk over every message of the bot's that stands anywhere."""

    def whispers(self, question: Message) -> Iterable[Told]:
        """Give what only the asker is shown where they asked, if a service has that."""
        return ()

    @abstractmethod
    async def opens_hr(self, person: Person, shown: Shown) -> bool:
        """Open the form in which HR is asked about an answer; False where HR was asked before.

        AssertionError or TimeoutError where it does not open.
        """

    @abstractmethod
    async def sends_to_hr(self, person: Person, shown: Shown) -> bool:
        """Send that form; False where the service says that it failed."""

    @abstractmethod
    def waits_for_acks(self, seconds: float) -> None:
        """Let the service wait so long, to see how long it takes."""

    @abstractmethod
    def signs(self, since: int) -> dict[str, float]:
        """Tell when the first sign of each reply was seen, by `about`, since so many calls."""

    @property
    @abstractmethod
    def vouching(self) -> Vouching:
        """What proves a request to be the service's, for whoever is to check no more than that."""

    def product(self, settings: Settings, *, watched: bool = False) -> Product:
        """Make the product, on this service."""
        product = Product(
            self.set_on(settings), self.path, environment=self.environment, watched=watched
        )
        self.fake.deliver_to(product.address)
        return product
