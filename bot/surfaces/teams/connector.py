"""How is Teams' service asked for something, and what does its answer mean?

The library's client is not used: it sends its requests from threads that nobody can stop, follows
where it is redirected with our token, repeats some of them in silence, loses what an answer says of
waiting, and fails at answers that are not JSON.
"""

import asyncio
import json
import random
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import aiohttp
import structlog
from yarl import URL

from bot.surfaces.teams.addresses import Addresses
from bot.surfaces.teams.credentials import Credentials, NoAccessError, NoTokenError
from storage.moments import now

log = structlog.get_logger()

Answered = Mapping[str, Any]
Before = Callable[[], Awaitable[None]]


class TeamsUnavailableError(Exception):
    """Teams could not be asked: nothing has happened, and it may be tried again.

    `wait` is after how many seconds, where it said so.
    """

    def __init__(self, sentence: str, wait: float = 0.0) -> None:
        super().__init__(sentence)
        self.wait = wait


class OutcomeUnknownError(TeamsUnavailableError):
    """Teams did not say what became of it: what was to be sent may stand there, or not."""


class TeamsRefusedError(Exception):
    """Teams has understood, and says no, whenever it is asked; `code` is its word for why."""

    def __init__(self, what: str, status: int, code: str) -> None:
        super().__init__(f"Teams refused {what}: {status} {code}.")
        self.status = status
        self.code = code


class _GatewayError(OutcomeUnknownError):
    """A proxy gave up: what it had before it has seldom been done, and is to be tried again."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds for one request, and for all tries together; the first pause, which then doubles."""

    one: float = 15.0
    all: float = 60.0
    pause: float = 0.5


@dataclass(frozen=True, slots=True)
class Request:
    """What the service is asked: a path below `/v3`, each part of it as it is, not escaped.

    `before` is awaited before each try: it raises where nothing is to be asked any more.
    """

    method: str
    service_url: str
    path: Sequence[str]
    query: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    before: Before | None = None

    @property
    def what(self) -> str:
        """Name it for the log: without an id, which may be a person's."""
        return " ".join((self.method, *(part for part in self.path if part.isalpha())))

    @property
    def url(self) -> URL:
        """Its address: ids have all manner of characters in them."""
        path = "/".join(quote(part, safe="") for part in ("v3", *self.path))
        url = URL(f"{self.service_url.rstrip('/')}/{path}", encoded=True)
        return url.with_query(self.query) if self.query else url


_NOT_DONE = frozenset(
    {HTTPStatus.PRECONDITION_FAILED, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}
)
_AT_THE_GATEWAY = frozenset({HTTPStatus.BAD_GATEWAY, HTTPStatus.GATEWAY_TIMEOUT})
_LARGEST = 4 << 20  # bytes of an answer
_GETTING_A_TOKEN = 25.0  # seconds
_SUBCODE = re.compile(r'\\?"subCode\\?"\s*:\s*\\?"(\w+)', re.IGNORECASE)


