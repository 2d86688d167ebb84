"""What becomes of an event when the process that took it in is killed? One message, never two."""

import asyncio
import json
import multiprocessing
import secrets
import socket
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from storage.database import Database
from tests.scenarios.intake_process import LEASE, main
from tests.scenarios.least_chat import Chat, chatting

LANES = 5
BUDGET = 30.0  # seconds for all kills; as many as are asked for where they are enough
FEWEST = 3  # kills, however long they take
LONGEST = LEASE  # seconds that a process lives: often too few for what a dead one has leased
AHEAD = 5  # events of a lane that are not answered yet
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["tests.scenarios.intake_process"])


class Running:
    """A process that takes events in, and the line to it."""

    def __init__(self, file: Path, chat: Chat) -> None:
        self._chat = chat
        self._ours, theirs = socket.socketpair()
        self._acknowledged = dict[str, asyncio.Event]()
        self._process = processes.Process(target=main, args=(file, chat.url, theirs))
        self._process.start()
        theirs.close()

    async def connect(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(sock=self._ours)
        self._reading = asyncio.create_task(self._read())

    async def send(self, told: dict[str, str], patience: float) -> bool:
        """Send an event; whether it was acknowledged in time."""
        acknowledged = self._acknowledged.setdefault(told["event"], asyncio.Event())
        try:
            self._writer.write(json.dumps(told).encode() + b"\n")
            async with asyncio.timeout(patience):
                await acknowledged.wait()
        except (ConnectionError, TimeoutError):
            return False
        return True

    async def kill(self) -> None:
        self._process.kill()
        await self._ended()

    async def end(self) -> None:
        """Let it stop in its own time, which it does when nothing more can come."""
        self._ours.shutdown(socket.SHUT_WR)
        await self._ended()
        assert self._process.exitcode == 0

    async def _ended(self) -> None:
        await asyncio.to_thread(self._process.join)
        assert self._process.pid is not None
        self._chat.died(self._process.pid)
        await self._reading
        self._writer.close()

    async def _read(self) -> None:
        try:
            while event := (await self._reader.readline()).decode().strip():
                self._acknowledged[event].set()
        except ConnectionError:
            return


@dataclass(slots=True)
class Service:
    """Processes over one file, each killed and started again; what was sent, by lane."""

    file: Path
    chat: Chat
    chance: Random
    running: list[Running] = field(default_factory=list)
    sent: dict[str, list[str]] = field(default_factory=dict)
    ending: bool = False

    async def start(self) -> Running:
        one = Running(self.file, self.chat)
        await one.connect()
        return one

    async def kill_one(self) -> None:
        await asyncio.sleep(self.chance.uniform(0, LONGEST))
        place = self.chance.randrange(len(self.running))
        await self.running[place].kill()
        self.running[place] = await self.start()

    async def speak(self, lane: str) -> None:
        """Send one event after another, each until it is acknowledged, and some again."""
        self.sent[lane] = []
        while not self.ending:
            if len(self.sent[lane]) >= len(self.chat.shown(lane)) + AHEAD:
                await asyncio.sleep(0.05)
                continue
            event = f"{lane}-{len(self.sent[lane]):04}"
            told = {"event": event, "lane": lane, "text": f"the question {event}"}
            while not await self._any().send(told, 0.5):  # noqa: ASYNC110  # as a chat does
                await asyncio.sleep(0.02)
            self.sent[lane].append(event)
            if self.chance.random() < 0.2:
                await self._any().send(told, 0.5)
            await asyncio.sleep(self.chance.uniform(0, 0.1))

    def _any(self) -> Running:
        return self.chance.choice(self.running)


@asynccontextmanager
async def service(tmp_path: Path, *, at_once: int) -> AsyncIterator[Service]:
    seed = secrets.randbits(32)
    print(f"\nseed {seed}")  # noqa: T201
    chance = Random(seed)  # noqa: S311  # to be seen again
    file = tmp_path / "policybot.sqlite"
    database = Database(file)
    await database.open()
    await database.close()
    async with chatting(chance) as chat:
        service = Service(file, chat, chance)
        for _ in range(at_once):
            service.running.append(await service.start())
        try:
            yield service
        finally:
            for one in service.running:
                await one.kill()


async def killed(service: Service, kills: int, budget: float = BUDGET) -> int:
    """Kill processes while events come in, then let all end; how often it was."""
    began, done = time.monotonic(), 0
    async with asyncio.TaskGroup() as lanes:
        for lane in range(LANES):
            lanes.create_task(service.speak(f"C{lane}"))
        while done < kills and (done < FEWEST or time.monotonic() - began < budget):
            await service.kill_one()
            done += 1
        service.ending = True
    async with asyncio.timeout(180):
        while unfinished(service.file):  # noqa: ASYNC110  # in another process
            await asyncio.sleep(0.1)
    while service.running:
        await service.running.pop().end()
    events = sum(map(len, service.sent.values()))
    sorry = sum(one.text.startswith("Sorry") for one in service.chat.messages)
    print(f"{done} kills, {events} events, {sorry} apologies, {time.monotonic() - began:.0f} s")  # noqa: T201
    return done


def unfinished(file: Path) -> int:
    with closing(sqlite3.connect(file, timeout=30)) as connection:
        query = "SELECT count(*) FROM inbox WHERE finished_at IS NULL"
        return int(connection.execute(query).fetchone()[0])


def each_is_answered_once_and_in_order(service: Service) -> None:
    assert {lane: service.chat.shown(lane) for lane in service.sent} == service.sent
    assert service.chat.doubled == []


@pytest.mark.parametrize("at_once", [1, 2])
async def test_each_event_is_answered_once_whoever_is_killed(tmp_path: Path, at_once: int) -> None:
    async with service(tmp_path, at_once=at_once) as running:
        await killed(running, 4, budget=15)

    each_is_answered_once_and_in_order(running)
    assert all(running.sent.values())


@pytest.mark.slow
@pytest.mark.parametrize("at_once", [1, 2])
async def test_each_event_is_answered_once_after_many_kills(tmp_path: Path, at_once: int) -> None:
    async with service(tmp_path, at_once=at_once) as running:
        done = await killed(running, 100)

    each_is_answered_once_and_in_order(running)
    assert done >= FEWEST
