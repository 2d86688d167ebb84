"""Does Slack work as it is set up? Each part is tried; what is wrong comes with what to do."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.chat.findings import Finding, Known
from bot.surfaces.slack.manifest import PATH, Options
from bot.surfaces.slack.scopes import scopes

Json = Mapping[str, Any]  # an object of Slack's

_SECONDS = 10
_MOST_PEOPLE = 200  # that are looked at
_INSTALL_AGAIN = (
    "Paste what `python -m bot slack manifest` prints under App Manifest, save, and install the "
    "app again."
)
_WHERE = {
    "BOT_TOKEN": "The bot token (xoxb-…) stands under OAuth & Permissions.",
    "APP_TOKEN": "The app token (xapp-…) is made under Basic Information, App-Level Tokens, with "
    "the scope connections:write.",
    "SIGNING_SECRET": "The signing secret stands under Basic Information, App Credentials.",
}
_KINDS = {
    "xoxb-": "a bot token",
    "xapp-": "an app token",
    "xoxp-": "a user token",
    "xoxe": "a token that expires: the app must not rotate tokens",
}
_TOLD = {
    "invalid_auth": "Slack does not know this token. Copy it again.",
    "account_inactive": "The app is no longer installed. Install it again, and copy its token.",
    "token_revoked": "The token was revoked. Install the app again, and copy its token.",
    "token_expired": "The token has expired: the app must not rotate tokens.",
    "ratelimited": "Slack asks for patience. Try again in a minute.",
    "missing_scope": f"A scope for this is missing. {_INSTALL_AGAIN}",
}


@dataclass(frozen=True, slots=True)
class Setup:
    """What is set for Slack; what the app should be follows from `options`."""

    bot_token: str | None
    app_token: str | None
    signing_secret: str | None
    api_url: str
    options: Options
    channels: tuple[str, ...] = ()
    desk_channel: str | None = None


class _WrongError(RuntimeError):
    """A part is not as it should be; `said` is Slack's own word for it, where it had one."""

    def __init__(self, sentence: str, said: str = "") -> None:
        super().__init__(sentence)
        self.said = said


async def findings(setup: Setup, known: Known) -> AsyncIterator[Finding]:
    """Look at each part in turn; what makes no sense without the one before is left out.

    `known` tells whether a source knows somebody by an e-mail. No token is ever in the words.
    """
    try:
        yield Finding("slack tokens", _kinds(setup))
    except _WrongError as wrong:
        yield Finding("slack tokens", str(wrong), good=False)
        return
    client = AsyncWebClient(setup.bot_token, base_url=setup.api_url, timeout=_SECONDS)
    try:
        bot = await _asked(client.auth_test())
    except _WrongError as wrong:
        yield Finding("slack workspace", f"{wrong} {_WHERE['BOT_TOKEN']}", good=False)
        return
    yield Finding("slack workspace", f"{bot['team']} ({bot['team_id']}), as @{bot['user']}")
    for part, check in _Workspace(client, setup, known, bot).checks().items():
        try:
            yield Finding(part, await check())
        except _WrongError as wrong:
            yield Finding(part, str(wrong), good=False)


