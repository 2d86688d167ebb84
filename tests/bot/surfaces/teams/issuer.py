"""An issuer of tokens on loopback, as Microsoft is one: keys, a document that leads to them."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from jwt.algorithms import RSAAlgorithm

from tests.bot.surfaces.teams import told

NAME = "https://api.botframework.com"
APP = "11111111-2222-3333-4444-555555555555"
Json = dict[str, Any]


def new_key(bits: int = 2048) -> RSAPrivateKey:
    return generate_private_key(public_exponent=65537, key_size=bits)


_READY = [new_key() for _ in range(3)]
"""Made once: making a key takes a while."""


@dataclass
class Issuer:
    """Signs tokens; what the test changes is what is told of keys from then on."""

    url: str = ""
    keys: dict[str, RSAPrivateKey] = field(default_factory=lambda: {"k1": _READY[0]})
    more: list[Json] = field(default_factory=list)
    without: frozenset[str] = frozenset()
    endorsements: list[str] | None = field(default_factory=lambda: ["msteams", "webchat"])
    delay: float = 0.0
    status: int = 200
    body: bytes | None = None
    fetched: int = 0
    jwks_uri: str | None = None

    def token(self, kid: str | None = "k1", *, head: Json | None = None, **claims: Any) -> str:  # noqa: ANN401
        """Sign a token that is right, but for what is given; None takes a claim out."""
        key = self.keys.get(str(kid), self.keys["k1"])
        heads = {"kid": kid} if kid is not None else {}
        return jwt.encode(right(**claims), key, algorithm="RS256", headers=heads | (head or {}))

    def rotate(self) -> None:
        self.keys["k2"] = _READY[1]

    def jwk(self, kid: str) -> Json:
        jwk: Json = json.loads(RSAAlgorithm.to_jwk(self.keys[kid].public_key()))
        told = jwk | {"kid": kid, "use": "sig"}
        return told if self.endorsements is None else told | {"endorsements": self.endorsements}

    async def document(self, _: web.Request) -> web.Response:
        await asyncio.sleep(self.delay)
        return web.json_response(
            {"issuer": NAME, "jwks_uri": self.jwks_uri or f"{self.url}/keys"}, status=self.status
        )

    async def listed(self, _: web.Request) -> web.Response:
        self.fetched += 1
        await asyncio.sleep(self.delay)
        if self.body is not None:
            return web.Response(body=self.body)
        keys = [self.jwk(kid) for kid in self.keys if kid not in self.without]
        return web.json_response({"keys": [*self.more, *keys]})


def right(**claims: Any) -> Json:  # noqa: ANN401  # JSON
    now = int(time.time())
    whole = {
        "iss": NAME,
        "aud": APP,
        "serviceurl": told.SERVICE,
        "nbf": now - 10,
        "exp": now + 3_600,
    } | claims
    return {name: value for name, value in whole.items() if value is not None}


@asynccontextmanager
async def running(issuer: Issuer) -> AsyncIterator[Issuer]:
    app = web.Application()
    app.add_routes([web.get("/openid", issuer.document), web.get("/keys", issuer.listed)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    issuer.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield issuer
    finally:
        await runner.cleanup()