class Connector:
    """Asks the service for a bot; requests go to allowed addresses alone, with its token.

    Microsoft wants 412, 429, 502 and 504 tried again, sending included (bots, "Optimize your bot
    with rate limiting in Teams").
    """

    def __init__(
        self,
        session: aiohttp.ClientSession,
        credentials: Credentials,
        addresses: Addresses,
        patience: Patience | None = None,
    ) -> None:
        self._session = session
        self._credentials = credentials
        self._addresses = addresses
        self._patience = patience or Patience()

    async def asked(self, request: Request) -> Answered:
        """Ask for something that may be asked again: until it is answered, within the patience.

        Raises `TeamsRefusedError`, `TeamsUnavailableError`.
        """
        return await self._tried(request, lambda _: True)

    async def once(self, request: Request) -> Answered:
        """Ask for something that may be done only once, such as to send a message.

        Tries again where Teams says that nothing was done, or a proxy did not get through to it.
        Raises `OutcomeUnknownError` where nobody knows, `TeamsRefusedError` or another
        `TeamsUnavailableError` where nothing was done.
        """
        return await self._tried(
            request,
            lambda error: (
                isinstance(error, _GatewayError) or not isinstance(error, OutcomeUnknownError)
            ),
        )

    async def attempted(self, request: Request) -> Answered:
        """Ask for something that is worth a single try; raises what `once` raises."""
        return await self._tried(request, lambda _: False)

    async def _tried(
        self, request: Request, may_be_tried: Callable[[TeamsUnavailableError], bool]
    ) -> Answered:
        if not self._addresses.admits(request.service_url):
            raise TeamsRefusedError(request.what, 0, "nothing is ever sent to that address")
        time = asyncio.get_running_loop().time
        until, pause, is_in_doubt = time() + self._patience.all, self._patience.pause, False
        while True:
            if request.before is not None:
                await request.before()
            try:
                return await self._authorized(request)
            except TeamsUnavailableError as error:
                is_in_doubt |= isinstance(error, OutcomeUnknownError)
                wait = error.wait + random.uniform(pause / 2, pause)  # noqa: S311  # jitter
                if not may_be_tried(error) or time() + wait > until:
                    if is_in_doubt and not isinstance(error, OutcomeUnknownError):
                        raise OutcomeUnknownError(str(error), error.wait) from error
                    raise
                log.info("teams is asked again", what=request.what, why=str(error), seconds=wait)
                await asyncio.sleep(wait)
                pause *= 2

    async def _authorized(self, request: Request) -> Answered:
        """Send a request with our token, and with a new one where that is not taken."""
        try:
            return await self._sent(request)
        except TeamsRefusedError as error:
            if error.status != HTTPStatus.UNAUTHORIZED:
                raise
            await self._credentials.renew()
            return await self._sent(request)

    async def _sent(self, request: Request) -> Answered:
        headers = {"Accept": "application/json", "User-Agent": "policybot"}
        token = await self._token(request)
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        try:
            async with (
                asyncio.timeout(self._patience.one),
                self._session.request(
                    request.method,
                    request.url,
                    json=request.body,
                    headers=headers,
                    allow_redirects=False,
                ) as answer,
            ):
                return _understood(request, answer, await _read(answer))
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise TeamsUnavailableError(f"{request.what}: {type(error).__name__}") from error
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            raise OutcomeUnknownError(f"{request.what}: {type(error).__name__}") from error

    async def _token(self, request: Request) -> str | None:
        try:
            async with asyncio.timeout(_GETTING_A_TOKEN):
                return await self._credentials.token()
        except NoAccessError as error:
            log.error("teams credentials refused", reason=str(error))  # noqa: TRY400  # all of it
            raise TeamsRefusedError(request.what, 0, str(error)) from error
        except (NoTokenError, TimeoutError) as error:
            raise TeamsUnavailableError(f"{request.what}: no token, {error}") from error


def _understood(request: Request, answer: aiohttp.ClientResponse, read: bytes) -> Answered:
    status = answer.status
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        told = json.loads(read) if read.strip() else {}
        if not isinstance(told, dict):
            raise ValueError("the answer is no object")
        return told
    sentence, wait = f"{request.what}: {status} {_code(read)}", _retry_after(answer)
    if status in _NOT_DONE:
        raise TeamsUnavailableError(sentence, wait)
    if status in _AT_THE_GATEWAY:
        raise _GatewayError(sentence, wait)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR and status != HTTPStatus.NOT_IMPLEMENTED:
        raise OutcomeUnknownError(sentence, wait)
    raise TeamsRefusedError(request.what, status, _code(read))


async def _read(answer: aiohttp.ClientResponse) -> bytes:
    read = bytearray()
    async for part in answer.content.iter_any():
        read += part
        if len(read) > _LARGEST:
            raise ValueError("the answer is too large")
    return bytes(read)


def _code(read: bytes) -> str:
    """Find the word for what went wrong: the inner one, if there is one, says more."""
    text = read[:10_000].decode(errors="replace")
    if inner := _SUBCODE.search(text):
        return inner[1]
    try:
        match json.loads(text):
            case {"error": {"code": str(code)}} | {"errorCode": str(code)} | {"code": str(code)}:
                return code[:80]
            case _:
                return ""
    except (ValueError, RecursionError):
        return ""


def _retry_after(answer: aiohttp.ClientResponse) -> float:
    """Read for how many seconds nothing is to be asked: told as a number, or as a moment."""
    told = answer.headers.get("Retry-After", "")
    if told.isascii() and told.isdigit():
        return float(told[:6])
    try:
        at = parsedate_to_datetime(told)
    except ValueError:
        return 0.0
    return max((at.replace(tzinfo=at.tzinfo or UTC) - now()).total_seconds(), 0.0)
