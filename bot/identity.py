"""Who asks? An account becomes an employee and their principals, or is refused."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.conversation import Refusal
from retrieval.access import EVERYONE, Principal
from storage.moments import now
from storage.people import People


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody as a chat service knows them, now.

    `id` names the account, with its workspace or tenant; `email` is given only where the service
    vouches for it; `locale` is a language tag such as `es-ES`, or empty. `refusal` says why the
    account gets no answer, whatever the company's own directory knows of it.
    """

    id: str
    name: str
    email: str | None
    locale: str = ""
    refusal: Refusal | None = None

    @property
    def asker(self) -> str:
        """The name under which the account's questions stand on record."""
        return self.email or self.id


@dataclass(frozen=True, slots=True)
class Employee:
    """Somebody the bot answers, and what they answer to now."""

    email: str
    principals: frozenset[Principal]


class UnknownPersonError(LookupError):
    """This person is nobody, and reads nothing; `refusal` says why."""

    def __init__(self, refusal: Refusal, sentence: str) -> None:
        super().__init__(sentence)
        self.refusal = refusal


class Identity:
    """Looks people up; nothing that a message says of its sender counts.

    Where there is a `pilot`, only people of those groups are answered.
    """

    def __init__(self, people: People, pilot: Iterable[Principal] = ()) -> None:
        self._people = people
        self._pilot = frozenset(pilot)

    async def employee(self, email: str) -> Employee:
        """Find somebody; `UnknownPersonError` where no source knows them, or not yet."""
        principals = await self._people.principals(email, now())
        if principals is None:
            raise UnknownPersonError(Refusal.UNKNOWN, f"Nobody is known by the address {email}.")
        if self._pilot and self._pilot.isdisjoint(principals):
            raise UnknownPersonError(Refusal.NOT_YET, f"{email} is not in the pilot group.")
        return Employee(email.casefold(), frozenset(map(Principal, principals)) | {EVERYONE})
