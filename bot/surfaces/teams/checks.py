"""Does Teams work as it is set up? Each part is tried; what is wrong comes with what to do.

What an error of Microsoft's login means is told by learn.microsoft.com/entra/identity-platform/
reference-error-codes; where Teams is reached before it was heard of, by its page on proactive
messages (2026-11-30).
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import jwt

from bot.chat.findings import Finding, Known
from bot.surfaces.teams.addresses import is_loopback
from bot.surfaces.teams.comparing import PackageError, compared
from bot.surfaces.teams.connector import Patience, TeamsRefusedError, TeamsUnavailableError
from bot.surfaces.teams.credentials import AppCredentials, NoAccessError, NoTokenError
from bot.surfaces.teams.keys import SigningKeys
from bot.surfaces.teams.manifest import Options
from bot.surfaces.teams.references import Kind, Reference
from bot.surfaces.teams.server import PATH, Paces, Registration, teams_transport, web_session
from bot.surfaces.teams.transport import Member

Check = Callable[[], Awaitable[str]]

_GUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_CHANNEL = re.compile(r"19:[\w.-]+@thread\.(tacv2|skype)")
_EVERYWHERE = "teams/"  # below the public cloud's host, for whoever was not heard of yet
_VALUE = (
    "POLICYBOT_TEAMS__APP_PASSWORD is the Value of a client secret, shown once, when it is made "
    "under Certificates & secrets of the app registration."
)
_APP = (
    "POLICYBOT_TEAMS__APP_ID and TENANT_ID stand in the app registration's Overview, as "
    "Application (client) ID and Directory (tenant) ID."
)
_TOLD = {
    "7000215": f"the secret is wrong. {_VALUE}",
    "7000222": f"the secret has expired. Make a new one. {_VALUE}",
    "700016": f"there is no such app in this tenant. {_APP}",
    "90002": f"there is no such tenant. {_APP}",
    "900023": f"that is no tenant. {_APP}",
    "7000112": "the app is disabled. An admin of the tenant enables it under Enterprise "
    "applications.",
    "7000229": "the app has no service principal in the tenant: under Enterprise applications it "
    "is missing. `az ad sp create --id` with the app id makes it.",
    "53003": "a policy of Conditional Access keeps the app out. Let an admin of the tenant look.",
}


@dataclass(frozen=True, slots=True)
class Setup:
    """What is set for Teams; `package` is a package to be compared with that."""

    registration: Registration
    address: str | None = None
    follow_ups: bool = False
    desk_channel: str | None = None
    package: Path | None = None


class _WrongError(RuntimeError):
    """A part is not as it should be."""


async def findings(setup: Setup, known: Known) -> AsyncIterator[Finding]:
    """Look at each part in turn; without a token, Teams itself is not asked.

    `known` tells whether a source knows somebody by an e-mail. No secret is ever in the words.
    """
    async with web_session() as session:
        parts = _Parts(session, setup, known)
        for part, check in parts.checks().items():
            try:
                yield Finding(f"teams {part}", await check())
            except _WrongError as wrong:
                yield Finding(f"teams {part}", str(wrong), good=False)
                parts.failed.add(part)


class _Parts:
    """Everything that there is to look at; `failed` names what was not as it should be."""

    def __init__(self, session: aiohttp.ClientSession, setup: Setup, known: Known) -> None:
        self._session = session
        self._setup = setup
        self._registration = setup.registration
        self._known = known
        self.failed: set[str] = set()

    def checks(self) -> Mapping[str, Check]:
        """Name what applies to this setup."""
        checks: dict[str, Check] = {
            "registration": self._ids,
            "token": self._token,
            "keys": self._keys,
            "address": self._address,
        }
        if self._setup.desk_channel is not None:
            checks["desk channel"] = self._desk
        if self._setup.package is not None:
            checks["package"] = self._package
        return checks

    async def _ids(self) -> str:
        us = self._registration
        if us.app_id == us.tenant:
            raise _WrongError(f"APP_ID and TENANT_ID are the same. {_APP}")
        if _GUID.fullmatch(us.password):
            raise _WrongError(f"APP_PASSWORD looks like the Secret ID. {_VALUE}")
        return f"app {us.app_id} of the tenant {us.tenant}"

    async def _token(self) -> str:
        if "registration" in self.failed:
            raise _WrongError("not asked for, see above")
        us = self._registration
        credentials = AppCredentials(
            us.app_id, us.password, us.tenant, issuer=us.issuer, login_url=us.login_url
        )
        try:
            token = await credentials.token()
        except NoAccessError as error:
            said = _TOLD.get(error.code)
            raise _WrongError(
                str(error) if said is None else f"AADSTS{error.code}: {said}"
            ) from error
        except NoTokenError as error:
            raise _WrongError(
                f"{error}: {us.login_url} does not answer. Is the way to it open, through a proxy "
                "perhaps (HTTPS_PROXY)?"
            ) from error
        return self._read(token or "")

    def _read(self, token: str) -> str:
        """Look into a token of our own, which nobody has to verify."""
        us = self._registration
        try:
            claims = jwt.decode(token, options={"verify_signature": False})
        except jwt.PyJWTError:
            return "given out; it cannot be looked into"
        wanted = {"aud": us.issuer, "tid": us.tenant, "appid": us.app_id}
        for name, value in wanted.items():
            if claims.get(name) not in (value, None):
                raise _WrongError(
                    f"It is given out with {name} {claims[name]!a} in place of {value}. Look at "
                    "POLICYBOT_TEAMS__ISSUER and LOGIN_URL: those of the cloud of the tenant?"
                )
        return f"given out for {us.issuer}, to this app, by this tenant"

    async def _keys(self) -> str:
        keys = SigningKeys(self._session, self._registration.keys_url)
        async with keys.running():
            part = await keys.check()
        if not part.ok:
            raise _WrongError(
                f"{self._registration.keys_url} gives none, without which nothing that comes in "
                "can be verified. Is the way to it open?"
            )
        return f"{part.said}, with which Microsoft signs"

    async def _address(self) -> str:
        address = self._setup.address or ""
        host = urlsplit(address).hostname or ""
        if not address.startswith("https://") or is_loopback(host):
            raise _WrongError(
                "POLICYBOT_URL is not an https address that Microsoft can reach, and it posts to "
                "no other. Set it, such as https://policybot.corp.example."
            )
        return (
            f"Microsoft is to post to {address.rstrip('/')}{PATH}: that has to be the Messaging "
            "endpoint of the Azure Bot; whether it gets there, a first message in Teams shows"
        )

    async def _desk(self) -> str:
        channel = self._setup.desk_channel or ""
        if not _CHANNEL.fullmatch(channel):
            raise _WrongError(
                f"POLICYBOT_TEAMS__DESK_CHANNEL is {channel!a}, and not the id of a channel, such "
                "as 19:…@thread.tacv2. It stands in the link to the channel, after /channel/, "
                "where %3A is : and %40 is @."
            )
        if self.failed & {"registration", "token"}:
            raise _WrongError("not asked for: there is no token")
        people = await self._readers(channel)
        if outsiders := [one for one in people if not self._is_an_employee(one)]:
            raise _WrongError(
                f"{len(outsiders)} of {len(people)} who read {channel} are guests or of another "
                "company. Take them out, or set a channel of HR's alone."
            )
        emails = [one.email for one in people if one.email is not None]
        known = [email for email in emails if await self._known(email)]
        if not known:
            raise _WrongError(
                f"No source knows any of the {len(people)} people in {channel} by their e-mail: "
                "they would be refused. Run `python -m bot sync`, and give people the e-mails "
                "that they have in Teams."
            )
        return (
            f"the bot is in it; {len(people)} people read what HR is asked there, of whom the "
            f"sources know {len(known)}"
        )

    async def _readers(self, channel: str) -> list[Member]:
        us = self._registration
        place = Reference(
            tenant=us.tenant,
            conversation=channel,
            kind=Kind.CHANNEL,
            service_url=_first(us.service_urls[0]),
            bot=f"28:{us.app_id}",
        )
        patience = Paces(patience=Patience(one=10.0, all=10.0))
        transport = teams_transport(self._session, us, paces=patience)
        try:
            return [one async for one in transport.members(place)]
        except TeamsRefusedError as error:
            raise _WrongError(
                f"Teams shows the bot nothing of {channel} ({error.status} {error.code}). Add the "
                "app to its team, and look at the id."
            ) from error
        except TeamsUnavailableError as error:
            raise _WrongError(f"Teams does not answer: {error}. Try again in a minute.") from error

    def _is_an_employee(self, one: Member) -> bool:
        return one.role == "user" and one.tenant == self._registration.tenant

    async def _package(self) -> str:
        host = urlsplit(self._setup.address or "").hostname or ""
        app_id, follow_ups = self._registration.app_id, self._setup.follow_ups
        try:
            return compared(
                self._setup.package or Path(),
                Options(app_id=app_id, host=host, follow_ups=follow_ups),
            )
        except PackageError as error:
            raise _WrongError(
                f"{error} Make it again with `python -m bot teams package`, with a higher "
                "--version, and upload it in place of the old one."
            ) from error


def _first(service_url: str) -> str:
    """Tell where Teams is asked of what it never told us where to ask: of everywhere."""
    return service_url if urlsplit(service_url).path.strip("/") else f"{service_url}{_EVERYWHERE}"
