"""The least that could acknowledge an event: it is seen whose it is, and it is committed."""

import asyncio
import multiprocessing
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from aiohttp import web

from tests.scenarios.runs.vouching import Vouching

processes = multiprocessing.get_context("spawn")


@asynccontextmanager
async def bare(file: Path, vouching: Vouching) -> AsyncIterator[str]:
    """Run it in a process of its own, and give its address."""
    ours, theirs = processes.Pipe()
    process = processes.Process(target=_run, args=(file, vouching, theirs))
    process.start()
    try:
        yield await asyncio.to_thread(ours.recv)
    finally:
        process.kill()
        await asyncio.to_thread(process.join)


def _run(file: Path, vouching: Vouching, line: Connection) -> None:
    connection = sqlite3.connect(file, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("CREATE TABLE event (body BLOB)")

    async def take(request: web.Request) -> web.Response:
        body = await request.read()
        if not vouching.is_right(request.headers, body):
            return web.Response(status=401)
        connection.execute("INSERT INTO event VALUES (?)", (body,))
        return web.Response()

    async def serve() -> None:
        app = web.Application()
        app.add_routes([web.post("/events", take)])
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0, backlog=1024).start()
        line.send(f"http://127.0.0.1:{runner.addresses[0][1]}/events")
        await asyncio.Event().wait()

    sys.exit(asyncio.run(serve()))
