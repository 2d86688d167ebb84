"""Requests as Slack makes them, signed, to a bot that really listens; what was kept can be seen."""

import asyncio
import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from io import BytesIO
from socket import socket
from typing import Any
from urllib.parse import urlencode, urlsplit

import aiohttp
from aiohttp import web

from bot.intake import IntakeUnavailableError, Taking
from bot.listening import Limits
from bot.listening import listening as served
from bot.serving import server
from bot.surfaces.slack.gate import Gate
from bot.surfaces.slack.manifest import PATH
from bot.surfaces.slack.receiving import web_client
from bot.surfaces.slack.server import SlackOverHttp, SlackOverSocket
from bot.surfaces.slack.socket import Pace
from storage.inbox import Arrival
from tests.fakes.slack.workspace import FakeSlack

SECRET = "the-signing-secret"
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
Json = dict[str, Any]


@dataclass
class Kept:
    """An intake in memory: both keys are unique; `down` keeps nothing, `seconds` pass before."""

    arrivals: list[Arrival] = field(default_factory=list)
    down: bool = False
    seconds: float = 0.0
    begun: int = 0
    known: int = 0

    async def take(self, arrival: Arrival) -> bool:
        self.begun += 1
        await asyncio.sleep(self.seconds)
        if self.down:
            raise IntakeUnavailableError("The database does not work.")
        for one in self.arrivals:
            if one.event_id == arrival.event_id or (
                one.subject is not None and one.subject == arrival.subject
            ):
                self.known += 1
                return False
        self.arrivals.append(arrival)
        return True

    @property
    def only(self) -> Arrival:
        (arrival,) = self.arrivals
        return arrival


@dataclass
class Prompted:
    """A prompt that does as told, and remembers what it was asked."""

    opened: list[Mapping[str, object]] = field(default_factory=list)
    wrong: dict[str, str] = field(default_factory=dict)
    fails: bool = False

    async def opens(self, payload: Mapping[str, object]) -> None:
        self.opened.append(payload)
        if self.fails:
            raise RuntimeError("it does not open")

    async def objections(self, payload: Mapping[str, object]) -> dict[str, str]:
        return self.wrong

    async def commanded(self, payload: Mapping[str, object]) -> str:
        if self.fails:
            raise RuntimeError("it cannot be worded")
        return "Looking it up…"


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    text: str
    headers: Mapping[str, str]

    @property
    def json(self) -> Any:  # noqa: ANN401  # JSON
        return json.loads(self.text)


@dataclass
class Bot:
    """A bot that listens on loopback, and whoever posts to it."""

    url: str
    session: aiohttp.ClientSession

    async def post(self, body: bytes, headers: Mapping[str, str]) -> Answer:
        async with self.session.post(
            self.url + PATH, data=BytesIO(body), headers=headers
        ) as answer:
            return Answer(answer.status, await answer.text(), answer.headers)

    async def get(self, path: str) -> Answer:
        async with self.session.get(self.url + path) as answer:
            return Answer(answer.status, await answer.text(), answer.headers)

    async def raw(self, head: bytes, body: bytes = b"") -> bytes:
        """Post a head as it is; what came back until the bot hung up."""
        address = urlsplit(self.url)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        length = f"Connection: close\r\nContent-Length: {len(body)}".encode()
        writer.write(b"\r\n".join((f"POST {PATH} HTTP/1.1".encode(), head, length, b"", body)))
        try:
            async with asyncio.timeout(30):
                return await reader.read()
        finally:
            writer.close()

    async def say(self, payload: object, **more: str) -> Answer:
        """Post an event."""
        body = json.dumps(payload).encode()
        return await self.post(body, signed(body, JSON) | more)

    async def act(self, payload: object) -> Answer:
        """Post an interaction."""
        return await self.submit({"payload": json.dumps(payload)})

    async def submit(self, fields: Mapping[str, str]) -> Answer:
        """Post a form."""
        body = urlencode(fields).encode()
        return await self.post(body, signed(body, FORM))


def signed(body: bytes, kind: str, *, age: int = 0, secret: str = SECRET) -> dict[str, str]:
    """Make the headers of a request that was signed so many seconds ago."""
    at = str(int(time.time()) - age)
    digest = hmac.new(secret.encode(), b"v0:" + at.encode() + b":" + body, hashlib.sha256)
    return {
        "Content-Type": kind,
        "X-Slack-Request-Timestamp": at,
        "X-Slack-Signature": f"v0={digest.hexdigest()}",
    }


@asynccontextmanager
async def listening(app: web.Application) -> AsyncIterator[Bot]:
    """Serve on a free port of loopback."""
    bound = socket()
    bound.bind(("127.0.0.1", 0))
    async with (
        served(app, bound, Limits(lingering=0.2, in_flight=1)) as url,
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as session,
    ):
        yield Bot(url, session)


@asynccontextmanager
async def over_http(
    intake: Taking,
    prompt: Prompted | None = None,
    *,
    patience: float = 5.0,
    clock: Callable[[], float] = time.time,
) -> AsyncIterator[Bot]:
    """Run the whole surface over HTTP; Slack's Web API cannot be reached, nor has to be.

    `clock` is the gate's alone: the library looks at the computer's.
    """
    async with web_client("xoxb-token", "http://127.0.0.1:9/api/") as client:
        surface = SlackOverHttp(
            client,
            intake,
            prompt or Prompted(),
            signing_secret=SECRET,
            gate=Gate(SECRET, patience=patience, clock=clock),
        )
        async with listening(server([surface], {})) as bot:
            yield bot


@asynccontextmanager
async def over_socket(
    slack: FakeSlack, intake: Taking, prompt: Prompted | None = None, *, pace: Pace
) -> AsyncIterator[Bot]:
    """Run the whole surface over Socket Mode, with its server for health."""
    async with web_client(slack.bot_token, f"{slack.url}/api/") as client:
        surface = SlackOverSocket(
            client, intake, prompt or Prompted(), app_token=slack.app_token, pace=pace
        )
        async with listening(server([surface], {})) as bot:
            yield bot
