"""Random companies in Teams: who is there, what they can do, and what is shown to them."""

from collections.abc import (
    AsyncIterator,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.fakes.teams.acting import Person
from tests.fakes.teams.certificates import certificate
from tests.fakes.teams.chats import Chat, Kind, Sharing
from tests.fakes.teams.clock import Clock
from tests.fakes.teams.faults import Fault, LostReply, LostRequest, Slow, SlowReply
from tests.fakes.teams.messages import Message
from tests.fakes.teams.people import Role, Tenant
from tests.fakes.teams.record import Exposure
from tests.fakes.teams.screens import Shown, actions, fields
from tests.fakes.teams.server import fake_teams
from tests.fakes.teams.service import FakeTeams
from tests.fakes.teams.texts import Body, leaves
from tests.scenarios.runs.leaks.acting import ACTS, Act
from tests.scenarios.runs.leaks.changing import CHANGES, Change
from tests.scenarios.runs.leaks.company import (
    MODAL,
    Being,
    Button,
    Company,
    Course,
    Form,
    rules_of,
)
from tests.scenarios.runs.leaks.running import Companies, World
from tests.scenarios.teams.driver import teams_settings, trusting

_THUMBS = ("like", "dislike")
_FORM, _CLOSE = "form:", "form_close"
_KINDS = ("guest", "external", "foreign", "untold", "nameless")
_HOWS = {"show_passage": "passage"}


@dataclass
class TeamsCompany(Company):
    """A company in a tenant; `abroad` is another one."""

    fake: FakeTeams
    abroad: Tenant = field(kw_only=True)

    path = "/api/messages"
    methods = (
        *("send", "update", "delete", "create", "reply"),
        *("pagedmembers", "member", "channels", "*"),
    )
    troubles = (
        Fault(429, retry_after=1),
        Fault(429, retry_after=1),
        Fault(412),
        Fault(403),
        Fault(502),
        LostReply(),
        LostRequest(),
        Slow(0.7),
        SlowReply(0.7),
    )

    @property
    def product(self) -> Mapping[str, object]:
        return {"teams": teams_settings(self.fake, **self.settings)}

    @property
    def chats(self) -> Collection[Chat]:
        return self.fake.chats.values()

    async def arrives(self) -> None:
        if self.desk is not None:
            for dispatch in await self.fake.installs(self.desk):
                await dispatch.ended.wait()

    def is_direct(self, channel: Chat) -> bool:
        return channel.is_personal

    def mention(self, text: str) -> str:
        return f"{self.fake.bot.mention} {text}"

    def threads(self, channel: Chat) -> Sequence[Message]:
        if not channel.is_channel:
            return []
        return [one for one in channel.messages.values() if one.root in channel.messages]

    def is_reply(self, shown: Shown, asked: Message) -> bool:
        return int(shown.id) > int(asked.id)

    def channel_of(self, place: Any) -> Chat | None:  # noqa: ANN401  # whatever stands anywhere
        chat: Chat | None = place.chat
        return chat

    def may_be_in(self, being: Being, channel: Chat) -> bool:
        """Whether Teams lets somebody in: to meetings anybody, to teams guests, but not others."""
        role, is_ours = being.person.role, being.person.tenant is self.fake.tenant
        match channel.kind, channel.sharing:
            case Kind.MEETING, _:
                return True
            case Kind.CHANNEL, Sharing.SHARED:
                return role is Role.USER
            case Kind.CHANNEL, _:
                return is_ours and role is not Role.ANONYMOUS
            case _:
                return role is not Role.ANONYMOUS

    async def joins(self, being: Being, channel: Chat) -> None:
        """Let somebody in: who comes into a team is in all that is open there."""
        team = channel.team.channels if channel.team else [channel]
        being.joined |= {one.id: self.now for one in team if one.members is channel.members}
        await self.fake.joins(being.person, channel)

    def may_be_shared(self, channel: Chat) -> bool:
        return channel.sharing is Sharing.PRIVATE

    def is_open(self, exposure: Exposure) -> bool:
        """Whether any employee can come to see it: in a team, or where a hit is put into a chat."""
        where, how = exposure.chat, exposure.how
        is_in_a_team = where is not None and where.is_channel and how == "message"
        is_standard = where is not None and where.sharing is Sharing.STANDARD
        return (is_in_a_team and is_standard) or how == "results"

    def how(self, exposure: Exposure) -> str:
        name = exposure.how.rstrip("_0123456789")
        return _HOWS.get(name, name)

    def repeats(self, exposure: Exposure) -> bool:
        """Whether it is a form that shows what goes to HR, or the card again behind any form."""
        return exposure.how == "ask_hr" or exposure.how.startswith((_FORM, _CLOSE))

    def buttons(self, being: Being) -> Iterable[Button]:
        person = being.person
        for chat in self.fake.chats.values():
            if person.id in chat.members:
                for shown in person.screen(chat):
                    if shown.sender is self.fake.bot:
                        yield from _buttons(shown)

    async def press(
        self, being: Being, button: Button, rng: Random, *, within: float = MODAL
    ) -> Form | None:
        """Press it; where that opens a form, it stands in place of the card at once."""
        person, shown = being.person, button.place
        chosen = rng.choice(button.options) if button.options else ""
        if button.options == _THUMBS:
            await person.rates(chosen, on=shown, text="Out of date" if rng.random() < 0.5 else "")
            return None
        if not button.name.startswith(_FORM):
            values = {"value": chosen} if chosen else {}
            await person.presses(button.name, on=shown, value=button.value or None, values=values)
        return _form(person, shown)

    async def send(self, being: Being, form: Form, values: Mapping[str, object]) -> None:
        filled = {name: _filled(value) for name, value in values.items()}
        await being.person.presses(f"{_FORM}{form.name}", on=form.place, values=filled)

    async def close(self, being: Being, form: Form) -> None:
        await being.person.presses(_CLOSE, on=form.place)

    async def ask_about(self, being: Being, message: Message) -> None:
        await being.person.shortcut("ask_about", on=message)

    async def leaves(self, being: Being, channel: Chat) -> None:
        await self.fake.leaves(being.person, channel)

    async def shares(self, channel: Chat) -> None:
        await self.fake.shares(channel, self.abroad)

    async def deactivate(self, being: Being) -> None:
        """Take somebody out of everything; the bot is told nothing of it."""
        person = being.person
        for key in (person.id, person.object_id):
            self.fake.accounts.pop(key, None)
        for chat in self.fake.chats.values():
            chat.let_go(person)


def _buttons(shown: Shown) -> Iterator[Button]:
    for card in shown.cards:
        menus = {one["id"]: one.get("choices", ()) for one in fields(card)}
        for action in actions(card):
            if action["type"] != "Action.Execute":
                continue
            is_menu = action.get("associatedInputs") == "auto" and "value" in menus
            options = [choice["value"] for choice in menus["value"]] if is_menu else []
            value = str((action.get("data") or {}).get("value") or "")
            yield Button(action["verb"], value, shown, tuple(options))
    if shown.feedback:
        yield Button("feedback", "", shown, _THUMBS)


def _form(person: Person, shown: Shown) -> Form | None:
    """Give the form that somebody has in place of a card, if it is one."""
    message = shown.chat.messages.get(shown.id)
    card: Body = {} if message is None else message.views.get(person.id, {})
    verbs = [str(action.get("verb")) for action in actions(card)]
    if _CLOSE not in verbs:
        return None
    names = [verb.removeprefix(_FORM) for verb in verbs if verb.startswith(_FORM)]
    offered = {
        one["id"]: [choice["value"] for choice in one.get("choices", ())] for one in fields(card)
    }
    name = names[0] if names else ""
    return Form(name, frozenset(leaves(card)), offered, shown, to_send=bool(names))


def _filled(value: object) -> object:
    """Fill a field in as its client does: people are picked from the directory."""
    return value.person.object_id if isinstance(value, Being) else value


@dataclass(frozen=True, slots=True)
class TeamsAct(Act):
    """What only a client of Teams lets people do."""

    async def commands(self) -> None:
        """Choose a command: it is said, so that it is there for all to read."""
        being, channel = self.somebody_in_a_channel(with_dms=True)
        self.company.tell(f"{being.person} commands privacy in {channel}")
        await being.person.commands("privacy", in_=channel)

    async def searches(self) -> None:
        """Search from where a message is written."""
        being, channel = self.somebody_in_a_channel(with_dms=True)
        text = self.question() if self.rng.random() < 0.9 else ""
        self.company.tell(f"{being.person} searches for {text!r} in {channel}")
        await being.person.searches(text, in_=channel)

    async def reacts(self) -> None:
        being, channel = self.somebody_in_a_channel(with_dms=True)
        await being.person.reacts("heart", on=self.one_of(list(channel.messages.values())))


@dataclass(frozen=True, slots=True)
class TeamsChange(Change):
    """What becomes of the bot only in Teams."""

    async def is_uninstalled(self) -> None:
        chat = self.one_of([chat for chat in self.company.chats if chat.has_bot and chat.members])
        self.company.tell(f"the bot is taken out of {chat}")
        await self.company.fake.uninstalls(chat)

    async def is_installed(self) -> None:
        there = [chat for chat in self.company.chats if not chat.has_bot and chat.members]
        chat = self.one_of(there)
        self.company.tell(f"the bot is put into {chat}")
        await self.company.fake.installs(chat)

    async def is_blocked(self) -> None:
        being = self.one_of(self.company.here)
        self.company.tell(f"{being.person} blocks the bot, or takes it back")
        dm = self.company.fake.dm(being.person)
        await (being.person.unblocks() if dm.is_blocked else being.person.blocks())


def _company(teams: FakeTeams, rng: Random, folder: Path) -> TeamsCompany:
    """Make up a company: its people, their groups, its channels, and who may read what."""
    now, abroad = teams.clock.now(), teams.company("Elsewhere")
    rules = Course(rules_of(rng, _KINDS), now)
    made = TeamsCompany(teams, rng, folder, rules, began=now, abroad=abroad)
    employees = [
        made.add(teams.user(email, name=email.partition("@")[0].title()), is_answered=True)
        for email in rules.now.groups
        if not email.startswith("other.")
    ]
    _channels(made, employees, _others(made))
    made.choose_settings()
    made.opens()
    return made


def _others(made: TeamsCompany) -> dict[str, Person]:
    """Everybody who gets no answer, though the access file lets most of them read everything."""
    teams = made.fake

    def other(kind: str, **more: Any) -> Person:  # noqa: ANN401  # what an account has
        return teams.user(f"other.{kind}@corp.example", name=f"Other {kind}", **more)

    others = {
        "guest": other("guest", role="guest"),
        "external": other("external"),
        "untold": other("untold", lacks=["tenantId"]),
        "nameless": other("nameless", lacks=["email"]),
        "unknown": other("unknown"),
        "foreign": other("foreign", tenant=made.abroad),
        "anonymous": teams.user(name="Other anonymous", role="anonymous"),
    }
    others["external"].upn = f"other.external_corp.example#EXT#@{teams.tenant.domain}"
    for person in others.values():
        made.add(person, is_answered=False)
    return others


def _channels(made: TeamsCompany, employees: list[Person], others: Mapping[str, Person]) -> None:
    teams, rng = made.fake, made.rng
    some = rng.sample(employees, 6)
    odd = others[rng.choice(("guest", "external", "untold", "nameless", "unknown"))]
    few, fewer = rng.sample(employees, 3), rng.sample(employees, 2)
    staff = teams.team("Staff", members=employees)
    guests = teams.team("Guests", members=[*some[:3], others["guest"]])
    made.channels = [
        staff.channels[0],
        teams.channel("News", team=staff),
        teams.channel("Mixed", members=[*some, odd]),
        teams.channel(
            "With guests", members=[*some[:3], others["guest"]], team=guests, sharing="private"
        ),
        teams.channel("Few", members=few, team=staff, sharing="private"),
        teams.channel("Few in a team", members=fewer),
        teams.channel(
            "Shared", members=[*some[:2], others["foreign"]], team=staff, sharing="shared"
        ),
        teams.channel("Soon shared", members=some[:3], team=staff, sharing="private"),
        teams.group("A group", members=rng.sample(employees, 3)),
        teams.group("A group with another", members=[*some[:2], others["foreign"]]),
        teams.meeting("A meeting", members=[*some[2:4], others["anonymous"]]),
    ]
    if rng.random() < 0.8:
        hr = rng.sample(employees, 3)
        made.desk = teams.channel("HR desk", members=hr, sharing="private")


@contextmanager
def _companies(folder: Path) -> Iterator[Companies]:
    """Make companies whose ids are never the same; their login's certificate is trusted here."""
    clock, file = Clock(), certificate(folder.parent)

    @asynccontextmanager
    async def company(rng: Random) -> AsyncIterator[Company]:
        async with fake_teams(clock=clock) as teams:
            teams.login.begin_securely(file)
            yield _company(teams, rng, folder)

    with trusting(file):
        yield company


WORLD = World(
    _companies,
    TeamsAct,
    TeamsChange,
    (*ACTS, (TeamsAct.commands, 1), (TeamsAct.searches, 4), (TeamsAct.reacts, 1)),
    (
        *CHANGES,
        (TeamsChange.is_uninstalled, 1),
        (TeamsChange.is_installed, 1),
        (TeamsChange.is_blocked, 1),
    ),
)
