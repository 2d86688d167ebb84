"""Who may read what: the one rule, decided here and nowhere else.

A document carries an `Access`: a set of clauses, each of which must be met. A clause is a set of
grants, one of which is enough. An access without clauses admits nobody, and so does an empty
clause: what could not be read is never taken for unrestricted.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from itertools import product
from math import prod
from typing import NewType

Principal = NewType("Principal", str)
"""A name under which a document may let somebody in: `group:managers`, `everyone`."""

EVERYONE = Principal("everyone")
"""Every account that the bot answers at all; guests and strangers never."""


@dataclass(frozen=True, slots=True)
class Grant:
    """One principal let in, until a moment (aware, UTC) if there is one."""

    principal: Principal
    until: datetime | None = None

    def holds(self, at: datetime) -> bool:
        """Tell whether this is still a grant at a moment; past `until` it is none."""
        return self.until is None or at < self.until


Clause = frozenset[Grant]

_MOST_KEYS = 32
_AND = "\n"


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever will read the reply: one person's principals, and those of each other, apart.

    What a reader may read, each of them may read; they need not be let in by the same grant.
    """

    principals: frozenset[Principal]
    others: frozenset[frozenset[Principal]] = frozenset()

    @property
    def each(self) -> Iterator["Reader"]:
        """Everybody who reads, one by one."""
        return map(Reader, {self.principals, *self.others})


NOBODY = Reader(frozenset())


def reader(*principals: str) -> Reader:
    """Name a reader by principals; `everyone` is not added."""
    return Reader(frozenset(Principal(principal) for principal in principals))


@dataclass(frozen=True)
class Access:
    """Who may read a document: every clause must be met, in each one grant is enough."""

    clauses: frozenset[Clause]

    def admits(self, reader: Reader, at: datetime) -> bool:
        """Tell whether a reader may read at a moment: each who reads, where they are several."""
        return bool(self.clauses) and all(
            any(grant.holds(at) and grant.principal in principals for grant in clause)
            for clause in self.clauses
            for principals in (reader.principals, *reader.others)
        )

    def narrowed(self, *principals: str) -> "Access":
        """Add one more clause: never lets more people in, and nobody stays nobody."""
        return Access(self.clauses | {clause(*principals)}) if self.clauses else self

    def both(self, other: "Access") -> "Access":
        """Let in whom this lets in and the other as well; nobody, where either is nobody's."""
        if not self.clauses or not other.clauses:
            return NOBODY_MAY
        clauses = self.clauses | other.clauses
        return Access(frozenset(clauses - {clause(EVERYONE)}) or clauses)

    @cached_property
    def id(self) -> str:
        """The digest of the canonical form: equal accesses have equal ids."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()[:32]

    def canonical(self) -> str:
        """Write the access as JSON that does not depend on the order of sets."""
        clauses = sorted(
            sorted((grant.principal, _written(grant.until)) for grant in clause)
            for clause in self.clauses
        )
        return json.dumps(clauses, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def keys(self) -> Mapping[str, frozenset[Principal]]:
        """The keys any one of which opens this, each with the principals that make it up.

        A key takes one grant of every clause. Empty where there would be too many of them, or
        where a grant ends one day: then only the access's own key opens it (`own_key`).
        """
        if not all(map(_is_plain, self.clauses)) or not self.clauses:
            return {}
        if prod(map(len, self.clauses)) > _MOST_KEYS:
            return {}
        choices = product(*([grant.principal for grant in clause] for clause in self.clauses))
        return {_AND.join(sorted(set(choice))): frozenset(choice) for choice in choices}

    @property
    def own_key(self) -> str:
        """The key that only the rule itself hands out; no principals make it up.

        It stands on every point beside the others: several people may be let in by different keys.
        """
        return f"{_AND}{self.id}"

    def next_end(self, at: datetime) -> datetime | None:
        """The next moment at which a grant ends, and with it what the access admits may change."""
        ends = [g.until for c in self.clauses for g in c if g.until is not None and at < g.until]
        return min(ends, default=None)


NOBODY_MAY = Access(frozenset())
"""The access of what could not be read."""


def clause(*principals: str) -> Clause:
    """Let any of these principals in, without an end."""
    return frozenset(Grant(Principal(principal)) for principal in principals)


def access(*clauses: Clause) -> Access:
    """Require every one of these clauses."""
    return Access(frozenset(clauses))


def access_from_canonical(text: str) -> Access:
    """Read what `Access.canonical` wrote; `ValueError` on anything else."""
    clauses = json.loads(text)
    if not isinstance(clauses, list):
        raise ValueError(f"Not an access: {text[:80]!r}")  # noqa: TRY004  # as the docstring says
    try:
        return Access(
            frozenset(
                frozenset(Grant(Principal(principal), _read(until)) for principal, until in clause)
                for clause in clauses
            )
        )
    except (TypeError, AttributeError) as error:
        raise ValueError(f"Not an access: {text[:80]!r}") from error


@dataclass(frozen=True, slots=True)
class Admission:
    """The keys that a reader holds at one moment: a point opens to any one that is on it."""

    keys: frozenset[str]

    @property
    def is_empty(self) -> bool:
        """Nothing is open to this reader: there is nothing to ask the index."""
        return not self.keys


class AccessBook:
    """Every access in force, by id; answers for thousands of them in well under a millisecond."""

    def __init__(self, accesses: Mapping[str, Access]) -> None:
        self._accesses = dict(accesses)
        self._keys = dict(key for access in accesses.values() for key in access.keys.items())
        self._by_rule = [access for access in accesses.values() if not access.keys]
        self._known: dict[Reader, tuple[Admission, datetime | None]] = {}

    def get(self, access_id: str) -> Access:
        """The access behind an id; an id that is not in the book admits nobody."""
        return self._accesses.get(access_id, NOBODY_MAY)

    def admission(self, reader: Reader, at: datetime) -> Admission:
        """Say what in the index is open to a reader at a moment."""
        known = self._known.get(reader)
        if known is not None and (known[1] is None or at < known[1]):
            return known[0]
        rules = self._accesses.values() if reader.others else self._by_rule
        made = [] if reader.others else self._made_up_by(reader.principals)
        handed = (access.own_key for access in rules if access.admits(reader, at))
        admission = Admission(frozenset([*made, *handed]))
        ends = (access.next_end(at) for access in self._by_rule)
        self._known[reader] = (admission, _earliest(ends))
        return admission

    def opens_more(self, one: Reader, other: Reader, at: datetime) -> bool:
        """Tell whether one reader may read anything that another may not."""
        if not one.others and not other.others:
            return not self.admission(one, at).keys <= self.admission(other, at).keys
        accesses = self._accesses.values()
        return any(a.admits(one, at) and not a.admits(other, at) for a in accesses)

    def _made_up_by(self, principals: frozenset[Principal]) -> list[str]:
        return [key for key, parts in self._keys.items() if parts <= principals]


def _is_plain(clause: Clause) -> bool:
    return bool(clause) and all(g.until is None and _AND not in g.principal for g in clause)


def _earliest(moments: Iterable[datetime | None]) -> datetime | None:
    return min((moment for moment in moments if moment is not None), default=None)


def _written(until: datetime | None) -> str:
    return "" if until is None else until.astimezone(UTC).isoformat()


def _read(until: str) -> datetime | None:
    return datetime.fromisoformat(until) if until else None
