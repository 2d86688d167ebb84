"""What does every server of ours have in common? Surfaces side by side, health, and no echo."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Protocol

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler

from bot.faults import fault

_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Server": "policybot",
    "X-Content-Type-Options": "nosniff",
}
_CHECKING = 2.0  # seconds for one part to say how it is

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Part:
    """How a part is; one that is not `needed` may fail, and the server is ready all the same."""

    ok: bool
    said: str = ""
    needed: bool = True


Check = Callable[[], Awaitable[Part]]


class Surface(Protocol):
    """Where people talk to the bot: what it listens to, and how it is."""

    def routes(self) -> Sequence[web.AbstractRouteDef]:
        """Give the addresses that it answers."""

    def checks(self) -> Mapping[str, Check]:
        """Give what tells how its parts are, by name."""

    def running(self) -> AbstractAsyncContextManager[None]:
        """Take events in; at the end, stop taking first."""


def server(surfaces: Sequence[Surface], checks: Mapping[str, Check]) -> web.Application:
    """Make one application of all surfaces, with `/healthz` and `/readyz`.

    The surfaces run as long as it does.
    """
    parts = dict(checks)
    for surface in surfaces:
        parts |= surface.checks()
    app = web.Application(middlewares=[_no_echo])
    app.on_response_prepare.append(_harden)
    app.add_routes([web.get("/healthz", _alive), web.get("/readyz", _Readiness(parts).ready)])
    for surface in surfaces:
        app.add_routes(surface.routes())
    app.cleanup_ctx.append(_running(surfaces))
    return app


def _running(surfaces: Sequence[Surface]) -> Callable[[web.Application], AsyncIterator[None]]:
    async def run(_: web.Application) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for surface in surfaces:
                await stack.enter_async_context(surface.running())
            yield

    return run


async def _alive(_: web.Request) -> web.Response:
    return web.Response(text="ok")


class _Readiness:
    """Asks every part at once how it is."""

    def __init__(self, checks: Mapping[str, Check]) -> None:
        self._checks = checks

    async def ready(self, _: web.Request) -> web.Response:
        found = await asyncio.gather(*(_found(check) for check in self._checks.values()))
        parts = dict(zip(self._checks, found, strict=True))
        is_ready = all(part.ok for part in found if part.needed)
        return web.json_response(
            {"ok": is_ready, "parts": {name: asdict(part) for name, part in parts.items()}},
            status=HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE,
        )


async def _found(check: Check) -> Part:
    try:
        async with asyncio.timeout(_CHECKING):
            return await check()
    except Exception as error:  # noqa: BLE001  # whatever it is, the part does not work
        log.warning("part failed", **fault(error))
        return Part(ok=False, said=f"It does not answer ({type(error).__name__}).")


async def _harden(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["Server"] = _HEADERS["Server"]


@web.middleware
async def _no_echo(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer what goes wrong without a word of what was sent, and log it without one either."""
    try:
        return await handler(request)
    except web.HTTPException:
        raise
    except Exception as error:  # noqa: BLE001  # the outermost
        log.error("request failed", **fault(error))  # noqa: TRY400  # see `fault`
        return web.Response(status=HTTPStatus.INTERNAL_SERVER_ERROR, text="Something failed here.")
