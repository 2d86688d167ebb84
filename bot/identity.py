"""Who asks? An account becomes an employee and their principals, or is refused."""

from dataclasses import dataclass

from retrieval.access import EVERYONE, Principal
from storage.moments import now
from storage.people import People


@dataclass(frozen=True, slots=True)
class Employee:
    """Somebody the bot answers, and what they answer to now."""

    email: str
    principals: frozenset[Principal]


class UnknownPersonError(LookupError):
    """No source knows this person: they are nobody, and read nothing."""


class Identity:
    """Looks people up; nothing that a message says of its sender counts."""

    def __init__(self, people: People) -> None:
        self._people = people

    async def employee(self, email: str) -> Employee:
        """Find somebody; `UnknownPersonError` where no source knows them."""
        principals = await self._people.principals(email, now())
        if principals is None:
            raise UnknownPersonError(f"Nobody is known by the address {email}.")
        return Employee(email.casefold(), frozenset(map(Principal, principals)) | {EVERYONE})
