"""Microsoft Teams on loopback, for whatever speaks the Bot Framework: service, clients, people.

It keeps what is said, shows each person what that person may see, refuses what the real one
refuses, and goes wrong in every way that a test asks for. Its tokens are signed with keys of its
own, and it wants the bot's.

    async with fake_teams() as teams:
        ana = teams.user("ana@corp.example", name="Ana")
        teams.deliver_to("http://127.0.0.1:8080/api/messages")
        await ana.says("How much leave?", in_=teams.dm(ana))
        shown = await ana.sees("23 days", in_=teams.dm(ana))
        await ana.presses("Ask HR", on=shown)
        await ana.rates("dislike", on=shown, text="Out of date")
        assert not teams.refused

The bot needs: `teams.app_id`, `teams.secret` and `teams.tenant.id`; `teams.metadata_url` (of the
keys), `teams.token_url`, and `teams.url` as the one service URL that it may answer to.

The connector lives in the event loop of its test, where a bot that blocks that loop on it would
wait for itself; keys and tokens come from a thread of their own.
"""

import asyncio
import json
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from aiohttp import web
from aiohttp.typedefs import Handler

from tests.fakes.teams import outgoing
from tests.fakes.teams.api import METHODS, ROUTES, Answer
from tests.fakes.teams.calls import Call
from tests.fakes.teams.clock import Clock
from tests.fakes.teams.faults import Fault, Lie, LostReply, LostRequest, Slow, SlowReply, Trouble
from tests.fakes.teams.refusing import UNAUTHORIZED, ConnectorError, malformed
from tests.fakes.teams.service import FakeTeams

__all__ = ["FakeTeams", "fake_teams"]

_LARGEST = 32 * 2**20  # bytes of a request
_WITH_BODY = frozenset({"send", "reply", "update", "create"})


class _Server:
    def __init__(self, teams: FakeTeams) -> None:
        self._teams = teams

    @web.middleware
    async def noting(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Note what is wrong with this fake, or with what a test had it do."""
        try:
            return await handler(request)
        except (web.HTTPException, ConnectionError):
            raise
        except Exception as error:
            self._teams.wrong.append(error)
            raise

    async def call(self, method: str, request: web.Request) -> web.StreamResponse:
        """Answer a call of the connector."""
        teams = self._teams
        path = dict(request.match_info)
        call = Call(method, path, dict(request.query), {}, teams.clock.now())
        try:
            call.body = await _read(request) if method in _WITH_BODY else {}
            call.size = outgoing.size(call.body)
        except ConnectorError as error:
            teams.refuse(method, error, {})
            return web.json_response(error.body, status=error.status)
        teams.calls.append(call)
        teams.changed()
        trouble = teams.faults.next(method, call.body)
        met = await self._before(request, trouble)
        if met is not None:
            call.status = met.status if isinstance(trouble, Fault | Lie | Slow) else None
            return met
        response = self._answered(request, call)
        teams.changed()
        return await self._after(request, trouble, response)

    async def elsewhere(self, request: web.Request) -> web.StreamResponse:
        """Refuse a call of what the connector does not have."""
        error = ConnectorError(405, "MethodNotAllowed", f"{request.method} {request.path}")
        self._teams.refuse("elsewhere", error, {})
        return web.json_response(error.body, status=error.status)

    def _answered(self, request: web.Request, call: Call) -> web.Response:
        teams = self._teams
        try:
            self._admit(request)
            wait = self._wait(call)
            if wait:
                call.status = 429
                return _failed(Fault(429, retry_after=wait))
            status, call.answer = self._done(call)
        except ConnectorError as error:
            status, call.answer = error.status, error.body
            teams.refuse(call.method, error, call.body)
        call.status = status
        return web.json_response(call.answer, status=status)

    def _done(self, call: Call) -> Answer:
        return METHODS[call.method](self._teams, call)

    def _admit(self, request: web.Request) -> None:
        if not self._teams.authenticates:
            return
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or not self._teams.login.is_good(token):
            raise UNAUTHORIZED

    def _wait(self, call: Call) -> int:
        if not self._teams.rate_limits:
            return 0
        return self._teams.rates.wait(call.method, call.conversation, self._teams.clock.now())

    async def _before(self, request: web.Request, trouble: Trouble | None) -> web.Response | None:
        """Let go wrong what does before anything is done."""
        match trouble:
            case Slow(seconds, then):
                await asyncio.sleep(seconds)
                return None if then is None else _failed(then)
            case Fault():
                return _failed(trouble)
            case Lie(body):
                return web.json_response(body)
            case LostRequest():
                return _reset(request)
            case _:
                return None

    async def _after(
        self, request: web.Request, trouble: Trouble | None, response: web.Response
    ) -> web.Response:
        """Let go wrong what does when all is done."""
        match trouble:
            case LostReply(after):
                await asyncio.sleep(after)
                return _reset(request)
            case SlowReply(seconds):
                await asyncio.sleep(seconds)
            case _:
                pass
        return response


@asynccontextmanager
async def fake_teams(port: int = 0, *, clock: Clock | None = None) -> AsyncIterator[FakeTeams]:
    """Serve it on loopback, on a free port unless one is named; raise what went wrong in it.

    Of several with one clock, no two give the same id.
    """
    teams = FakeTeams(clock=clock or Clock())
    server = _Server(teams)
    app = web.Application(client_max_size=_LARGEST, middlewares=[server.noting])
    for method, verb, path in ROUTES:
        app.router.add_route(verb, "/{region}/{tenant}" + path, partial(server.call, method))
    app.router.add_route("*", "/{path:.*}", server.elsewhere)
    runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None, handler_cancellation=True)
    await runner.setup()
    teams.login.begin()
    await teams.deliverer.begin()
    try:
        site = web.TCPSite(runner, "127.0.0.1", port, backlog=1024)
        await site.start()
        teams.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        yield teams
    finally:
        await teams.deliverer.end()
        await asyncio.to_thread(teams.login.end)
        await runner.cleanup()
    for error in teams.wrong:
        raise error


async def _read(request: web.Request) -> dict[str, object]:
    if request.content_type != "application/json":
        raise ConnectorError(415, "UnsupportedMediaType", "Send JSON.")
    try:
        body = json.loads(await request.text())
    except ValueError:
        raise malformed("The body is no JSON.") from None
    if not isinstance(body, dict):
        raise malformed("The body is no object.")
    return body


def _failed(fault: Fault) -> web.Response:
    headers = {} if fault.retry_after is None else {"Retry-After": str(fault.retry_after)}
    if fault.html is not None:
        return web.Response(
            status=fault.status, text=fault.html, content_type="text/html", headers=headers
        )
    return web.json_response(fault.body, status=fault.status, headers=headers)


def _reset(request: web.Request) -> web.Response:
    """Reset the connection under an answer."""
    if request.transport is not None:
        linger = struct.pack("ii", 1, 0)
        connection = request.transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        request.transport.abort()
    return web.Response()
