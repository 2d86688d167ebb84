"""Who is a Slack user? What Slack says of the account now, and why it may get no answer."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

import structlog
from slack_sdk.web.async_client import AsyncWebClient

from bot.chat.lately import Lately
from bot.conversation import Refusal
from bot.identity import Account
from bot.surfaces.slack.calling import SlackRefusedError, asked

log = structlog.get_logger()

_KEPT = 600.0  # seconds: Slack tells of changes too (`user_change`), this is for when it does not
_FEW = 20  # accounts that are asked for one by one
_LATELY = 60.0  # seconds within which the whole list is not read again
_PAGE = 1000  # the most that users.list gives at once: a large workspace must not take minutes


@dataclass(frozen=True, slots=True)
class Own:
    """The bot itself, and where it is installed (`auth.test`)."""

    user: str
    bot: str
    team: str
    enterprise: str | None


async def own(client: AsyncWebClient) -> Own:
    """Ask Slack who we are."""
    told = await asked("auth.test", client.auth_test)
    enterprise = told.get("enterprise_id")
    return Own(told["user_id"], told.get("bot_id", ""), told["team_id"], enterprise or None)


class Roster:
    """The accounts of a workspace, each asked for when it is needed and kept for some minutes.

    Where many are asked for at once, by however many questions, they are read from the whole list.
    """

    def __init__(self, client: AsyncWebClient, own: Own) -> None:
        self._client = client
        self._own = own
        self._lately = Lately(self._asked, kept=_KEPT)
        self._list_turn = asyncio.Lock()
        self._listed_at = float("-inf")
        self._asking = 0

    async def account(self, user: str) -> Account:
        """Say who somebody is; an account that Slack does not tell of is refused.

        Raises `SlackRefusedError` where it is our token that Slack does not take.
        """
        if self._lately.kept(user) is None and self._asking >= _FEW:
            await self._read_all()
        account = await self._lately.told(user)
        return account or Account(self._id(user), "", None, refusal=Refusal.UNVERIFIABLE)

    async def accounts(self, users: Iterable[str]) -> list[Account]:
        """Say who each of several is."""
        users = list(users)
        if sum(self._lately.kept(user) is None for user in users) > _FEW:
            await self._read_all()
        return [await self.account(user) for user in users]

    async def forget(self, user: str) -> None:
        """Ask anew the next time: Slack says that something has changed."""
        await self._lately.forget(user)

    async def _asked(self, user: str) -> Account | None:
        self._asking += 1
        try:
            told = await asked(
                "users.info", lambda: self._client.users_info(user=user, include_locale=True)
            )
        except SlackRefusedError as error:
            if error.is_of_ours:
                raise
            log.warning("account not told", user=user, reason=error.code)
            return None
        finally:
            self._asking -= 1
        theirs = told.get("user")
        if not isinstance(theirs, Mapping) or theirs.get("id") != user:
            log.warning("account not told", user=user, reason="not in the answer")
            return None
        return self._read(theirs)

    async def _read_all(self) -> None:
        """Read the whole list, unless that was done just now."""
        async with self._list_turn:
            if monotonic() - self._listed_at > _LATELY:
                await self._read_pages()
                self._listed_at = monotonic()

    async def _read_pages(self) -> None:
        cursor = ""
        while True:
            at = cursor
            told = await asked(
                "users.list",
                lambda at=at: self._client.users_list(  # type: ignore[misc]  # bound at once
                    cursor=at, limit=_PAGE, include_locale=True
                ),
            )
            for member in told.get("members") or ():
                self._lately.keep(member["id"], self._read(member))
            cursor = (told.get("response_metadata") or {}).get("next_cursor") or ""
            if not cursor:
                return

    def _read(self, told: Mapping[str, Any]) -> Account:
        profile = told.get("profile") or {}
        refusal = self._refusal(told, profile)
        return Account(
            id=self._id(str(told["id"])),
            name=str(profile.get("display_name") or profile.get("real_name") or told.get("name")),
            email=str(profile["email"]).casefold() if refusal is None else None,
            locale=str(told.get("locale") or ""),
            refusal=refusal,
        )

    def _refusal(self, told: Mapping[str, Any], profile: Mapping[str, Any]) -> Refusal | None:
        """Find the reason not to answer: whatever Slack does not say is a reason too."""
        is_bot = told.get("is_bot") or told.get("is_workflow_bot") or told["id"] == "USLACKBOT"
        is_member = told.get("is_restricted") is False and told.get("is_ultra_restricted") is False
        is_confirmed = told.get("is_email_confirmed") is True and not told.get("is_invited_user")
        reasons = {
            Refusal.STRANGER: told.get("is_stranger"),
            Refusal.FOREIGN: not self._is_of_us(told),
            Refusal.DEACTIVATED: told.get("deleted"),
            Refusal.BOT: is_bot,
            Refusal.GUEST: not is_member,
            Refusal.UNCONFIRMED: not is_confirmed,
            Refusal.NO_EMAIL: not profile.get("email"),
        }
        return next((refusal for refusal, holds in reasons.items() if holds), None)

    def _is_of_us(self, told: Mapping[str, Any]) -> bool:
        """Of the workspace; on an Enterprise Grid, of the organisation that it belongs to."""
        if self._own.enterprise is not None:
            theirs = (told.get("enterprise_user") or {}).get("enterprise_id")
            return bool(theirs == self._own.enterprise)
        return bool(told.get("team_id") == self._own.team)

    def _id(self, user: str) -> str:
        return f"slack:{self._own.team}/{user}"
