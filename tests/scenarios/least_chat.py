"""A chat with the least that a bot needs: messages that carry a key, and can be looked for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random

from aiohttp import web
from aiohttp.test_utils import TestServer

FAILING = 0.03  # of posts: not taken, and taken without a reply, each
SLOWEST = 0.05  # seconds until a post is told as taken


@dataclass(frozen=True, slots=True)
class Posted:
    key: str
    lane: str
    event: str
    text: str


@dataclass(slots=True)
class Chat:
    """Keeps what is posted, and who is at work in which lane; `doubled` if two ever are."""

    chance: Random
    messages: list[Posted] = field(default_factory=list)
    at_work: dict[str, tuple[int, str]] = field(default_factory=dict)
    doubled: list[str] = field(default_factory=list)
    dead: set[int] = field(default_factory=set)
    url: str = ""

    def died(self, process: int) -> None:
        """Nobody works on what a process did that is dead, nor on what it still says."""
        self.dead.add(process)
        self.at_work = {lane: one for lane, one in self.at_work.items() if one[0] != process}

    def shown(self, lane: str) -> list[str]:
        """The events that a lane's messages answer, in order."""
        return [one.event for one in self.messages if one.lane == lane]

    async def begun(self, request: web.Request) -> web.Response:
        told = await request.json()
        at_work = (told["process"], told["event"])
        if told["process"] in self.dead:
            return web.Response()
        if self.at_work.get(told["lane"], at_work) != at_work:
            self.doubled.append(f"{self.at_work[told['lane']]} and {at_work}")
        self.at_work[told["lane"]] = at_work
        return web.Response()

    async def ended(self, request: web.Request) -> web.Response:
        self.at_work.pop((await request.json())["lane"], None)
        return web.Response()

    async def post(self, request: web.Request) -> web.Response:
        message = Posted(**await request.json())
        luck = self.chance.random()
        if luck < FAILING:
            raise web.HTTPServiceUnavailable
        self.messages.append(message)
        await asyncio.sleep(self.chance.uniform(0, SLOWEST))
        if luck < 2 * FAILING and request.transport is not None:
            request.transport.abort()
        return web.json_response(len(self.messages))

    async def find(self, request: web.Request) -> web.Response:
        key = request.query["key"]
        return web.json_response([n for n, one in enumerate(self.messages) if one.key == key])


@asynccontextmanager
async def chatting(chance: Random) -> AsyncIterator[Chat]:
    chat = Chat(chance)
    app = web.Application()
    app.router.add_post("/messages", chat.post)
    app.router.add_get("/messages", chat.find)
    app.router.add_post("/begun", chat.begun)
    app.router.add_post("/ended", chat.ended)
    async with TestServer(app) as server:
        chat.url = str(server.make_url(""))
        yield chat
