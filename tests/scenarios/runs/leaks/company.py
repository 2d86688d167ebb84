"""Who works in a random company, where do they talk, and what was so at which moment?"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from tests.scenarios.runs.driver import Channel, Fake, Message, Person
from tests.scenarios.runs.leaks.pages import (
    EVERYONE,
    GROUPS,
    PAGES,
    Clauses,
    Rules,
    Verified,
)

NAMES = ("ana", "ben", "cleo", "dan", "eva", "finn", "gil", "hugo")
MODAL = 3.0
"""Seconds until what a button opens is there."""

T = TypeVar("T")
Exposure = Any
Place = Any
"""What one of the stand-ins has shown, and what a button or a form stands in there."""


@dataclass
class _Span(Generic[T]):
    value: T
    begin: float
    end: float = inf


class Course(Generic[T]):
    """What was so when; while something changes, the old and the new are."""

    def __init__(self, value: T, at: float) -> None:
        self._spans = [_Span(value, at)]

    @property
    def now(self) -> T:
        return self._spans[-1].value

    def begins(self, value: T, at: float) -> None:
        """Let something be so from a moment on; what was so before has not ended yet."""
        self._spans.append(_Span(value, at))

    def ends(self, at: float) -> None:
        """End everything but the last."""
        for span in self._spans[:-1]:
            span.end = min(span.end, at)

    def between(self, begin: float, end: float) -> Iterator[tuple[T, float]]:
        """Walk over what was so in a time, each with the first moment of it in there."""
        for span in self._spans:
            if span.begin <= end and span.end >= begin:
                yield span.value, max(span.begin, begin)


@dataclass
class Being:
    """Somebody with an account; `is_answered` is whether the bot may answer at all."""

    person: Person
    is_answered: Course[bool]
    is_bot: bool = False
    gone_at: float = inf  # since when they cannot look at anything any more
    joined: dict[str, float] = field(default_factory=dict)  # by channel, after the beginning

    @property
    def is_here(self) -> bool:
        return self.gone_at == inf


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press, as it is on somebody's screen; `options` are what it lets choose."""

    name: str
    value: str
    place: Place
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """Something to fill in: its fields by their names, with what can be chosen in each.

    One that is not `to_send` is there to be read.
    """

    name: str
    texts: frozenset[str]
    fields: Mapping[str, Sequence[str]]
    place: Place
    to_send: bool = True


