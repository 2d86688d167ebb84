"""The people of an access file and the groups they belong to."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from unicodedata import normalize

from connectors.access_words import (
    Entries,
    Problems,
    group_name,
    group_principal,
    listed,
    suggestion,
    unknown_keys,
)
from connectors.source import Member
from retrieval.access import EVERYONE, Grant, Principal

PERSON_KEYS = ("name", "title", "groups")
GRANT_KEYS = ("group", "until")


@dataclass(frozen=True, slots=True)
class People:
    """Everybody that is named, and every group that is defined: declared, or in a list."""

    members: tuple[Member, ...]
    groups: frozenset[str]


def read_people(top: Entries, problems: Problems) -> People:
    """Read `people`, `askers` and `groups`; a person not understood is in no group."""
    declared = _declared(top, problems)
    reading = _Reading(problems, declared)
    for key in ("people", "askers"):
        people = top.get(key)
        if isinstance(people, Entries):
            for person, entry in people.pairs:
                reading.add(person, entry)
        elif people is not None:
            problems.add(f"`{key}` must be an object, from an e-mail to groups; it was left out.")
    return People(tuple(reading.members.values()), declared | reading.groups)


def _declared(top: Entries, problems: Problems) -> frozenset[str]:
    groups = top.get("groups")
    names = listed(groups) if isinstance(groups, list) else []
    if groups is not None and groups != [] and not names:
        problems.add("`groups` must be a list of names; it was left out.")
    return frozenset(names)


class _Reading:
    """The people of one file, as they are read; `groups` are those in somebody's list."""

    def __init__(self, problems: Problems, declared: frozenset[str]) -> None:
        self.members: dict[str, Member] = {}
        self.groups: set[str] = set()
        self._problems = problems
        self._declared = declared

    def add(self, person: str, entry: object) -> None:
        email = normalize("NFC", person).strip().casefold()
        if not email:
            self._problems.add("Somebody in `people` has no name; they were left out.")
            return
        member = self._member(email, person.strip(), entry)
        earlier = self.members.get(email)
        if earlier is not None:
            self._problems.add(f"`{email}` is there twice: only the groups of both were taken.")
            grants = _in_both(earlier.grants, member.grants)
            member = Member(email, earlier.name, grants, earlier.title)
        self.members[email] = member

    def _member(self, email: str, person: str, entry: object) -> Member:
        if isinstance(entry, list):
            return Member(email, person, self._grants(email, entry))
        if not isinstance(entry, Entries):
            self._problems.add(f"`{email}` must have a list of groups; they are in none.")
            return Member(email, person, frozenset())
        name, title, groups = (entry.get(key) for key in PERSON_KEYS)
        broken = unknown_keys(entry, PERSON_KEYS) or entry.repeated
        if broken:
            near = suggestion(broken[0], PERSON_KEYS)
            self._problems.add(f"`{email}` has `{broken[0]}`; they are in no group.{near}")
        elif not isinstance(groups, list):
            self._problems.add(f"`{email}` must have a list `groups`; they are in none.")
        grants = self._grants(email, groups) if isinstance(groups, list) and not broken else None
        return Member(
            email,
            name.strip() if isinstance(name, str) and name.strip() else person,
            grants or frozenset(),
            title.strip() if isinstance(title, str) else "",
        )

    def _grants(self, email: str, groups: list[object]) -> frozenset[Grant]:
        """Read a list of groups; of two grants of one group, the one that ends first counts."""
        grants: dict[Principal, Grant] = {}
        for group in groups:
            grant = self._grant(email, group)
            if grant is not None:
                grants[grant.principal] = _earlier(grants.get(grant.principal, grant), grant)
        return frozenset(grants.values())

    def _grant(self, email: str, group: object) -> Grant | None:
        until = None
        if isinstance(group, Entries):
            until = _end(group)
            sound = until is not None and not unknown_keys(group, GRANT_KEYS)
            group = group.get("group") if sound and not group.repeated else None
        if not isinstance(group, str) or not group.strip():
            self._problems.add(
                f"`{email}` has a group that was not understood and left out; write its name, or "
                '{"group": "NAME", "until": "2027-01-31"}.'
            )
            return None
        name = group_name(group)
        self.groups.add(name)
        if self._declared and name not in self._declared | {EVERYONE}:
            near = suggestion(name, sorted(self._declared))
            self._problems.add(f"`{email}` is in `{name}`, which is not in `groups`.{near}")
        return Grant(Principal(group_principal(name)), until)


def _end(group: Entries) -> datetime | None:
    """Read until when somebody is in a group: the end of a day (UTC), or a moment with a zone."""
    until = group.get("until")
    if not isinstance(until, str):
        return None
    try:
        return datetime.combine(date.fromisoformat(until) + timedelta(days=1), time(), UTC)
    except (ValueError, OverflowError):
        pass
    try:
        moment = datetime.fromisoformat(until)
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment.tzinfo else None


def _earlier(one: Grant, other: Grant) -> Grant:
    """Choose the grant that ends first; one without an end ends last."""
    return min(one, other, key=lambda grant: grant.until or datetime.max.replace(tzinfo=UTC))


def _in_both(some: Iterable[Grant], others: Iterable[Grant]) -> frozenset[Grant]:
    by_principal = {grant.principal: grant for grant in others}
    return frozenset(
        _earlier(grant, by_principal[grant.principal])
        for grant in some
        if grant.principal in by_principal
    )
