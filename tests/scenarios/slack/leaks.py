"""Random companies in Slack: who is there, what they can do, and what is shown to them."""

from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bot.slack_settings import SlackSettings
from bot.surfaces.slack.scopes import events, scopes
from tests.fakes.slack.acting import Person
from tests.fakes.slack.channels import Channel, Kind
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.faults import Fault, LostReply, LostRequest, Slow, SlowReply
from tests.fakes.slack.messages import Message
from tests.fakes.slack.screens import Exposure, Shown, elements
from tests.fakes.slack.server import fake_slack
from tests.fakes.slack.views import View
from tests.fakes.slack.workspace import FakeSlack
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

_OPENS = ("ask_hr", "show_passage", "share", "case_", "privacy_delete", "verified_approve")
_REPEATING = ("ask_hr", "file")
_THUMBS = ("positive", "negative")
_KINDS = ("guest", "single", "foreign", "deactivated", "bot", "unconfirmed", "invited")
_FLAGS: dict[str, dict[str, bool]] = {
    "guest": {"is_restricted": True},
    "single": {"is_restricted": True, "is_ultra_restricted": True},
    "deactivated": {"deleted": True},
    "bot": {"is_bot": True},
    "unconfirmed": {"is_email_confirmed": False},
    "invited": {"is_invited_user": True},
    "unknown": {},
    "foreign": {},
}


@dataclass
class SlackCompany(Company):
    """A company in a workspace."""

    fake: FakeSlack

    path = "/slack/events"
    methods = (
        *("chat.postMessage", "chat.update", "chat.postEphemeral", "chat.delete"),
        *("conversations.members", "conversations.info", "conversations.open"),
        *("users.info", "views.open", "*"),
    )
    troubles = (
        Fault(429, retry_after=1),
        Fault(429, retry_after=1),
        Fault(500),
        LostReply(),
        LostRequest(),
        Slow(0.7),
        SlowReply(0.7),
    )

    @property
    def product(self) -> Mapping[str, object]:
        slack = self.fake
        told = {
            "bot_token": slack.bot_token,
            "signing_secret": slack.signing_secret,
            "api_url": f"{slack.url}/api/",
            **self.settings,
        }
        return {"slack": SlackSettings.model_validate(told)}

    @property
    def chats(self) -> Collection[Channel]:
        return self.fake.channels.values()

    def is_direct(self, channel: Channel) -> bool:
        return channel.is_direct

    def mention(self, text: str) -> str:
        return f"<@{self.fake.bot.id}> {text}"

    def threads(self, channel: Channel) -> Sequence[Message]:
        return [one for one in channel.messages.values() if one.root in channel.messages]

    def is_reply(self, shown: Shown, asked: Message) -> bool:
        return shown.thread == asked.ts

    def is_said(self, message: Message) -> bool:
        return not message.subtype

    def channel_of(self, place: Any) -> Channel | None:  # noqa: ANN401  # whatever stands anywhere
        return None if isinstance(place, View) else place.channel

    def is_open(self, exposure: Exposure) -> bool:
        """Whether it stands in a public channel: there every employee can look."""
        where = exposure.channel
        return where is not None and where.kind is Kind.PUBLIC and exposure.how == "message"

    def how(self, exposure: Exposure) -> str:
        return exposure.how

    def repeats(self, exposure: Exposure) -> bool:
        return exposure.how in _REPEATING

    def buttons(self, being: Being) -> Iterable[Button]:
        person = being.person
        for channel in self.fake.channels.values():
            if person.id in channel.members:
                for shown in person.screen(channel):
                    if shown.sender is self.fake.bot:
                        yield from _buttons(shown, shown.blocks, person)
        if person.home is not None:
            yield from _buttons(person.home, person.home.blocks, person)

    async def press(
        self, being: Being, button: Button, rng: Random, *, within: float = MODAL
    ) -> Form | None:
        """Press it, and wait for the modal where it opens one."""
        person, before = being.person, being.person.modal
        chosen = rng.choice(button.options) if button.options else None
        is_thumb = button.options == _THUMBS
        await person.presses(
            button.name,
            on=button.place,
            value=chosen if is_thumb else button.value or None,
            chooses=None if is_thumb else chosen,
        )
        if not button.name.startswith(_OPENS) and not (is_thumb and chosen == "negative"):
            return None
        try:
            await self.fake.until(
                lambda: person.modal is not None and person.modal is not before, within=within
            )
        except TimeoutError:
            return None
        return None if person.modal is None else _form(person.modal)

    async def send(self, being: Being, form: Form, values: Mapping[str, object]) -> None:
        await being.person.submits(form.place, {n: _filled(n, v) for n, v in values.items()})

    async def close(self, being: Being, form: Form) -> None:
        await being.person.closes(form.place)

    async def ask_about(self, being: Being, message: Message) -> None:
        await being.person.shortcut("ask_about", on=message)

    async def leaves(self, being: Being, channel: Channel) -> None:
        channel.let_go(being.person)

    async def shares(self, channel: Channel) -> None:
        await self.fake.shares(channel)

    async def deactivate(self, being: Being) -> None:
        await being.person.becomes(deleted=True)


