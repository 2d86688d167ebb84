"""Who reads what is said in a channel? Whatever could not be found out counts as outside."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import structlog

from bot.chat.lately import Lately
from bot.chat.ports import Listeners, RefusedError
from bot.conversation import Refusal
from bot.identity import Account
from storage.people import People

log = structlog.get_logger()

KEPT = 30.0
"""Seconds for which it counts who reads a channel."""
_NOT_READING = (Refusal.BOT, Refusal.DEACTIVATED)


@dataclass(frozen=True, slots=True)
class Facts:
    """A channel: `is_outside` where others than the company read it, or are about to, or may.

    Into one that is not `is_closed`, the others of the company can look without being in it.
    """

    name: str
    is_outside: bool
    is_closed: bool


class Readership(ABC):
    """Who reads which channel, asked again after some seconds, and when a change is told of.

    `only` are the ids of the channels in which the bot answers; without one, all of them. What a
    service is asked raises `RefusedError` where it says no, and `UnavailableError`.
    """

    def __init__(self, people: People, only: Collection[str] = ()) -> None:
        self._people = people
        self._only = frozenset(only)
        self._lately = Lately(self._found_out, kept=KEPT)

    async def listeners(self, channel: str, *, age: float = KEPT) -> Listeners:
        """Say who reads a channel, as it was `age` seconds ago at the earliest.

        Raises `RefusedError` where it is the bot itself that the service does not take.
        """
        told = await self._lately.told(channel, age=age)
        return told or _UNTOLD

    async def forget(self, channel: str) -> None:
        """Ask anew the next time: the service says that something has changed."""
        await self._lately.forget(channel)

    async def has(self, channel: str, user: str) -> bool:
        """Tell whether somebody is a member of a channel now; not where that cannot be seen."""
        try:
            return await self._has(channel, user)
        except RefusedError:
            return False

    async def is_internal_and_private(self, channel: str) -> bool:
        """Tell whether only its members, all of the company, read a channel."""
        try:
            facts = await self._facts(channel)
        except RefusedError:
            return False
        return facts.is_closed and not facts.is_outside

    @abstractmethod
    async def _facts(self, channel: str) -> Facts:
        """Ask what a channel is."""

    @abstractmethod
    async def _accounts(self, channel: str) -> Sequence[Account]:
        """Ask who is in a channel: everybody, or it raises."""

    @abstractmethod
    async def _has(self, channel: str, user: str) -> bool:
        """Ask whether somebody is in a channel."""

    async def _found_out(self, channel: str) -> Listeners:
        if self._only and channel not in self._only:
            return Listeners("", Refusal.CLOSED_CHANNEL)
        try:
            facts = await self._facts(channel)
            if facts.is_outside:
                return Listeners(facts.name, Refusal.EXTERNAL)
            return await self._members(facts, await self._accounts(channel))
        except RefusedError as error:
            if error.is_of_ours:
                raise
            log.warning("channel not told", channel=channel, reason=error.code)
            return _UNTOLD

    async def _members(self, facts: Facts, accounts: Sequence[Account]) -> Listeners:
        """Everybody in it, if each of them is somebody whom the bot would answer."""
        reading = [account for account in accounts if account.refusal not in _NOT_READING]
        emails = frozenset(account.email for account in reading if account.email is not None)
        is_told = bool(reading) and all(account.email is not None for account in reading)
        if not is_told or await self._people.unknown(emails):
            return Listeners(facts.name, Refusal.UNKNOWN_READERS)
        return Listeners(facts.name, None, emails, facts.is_closed)


_UNTOLD = Listeners("", Refusal.EXTERNAL)