@dataclass
class Company(ABC):
    """Everything random of a world, and what was said in it."""

    fake: Fake
    rng: Random
    folder: Path
    rules: Course[Rules]
    beings: dict[str, Being] = field(default_factory=dict)  # by the account's id
    channels: list[Channel] = field(default_factory=list)
    desk: Channel | None = None
    settings: dict[str, object] = field(default_factory=dict)
    verified: dict[str, Verified] = field(default_factory=dict)  # by canary
    typed: set[str] = field(default_factory=set)  # what people wrote that names a canary
    typed_at_desk: set[str] = field(default_factory=set)
    asked_about: list[tuple[str, str, str]] = field(default_factory=list)
    """What people took for their question: a text that stood in a channel, who did, and where."""
    sent_to_hr: set[str] = field(default_factory=set)  # the canaries that askers chose to show
    began: float = 0.0
    trace: list[str] = field(default_factory=list)

    path: ClassVar[str]
    methods: ClassVar[Sequence[str]]
    """What the bot calls, each of which may fail."""
    troubles: ClassVar[Sequence[object]]

    @property
    def now(self) -> float:
        return float(self.fake.clock.now())

    @property
    def here(self) -> list[Being]:
        """Everybody who can still do something; bots do nothing."""
        return [one for one in self.beings.values() if one.is_here and not one.is_bot]

    @property
    def hr(self) -> list[Being]:
        members = self.desk.members if self.desk else {}
        return [being for being in self.here if being.person.id in members]

    def tell(self, line: str) -> None:
        self.trace.append(f"{self.now - self.began:7.2f}  {line}")

    def add(self, person: Person, *, is_answered: bool, is_bot: bool = False) -> Person:
        self.beings[person.id] = Being(person, Course(is_answered, self.began), is_bot)
        self.tell(f"{person} {person.email}")
        return person

    def opens(self) -> None:
        """Write who may read what, and tell of it all."""
        rules = self.rules.now
        rules.write(self.folder)
        self.tell(f"settings {self.settings}")
        for channel in self.channels:
            self.tell(f"{channel} {channel.kind} {list(channel.members.values())}")
        for canary, needed in rules.pages.items():
            self.tell(f"{canary}: {' and '.join('|'.join(sorted(c)) for c in needed) or 'nobody'}")
        for email, groups in rules.groups.items():
            self.tell(f"{email}: {groups}")

    def choose_settings(self, **more: object) -> None:
        """Set the bot at random, as it can be set for any service."""
        rng = self.rng
        only = [c.id for c in self.channels if rng.random() < 0.7] if rng.random() < 0.2 else []
        self.settings = {
            "small_channel": rng.choice((0, 3, 5, 8, 8)),
            "channels": ",".join(only),
            "desk_channel": None if self.desk is None else self.desk.id,
            **more,
        }

    def may_be_in(self, being: Being, channel: Channel) -> bool:
        """Whether the service lets somebody into a channel."""
        return True

    async def joins(self, being: Being, channel: Channel) -> None:
        """Let somebody in."""
        being.joined[channel.id] = self.now
        await self.fake.joins(being.person, channel)

    def may_be_shared(self, channel: Channel) -> bool:
        """Whether the service lets a channel be shared with another company."""
        return True

    async def arrives(self) -> None:
        """Tell the bot where it is, where the service does that."""
        return

    @property
    @abstractmethod
    def product(self) -> Mapping[str, object]:
        """The settings of the product that make it serve this company."""

    @property
    @abstractmethod
    def chats(self) -> Collection[Channel]:
        """Every conversation, those between one person and the bot too."""

    @abstractmethod
    def is_direct(self, channel: Channel) -> bool:
        """Whether it is between one person and the bot."""

    @abstractmethod
    def mention(self, text: str) -> str:
        """Address the bot."""

    @abstractmethod
    def threads(self, channel: Channel) -> Sequence[Message]:
        """Give what can be replied to in a thread."""

    @abstractmethod
    def is_reply(self, shown: Place, asked: Message) -> bool:
        """Whether something was shown in reply to a question in private."""

    def is_said(self, message: Message) -> bool:
        """Whether a message can be edited and deleted."""
        return True

    @abstractmethod
    def channel_of(self, place: Place) -> Channel:
        """Tell where something stands; None for what is in no channel."""

    @abstractmethod
    def is_open(self, exposure: Exposure) -> bool:
        """Whether anybody of the company can come to see it."""

    @abstractmethod
    def how(self, exposure: Exposure) -> str:
        """Tell what it was shown in."""

    @abstractmethod
    def repeats(self, exposure: Exposure) -> bool:
        """Whether it only repeats what its reader was told once."""

    @abstractmethod
    def buttons(self, being: Being) -> Iterable[Button]:
        """Give all that somebody can press."""

    @abstractmethod
    async def press(
        self, being: Being, button: Button, rng: Random, *, within: float = MODAL
    ) -> Form | None:
        """Press a button; give the form that it opens, if it does."""

    @abstractmethod
    async def send(self, being: Being, form: Form, values: Mapping[str, object]) -> None:
        """Fill in a form, and send it: a box is checked with True, and people are beings."""

    @abstractmethod
    async def close(self, being: Being, form: Form) -> None:
        """Close a form."""

    @abstractmethod
    async def ask_about(self, being: Being, message: Message) -> None:
        """Ask the bot about a message."""

    @abstractmethod
    async def leaves(self, being: Being, channel: Channel) -> None:
        """Let somebody go."""

    @abstractmethod
    async def shares(self, channel: Channel) -> None:
        """Share a channel with another company."""

    @abstractmethod
    async def deactivate(self, being: Being) -> None:
        """Close somebody's account."""


def rules_of(rng: Random, kinds: Iterable[str]) -> Rules:
    """Say at random who may read what; the others, of these kinds, are in every group."""
    employed = {f"{name}@corp.example": memberships(rng) for name in NAMES}
    everything: dict[str, datetime | None] = dict.fromkeys(GROUPS)
    groups = employed | {f"other.{kind}@corp.example": everything for kind in kinds}
    return Rules(groups, {page.canary: clauses(rng) for page in PAGES})


def clauses(rng: Random) -> Clauses:
    """Say at random who may read a page."""
    kind = rng.random()
    if kind < 0.25:
        return (frozenset({EVERYONE}),)
    if kind < 0.35:
        return ()
    if kind < 0.55:
        return (group_or_two(rng), group_or_two(rng))
    return (group_or_two(rng),)


def group_or_two(rng: Random) -> frozenset[str]:
    return frozenset(rng.sample(GROUPS, rng.choice((1, 1, 2))))


def memberships(rng: Random) -> dict[str, datetime | None]:
    """Put somebody in groups: some have ended, and some end while people are talking."""
    ends = (None, None, None, timedelta(days=-1), timedelta(seconds=rng.uniform(1, 20)))
    chosen = [group for group in GROUPS if rng.random() < 0.4]
    now = datetime.now(UTC)
    return {g: None if (end := rng.choice(ends)) is None else now + end for g in chosen}
