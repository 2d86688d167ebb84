"""With which keys does Microsoft sign what it posts? Fetched ahead, and once for one never seen.

The Bot Framework's library asks for them inside the event loop, without a time limit, not at all
within an hour, and fails at a key that it does not know; nothing of that is used.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import aiohttp
import structlog
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from jwt import InvalidKeyError, PyJWTError
from jwt.algorithms import RSAAlgorithm

from bot.serving import Part
from bot.surfaces.teams.addresses import is_safe

_LARGEST = 1 << 20  # bytes of an answer
_SHORTEST = 2048  # bits of a key

log = structlog.get_logger()


class KeysUnavailableError(RuntimeError):
    """The keys could not be fetched, so that nobody can tell who signed."""


class UnknownKeyError(PermissionError):
    """There is no such key."""


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A key, and the channels for which requests may be signed with it."""

    public_key: RSAPublicKey
    endorsements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds: for a fetch, between two of them, and between two that somebody unknown causes."""

    patience: float = 5.0
    every: float = 3_600.0
    pause: float = 60.0
    after_a_failure: float = 5.0


class SigningKeys:
    """The keys that an OpenID document leads to; they are kept until others were fetched.

    `get` is all that the library's check asks of its own store of them.
    """

    def __init__(
        self, session: aiohttp.ClientSession, address: str, pace: Pace | None = None
    ) -> None:
        self._session = session
        self._address = address
        self._pace = pace or Pace()
        self._keys: Mapping[str, SigningKey] = {}
        self._not_before = 0.0
        self._is_failing = False
        self._fetching = asyncio.Lock()

    async def get(self, key_id: str) -> SigningKey:
        """Give a key; one that is not known is looked for once, as often as the pace allows.

        Raises `UnknownKeyError`, or `KeysUnavailableError` where it may be one that is new.
        """
        if key_id not in self._keys:
            async with self._fetching:
                if key_id not in self._keys and time.monotonic() >= self._not_before:
                    await self._fetch()
        try:
            return self._keys[key_id]
        except KeyError as error:
            if self._is_failing or not self._keys:
                raise KeysUnavailableError("The signing keys could not be fetched.") from error
            raise UnknownKeyError("The token is signed with an unknown key.") from error

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Fetch the keys, and again from time to time."""
        async with self._fetching:
            await self._fetch()
        keeping = asyncio.create_task(self._keep())
        try:
            yield
        finally:
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping

    async def check(self) -> Part:
        """Tell whether there are keys, and whether they are fresh."""
        if not self._keys:
            return Part(ok=False, said="There are no signing keys; nothing can be verified.")
        said = f"{len(self._keys)} keys{', which could not be renewed' * self._is_failing}"
        return Part(ok=True, said=said)

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(self._pace.pause if self._is_failing else self._pace.every)
            async with self._fetching:
                await self._fetch()

    async def _fetch(self) -> None:
        try:
            async with asyncio.timeout(self._pace.patience):
                document = await self._json(self._address)
                self._keys = _read(await self._json(str(document["jwks_uri"])))
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError, KeyError) as error:
            self._is_failing = True
            self._not_before = time.monotonic() + self._pace.after_a_failure
            log.warning("signing keys not fetched", error=type(error).__name__)
        else:
            self._is_failing = False
            self._not_before = time.monotonic() + self._pace.pause
            log.info("signing keys fetched", keys=len(self._keys))

    async def _json(self, address: str) -> Mapping[str, Any]:
        if not is_safe(address):
            raise ValueError("keys are fetched over https alone")
        async with self._session.get(address, allow_redirects=False) as answer:
            answer.raise_for_status()
            if answer.status != HTTPStatus.OK:
                raise ValueError("the keys have moved")
            whole = bytearray()
            async for part in answer.content.iter_any():
                whole += part
                if len(whole) > _LARGEST:
                    raise ValueError("the answer is too large")
        told = json.loads(whole)
        if not isinstance(told, dict):
            raise ValueError("the answer is no object")  # noqa: TRY004  # like all the rest
        return told


def _read(told: Mapping[str, Any]) -> Mapping[str, SigningKey]:
    """Read a set of keys; those that are for something else, or weak, are left out."""
    listed = told["keys"]
    if not isinstance(listed, list):
        raise ValueError("there is no list of keys")  # noqa: TRY004  # like all the rest
    keys = {str(one["kid"]): key for one in listed if (key := _key(one)) is not None}
    if not keys:
        raise ValueError("there are no keys")
    return keys


def _key(one: object) -> SigningKey | None:
    match one:
        case {"kid": str(), "kty": "RSA", "use": str(use), "endorsements": [*endorsements]}:
            is_to_sign = use == "sig"
        case {"kid": str(), "kty": "RSA", "endorsements": [*endorsements]}:
            is_to_sign = True
        case _:
            return None
    try:
        key = RSAAlgorithm.from_jwk(json.dumps(one))
    except (InvalidKeyError, PyJWTError, ValueError, TypeError):
        return None
    if not is_to_sign or not isinstance(key, RSAPublicKey) or key.key_size < _SHORTEST:
        return None
    return SigningKey(key, tuple(str(one) for one in endorsements))
