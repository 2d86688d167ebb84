"""Requests as Teams' service makes them, to a bot that really listens; what is kept can be seen."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from io import BytesIO

import aiohttp

from bot.posted import Json
from bot.serving import server
from bot.surfaces.teams.events import Happened
from bot.surfaces.teams.invokes import Answer as Said
from bot.surfaces.teams.invokes import Nothing
from bot.surfaces.teams.keys import Pace
from bot.surfaces.teams.server import (
    PATH,
    Development,
    Paces,
    Registration,
    teams_surface,
    web_session,
)
from tests.bot.surfaces.slack.posted import Answer, Kept, listening
from tests.bot.surfaces.teams import told
from tests.bot.surfaces.teams.issuer import APP, Issuer

JSON = "application/json"


@dataclass
class Prompted:
    """A prompt that does as told, and remembers what it was asked."""

    asked: list[Happened] = field(default_factory=list)
    noted: list[Json] = field(default_factory=list)
    wrong: Said | None = None
    says: Said = field(default_factory=Nothing)
    fails: bool = False

    async def note(self, activity: Json) -> None:
        self.noted.append(activity)

    async def received(self, activity: Json, happened: Happened) -> None:
        if self.fails:
            raise RuntimeError("it cannot be shown")

    async def objections(self, happened: Happened) -> Said | None:
        return self.wrong

    async def answer(self, happened: Happened) -> Said:
        self.asked.append(happened)
        if self.fails:
            raise RuntimeError("it cannot be drawn")
        return self.says


@dataclass
class Bot:
    """A bot that listens on loopback, and whoever posts to it."""

    url: str
    session: aiohttp.ClientSession
    issuer: Issuer

    async def post(self, body: bytes, headers: Mapping[str, str]) -> Answer:
        async with self.session.post(
            self.url + PATH, data=BytesIO(body), headers=headers
        ) as answer:
            return Answer(answer.status, await answer.text(), answer.headers)

    async def get(self, path: str) -> Answer:
        async with self.session.get(self.url + path) as answer:
            return Answer(answer.status, await answer.text(), answer.headers)

    async def say(self, activity: object, token: str | None = None) -> Answer:
        """Post an activity with a good token, or with the one that is given."""
        return await self.post(json.dumps(activity).encode(), self.signed(token))

    def signed(self, token: str | None = None) -> dict[str, str]:
        token = self.issuer.token() if token is None else token
        return {"Content-Type": JSON, "Authorization": f"Bearer {token}"}


@asynccontextmanager
async def over_http(
    issuer: Issuer,
    kept: Kept,
    prompt: Prompted | None = None,
    *,
    pace: Pace | None = None,
    patience: float = 5.0,
) -> AsyncIterator[Bot]:
    """Run the whole surface, with authentication on and keys of our own."""
    registration = Registration(APP, "secret", told.TENANT, keys_url=f"{issuer.url}/openid")
    paces = Paces(keys=pace or Pace(), reading=patience)
    async with web_session() as session:
        surface = teams_surface(session, registration, kept, prompt or Prompted(), paces=paces)
        async with listening(server([surface], {})) as served:
            yield Bot(served.url, served.session, issuer)


@asynccontextmanager
async def in_development(kept: Kept, prompt: Prompted | None = None) -> AsyncIterator[Bot]:
    """Run the surface for a service on this computer."""
    async with web_session() as session:
        surface = teams_surface(session, Development(), kept, prompt or Prompted())
        async with listening(server([surface], {})) as served:
            yield Bot(served.url, served.session, Issuer())
