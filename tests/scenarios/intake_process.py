"""A process that takes events in and answers each in a chat, until it is killed.

Events come as lines over a socket; the id of each goes back when it is on disk.
"""

import asyncio
import json
import os
import socket
from hashlib import sha256
from pathlib import Path

import aiohttp

from bot.intake import Intake, IntakeUnavailableError
from bot.logs import set_logging
from storage.database import Database
from storage.deliveries import Deliveries, State
from storage.inbox import Arrival, Claimed
from tests.sealed import inbox_in

LEASE = 2.0  # seconds: a process that gets no time for longer loses what it works on


class Answering:
    """Answers an event with one message, as a surface does."""

    def __init__(self, http: aiohttp.ClientSession, deliveries: Deliveries) -> None:
        self._http = http
        self._deliveries = deliveries

    async def handle(self, claimed: Claimed) -> None:
        await self._at_work(claimed, "begun")
        try:
            await self._show(claimed, f"Answer to {claimed.body['text']}")
        finally:
            await self._at_work(claimed, "ended")

    async def apologise(self, claimed: Claimed, reference: str) -> None:
        await self._show(claimed, f"Sorry: {reference}")

    async def _at_work(self, claimed: Claimed, what: str) -> None:
        note = {"lane": claimed.lane, "event": claimed.event_id, "process": os.getpid()}
        (await self._http.post(f"/{what}", json=note)).raise_for_status()

    async def _show(self, claimed: Claimed, text: str) -> None:
        key = f"answer:{claimed.event_id}"
        delivery = await self._deliveries.begin(key, "chat", {"id": claimed.lane})
        if delivery.state is State.POSTING:
            reference = None if delivery.fresh else await self._found(key)
            if reference is None:
                reference = await self._posted(key, claimed, text)
            await self._deliveries.shown(key, reference, sha256(text.encode()).hexdigest())

    async def _found(self, key: str) -> str | None:
        found = await (await self._http.get("/messages", params={"key": key})).json()
        return str(found[0]) if found else None

    async def _posted(self, key: str, claimed: Claimed, text: str) -> str:
        message = {"key": key, "lane": claimed.lane, "event": claimed.event_id, "text": text}
        async with self._http.post("/messages", json=message) as response:
            response.raise_for_status()
            return str(await response.json())


async def serve(file: Path, chat: str, line: socket.socket) -> None:
    database = Database(file)
    await database.open()
    reader, writer = await asyncio.open_connection(sock=line)
    async with aiohttp.ClientSession(chat) as http:
        handler = Answering(http, Deliveries(database))
        intake = Intake(
            inbox_in(database), {"chat": handler}, lease=LEASE, back_off=(0.05,), at_once=4
        )

        async def take(told: dict[str, str]) -> None:
            arrival = Arrival("chat", told["event"], told["lane"], {"text": told["text"]})
            try:
                await intake.take(arrival)
            except IntakeUnavailableError:
                return  # it is sent again, as it is not acknowledged
            writer.write(f"{arrival.event_id}\n".encode())

        async with intake.running(), asyncio.TaskGroup() as takes:
            while told := await reader.readline():
                takes.create_task(take(json.loads(told)))
    await database.close()


def main(file: Path, chat: str, line: socket.socket) -> None:
    set_logging("critical")
    asyncio.run(serve(file, chat, line))
