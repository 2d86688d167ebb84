"""Who works in a random company, where do they talk, and what was so at which moment?"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from random import Random
from typing import Generic, TypeVar

from bot.slack_settings import SlackSettings
from bot.surfaces.slack.scopes import events, scopes
from tests.fakes.slack.acting import Person
from tests.fakes.slack.channels import Channel, Kind
from tests.fakes.slack.workspace import FakeSlack
from tests.scenarios.slack.leaks.pages import (
    EVERYONE,
    GROUPS,
    PAGES,
    Clauses,
    Rules,
    Verified,
)

_NAMES = ("ana", "ben", "cleo", "dan", "eva", "finn", "gil", "hugo")


T = TypeVar("T")


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
    gone_at: float = inf  # since when they cannot look at anything any more
    joined: dict[str, float] = field(default_factory=dict)  # by channel, after the beginning

    @property
    def is_here(self) -> bool:
        return self.gone_at == inf


@dataclass
class Company:
    """Everything random of a world, and what was said in it."""

    slack: FakeSlack
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

    @property
    def now(self) -> float:
        return self.slack.clock.now()

    @property
    def here(self) -> list[Being]:
        """Everybody who can still do something; bots do nothing."""
        return [
            being
            for being in self.beings.values()
            if being.is_here and not being.person.has("is_bot")
        ]

    @property
    def hr(self) -> list[Being]:
        members = self.desk.members if self.desk else {}
        return [being for being in self.here if being.person.id in members]

    def tell(self, line: str) -> None:
        self.trace.append(f"{self.now - self.began:7.2f}  {line}")

    def add(self, person: Person, *, is_answered: bool) -> Person:
        being = Being(person, Course(is_answered, self.began))
        if person.has("deleted"):
            being.gone_at = self.began
        self.beings[person.id] = being
        self.tell(f"{person} {person.email} {person.flags or ''} {person.team.name}")
        return person


def company(slack: FakeSlack, rng: Random, folder: Path) -> Company:
    """Make up a company: its people, their groups, its channels, and who may read what."""
    rules = Rules(_groups(rng), {page.canary: clauses(rng) for page in PAGES})
    made = Company(slack, rng, folder, Course(rules, slack.clock.now()), began=slack.clock.now())
    employees = [
        made.add(slack.user(email, name=email.partition("@")[0].title()), is_answered=True)
        for email in rules.groups
        if not email.startswith("other.")
    ]
    others = _others(made)
    _channels(made, employees, others)
    made.settings = _settings(made)
    slack.scopes |= set(scopes(follow_ups=bool(made.settings["follow_ups"])))
    slack.subscriptions |= set(events(follow_ups=bool(made.settings["follow_ups"])))
    slack.retry_after = (0, 1, 2)
    rules.write(folder)
    made.tell(f"settings {made.settings}")
    for channel in made.channels:
        made.tell(f"{channel} {channel.kind} {list(channel.members.values())}")
    for canary, needed in rules.pages.items():
        made.tell(f"{canary}: {' and '.join('|'.join(sorted(c)) for c in needed) or 'nobody'}")
    for email, groups in rules.groups.items():
        made.tell(f"{email}: {groups}")
    return made


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


def _groups(rng: Random) -> dict[str, dict[str, datetime | None]]:
    """Groups of everybody; those whom Slack does not vouch for are in all of them."""
    employed = {f"{name}@corp.example": memberships(rng) for name in _NAMES}
    kinds = ("guest", "single", "foreign", "deactivated", "bot", "unconfirmed", "invited")
    everything: dict[str, datetime | None] = dict.fromkeys(GROUPS)
    return employed | {f"other.{kind}@corp.example": everything for kind in kinds}


def _others(made: Company) -> list[Person]:
    """Everybody who gets no answer, though the access file lets most of them read everything."""
    slack = made.slack
    abroad = slack.workspace("Elsewhere")
    flags: dict[str, dict[str, bool]] = {
        "guest": {"is_restricted": True},
        "single": {"is_restricted": True, "is_ultra_restricted": True},
        "deactivated": {"deleted": True},
        "bot": {"is_bot": True},
        "unconfirmed": {"is_email_confirmed": False},
        "invited": {"is_invited_user": True},
        "unknown": {},
        "foreign": {},
    }
    others = []
    for kind, flagged in flags.items():
        person = slack.user(
            f"other.{kind}@corp.example",
            name=f"Other {kind}",
            team=abroad if kind == "foreign" else None,
        )
        person.flags |= flagged
        others.append(made.add(person, is_answered=False))
    others.append(made.add(slack.user("", name="Other nameless"), is_answered=False))
    return others


def _channels(made: Company, employees: list[Person], others: list[Person]) -> None:
    slack, rng = made.slack, made.rng
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


def _settings(made: Company) -> dict[str, object]:
    rng = made.rng
    only = [c.id for c in made.channels if rng.random() < 0.7] if rng.random() < 0.2 else []
    return {
        "small_channel": rng.choice((0, 3, 5, 8, 8)),
        "follow_ups": rng.random() < 0.4,
        "channels": ",".join(only),
        "desk_channel": None if made.desk is None else made.desk.id,
    }


def slack_settings(made: Company) -> SlackSettings:
    """Set the product as this company does."""
    slack = made.slack
    return SlackSettings.model_validate(
        {
            "bot_token": slack.bot_token,
            "signing_secret": slack.signing_secret,
            "api_url": f"{slack.url}/api/",
            **made.settings,
        }
    )