def _buttons(place: Shown | View, blocks: Any, person: Person) -> Iterable[Button]:  # noqa: ANN401  # JSON
    for one in elements(blocks, person):
        options: tuple[str, ...] = ()
        if one["type"] == "feedback_buttons":
            options = _THUMBS
        elif one["type"] == "static_select":
            options = tuple(option["value"] for option in one["options"])
        yield Button(one["action_id"], one.get("value") or "", place, options)


def _form(modal: View) -> Form:
    offered = {
        block["element"]["action_id"]: [o["value"] for o in block["element"].get("options", ())]
        for block in modal.blocks
        if block.get("element")
    }
    fields = {name: () for several in modal.values.values() for name in several} | offered
    return Form(modal.name, frozenset(modal.texts), fields, modal, "submit" in modal.body)


def _filled(name: str, value: object) -> object:
    """Fill a field in as its client does: boxes are lists, and people are accounts."""
    if value is True:
        return [name]
    return value.person if isinstance(value, Being) else value


@dataclass(frozen=True, slots=True)
class SlackAct(Act):
    """What only a client of Slack lets people do."""

    async def follows_up(self) -> None:
        """Go on in a thread without addressing anybody."""
        being, channel = self.somebody_in_a_channel()
        theirs = [m for m in channel.messages.values() if m.sender is being.person]
        thread = self.one_of(theirs)
        self.company.tell(f"{being.person} goes on in {channel} thread={thread.ts}")
        await being.person.says(self.question(), in_=channel, thread=thread)

    async def commands(self) -> None:
        being, channel = self.somebody_in_a_channel()
        text = "privacy" if self.rng.random() < 0.2 else self.question()
        self.company.tell(f"{being.person} commands {text!r} in {channel}")
        await being.person.commands(f"/policy {text}", in_=channel)

    async def opens_home(self) -> None:
        being = self.one_of(self.company.here)
        self.company.tell(f"{being.person} opens the home")
        await being.person.opens_home()


@dataclass(frozen=True, slots=True)
class SlackChange(Change):
    """What only Slack tells of people."""

    async def becomes_a_guest(self) -> None:
        await self.is_not_answered_any_more().person.becomes(is_restricted=True)


def _company(slack: FakeSlack, rng: Random, folder: Path) -> SlackCompany:
    """Make up a company: its people, their groups, its channels, and who may read what."""
    now = slack.clock.now()
    made = SlackCompany(slack, rng, folder, Course(rules_of(rng, _KINDS), now), began=now)
    employees = [
        made.add(slack.user(email, name=email.partition("@")[0].title()), is_answered=True)
        for email in made.rules.now.groups
        if not email.startswith("other.")
    ]
    _channels(made, employees, _others(made))
    made.choose_settings(follow_ups=rng.random() < 0.4)
    follow_ups = bool(made.settings["follow_ups"])
    slack.scopes |= set(scopes(follow_ups=follow_ups))
    slack.subscriptions |= set(events(follow_ups=follow_ups))
    slack.retry_after = (0, 1, 2)
    made.opens()
    return made


def _others(made: SlackCompany) -> list[Person]:
    """Everybody who gets no answer, though the access file lets most of them read everything."""
    slack = made.fake
    abroad = slack.workspace("Elsewhere")
    others = []
    for kind, flagged in _FLAGS.items():
        person = slack.user(
            f"other.{kind}@corp.example",
            name=f"Other {kind}",
            team=abroad if kind == "foreign" else None,
        )
        person.flags |= flagged
        others.append(made.add(person, is_answered=False, is_bot=kind == "bot"))
        if kind == "deactivated":
            made.beings[person.id].gone_at = made.began
    others.append(made.add(slack.user("", name="Other nameless"), is_answered=False))
    return others


def _channels(made: SlackCompany, employees: list[Person], others: list[Person]) -> None:
    slack, rng = made.fake, made.rng
    guest, single, foreign = others[0], others[1], others[-2]
    some = rng.sample(employees, 6)
    odd = rng.choice(others)
    few, fewer = rng.sample(employees, 3), rng.sample(employees, 2)
    made.channels = [
        slack.channel("general", members=employees),
        slack.channel("mixed", members=[*some, odd]),
        slack.channel("with-guests", members=[*some[:3], guest, single], private=True),
        slack.channel("few", members=few, private=True),
        slack.channel("few-in-public", members=fewer),
        slack.channel("shared", members=[*some[:2], foreign], is_ext_shared=True),
        slack.channel("soon-shared", members=some[:3], is_pending_ext_shared=True, private=True),
    ]
    group = Channel(slack.clock.id("G"), Kind.GROUP_DIRECT, slack.team, "mpdm-some-1")
    made.channels.append(slack.add_channel(group, [*rng.sample(employees, 3), slack.bot]))
    if rng.random() < 0.8:
        made.desk = slack.channel("hr-desk", members=rng.sample(employees, 3), private=True)


@contextmanager
def _companies(folder: Path) -> Iterator[Companies]:
    """Make companies whose ids are never the same."""
    clock = Clock()

    @asynccontextmanager
    async def company(rng: Random) -> AsyncIterator[Company]:
        async with fake_slack(clock=clock) as slack:
            yield _company(slack, rng, folder)

    yield company


WORLD = World(
    _companies,
    SlackAct,
    SlackChange,
    (*ACTS, (SlackAct.follows_up, 2), (SlackAct.commands, 3), (SlackAct.opens_home, 1)),
    (*CHANGES, (SlackChange.becomes_a_guest, 1)),
)
