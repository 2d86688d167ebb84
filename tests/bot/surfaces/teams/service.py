"""A small service of Teams on loopback: what was asked of it can be seen, and what it answers told.

It knows nothing of the rules of the real one; it is for what the bot does with an answer.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.surfaces.teams.connector import Patience
from bot.surfaces.teams.references import Kind, Reference
from bot.surfaces.teams.server import Paces
from bot.surfaces.teams.streams import StreamPace
from tests.bot.surfaces.teams import told

Json = dict[str, Any]

BETWEEN = 0.1
"""Seconds between two requests of a stream."""
QUICK = Paces(patience=Patience(one=0.5, all=3.0, pause=0.02), stream=StreamPace(between=BETWEEN))


@dataclass(frozen=True)
class Fault:
    """What is answered in place of what is right; a `silence` comes after it was done."""

    status: int = 500
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    silence: float = 0.0
    hangs_up: bool = False


@dataclass(frozen=True)
class Asked:
    """What was asked, and when."""

    method: str
    path: str
    body: Json
    query: Mapping[str, str]
    authorization: str | None
    at: float

    @property
    def streamed(self) -> Json | None:
        infos = [one for one in self.body.get("entities", []) if one["type"] == "streaminfo"]
        return infos[0] if infos else None


@dataclass
class Service:
    """Answers with what is in `faults` first, one by one; then as is right."""

    url: str = ""
    faults: list[Fault] = field(default_factory=list)
    members: list[Json] = field(default_factory=list)
    page: int = 2
    asked: list[Asked] = field(default_factory=list)
    slow: float = 0.0
    in_flight: int = 0
    most_in_flight: int = 0

    @property
    def place(self) -> Reference:
        return Reference(told.TENANT, "a:1ana", Kind.PERSONAL, f"{self.url}/emea/", told.BOT)

    @property
    def channel(self) -> Reference:
        return Reference(told.TENANT, told.THREAD, Kind.CHANNEL, f"{self.url}/emea/", told.BOT)

    @property
    def bodies(self) -> list[Json]:
        return [one.body for one in self.asked]

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            return await self._answered(request)
        finally:
            self.in_flight -= 1

    async def _answered(self, request: web.Request) -> web.StreamResponse:
        read = await request.read()
        self.asked.append(
            Asked(
                request.method,
                request.rel_url.raw_path,
                json.loads(read) if read else {},
                dict(request.query),
                request.headers.get("Authorization"),
                asyncio.get_running_loop().time(),
            )
        )
        await asyncio.sleep(self.slow)
        if self.faults:
            fault = self.faults.pop(0)
            await asyncio.sleep(fault.silence)
            if fault.hangs_up:
                assert request.transport is not None
                request.transport.close()
            return web.Response(status=fault.status, text=fault.body, headers=fault.headers)
        return self._right(request)

    def _right(self, request: web.Request) -> web.Response:
        match request.method, request.path.split("/")[-1]:
            case "GET", "pagedmembers":
                return self._paged(int(request.query.get("continuationToken", "0")))
            case "GET", member:
                found = [one for one in self.members if one["id"] == member]
                return web.json_response(found[0] if found else {}, status=200 if found else 404)
            case "DELETE", _:
                return web.Response(status=200)
            case "POST", "conversations":
                return web.json_response({"id": "a:1new", "serviceUrl": f"{self.url}/amer/"})
            case _:
                return web.json_response({"id": f"1:{len(self.asked)}"}, status=201)

    def _paged(self, start: int) -> web.Response:
        end = start + self.page
        more = {"continuationToken": str(end)} if end < len(self.members) else {}
        return web.json_response({"members": self.members[start:end], **more})


@asynccontextmanager
async def running() -> AsyncIterator[Service]:
    service = Service()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", service.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    service.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield service
    finally:
        await runner.cleanup()
