"""Who reads what is said in a channel? Whatever could not be found out counts as outside."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from bot.chat.readership import Facts, Readership
from bot.identity import Account
from bot.surfaces.slack.calling import SlackRefusedError, asked
from bot.surfaces.slack.people import Roster
from storage.people import People

_PAGE = 1000  # the most that conversations.members gives at once
_OUTSIDE = ("is_ext_shared", "is_pending_ext_shared")


class Channels(Readership):
    """Who reads which channel."""

    def __init__(
        self, client: AsyncWebClient, roster: Roster, people: People, only: Collection[str] = ()
    ) -> None:
        super().__init__(people, only)
        self._client = client
        self._roster = roster

    async def _facts(self, channel: str) -> Facts:
        """Ask what a channel is; another one's facts, or none, count as a refusal."""
        method = "conversations.info"
        told = await asked(method, lambda: self._client.conversations_info(channel=channel))
        facts = told.get("channel")
        if not isinstance(facts, Mapping) or facts.get("id") != channel:
            raise SlackRefusedError(method, "not in the answer")
        named, is_private = facts.get("name"), bool(facts.get("is_private"))
        name = f"#{named}" if named else ""
        return Facts(name, _is_shared(facts), is_private)

    async def _accounts(self, channel: str) -> Sequence[Account]:
        return await self._roster.accounts(await self._member_ids(channel))

    async def _has(self, channel: str, user: str) -> bool:
        return user in await self._member_ids(channel)

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
