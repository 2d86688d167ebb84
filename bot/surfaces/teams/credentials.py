"""With which token is Microsoft's service called? The library fetches it, kept from doing harm.

It would block the event loop, each time anew, and wait for ever: it is asked in a thread, with a
time limit of its own, one at a time. Where its word for what went wrong is known, that is told.
"""

import asyncio
import re
from types import SimpleNamespace
from typing import Any, Protocol

from botbuilder.integration.aiohttp import ConfigurationServiceClientCredentialFactory
from msal import ConfidentialClientApplication
from msal.exceptions import MsalError

_PATIENCE = 10  # seconds for each of the requests that it takes
_DOWN = (MsalError, OSError, ValueError, RuntimeError)
_CODE = re.compile(r"\bAADSTS(\d{4,8})\b")


class NoTokenError(Exception):
    """No token could be had just now."""


class NoAccessError(Exception):
    """The login says no: the app, its secret or its tenant is wrong.

    `code` is its number for why, of AADSTS…; empty where it told none.
    """

    def __init__(self, said: str, code: str = "") -> None:
        super().__init__(
            "Microsoft's login gives the bot no token. Look at POLICYBOT_TEAMS__APP_ID, "
            f"APP_PASSWORD and TENANT_ID. It said: {said}"
        )
        self.code = code


class Credentials(Protocol):
    """Whoever has a token for the service."""

    async def token(self) -> str | None:
        """Give a token; None where none is needed.

        Raises `NoTokenError`, `NoAccessError`.
        """

    async def renew(self) -> None:
        """Fetch another one the next time: the service did not take it."""


class AppCredentials:
    """The bot's own, as an app of one tenant; `issuer` is who the token is for."""

    def __init__(
        self, app_id: str, password: str, tenant: str, *, issuer: str, login_url: str
    ) -> None:
        self._factory = ConfigurationServiceClientCredentialFactory(
            SimpleNamespace(
                APP_TYPE="SingleTenant",
                APP_ID=app_id,
                APP_PASSWORD=password,
                APP_TENANTID=tenant,
            )
        )
        self._app_id = app_id
        self._password = password
        self._issuer = issuer
        self._authority = f"{login_url.rstrip('/')}/{tenant}"
        self._library: Any = None  # of no types
        self._one_at_a_time = asyncio.Lock()

    async def token(self) -> str | None:
        """Give the token that is there, or fetch one."""
        async with self._one_at_a_time:
            credentials = await self._credentials()
            try:
                token: str = await asyncio.to_thread(credentials.get_access_token)
            except PermissionError as error:
                code = _code(error)
                raise NoAccessError(f"AADSTS{code}" if code else _word(error), code) from error
            except _DOWN as error:
                credentials.app = None  # for a minute it would give the same answer, unasked
                raise NoTokenError(f"Microsoft's login: {type(error).__name__}") from error
        return token

    async def renew(self) -> None:
        """Let go of the token that is there."""
        async with self._one_at_a_time:
            if self._library is not None and self._library.app is not None:
                await asyncio.to_thread(self._library.app.remove_tokens_for_client)

    async def _credentials(self) -> Any:  # noqa: ANN401  # of no types
        if self._library is None:
            self._library = await self._factory.create_credentials(
                self._app_id, self._issuer, self._authority, validate_authority=False
            )
        if self._library.app is None:
            try:
                self._library.app = await asyncio.to_thread(self._client)
            except _DOWN as error:
                if code := _code(error):  # of a tenant that is not there, it says so at once
                    raise NoAccessError(f"AADSTS{code}", code) from error
                raise NoTokenError(f"Microsoft's login: {type(error).__name__}") from error
        return self._library

    def _client(self) -> ConfidentialClientApplication:
        """Make what the library would make, with a time limit; asks for the tenant's addresses."""
        return ConfidentialClientApplication(
            self._app_id,
            client_credential=self._password,
            authority=self._authority,
            timeout=_PATIENCE,
            instance_discovery=False,
        )


class NoCredentials:
    """None: a service on this computer asks for no token."""

    async def token(self) -> str | None:
        """Give none."""
        return None

    async def renew(self) -> None:
        """Do nothing."""


def _code(error: Exception) -> str:
    """Take the login's number out of what it says, which may name the app and more.

    The library tells of it in an error that it hides behind one of its own.
    """
    found = _CODE.search(f"{error} {error.__context__}")
    return found[1] if found else ""


def _word(error: PermissionError) -> str:
    return str(error).partition("error: ")[2].partition(",")[0][:80]
