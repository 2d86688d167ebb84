"""The product in a process of its own: it is killed, and comes back while the service stays."""

import asyncio
import multiprocessing
import os
import signal
import socket
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from bot.app import home
from bot.commands.serve import serving
from bot.logs import set_logging
from bot.settings import Settings

_LOOK = 0.02  # seconds between two looks at how late the loop is
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["tests.scenarios.runs.product"])


@dataclass
class Watched:
    """What a process saw of itself: by how many seconds its loop was late, and what it wrote.

    `written` counts transactions, by the tables that they wrote to, in their order.
    """

    late: list[float] = field(default_factory=list)
    written: Counter[tuple[str, ...]] = field(default_factory=Counter)

    async def watch(self) -> None:
        """Note how late the loop is, until cancelled."""
        clock = asyncio.get_running_loop().time
        while True:
            due = clock() + _LOOK
            await asyncio.sleep(_LOOK)
            self.late.append(clock() - due)

    def count(self) -> None:
        """Count the transactions of this process from now on."""
        tables: list[str] = []

        def executed(*told: Any) -> None:  # noqa: ANN401  # SQLAlchemy's interface
            words: list[str] = told[2].split()
            match words:
                case ["INSERT", "INTO", table, *_] | ["UPDATE", table, *_]:
                    tables.append(table)
                case ["DELETE", "FROM", table, *_]:
                    tables.append(table)
                case _:
                    pass

        def committed(_: object) -> None:
            if tables:
                self.written[tuple(tables)] += 1
                tables.clear()

        event.listen(Engine, "before_cursor_execute", executed)
        event.listen(Engine, "commit", committed)


class Product:
    """One process of the product, at an address that stays; a `watched` one tells at its end.

    `path` is where it takes a service's events, `environment` what is set there besides.
    """

    def __init__(
        self,
        settings: Settings,
        path: str,
        *,
        environment: Mapping[str, str] | None = None,
        watched: bool = False,
    ) -> None:
        self.settings = settings
        self.environment = dict(environment or {})
        self.watched = watched
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}{path}"

    @property
    def pid(self) -> int:
        """The process, as the system knows it."""
        assert self._process.pid is not None
        return self._process.pid

    async def start(self) -> None:
        """Start it, and wait until it serves."""
        self._line, theirs = processes.Pipe()
        self._process = processes.Process(
            target=_run,
            args=(self.settings, self.environment, self.port, theirs, self.watched),
        )
        self._process.start()
        theirs.close()
        assert await asyncio.to_thread(self._line.recv) == "serving"

    def kill(self) -> None:
        """Kill it at once, whatever it is doing."""
        self._process.kill()

    async def killed(self) -> None:
        """Wait until it is gone."""
        await asyncio.to_thread(self._process.join)

    async def end(self) -> Watched:
        """Have it end in its own time; give what it saw of itself."""
        self._process.terminate()
        watched: Watched = await asyncio.to_thread(self._line.recv)
        await asyncio.to_thread(self._process.join)
        assert self._process.exitcode == 0
        return watched


@asynccontextmanager
async def served(product: Product) -> AsyncIterator[Product]:
    """Start it, and end whatever process of it there is in the end."""
    await product.start()
    try:
        yield product
    finally:
        product.kill()
        await product.killed()


def waiting(settings: Settings) -> int:
    """How many events are not finished."""
    with closing(sqlite3.connect(_file(settings), timeout=30)) as connection:
        asked = connection.execute("SELECT count(*) FROM inbox WHERE finished_at IS NULL")
        return int(asked.fetchone()[0])


def let_leases_run_out(settings: Settings) -> None:
    """Let the time pass for which a killed process's events are left alone."""
    with closing(sqlite3.connect(_file(settings), timeout=30)) as connection, connection:
        connection.execute(
            "UPDATE inbox SET free_at = received_at WHERE finished_at IS NULL AND owner IS NOT NULL"
        )


def let_pauses_run_out(settings: Settings) -> None:
    """Let the time pass until what failed is tried again."""
    with closing(sqlite3.connect(_file(settings), timeout=30)) as connection, connection:
        connection.execute(
            "UPDATE inbox SET free_at = received_at WHERE finished_at IS NULL AND owner IS NULL"
        )


def _file(settings: Settings) -> str:
    return str(home(settings) / "policybot.sqlite")


def _run(
    settings: Settings, environment: dict[str, str], port: int, line: Connection, watched: bool
) -> None:
    os.environ.update(environment)
    set_logging("critical")
    asyncio.run(_serve(settings, port, line, Watched() if watched else None))


async def _serve(
    settings: Settings, port: int, line: Connection, watched: Watched | None
) -> None:  # fmt: skip
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    if watched is not None:
        watched.count()
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind(("127.0.0.1", port))
    async with serving(settings, bound):
        line.send("serving")
        watching = asyncio.create_task(Watched.watch(watched or Watched()))
        await ended.wait()
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
    line.send(watched or Watched())
