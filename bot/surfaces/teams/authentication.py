"""Did Microsoft's service for Teams make a request, for this bot? Only its token can tell.

The library's check of a signature is used, with keys of our own (`keys`). Around it stands what it
leaves open or fails at: it takes tokens of the Bot Framework Emulator from whoever knows the bot's
secret, tokens that never expire, keys endorsed for no channel and two more algorithms, looks at no
service URL where an activity has none, and raises whatever comes on tokens that are malformed.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import jwt
from aiohttp import web
from botframework.connector.auth import JwtTokenExtractor, VerifyOptions

from bot.surfaces.teams.addresses import is_loopback
from bot.surfaces.teams.keys import KeysUnavailableError, SigningKeys

CHANNEL = "msteams"
"""The one channel of the Bot Framework that is let in."""
LEEWAY = 300
"""Seconds that clocks may be apart."""

_BEARER = re.compile(r"Bearer ([\w-]{2,4096}\.[\w-]{2,16384}\.[\w-]{2,4096})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Voucher:
    """What is known of a request before it is read: the address that its activity has to name."""

    service_url: str | None = None


class Callers(Protocol):
    """Whoever knows who may post."""

    async def vouched(self, request: web.Request) -> Voucher:
        """Check a request by its head; raises the 4xx or 503 of aiohttp that fits."""


class SignedCallers:
    """Lets in whoever has a token of the channel's service for this bot (RS256, not expired)."""

    def __init__(self, keys: SigningKeys, *, app_id: str, issuer: str) -> None:
        if not app_id.strip():
            raise ValueError("Without an app id anybody's token would do. Set one.")
        self._app_id = app_id
        self._issuer = issuer
        options = VerifyOptions(
            issuer=[issuer], audience=None, clock_tolerance=LEEWAY, ignore_expiration=False
        )
        self._extractor = JwtTokenExtractor(options, issuer, ["RS256"])
        self._extractor.open_id_metadata = keys

    async def vouched(self, request: web.Request) -> Voucher:
        """Check the token; 401 for a wrong one, 503 where nobody can tell."""
        try:
            claims = await self._claims(_token(request))
            return Voucher(self._checked(claims))
        except KeysUnavailableError as error:
            raise web.HTTPServiceUnavailable(text="Nobody can be verified just now.") from error
        except (jwt.PyJWTError, PermissionError, ValueError, TypeError) as error:
            raise web.HTTPUnauthorized(text="The token is missing or wrong.") from error

    async def _claims(self, token: str) -> Mapping[str, Any]:
        head = jwt.get_unverified_header(token)
        if head.get("alg") != "RS256" or not isinstance(head.get("kid"), str) or "crit" in head:
            raise PermissionError("It is not signed as the service signs.")
        key = await self._extractor.open_id_metadata.get(head["kid"])
        if CHANNEL not in key.endorsements:
            raise PermissionError("Its key is not endorsed for the channel.")
        identity = await self._extractor.get_identity("Bearer", token, CHANNEL, [CHANNEL])
        if identity is None or not identity.is_authenticated:
            raise PermissionError("It is of another issuer.")
        claims: Mapping[str, Any] = identity.claims
        return claims

    def _checked(self, claims: Mapping[str, Any]) -> str:
        """Check what the library does not, and give the service URL that the token is for."""
        match claims:
            case {
                "iss": self._issuer,
                "aud": str(audience),
                "exp": int() | float(),
                "nbf": int() | float(),
                "serviceurl": str(service_url),
            } if audience.casefold() == self._app_id.casefold() and service_url:
                return service_url
            case _:
                raise PermissionError("It is for another bot, for ever, or for no address.")


class LoopbackCallers:
    """Lets in whatever runs on this computer and no page of a browser, to try things out."""

    async def vouched(self, request: web.Request) -> Voucher:
        """Check where a request came from and went to; 403 for anything but loopback."""
        host = request.host.rpartition(":")[0] if ":" in request.host else request.host
        address = request.transport and request.transport.get_extra_info("sockname")
        is_here = isinstance(address, tuple) and is_loopback(str(address[0]))
        if not is_here or not is_loopback(host) or "Origin" in request.headers:
            raise web.HTTPForbidden(text="While developing, only this computer may post.")
        return Voucher()


def _token(request: web.Request) -> str:
    headers = request.headers.getall("Authorization", [])
    found = _BEARER.fullmatch(headers[0]) if len(headers) == 1 else None
    if found is None:
        raise PermissionError("There is no bearer token.")
    return found[1]