class _Workspace:
    """The workspace that the bot token opens, as the bot sees it."""

    def __init__(
        self, client: AsyncWebClient, setup: Setup, known: Known, bot: AsyncSlackResponse
    ) -> None:
        self._client = client
        self._setup = setup
        self._known = known
        self._bot = bot

    def checks(self) -> dict[str, Callable[[], Awaitable[str]]]:
        """Name what applies to this setup."""
        checks: dict[str, Callable[[], Awaitable[str]]] = {"slack scopes": self._scopes}
        if self._setup.app_token is not None:
            checks["slack socket"] = self._socket
        else:
            checks["slack address"] = self._address
        checks["slack e-mails"] = self._emails
        if self._setup.channels:
            checks["slack channels"] = self._channels
        if self._setup.desk_channel is not None:
            checks["slack desk channel"] = self._desk
        return checks

    async def _scopes(self) -> str:
        told = {name.lower(): value for name, value in self._bot.headers.items()}
        granted = {scope.strip() for scope in told.get("x-oauth-scopes", "").split(",")} - {""}
        needed = scopes(follow_ups=self._setup.options.follow_ups)
        if missing := [f"{scope} ({needed[scope][0]})" for scope in needed if scope not in granted]:
            raise _WrongError(f"Missing: {', '.join(missing)}. {_INSTALL_AGAIN}")
        if superfluous := sorted(granted - set(needed)):
            return (
                f"all {len(needed)} are granted, and {', '.join(superfluous)}, which nothing "
                f"needs. To give that back: {_INSTALL_AGAIN}"
            )
        return f"the {len(needed)} that are needed, and no others"

    async def _socket(self) -> str:
        token = self._setup.app_token or ""
        try:
            await _asked(self._client.apps_connections_open(app_token=token))
        except _WrongError as wrong:
            raise _WrongError(f"{wrong} {_WHERE['APP_TOKEN']}") from wrong
        app = (await _asked(self._client.bots_info(bot=self._bot["bot_id"])))["bot"]["app_id"]
        if f"-{app}-" not in token:  # xapp-1-A0123-…: an app token names its app
            raise _WrongError(
                f"The bot token is of the app {app}, the app token of another. Take both from one."
            )
        return f"opens (Socket Mode, app {app})"

    async def _address(self) -> str:
        if not re.fullmatch(r"[0-9a-f]{32}", self._setup.signing_secret or ""):
            raise _WrongError(
                "POLICYBOT_SLACK__SIGNING_SECRET is not 32 hexadecimal digits. "
                f"{_WHERE['SIGNING_SECRET']}"
            )
        address = self._setup.options.address or ""
        if not address.startswith("https://"):
            raise _WrongError(
                "POLICYBOT_URL is not an https address, and Slack posts to no other. Set it, or "
                f"use Socket Mode. {_WHERE['APP_TOKEN']}"
            )
        return (
            f"Slack is to post to {address}{PATH} (HTTP); Event Subscriptions shows whether it "
            "gets there"
        )

    async def _emails(self) -> str:
        listed = await _asked(self._client.users_list(limit=_MOST_PEOPLE))
        people = [one for one in listed["members"] if self._is_an_employee(one)]
        emails = [email for one in people if (email := one.get("profile", {}).get("email"))]
        if not emails:
            raise _WrongError(
                f"None of {len(people)} people shows an e-mail, so nobody can be told from a "
                "stranger. The scope users:read.email shows them; see above whether it is granted."
            )
        known = [email for email in emails if await self._known(email)]
        if not known:
            raise _WrongError(
                f"No source knows any of {len(emails)} people by their e-mail: all would be "
                "refused. Run `python -m bot sync`, and give people the e-mails that they have in "
                "Slack."
            )
        return f"visible; the sources know {len(known)} of {len(emails)} people looked at"

    def _is_an_employee(self, one: Json) -> bool:
        others = ("deleted", "is_bot", "is_restricted", "is_ultra_restricted", "is_stranger")
        return one["id"] != "USLACKBOT" and not any(one.get(other) for other in others)

    async def _channels(self) -> str:
        names = [await self._channel(id_, "CHANNELS") for id_ in self._setup.channels]
        return f"answers in {', '.join(str(one['name']) for one in names)} and no others"

    async def _desk(self) -> str:
        channel = await self._channel(self._setup.desk_channel or "", "DESK_CHANNEL")
        if not channel.get("is_private"):
            raise _WrongError(
                f"{channel['name']} is public: everybody could read what people ask HR. Make it "
                "private, or set another."
            )
        return f"{channel['name']}: private, and the bot is in it"

    async def _channel(self, id_: str, setting: str) -> Json:
        """Find a channel that the bot is in and nobody from outside reads."""
        where = f"{id_} in POLICYBOT_SLACK__{setting}"
        invite = f"Invite the bot: /invite @{self._bot['user']}"
        try:
            found = (await _asked(self._client.conversations_info(channel=id_)))["channel"]
        except _WrongError as wrong:
            if wrong.said != "channel_not_found":
                raise
            raise _WrongError(
                f"Slack shows the bot no channel {where}. The id stands at the end of the "
                f"channel's details; a private channel shows itself to members. {invite}"
            ) from wrong
        if found.get("is_archived"):
            raise _WrongError(f"The channel {where} is archived. Set another.")
        if any(found.get(of) for of in ("is_ext_shared", "is_pending_ext_shared")):
            raise _WrongError(
                f"The channel {where} is shared with another company: the bot says nothing there."
            )
        if not found.get("is_member"):
            raise _WrongError(f"The bot is not in the channel {where}. {invite}")
        return {**found, "name": f"#{found['name']}"}


def _kinds(setup: Setup) -> str:
    wrong = [*_not_a("xoxb-", setup.bot_token, "BOT_TOKEN")]
    if setup.app_token is not None:
        wrong += _not_a("xapp-", setup.app_token, "APP_TOKEN")
    elif setup.signing_secret is None:
        wrong.append(
            "Slack has no way to the bot: set POLICYBOT_SLACK__APP_TOKEN (Socket Mode) or "
            "POLICYBOT_SLACK__SIGNING_SECRET (HTTP). "
            f"{_WHERE['APP_TOKEN']} {_WHERE['SIGNING_SECRET']}"
        )
    if wrong:
        raise _WrongError(" ".join(wrong))
    return f"a bot token and {'a signing secret' if setup.app_token is None else 'an app token'}"


def _not_a(kind: str, token: str | None, setting: str) -> list[str]:
    if token is None:
        return [f"POLICYBOT_SLACK__{setting} is not set. {_WHERE[setting]}"]
    if token.startswith(kind):
        return []
    is_one = [words for begins, words in _KINDS.items() if token.startswith(begins)]
    holds = is_one[0] if is_one else f"something that does not begin with {kind}"
    return [f"POLICYBOT_SLACK__{setting} holds {holds}. {_WHERE[setting]}"]


async def _asked(call: Awaitable[AsyncSlackResponse]) -> AsyncSlackResponse:
    """Wait for Slack's answer; whatever goes wrong becomes a sentence."""
    try:
        return await call
    except SlackApiError as error:
        said = str(error.response.get("error")) if hasattr(error.response, "get") else "no JSON"
        raise _WrongError(_TOLD.get(said, f"Slack says: {said}."), said) from error
    except (SlackClientError, aiohttp.ClientError, TimeoutError) as error:
        raise _WrongError(
            f"Slack does not answer ({type(error).__name__}). Is the way to it open, through a "
            "proxy perhaps (HTTPS_PROXY)?"
        ) from error
