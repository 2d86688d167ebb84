"""What tests run against it: a small bot that checks who calls, and speaks plain JSON."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import aiohttp
from aiohttp import web
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from tests.fakes.teams import jwt
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.keys import ISSUER
from tests.fakes.teams.messages import ADAPTIVE
from tests.fakes.teams.service import FakeTeams
from tests.fakes.teams.texts import Body

Hears = Callable[["Bot", Body], Awaitable[web.Response | None]]
LEEWAY = 300  # seconds


@dataclass
class Answered:
    """What the connector answered."""

    status: int
    body: Any
    headers: dict[str, str]

    @property
    def error(self) -> str:
        return str(self.body["error"]["code"])

    @property
    def id(self) -> str:
        return str(self.body["id"])


@dataclass
class Bot:
    """A bot of one Teams; what it hears it keeps, and does with it what a test says."""

    teams: FakeTeams
    session: aiohttp.ClientSession
    hears: Hears
    heard: list[Body] = field(default_factory=list)
    token: str = ""
    keys: dict[str, Body] = field(default_factory=dict)

    async def take(self, request: web.Request) -> web.Response:
        activity = await request.json()
        if not await self._is_teams(request.headers.get("Authorization", ""), activity):
            return web.Response(status=401)
        self.heard.append(activity)
        return await self.hears(self, activity) or web.Response(status=201)

    async def call(self, verb: str, path: str, body: object = None, **query: str) -> Answered:
        """Call the connector as it would be called in our tenant."""
        await self._let_in()
        url = f"{self.teams.service_url()}{path}"
        headers = {"Authorization": f"Bearer {self.token}"}
        async with self.session.request(
            verb, url, json=body, headers=headers, params=query
        ) as answer:
            raw = await answer.text()
            is_json = answer.content_type == "application/json"
            read = json.loads(raw) if is_json and raw else raw
            return Answered(answer.status, read, dict(answer.headers))

    async def sends(self, where: Chat | str, activity: Body | str) -> Answered:
        """Send an activity, or a text, into a conversation."""
        return await self.call("POST", f"{conversation(where)}/activities", message(activity))

    async def updates(self, where: Chat | str, id_: str, activity: Body | str) -> Answered:
        path = f"{conversation(where)}/activities/{id_}"
        return await self.call("PUT", path, message(activity))

    async def answers(self, heard: Body, activity: Body | str) -> Answered:
        """Send an activity to where one came from."""
        return await self.sends(heard["conversation"]["id"], activity)

    async def _let_in(self) -> None:
        if self.token and self.teams.login.is_good(self.token):
            return
        form = {
            "grant_type": "client_credentials",
            "client_id": self.teams.app_id,
            "client_secret": self.teams.secret,
            "scope": "https://api.botframework.com/.default",
        }
        async with self.session.post(self.teams.token_url, data=form) as answer:
            self.token = (await answer.json()).get("access_token", "")

    async def _is_teams(self, header: str, activity: Body) -> bool:
        """Tell whether a header proves an activity to be Teams'."""
        scheme, _, token = header.partition(" ")
        try:
            head, claims, signature = map(jwt.decoded, token.split("."))
            told, said = json.loads(head), json.loads(claims)
        except ValueError:
            return False
        key = await self._key(told.get("kid"))
        if scheme != "Bearer" or told.get("alg") != "RS256" or key is None:
            return False
        if activity.get("channelId") not in key.get("endorsements", ()):
            return False
        signed = token.rpartition(".")[0].encode()
        return _is_signed(key, signed, signature) and self._is_right(said, activity)

    def _is_right(self, said: Body, activity: Body) -> bool:
        now = self.teams.clock.now()
        expiry, beginning = said.get("exp"), said.get("nbf")
        if not isinstance(expiry, int) or not isinstance(beginning, int):
            return False
        return (
            said.get("iss") == ISSUER
            and said.get("aud") == self.teams.app_id
            and said.get("serviceurl") == activity.get("serviceUrl")
            and beginning - LEEWAY <= now <= expiry + LEEWAY
        )

    async def _key(self, kid: object) -> Body | None:
        """Find a published key, asking anew where it is unknown."""
        if kid not in self.keys:
            async with self.session.get(self.teams.metadata_url) as answer:
                url = (await answer.json())["jwks_uri"]
            async with self.session.get(url) as answer:
                self.keys = {key["kid"]: key for key in (await answer.json())["keys"]}
        return self.keys.get(str(kid))


def _is_signed(key: Body, part: bytes, signature: bytes) -> bool:
    e, n = (int.from_bytes(jwt.decoded(key[name]), "big") for name in ("e", "n"))
    try:
        public = rsa.RSAPublicNumbers(e, n).public_key()
        public.verify(signature, part, padding.PKCS1v15(), hashes.SHA256())
    except InvalidSignature:
        return False
    return True


def conversation(where: Chat | str) -> str:
    id_ = where if isinstance(where, str) else where.id
    return f"v3/conversations/{quote(id_, safe='')}"


def message(activity: Body | str) -> Body:
    return {"type": "message", "text": activity} if isinstance(activity, str) else activity


def with_card(*body: Body, actions: list[Body] | None = None, **more: object) -> Body:
    """Write a message with one Adaptive Card."""
    return {"type": "message", "attachments": [attached(card(*body, actions=actions, **more))]}


def attached(content: Body) -> Body:
    return {"contentType": ADAPTIVE, "content": content}


def card(*body: Body, actions: list[Body] | None = None, **more: object) -> Body:
    made: Body = {"type": "AdaptiveCard", "version": "1.5", "body": list(body), **more}
    return {**made, "actions": actions} if actions else made


def words(text: str, **more: object) -> Body:
    return {"type": "TextBlock", "text": text, **more}


async def echo(bot: Bot, heard: Body) -> web.Response | None:
    """Say what is said."""
    if heard["type"] == "message" and "text" in heard:
        await bot.answers(heard, f"echo: {heard['text']}")
    return None


@asynccontextmanager
async def running(teams: FakeTeams, hears: Hears = echo) -> AsyncIterator[Bot]:
    """Run a bot on loopback, and have everything sent to it."""
    async with aiohttp.ClientSession() as session:
        bot = Bot(teams, session, hears)
        server = web.Application()
        server.router.add_post("/api/messages", bot.take)
        runner = web.AppRunner(server, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            teams.deliver_to(f"http://127.0.0.1:{runner.addresses[0][1]}/api/messages")
            yield bot
        finally:
            await runner.cleanup()
