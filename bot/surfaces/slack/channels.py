"""Who reads what is said in a channel? Whatever could not be found out counts as outside."""

import asyncio
from collections.abc import Collection, Mapping
from time import monotonic
from typing import Any
from weakref import WeakValueDictionary

import structlog
from slack_sdk.web.async_client import AsyncWebClient

from bot.chat.ports import Listeners
from bot.conversation import Refusal
from bot.surfaces.slack.calling import SlackRefusedError, asked
from bot.surfaces.slack.people import Roster
from storage.people import People

log = structlog.get_logger()

_PAGE = 1000  # the most that conversations.members gives at once
_KEPT = 30.0  # seconds
_OUTSIDE = ("is_ext_shared", "is_pending_ext_shared")
_NOT_READING = (Refusal.BOT, Refusal.DEACTIVATED)


class Channels:
    """Who reads which channel, asked again after some seconds, and when Slack tells of a change.

    `only` are the ids of the channels in which the bot answers; without one, all of them.
    """

    def __init__(
        self, client: AsyncWebClient, roster: Roster, people: People, only: Collection[str] = ()
    ) -> None:
        self._client = client
        self._roster = roster
        self._people = people
        self._only = frozenset(only)
        self._known: dict[str, tuple[float, Listeners]] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def listeners(self, channel: str, *, age: float = _KEPT) -> Listeners:
        """Say who reads a channel, as it was `age` seconds ago at the earliest.

        Raises `SlackRefusedError` where it is our token that Slack does not take.
        """
        asked_at = monotonic()
        async with self._turn(channel):
            known = self._known.get(channel)
            if known is not None and asked_at - known[0] <= age:
                return known[1]
            at = monotonic()
            listeners = await self._found_out(channel)
            lately = {id_: one for id_, one in self._known.items() if at - one[0] <= _KEPT}
            self._known = lately | {channel: (at, listeners)}
            return listeners

    async def forget(self, channel: str) -> None:
        """Ask anew the next time: Slack says that something has changed.

        What is being asked may have been answered before that, and is forgotten as well.
        """
        async with self._turn(channel):
            self._known.pop(channel, None)

    async def has(self, channel: str, user: str) -> bool:
        """Tell whether somebody is a member of a channel now; not where that cannot be seen."""
        try:
            return user in await self._member_ids(channel)
        except SlackRefusedError:
            return False

    async def is_internal_and_private(self, channel: str) -> bool:
        """Tell whether only its members, all of the company, read a channel."""
        try:
            facts = await self._facts(channel)
        except SlackRefusedError:
            return False
        return bool(facts.get("is_private")) and not _is_shared(facts)

    def _turn(self, channel: str) -> asyncio.Lock:
        return self._turns.setdefault(channel, asyncio.Lock())

    async def _found_out(self, channel: str) -> Listeners:
        if self._only and channel not in self._only:
            return Listeners("", Refusal.CLOSED_CHANNEL)
        try:
            facts = await self._facts(channel)
            name = str(facts.get("name") or "")
            if _is_shared(facts):
                return Listeners(name, Refusal.EXTERNAL)
            return await self._members(channel, name, is_closed=bool(facts.get("is_private")))
        except SlackRefusedError as error:
            if error.is_of_ours:
                raise
            log.warning("channel not told", channel=channel, reason=error.code)
            return Listeners("", Refusal.EXTERNAL)

    async def _facts(self, channel: str) -> Mapping[str, Any]:
        """What Slack tells of a channel; another one's facts, or none, count as a refusal."""
        method = "conversations.info"
        told = await asked(method, lambda: self._client.conversations_info(channel=channel))
        facts = told.get("channel")
        if not isinstance(facts, Mapping) or facts.get("id") != channel:
            raise SlackRefusedError(method, "not in the answer")
        return facts

    async def _members(self, channel: str, name: str, *, is_closed: bool) -> Listeners:
        """Everybody in it, if each of them is somebody whom the bot would answer."""
        accounts = await self._roster.accounts(await self._member_ids(channel))
        reading = [account for account in accounts if account.refusal not in _NOT_READING]
        emails = frozenset(account.email for account in reading if account.email is not None)
        is_told = bool(reading) and all(account.email is not None for account in reading)
        if not is_told or await self._people.unknown(emails):
            return Listeners(name, Refusal.UNKNOWN_READERS)
        return Listeners(name, None, emails, is_closed)

    async def _member_ids(self, channel: str) -> list[str]:
        members: list[str] = []
        cursor = ""
        while True:
            at = cursor
            told = await asked(
                "conversations.members",
                lambda at=at: self._client.conversations_members(  # type: ignore[misc]  # as above
                    channel=channel, cursor=at, limit=_PAGE
                ),
            )
            members += told.get("members") or ()
            cursor = (told.get("response_metadata") or {}).get("next_cursor") or ""
            if not cursor:
                return members


def _is_shared(facts: Mapping[str, Any]) -> bool:
    """Whether people of other companies read a channel, or are about to."""
    # `is_shared` alone is of Grid too, where the workspaces are of one organisation.
    is_shared = bool(facts.get("is_shared")) and not facts.get("is_org_shared")
    return is_shared or any(facts.get(flag) for flag in _OUTSIDE)
