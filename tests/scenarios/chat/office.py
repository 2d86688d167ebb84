"""A company with a few policies, its people in a chat service, and the bot among them.

Each service has an office of its own, over its fake; the words are the same.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from socket import socket
from typing import Any, ClassVar

from sqlmodel import delete

from bot.app import Application
from bot.chats import open_chats
from bot.commands.serve import served
from bot.intake import Intake
from bot.listening import listening
from bot.serving import server
from bot.settings import Settings
from storage.moments import now
from storage.tables import (
    AcquaintanceRow,
    CaseEventRow,
    CaseRow,
    ConversationRow,
    InboxRow,
    NoticeRow,
)
from tests.scenarios.chat.clients import Channel, Dialog, Message, On, Outsider, Person, Shown
from tests.scenarios.chat.record import Asked, on_record, until_nothing_waits

_OF_BEFORE = (InboxRow, NoticeRow, CaseEventRow, CaseRow, ConversationRow, AcquaintanceRow)
_IMPATIENT = (0.05, 0.05)  # seconds until what failed is tried again


class Office(ABC):
    """The company in a service, as it is before anybody says anything."""

    surface: ClassVar[str]
    method: ClassVar[Mapping[str, str]]
    """What its calls are called: that which posts, and that which changes what stands."""
    has_private_threads: ClassVar[bool]
    ana: Person
    ben: Person
    eva: Person
    vera: Person
    hugo: Person
    general: Channel
    desk: Channel

    def __init__(self) -> None:
        self.address = ""
        self.settings = Settings()
        self.since = now()

    @property
    @abstractmethod
    def fake(self) -> Any:  # noqa: ANN401  # the service's own
        """The service."""

    @abstractmethod
    def user(self, email: str = "", *, name: str = "", locale: str = "en-US") -> Person:
        """Give somebody an account of the company."""

    @abstractmethod
    def guest(self, email: str, *, locale: str = "en-US") -> Person:
        """Give somebody an account as a guest."""

    @abstractmethod
    def foreign(self, email: str) -> Person:
        """Give somebody an account of another company, which may be met."""

    @abstractmethod
    def outsiders(self) -> Sequence[Outsider]:
        """Give accounts to everybody whom the bot does not answer."""

    @abstractmethod
    def channel(self, name: str, members: Iterable[Person], *, private: bool = False) -> Channel:
        """Make a channel with the bot in it."""

    @abstractmethod
    def external(self, name: str, members: Iterable[Person]) -> Channel:
        """Make a channel that is shared with others than the company."""

    @abstractmethod
    def group(self, name: str, members: Iterable[Person]) -> Channel:
        """Make a chat of some people and the bot, outside all channels."""

    @abstractmethod
    async def shares(self, channel: Channel) -> None:
        """Share a channel with others than the company."""

    @abstractmethod
    def mention(self, text: str) -> str:
        """Address the bot."""

    @abstractmethod
    def thread(self, message: Any) -> str:  # noqa: ANN401  # of its fake
        """Say in which thread a reply to a message stands; outside all of them, nothing."""

    @abstractmethod
    async def alone(self, person: Person, what: str, in_: Channel, *, within: float = 5) -> Shown:
        """Wait until somebody is told something about a channel that nobody else there is."""

    @abstractmethod
    async def asks_about(self, person: Person, message: Message) -> None:
        """Ask the bot about a message, from its menu."""

    @abstractmethod
    async def privacy(self, person: Person) -> None:
        """Ask, by command, what is kept."""

    @abstractmethod
    async def about_the_bot(self, person: Person) -> Any:  # noqa: ANN401  # what can be pressed on
        """Look where the bot tells of itself, and what may be done about one's own data."""

    @abstractmethod
    async def opens(
        self, person: Person, button: str, on: On, *, value: str | None = None
    ) -> Dialog:
        """Press a button that opens a form."""

    @abstractmethod
    async def rates(self, person: Person, shown: On, *, good: bool, comment: str = "") -> None:
        """Say what an answer was worth, and what would have been right."""

    @abstractmethod
    def buttons(self, person: Person, on: On) -> Sequence[tuple[str, str]]:
        """Give what somebody can press, in its order: what it does, and on what."""

    @abstractmethod
    def links(self, shown: Any) -> set[str]:  # noqa: ANN401  # of its fake
        """Give every address that a message leads to."""

    @abstractmethod
    def handed(self, person: Person, dm: Channel) -> bytes:
        """Give the content of the file that somebody was handed last."""

    @abstractmethod
    def picked(self, person: Person) -> str:
        """What a field that takes somebody tells of them."""

    @abstractmethod
    async def again(self, message: Any, times: int) -> None:  # noqa: ANN401  # of its fake
        """Send the bot what it was sent of a message once more, all at once."""

    @abstractmethod
    def removes(self, on: On) -> None:
        """Take away a message of the bot's without its being asked."""

    @abstractmethod
    def set_to(self, settings: Settings, **choices: Any) -> Settings:  # noqa: ANN401  # settings
        """Set the bot for this service, and this service for the bot."""

    @abstractmethod
    async def begins(self, address: str) -> None:
        """Send everything to the bot from now on."""

    @abstractmethod
    async def sends_again(
        self, person: Person, *, times: int = 1, as_of: Person | None = None
    ) -> None:
        """Send anew the form that somebody sent last: `as_of` somebody else, if it was theirs."""

    @abstractmethod
    async def sends_from_outside(
        self,
        form: Any,  # noqa: ANN401  # of its fake
        **values: object,
    ) -> None:
        """Send a form whose person is no longer where it is."""

    @abstractmethod
    def desk_is(self, how: str) -> None:
        """Let HR's channel be "private" as it should, or "open", "shared" or "gone"."""

    @abstractmethod
    async def loses(self, person: Person) -> None:
        """Let somebody be no longer to be written to."""

    @abstractmethod
    def is_worked_on(self, person: Person, message: Any) -> bool:  # noqa: ANN401  # of its fake
        """Tell whether somebody sees now, in private, that a question is being worked on."""

    @abstractmethod
    def said_meanwhile(self) -> Sequence[str]:
        """Give what was said so far while something was worked on in private."""

    @abstractmethod
    def fault(self, status: int, *, retry_after: int | None = None) -> object:
        """Make an answer in place of the right one."""

    @abstractmethod
    def slow(self, seconds: float) -> object:
        """Make time pass before a call is heard."""

    def dm(self, person: Person) -> Channel:
        """Give the conversation of somebody with the bot alone."""
        return self.fake.dm(person)

    def fails(
        self,
        what: str,
        trouble: object,
        *,
        times: int = 1,
        when: Callable[[Any], bool] = lambda _: True,
    ) -> None:
        """Let the next calls that `post` or `update` go wrong."""
        self.fake.fail(self.method[what], trouble, times=times, when=when)

    def called(self, what: str) -> Sequence[Any]:
        """Give the calls so far that `post` or `update`."""
        calls: Sequence[Any] = self.fake.called(self.method[what])
        return calls

    @property
    def refused(self) -> Sequence[object]:
        """What of the bot's the service would not have."""
        refused: Sequence[object] = self.fake.refused
        return refused

    async def until(self, so: Callable[[], object], *, within: float = 5) -> None:
        """Wait until something is so."""
        await self.fake.until(so, within=within)

    async def quiet(self, seconds: float = 0.2, *, within: float = 10) -> None:
        """Wait until nothing has happened for so long."""
        await self.fake.quiet(seconds, within=within)

    async def joins(self, person: Person, channel: Channel) -> None:
        """Let somebody into a channel."""
        await self.fake.joins(person, channel)

    def goes_on(self, message: Any) -> bool:  # noqa: ANN401  # of its fake
        """Tell whether a message is no more than the rest of another."""
        return False

    def whole(self, shown: Any) -> Sequence[Any]:  # noqa: ANN401  # of its fake
        """Give all that was said at once, from its first message on."""
        return (shown,)

    def says(self, shown: Any, part: str) -> bool:  # noqa: ANN401  # of its fake
        """Tell whether it can be read anywhere in what was said at once."""
        return any(one.says(part) for one in self.whole(shown))

    def told(self, channel: Channel) -> list[str]:
        """What the bot has standing in a conversation now, for all who are there."""
        said = [one for one in channel.messages.values() if one.sender is self.fake.bot]
        return [message.text for message in said if not self.goes_on(message)]

    def answers(self, person: Person, text: str, in_: Channel) -> int:
        """Count what stands in a conversation that says something."""
        return sum(shown.says(text) for shown in person.screen(in_))

    async def settles(self) -> None:
        """Wait until the bot has taken all that happened, and has nothing left to do."""
        for dispatch in self.fake.deliverer.dispatches:
            await asyncio.wait_for(dispatch.ended.wait(), timeout=60)
        await until_nothing_waits(self.settings)

    async def record(self) -> list[Asked]:
        """Read what was asked so far, oldest first."""
        return await on_record(self.settings, since=self.since)


