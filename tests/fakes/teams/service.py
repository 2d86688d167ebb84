"""Teams as one bot meets it: who and what is there, what was said, and what the bot did."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.fakes.teams import activities, posting
from tests.fakes.teams.acting import Person
from tests.fakes.teams.calls import Call
from tests.fakes.teams.chats import Chat, Kind, Sharing, Team
from tests.fakes.teams.clock import Clock
from tests.fakes.teams.delivering import Deliverer, Delivery, Dispatch
from tests.fakes.teams.faults import Faults, Trouble
from tests.fakes.teams.forging import Forgery, forgeries
from tests.fakes.teams.keys import Keys, channel_claims
from tests.fakes.teams.login import METADATA, Login
from tests.fakes.teams.messages import Message
from tests.fakes.teams.outgoing import SAFE
from tests.fakes.teams.people import Account, Role, Tenant, principal_name
from tests.fakes.teams.rates import Rates
from tests.fakes.teams.record import Record
from tests.fakes.teams.refusing import ConnectorError
from tests.fakes.teams.texts import Body


@dataclass(frozen=True, slots=True)
class Refused:
    """A call, or an answer to an invoke, that Teams would not have."""

    method: str
    error: str
    details: str
    body: Body
    status: int = 400


@dataclass(eq=False, repr=False)
class FakeTeams:
    """One company's tenant with one bot in it, and whoever else can meet there."""

    url: str = ""
    region: str = "emea"
    app_id: str = ""
    secret: str = "fake-client-secret"
    authenticates: bool = True  # checks the bot's tokens, and sends its own
    rate_limits: bool = False
    is_disabled: bool = False  # by the tenant's admin
    stream_pace: float = 1.0  # seconds from one part of a stream to the next
    page_size: int = 200  # of members
    calls: list[Call] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    wrong: list[Exception] = field(default_factory=list)  # with the fake itself, told at its end
    chats: dict[str, Chat] = field(default_factory=dict)
    teams: dict[str, Team] = field(default_factory=dict)
    meetings: dict[str, Chat] = field(default_factory=dict)
    accounts: dict[str, Account] = field(default_factory=dict)  # by id, and by object id
    clock: Clock = field(default_factory=Clock)
    faults: Faults = field(default_factory=Faults)
    rates: Rates = field(default_factory=Rates)
    keys: Keys = field(default_factory=Keys)

    def __post_init__(self) -> None:
        self.record = Record(self.clock)
        self.app_id = self.app_id or self.clock.uuid("app")
        self.tenant = Tenant(self.clock.uuid("tenant"), "Corp")
        self.bot = Account(f"28:{self.app_id}", self.tenant, "Policy Bot")
        self.login = Login(self)
        self.deliverer = Deliverer(self.authorization, self.changed)
        self._dms: dict[str, Chat] = {}
        self._moved = asyncio.Event()

    @property
    def metadata_url(self) -> str:
        """Where the keys of the Bot Framework are told of."""
        return f"{self.login.url}{METADATA}"

    @property
    def token_url(self) -> str:
        """Where the bot gets a token of its own."""
        return f"{self.login.url}/{self.tenant.id}/oauth2/v2.0/token"

    def service_url(self, tenant: Tenant | None = None) -> str:
        """Give the address under which the bot calls back."""
        return f"{self.url}/{self.region}/{(tenant or self.tenant).id}/"

    def company(self, name: str) -> Tenant:
        """Make another company's tenant."""
        return Tenant(self.clock.uuid("tenant"), name)

    def user(  # what an account has
        self,
        email: str = "",
        *,
        name: str = "",
        role: str = "user",
        tenant: Tenant | None = None,
        locale: str = "en-US",
        lacks: Iterable[str] = (),
    ) -> Person:
        """Give somebody an account, in our tenant unless another is named.

        A `guest`'s is in the tenant that they are a guest of, an `anonymous` one is in none;
        `lacks` names fields that Teams does not tell of them, like `email` or `aadObjectId`.
        """
        known = Role(role)
        home = tenant or self.tenant
        is_anonymous = known is Role.ANONYMOUS
        person = Person(
            f"29:{self.clock.uuid('mri')}",
            home,
            name or email.partition("@")[0],
            "" if is_anonymous else email,
            known,
            "" if is_anonymous else self.clock.uuid("user"),
            principal_name(email, known, home),
            locale,
            frozenset(lacks),
            teams=self,
        )
        self.accounts |= {key: person for key in (person.id, person.object_id) if key}
        return person

    def dm(self, person: Account) -> Chat:
        """Give the personal chat between somebody and the bot."""
        if person.id not in self._dms:
            id_ = f"a:1{self.clock.uuid('personal')}"
            chat = Chat(id_, Kind.PERSONAL, person.tenant)
            self._dms[person.id] = self._add(chat, [person])
        return self._dms[person.id]

    def group(
        self,
        name: str,
        *,
        members: Iterable[Account] = (),
        bot_in: bool = True,
        tenant: Tenant | None = None,
    ) -> Chat:
        """Make a group chat, of our tenant unless another is named, whoever is in it."""
        id_ = f"19:{self.clock.uuid('group')}@thread.v2"
        chat = Chat(id_, Kind.GROUP, tenant or self.tenant, name, has_bot=bot_in)
        return self._add(chat, members)

    def meeting(self, name: str, *, members: Iterable[Account] = ()) -> Chat:
        """Make a meeting, and its chat."""
        id_ = f"19:meeting_{self.clock.uuid('meeting')}@thread.v2"
        chat = Chat(id_, Kind.MEETING, self.tenant, name, meeting_id=f"MCMx{id_}#0")
        self.meetings[chat.meeting_id] = chat
        return self._add(chat, members)

    def team(
        self,
        name: str,
        *,
        members: Iterable[Account] = (),
        bot_in: bool = True,
        tenant: Tenant | None = None,
    ) -> Team:
        """Make a team, with its channel General."""
        id_ = f"19:{self.clock.uuid('team')}@thread.tacv2"
        team = Team(id_, self.clock.uuid("group"), tenant or self.tenant, name, has_bot=bot_in)
        team.members = {member.id: member for member in members}
        self.teams[team.id] = team
        general = Chat(id_, Kind.CHANNEL, team.tenant, "", team.members, team, has_bot=bot_in)
        team.channels.append(self._add(general, ()))
        return team

    def channel(
        self,
        name: str,
        *,
        members: Iterable[Account] = (),
        team: Team | None = None,
        sharing: str = "standard",
        bot_in: bool = True,
    ) -> Chat:
        """Make a channel: `standard`, `private` or `shared`; without a team, in one of its own.

        Who is in a standard channel is in its team; to the others only its members are.
        """
        members = list(members)
        home = team or self.team(f"{name} team", members=members, bot_in=bot_in)
        kind = Sharing(sharing)
        here = home.members if kind is Sharing.STANDARD else {}
        id_ = f"19:{self.clock.uuid('channel')}@thread.tacv2"
        chat = Chat(id_, Kind.CHANNEL, home.tenant, name, here, home, sharing=kind, has_bot=bot_in)
        home.channels.append(self._add(chat, members))
        return chat

    async def joins(self, account: Account, chat: Chat) -> list[Dispatch]:
        """Let somebody in; the bot hears of it where it is."""
        posting.welcome(self, chat, account)
        return self._tell_roster(chat, account, "membersAdded")

    async def leaves(self, account: Account, chat: Chat) -> list[Dispatch]:
        """Let somebody go; what they saw, they saw."""
        chat.let_go(account)
        self.changed(chat)
        return self._tell_roster(chat, account, "membersRemoved")

    async def shares(self, channel: Chat, tenant: Tenant) -> list[Dispatch]:
        """Share a channel with another company."""
        channel.sharing = Sharing.SHARED
        by = next(iter(channel.members.values()))
        shared = {"sharedWithTenants": [{"id": tenant.id}]}
        event = activities.happened(self, channel, by, "channelShared", **shared)
        return [posting.tell(self, event)] if channel.has_bot else []

    async def installs(self, chat: Chat, *, by: Account | None = None) -> list[Dispatch]:
        """Put the bot into a conversation: it hears of it twice, as with the real one."""
        by = by or next(iter(chat.members.values()))
        self._set_bot(chat, is_in=True)
        added = [self.bot, *([by] if chat.is_personal else [])]
        told = (
            activities.roster(self, chat, by, "membersAdded", added),
            activities.installed(self, chat, by, "add"),
        )
        return [posting.tell(self, activity) for activity in told]

    async def uninstalls(self, chat: Chat, *, by: Account | None = None) -> list[Dispatch]:
        """Take the bot out of a conversation."""
        by = by or next(iter(chat.members.values()))
        self._set_bot(chat, is_in=False)
        return [posting.tell(self, activities.installed(self, chat, by, "remove"))]

    async def sends(self, activity: Body, *, headers: dict[str, str] | None = None) -> Delivery:
        """Hand the bot any activity, once, with any headers in place of the right ones."""
        return await self.deliverer.hand(Dispatch(activity, headers))

    def forgeries(self, activity: Body) -> list[Forgery]:
        """Forge the token of an activity in every way; `sends` them to see them refused."""
        return forgeries(self, activity)

    def deliver_to(self, url: str) -> None:
        """Send everything to the bot from now on."""
        self.deliverer.url = url

    def authorization(self, activity: Body) -> dict[str, str]:
        """Make the headers that prove an activity to be Teams'."""
        if not self.authenticates:
            return {}
        claims = channel_claims(self.app_id, str(activity.get("serviceUrl")), self.clock.now())
        return {"Authorization": f"Bearer {self.keys.token(claims)}"}

    def fail(
        self,
        method: str,
        trouble: Trouble,
        *,
        times: int = 1,
        when: Callable[[Body], bool] = lambda _: True,
    ) -> None:
        """Let the next calls of a method go wrong; `when` is asked of a call's body.

        The methods are those of a `Call`, and `*` is all of them; beside them there are
        `metadata`, `keys` and `token`.
        """
        self.faults.add(method, trouble, times=times, when=when)

    def called(self, method: str) -> list[Call]:
        """Give the calls of a method, in their order."""
        return [call for call in self.calls if call.method == method]

    @property
    def heavy(self) -> list[Call]:
        """The calls whose activity is larger than what is safe, though it may be taken."""
        return [call for call in self.calls if call.size > SAFE]

    @property
    def seen(self) -> set[tuple[str, str]]:
        """Every pair of a user's id and a text that this user could ever see."""
        return self.record.pairs()

    @property
    def deliveries(self) -> list[Delivery]:
        """Every attempt to hand something to the bot."""
        return self.deliverer.deliveries

    async def acked(self, what: Message | Dispatch, *, within: float = 30) -> list[Delivery]:
        """Wait until the bot has taken what was sent of it; give the attempts that it took."""
        dispatches = what.events if isinstance(what, Message) else [what]
        assert dispatches, "The bot was sent nothing of it."
        async with asyncio.timeout(within):
            for dispatch in dispatches:
                await dispatch.ended.wait()
        taken = [dispatch.taken for dispatch in dispatches]
        assert all(taken), f"The bot did not take {[d.type for d in dispatches if not d.taken]}."
        return [delivery for delivery in taken if delivery is not None]

    async def until(
        self, so: Callable[[], object], *, in_: Chat | None = None, within: float = 30
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

    def changed(self, chat: Chat | None = None) -> None:
        """Let whoever waits look again."""
        self._moved.set()
        if chat is not None:
            chat.moved.set()

    def refuse(self, method: str, error: ConnectorError, body: Body) -> None:
        """Note what would not have been taken."""
        self.refused.append(Refused(method, error.code, error.message, body, error.status))
        self.changed()

    def _add(self, chat: Chat, members: Iterable[Account]) -> Chat:
        chat.take_in(members)
        self.chats[chat.id] = chat
        return chat

    def _set_bot(self, chat: Chat, *, is_in: bool) -> None:
        chat.has_bot = is_in
        if chat.team is not None:
            chat.team.has_bot = is_in
            for channel in chat.team.channels:
                channel.has_bot = is_in
        self.changed(chat)

    def _tell_roster(self, chat: Chat, account: Account, change: str) -> list[Dispatch]:
        if not chat.has_bot:
            return []
        event = activities.roster(self, chat, account, change, [account])
        return [posting.tell(self, event)]
