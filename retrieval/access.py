"""Who may read what: the one rule, decided here and nowhere else.

A document carries an `Access`: a set of clauses, each of which must be met. A clause is a set of
grants, one of which is enough. An access without clauses admits nobody, and so does an empty
clause: what could not be read is never taken for unrestricted.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
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

SLOTS = 3
"""How many clauses of an access can stand on a point, to be matched by their principals."""

ANYBODY = Principal("*")
"""Stands in a slot that an access does not need. As the name of a grant it opens nothing there."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever will read the reply, as the principals that all of them answer to."""

    principals: frozenset[Principal]


NOBODY = Reader(frozenset())


def reader(*principals: str) -> Reader:
    """Name a reader by principals; `everyone` is not added."""
    return Reader(frozenset(Principal(principal) for principal in principals))


@dataclass(frozen=True)
class Access:
    """Who may read a document: every clause must be met, in each one grant is enough."""

    clauses: frozenset[Clause]

    def admits(self, reader: Reader, at: datetime) -> bool:
        """Tell whether a reader may read at a moment."""
        return bool(self.clauses) and all(
            any(grant.holds(at) and grant.principal in reader.principals for grant in clause)
            for clause in self.clauses
        )

    def narrowed(self, *principals: str) -> "Access":
        """Add one more clause: never lets more people in, and nobody stays nobody."""
        return Access(self.clauses | {clause(*principals)}) if self.clauses else self

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
    def slots(self) -> tuple[frozenset[Principal], ...]:
        """The clauses as plain sets of principals, in an order of their own; empty where none fit.

        Only an access of few clauses whose grants never end can be told by principals alone.
        """
        fits = 0 < len(self.clauses) <= SLOTS and all(map(_is_plain, self.clauses))
        plain = [frozenset(grant.principal for grant in clause) for clause in self.clauses]
        return tuple(sorted(plain, key=sorted)) if fits else ()

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
    """What a reader may match in the index at one moment.

    By principals, a point all of whose slots hold one of them; by id, whatever carries it.
    """

    principals: frozenset[Principal]
    access_ids: frozenset[str]

    @property
    def is_empty(self) -> bool:
        """Nothing is open to this reader: there is nothing to ask the index."""
        return not self.principals and not self.access_ids


class AccessBook:
    """Every access in force, by id; answers for thousands of them in well under a millisecond."""

    def __init__(self, accesses: Mapping[str, Access]) -> None:
        self._accesses = dict(accesses)
        self._by_id = {i: a for i, a in self._accesses.items() if a.clauses and not a.slots}
        self._by_principal = [access for access in self._accesses.values() if access.slots]
        slots = (slot for access in self._by_principal for slot in access.slots)
        self._principals = frozenset[Principal]().union(*slots)
        self._known: dict[Reader, tuple[Admission, datetime | None]] = {}

    def get(self, access_id: str) -> Access:
        """The access behind an id; an id that is not in the book admits nobody."""
        return self._accesses.get(access_id, NOBODY_MAY)

    def admission(self, reader: Reader, at: datetime) -> Admission:
        """Say what in the index is open to a reader at a moment."""
        known = self._known.get(reader)
        if known is not None and (known[1] is None or at < known[1]):
            return known[0]
        by_principal = any(access.admits(reader, at) for access in self._by_principal)
        by_id = (i for i, access in self._by_id.items() if access.admits(reader, at))
        admission = Admission(
            principals=reader.principals & self._principals if by_principal else frozenset(),
            access_ids=frozenset(by_id),
        )
        ends = (access.next_end(at) for access in self._by_id.values())
        self._known[reader] = (admission, _earliest(ends))
        return admission


def _is_plain(clause: Clause) -> bool:
    return bool(clause) and all(g.until is None and g.principal != ANYBODY for g in clause)


def _earliest(moments: Iterable[datetime | None]) -> datetime | None:
    return min((moment for moment in moments if moment is not None), default=None)


def _written(until: datetime | None) -> str:
    return "" if until is None else until.astimezone(UTC).isoformat()


def _read(until: str) -> datetime | None:
    return datetime.fromisoformat(until) if until else None
