"""Who may be connected, and for how long without asking anything?

aiohttp has no limit for either: half a head would be waited for without end, and each connection
takes a descriptor from those who do ask.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from logging import CRITICAL, getLogger
from socket import socket

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler

log = structlog.get_logger()

_BACKLOG = 1_024  # connections that wait to be taken: beyond, each tries again after a second


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, and a number of connections."""

    asking: float = 10.0  # from a connection to the end of its first request's head
    crowded: float = 3.0  # the same, where there are too many
    idle: float = 75.0  # until the next one
    lingering: float = 2.0  # for the rest of a body that was refused
    in_flight: float = 4.0  # for what is being answered, at the end
    connections: int = 500
    look: float = 1.0


@asynccontextmanager
async def listening(
    app: web.Application, bound: socket, limits: Limits | None = None
) -> AsyncIterator[str]:
    """Serve on a socket that is bound, and give its address; at the end finish what was begun."""
    limits = limits or Limits()
    doorkeeper = _Doorkeeper(limits)
    app.middlewares.insert(0, doorkeeper.note)
    runner = web.AppRunner(
        app,
        access_log=None,
        logger=_SERVERS_OWN,
        shutdown_timeout=limits.in_flight,
        lingering_time=limits.lingering,
        keepalive_timeout=limits.idle,
    )
    await runner.setup()
    try:
        await web.SockSite(runner, bound, backlog=_BACKLOG).start()
        host, port = runner.addresses[0][:2]
        async with asyncio.TaskGroup() as tasks:
            keeping = tasks.create_task(doorkeeper.keep(runner))
            try:
                yield f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
            finally:
                keeping.cancel()
    finally:
        await runner.cleanup()


_SERVERS_OWN = getLogger("policybot.aiohttp")
_SERVERS_OWN.setLevel(CRITICAL)  # it logs what it cannot read; what fails of ours is logged by us


class _Doorkeeper:
    """Closes connections that ask nothing: all that are late, and of too many the oldest."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._asked: set[web.RequestHandler] = set()
        self._silent: dict[web.RequestHandler, float] = {}

    @web.middleware
    async def note(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Note who asked something."""
        self._asked.add(request.protocol)
        return await handler(request)

    async def keep(self, runner: web.AppRunner) -> None:
        """Look again and again."""
        while runner.server is not None:
            self._look(runner.server.connections)
            await asyncio.sleep(self._limits.look)

    def _look(self, connections: Iterable[web.RequestHandler]) -> None:
        now = time.monotonic()
        there = list(connections)
        self._asked &= set(there)
        self._silent = {one: self._silent.get(one, now) for one in there if one not in self._asked}
        late = [one for one, since in self._silent.items() if now - since > self._limits.asking]
        too_many = max(0, len(there) - self._limits.connections)
        patient = [one for one, since in self._silent.items() if now - since > self._limits.crowded]
        closed = {*late, *patient[:too_many]}
        for one in closed:
            one.force_close()
        if closed:
            log.info("connections closed that asked nothing", connections=len(closed))
