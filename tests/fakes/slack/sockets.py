"""Socket Mode: who is connected, what is handed to whom, and what comes back?"""

import asyncio
import json
import socket
import struct
import time
from dataclasses import dataclass, field
from uuid import uuid4

from aiohttp import WSMsgType, web

from tests.fakes.slack.texts import Body

MOST = 10  # sockets of one app


@dataclass(frozen=True, slots=True)
class Ack:
    """What came back for an envelope, and when."""

    envelope_id: str
    at: float  # seconds, monotonic
    socket: int
    payload: object
    is_late: bool


@dataclass(eq=False)
class Socket:
    """A connection of the app."""

    number: int
    request: web.Request
    line: web.WebSocketResponse
    envelopes: list[Body] = field(default_factory=list)  # what was sent to it


class Sockets:
    """The connections of the app; each envelope goes to one of them, in turn."""

    def __init__(self) -> None:
        self.app_id = ""
        self.open: list[Socket] = []
        self.all: list[Socket] = []  # closed ones too
        self.acks: list[Ack] = []
        self.is_frozen = False  # connected, and answering nothing: no ping either
        self._tickets: set[str] = set()
        self._waiting: dict[str, asyncio.Future[str]] = {}
        self._turn = 0
        self._changed = asyncio.Event()

    def ticket(self) -> str:
        """Make what lets one socket in, once."""
        ticket = uuid4().hex
        self._tickets.add(ticket)
        return ticket

    async def connected(self, number: int = 1, within: float = 30) -> None:
        """Wait until so many are open, or none."""
        async with asyncio.timeout(within):
            while len(self.open) < number if number else self.open:
                self._changed.clear()
                await self._changed.wait()

    async def met(self, number: int, within: float = 30) -> None:
        """Wait until so many were open at some time."""
        async with asyncio.timeout(within):
            while len(self.all) < number:
                self._changed.clear()
                await self._changed.wait()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Hold a connection until it ends."""
        if request.query.get("ticket") not in self._tickets:
            return web.Response(status=403, text="invalid ticket")
        self._tickets.discard(request.query["ticket"])
        line = web.WebSocketResponse(autoping=False)
        await line.prepare(request)
        if len(self.open) >= MOST:
            await line.send_json({"type": "disconnect", "reason": "too_many_websockets"})
            await line.close()
            return line
        mine = Socket(len(self.all), request, line)
        self.all.append(mine)
        self.open.append(mine)
        await line.send_json(self._hello())
        self._changed.set()
        try:
            await self._read(mine)
        finally:
            self._forget(mine)
        return line

    async def send(
        self, kind: str, payload: Body, *, within: float, retry: tuple[int, str] | None
    ) -> str | None:
        """Send an envelope, and give the payload of what came back; None where nothing did."""
        if not self.open:
            return None
        self._turn += 1
        chosen = self.open[self._turn % len(self.open)]
        envelope: Body = {
            "envelope_id": str(uuid4()),
            "type": kind,
            "payload": payload,
            "accepts_response_payload": kind != "events_api",
        }
        if kind == "events_api":
            envelope |= {"retry_attempt": 0, "retry_reason": ""}
            if retry is not None:
                envelope |= {"retry_attempt": retry[0], "retry_reason": retry[1]}
        answer = asyncio.get_running_loop().create_future()
        self._waiting[envelope["envelope_id"]] = answer
        chosen.envelopes.append(envelope)
        try:
            async with asyncio.timeout(within):
                await chosen.line.send_json(envelope)
                return str(await answer)
        except (TimeoutError, ConnectionError):
            return None
        finally:
            del self._waiting[envelope["envelope_id"]]

    async def disconnect(self, reason: str, *, closes: bool = True) -> None:
        """Tell each socket that it ends, as Slack does before it closes one."""
        for each in list(self.open):
            await each.line.send_json(
                {"type": "disconnect", "reason": reason, "debug_info": {"host": "applink-fake"}}
            )
            if closes:
                self._forget(each)
                await each.line.close()

    def drop(self) -> None:
        """Cut each connection where it is, without a word."""
        for each in list(self.open):
            self._forget(each)
            transport = each.request.transport
            if transport is not None:
                linger = struct.pack("ii", 1, 0)
                connection = transport.get_extra_info("socket")
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                transport.abort()

    async def close(self) -> None:
        for each in list(self.open):
            await each.line.close()

    async def _read(self, mine: Socket) -> None:
        async for message in mine.line:
            if self.is_frozen:
                continue
            if message.type is WSMsgType.PING:
                await mine.line.pong(message.data)
            elif message.type is WSMsgType.TEXT:
                self._take(mine, json.loads(message.data))

    def _take(self, mine: Socket, frame: Body) -> None:
        waiting = self._waiting.get(frame.get("envelope_id", ""))
        is_late = waiting is None or waiting.done()
        payload = frame.get("payload")
        self.acks.append(
            Ack(frame.get("envelope_id", ""), time.monotonic(), mine.number, payload, is_late)
        )
        if waiting is not None and not waiting.done():
            waiting.set_result("" if payload is None else json.dumps(payload))

    def _forget(self, mine: Socket) -> None:
        if mine in self.open:
            self.open.remove(mine)
        self._changed.set()

    def _hello(self) -> Body:
        return {
            "type": "hello",
            "num_connections": len(self.open),
            "debug_info": {"host": "applink-fake", "approximate_connection_time": 18060},
            "connection_info": {"app_id": self.app_id},
        }
