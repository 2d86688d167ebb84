"""One workspace: who and what is in it, what was said, and what the app has to do with it."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.fakes.slack import events, posting
from tests.fakes.slack.acting import Person
from tests.fakes.slack.calls import Call
from tests.fakes.slack.channels import Channel, Kind
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.delivering import (
    COMMANDS,
    EVENTS,
    INTERACTIVE,
    Deliverer,
    Delivery,
    Dispatch,
)
from tests.fakes.slack.faults import Faults, Trouble
from tests.fakes.slack.interacting import Interactions
from tests.fakes.slack.messages import Message
from tests.fakes.slack.people import FLAGS, Account, Directory, Enterprise, Team
from tests.fakes.slack.rates import Rates
from tests.fakes.slack.refusing import SlackError, check_view
from tests.fakes.slack.screens import Record
from tests.fakes.slack.sockets import Sockets
from tests.fakes.slack.states import Status
from tests.fakes.slack.texts import Body
from tests.fakes.slack.uploads import File
from tests.fakes.slack.views import Views

SCOPES = frozenset(
    {
        *("app_mentions:read", "assistant:write", "chat:write", "commands"),
        *("im:history", "im:read", "im:write", "channels:history", "groups:history"),
        *("mpim:history", "channels:read", "groups:read"),
        *("users:read", "users:read.email", "team:read"),
    }
)
SUBSCRIPTIONS = frozenset(
    {
        *("app_home_opened", "app_mention", "app_context_changed", "app_uninstalled"),
        *("tokens_revoked", "message.im", "user_change"),
    }
)
_CHANNEL_FLAGS = {
    "archived": "is_archived",
    **{f: f for f in ("is_archived", "is_ext_shared", "is_pending_ext_shared", "is_org_shared")},
}
_STATUS_LIVES = 120  # seconds


@dataclass(frozen=True, slots=True)
class Refused:
    """A call, or an answer to an interaction, that Slack would not have."""

    method: str
    error: str
    details: str
    args: Body


@dataclass(eq=False, repr=False)
class FakeSlack:
    """One workspace with one app in it, and whoever else can meet there."""

    url: str = ""
    bot_token: str = "xoxb-fake-bot"
    app_token: str = "xapp-fake-app"
    signing_secret: str = "fake-signing-secret"
    app_id: str = "A0000000001"
    scopes: set[str] = field(default_factory=lambda: set(SCOPES))
    subscriptions: set[str] = field(default_factory=lambda: set(SUBSCRIPTIONS))
    is_agent: bool = True
    is_org_wide: bool = False  # on a grid: installed for the organisation, not one workspace
    checks_structure: bool = True  # of blocks and views, by schema
    rate_limits: bool = False
    token_error: str = ""  # what every call is answered since the app is not welcome any more
    stream_lives: float = 300.0  # seconds without a word
    calls: list[Call] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    wrong: list[Exception] = field(default_factory=list)  # with the fake itself, told at its end
    channels: dict[str, Channel] = field(default_factory=dict)
    statuses: dict[tuple[str, str], Status] = field(default_factory=dict)
    titles: dict[tuple[str, str], str] = field(default_factory=dict)
    prompts: dict[str, list[Body]] = field(default_factory=dict)  # by conversation
    pings: list[tuple[str, str]] = field(default_factory=list)  # where, and whom the app called
    files: dict[str, File] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)
    faults: Faults = field(default_factory=Faults)
    rates: Rates = field(default_factory=Rates)
    interactions: Interactions = field(default_factory=Interactions)

    def __post_init__(self) -> None:
        self.record = Record(self.clock)
        self.team = Team(self.clock.id("T"), "Corp")
        self.directory = Directory(self.team)
        self.bot = Account(
            self.clock.id("U"),
            self.team,
            "policybot",
            flags={"is_bot": True},
            bot_id=self.clock.id("B"),
            app_id=self.app_id,
        )
        self.directory.add(self.bot)
        self.views = Views(self.clock)
        self.deliverer = Deliverer(self.signing_secret, self.changed)
        self.deliverer.sockets.app_id = self.app_id
        self._dms: dict[str, Channel] = {}
        self._moved = asyncio.Event()

    def user(
        self,
        email: str = "",
        *,
        name: str = "",
        locale: str = "en-US",
        team: Team | None = None,
        **flags: bool,
    ) -> Person:
        """Give somebody an account, in our workspace unless another is named."""
        self.check_flags(flags)
        person = Person(
            self.clock.id("U"),
            team or self.team,
            name or email.partition("@")[0],
            email,
            locale,
            flags,
            slack=self,
        )
        if person.has("is_bot"):
            person.bot_id, person.app_id = self.clock.id("B"), "A9999999999"
        self.directory.add(person)
        return person

    def workspace(self, name: str) -> Team:
        """Make another company's workspace."""
        return self._known(Team(self.clock.id("T"), name))

    def grid(self, name: str = "Corp Group", *, siblings: Iterable[str] = ()) -> list[Team]:
        """Make our workspace one of an Enterprise Grid organisation; give its siblings."""
        self.team.enterprise = Enterprise(self.clock.id("E"), name)
        return [
            self._known(Team(self.clock.id("T"), sibling, self.team.enterprise))
            for sibling in siblings
        ]

    def channel(
        self,
        name: str,
        *,
        members: Iterable[Account] = (),
        private: bool = False,
        bot_in: bool = True,
        **flags: bool,
    ) -> Channel:
        """Make a channel; `flags` are `archived`, `is_ext_shared` and the like."""
        kind = Kind.PRIVATE if private else Kind.PUBLIC
        channel = Channel(self.clock.id("C"), kind, self.team, name)
        for flag, value in flags.items():
            assert flag in _CHANNEL_FLAGS, f"Slack knows no {flag} of a channel."
            setattr(channel, _CHANNEL_FLAGS[flag], value)
        return self.add_channel(channel, [*members, *([self.bot] if bot_in else [])])

    def dm(self, person: Account) -> Channel:
        """Give the direct messages between somebody and the app."""
        if person.id not in self._dms:
            channel = Channel(self.clock.id("D"), Kind.DIRECT, self.team)
            self._dms[person.id] = self.add_channel(channel, [person, self.bot])
        return self._dms[person.id]

    def add_channel(self, channel: Channel, members: Iterable[Account]) -> Channel:
        channel.created = int(self.clock.now())
        channel.take_in(members)
        self.channels[channel.id] = channel
        return channel

    async def joins(self, account: Account, channel: Channel) -> None:
        """Let somebody into a channel, the app too."""
        posting.welcome(self, channel, account)

    async def shares(self, channel: Channel) -> None:
        """Share a channel with another company."""
        channel.is_ext_shared = True
        event = {
            "type": "channel_shared",
            "connected_team_id": "T9999999999",
            "channel": channel.id,
            "event_ts": self.clock.ts(),
        }
        events.publish(self, "channel_shared", event, channel)

    async def unfurls(self, message: Message) -> None:
        """Unfold the link in a message, as Slack does by itself."""
        unfolded = [{"id": 1, "title": "A page", "from_url": "https://example.com/"}]
        posting.change(self, message, attachments=unfolded)

    async def revokes(self) -> None:
        """Revoke the token of the app."""
        self.token_error = "token_revoked"
        tokens = {"oauth": [], "bot": [self.bot.id]}
        events.publish(self, "tokens_revoked", {"type": "tokens_revoked", "tokens": tokens})

    async def uninstalls(self) -> None:
        """Take the app out of the workspace."""
        self.token_error = "account_inactive"
        events.publish(self, "app_uninstalled", {"type": "app_uninstalled"})

    def deliver_to(self, url: str, *, interactions: str = "", commands: str = "") -> None:
        """Send everything to the app over HTTP from now on, to one address or to three."""
        self.deliverer.urls = {
            EVENTS: url,
            INTERACTIVE: interactions or url,
            COMMANDS: commands or url,
        }

    def fail(
        self,
        method: str,
        trouble: Trouble,
        *,
        times: int = 1,
        when: Callable[[Body], bool] = lambda _: True,
    ) -> None:
        """Let the next calls of a method go wrong; `when` is asked of a call's arguments.

        Beside methods there are `actions` (response URLs), `upload` and `link` (a socket's
        beginning); `*` is all of them.
        """
        self.faults.add(method, trouble, times=times, when=when)

    def status(self, channel: Channel, thread: str) -> str:
        """Give what a thread shows that the app is doing, or nothing."""
        status = self.statuses.get((channel.id, thread))
        if status is None or self.clock.now() - status.at > _STATUS_LIVES:
            return ""
        return status.text

    def called(self, method: str) -> list[Call]:
        """Give the calls of a method, in their order."""
        return [call for call in self.calls if call.method == method]

    @property
    def seen(self) -> set[tuple[str, str]]:
        """Every pair of a user's id and a text that this user could ever see."""
        return self.record.pairs()

    @property
    def sockets(self) -> Sockets:
        return self.deliverer.sockets

    @property
    def deliveries(self) -> list[Delivery]:
        """Every attempt to hand something to the app."""
        return self.deliverer.deliveries

    @property
    def retry_after(self) -> tuple[float, ...]:
        """After how many seconds an event that was not taken is sent again, each time."""
        return self.deliverer.retry_after

    @retry_after.setter
    def retry_after(self, seconds: tuple[float, ...]) -> None:
        self.deliverer.retry_after = seconds

    async def acked(self, what: Message | Dispatch, *, within: float = 30) -> list[Delivery]:
        """Wait until the app has taken what was sent of it; give the attempts that it took."""
        dispatches = what.events if isinstance(what, Message) else [what]
        assert dispatches, "The app was sent nothing of it."
        async with asyncio.timeout(within):
            for dispatch in dispatches:
                await dispatch.ended.wait()
        taken = [dispatch.taken for dispatch in dispatches]
        assert all(taken), f"The app did not take {[d.type for d in dispatches if not d.taken]}."
        return [delivery for delivery in taken if delivery is not None]

    async def until(
        self, so: Callable[[], object], *, in_: Channel | None = None, within: float = 30
    ) -> None:
        """Wait until something is so; asked after everything that happens here, or in there."""
        moved = self._moved if in_ is None else in_.moved
        async with asyncio.timeout(within):
            while not so():
                moved.clear()
                await moved.wait()

    async def quiet(self, seconds: float = 0.2, *, within: float = 60) -> None:
        """Wait until nothing has happened for so long: no call, no delivery, no message."""
        async with asyncio.timeout(within):
            while True:
                self._moved.clear()
                try:
                    async with asyncio.timeout(seconds):
                        await self._moved.wait()
                except TimeoutError:
                    return

    def changed(self, channel: Channel | None = None) -> None:
        """Let whoever waits look again."""
        self._moved.set()
        if channel is not None:
            channel.moved.set()

    def refuse(self, method: str, error: SlackError, args: Body) -> None:
        """Note what would not have been taken."""
        self.refused.append(Refused(method, error.error, str(error), args))
        self.changed()

    def checked_view(self, view: object, kind: str) -> Body:
        """Check a view as far as this Slack is asked to."""
        return check_view(view, kind=kind, structural=self.checks_structure)

    def check_flags(self, flags: dict[str, bool]) -> None:
        unknown = flags.keys() - FLAGS
        assert not unknown, f"Slack knows no {sorted(unknown)} of a user."

    def user_json(self, account: Account, *, with_locale: bool = False) -> Body:
        """Write a `user` object as the app may have it."""
        return account.json(
            with_email="users:read.email" in self.scopes and not self.directory.is_foreign(account),
            with_locale=with_locale,
            is_stranger=self._is_stranger(account),
        )

    def _is_stranger(self, account: Account) -> bool:
        """Tell whether it is another company's, and in no conversation with the app."""
        if "is_stranger" in account.flags or not self.directory.is_foreign(account):
            return account.has("is_stranger")
        return not any(
            account.id in channel.members and self.bot.id in channel.members
            for channel in self.channels.values()
            if not channel.is_direct
        )

    def _known(self, team: Team) -> Team:
        self.directory.teams[team.id] = team
        return team