@asynccontextmanager
async def running(
    office: Office,
    app: Application,
    **choices: Any,  # noqa: ANN401  # settings
) -> AsyncIterator[Office]:
    """Run the bot in an office, over what is open already; nobody has asked anything yet."""
    set_to = office.set_to(app.settings, **choices)
    async with served(replace(app, settings=set_to), _bound()) as address:
        office.address, office.settings = address, set_to
        await office.begins(address)
        yield office


@asynccontextmanager
async def impatient(office: Office, app: Application) -> AsyncIterator[Office]:
    """Run the bot as it is served, but give a question up after a moment."""
    set_to = office.set_to(app.settings)
    async with open_chats(replace(app, settings=set_to)) as chats:
        intake = Intake(app.inbox, chats.handlers, attempts=2, back_off=_IMPATIENT)
        web = server(chats.surfaces(intake), {})
        async with intake.running(), listening(web, _bound()) as address:
            office.address, office.settings = address, set_to
            await office.begins(address)
            yield office


async def anew(app: Application) -> None:
    """Let go of what is still to be done, and of whom the bot knows and has told of itself."""
    async with app.database.writing() as connection:
        for table in _OF_BEFORE:
            await connection.execute(delete(table))


def _bound() -> socket:
    bound = socket()
    bound.bind(("127.0.0.1", 0))
    return bound
