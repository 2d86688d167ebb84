"""Slack on loopback, for the real slack_bolt and slack_sdk: Web API, events, screens, modals.

It keeps what is said, shows each person what that person may see, refuses what the real one
refuses, and goes wrong in every way that a test asks for.

    async with fake_slack() as slack:
        ana = slack.user("ana@corp.example", name="Ana")
        slack.deliver_to("http://127.0.0.1:8080/slack/events")  # or let a Socket Mode client in
        await ana.says("How much leave?", in_=slack.dm(ana))
        shown = await ana.sees("23 days", in_=slack.dm(ana))
        await ana.presses("helpful", on=shown)
        assert not slack.refused
"""

import asyncio
import json
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from aiohttp.typedefs import Handler

from tests.fakes.slack import calls
from tests.fakes.slack.api import assistant, chat, conversations, files, people, streams, views
from tests.fakes.slack.api.methods import Method, admit, method, unknown
from tests.fakes.slack.calls import Call
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.faults import Fault, Lie, LostReply, LostRequest, Slow, SlowReply, Trouble
from tests.fakes.slack.interacting import answer_url
from tests.fakes.slack.refusing import SlackError
from tests.fakes.slack.workspace import FakeSlack

__all__ = ["FakeSlack", "fake_slack"]

_METHODS: dict[str, Method] = {
    **assistant.METHODS,
    **chat.METHODS,
    **conversations.METHODS,
    **files.METHODS,
    **people.METHODS,
    **streams.METHODS,
    **views.METHODS,
}
_UNKNOWN = method(unknown)
_LARGEST = 32 * 2**20  # bytes of a request


class _Server:
    def __init__(self, slack: FakeSlack) -> None:
        self._slack = slack

    @web.middleware
    async def noting(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Note what is wrong with this fake, or with what a test had it do."""
        try:
            return await handler(request)
        except (web.HTTPException, ConnectionError):
            raise
        except Exception as error:
            self._slack.wrong.append(error)
            raise

    async def api(self, request: web.Request) -> web.StreamResponse:
        """Answer a call of a method."""
        try:
            call = await calls.read(request, self._slack.clock.now())
        except SlackError as error:
            self._slack.refuse(request.match_info["method"], error, {})
            return web.json_response(error.body)
        self._slack.calls.append(call)
        self._slack.changed()
        trouble = self._slack.faults.next(call.method, call.args)
        met = await self._before(request, trouble)
        if met is not None:
            return met
        response = self._answered(call)
        self._slack.changed()
        return await self._after(request, trouble, response)

    async def actions(self, request: web.Request) -> web.StreamResponse:
        """Answer what is posted to a response URL."""
        trouble = self._slack.faults.next("actions", {})
        met = await self._before(request, trouble)
        if met is not None:
            return met
        url = self._slack.interactions.urls.get(request.match_info["name"])
        if url is None:
            return web.json_response({"ok": False, "error": "invalid_url"}, status=404)
        body: dict[str, object] = {}
        try:
            body = json.loads(await request.text())
            answer_url(self._slack, url, body)
        except SlackError as error:
            self._slack.refuse("actions", error, body)
            is_over = error.error in {"used_url", "expired_url"}
            return web.json_response(error.body, status=404 if is_over else 400)
        return await self._after(request, trouble, web.Response(text="ok"))

    async def upload(self, request: web.Request) -> web.StreamResponse:
        """Take in the content of a file."""
        trouble = self._slack.faults.next("upload", {})
        met = await self._before(request, trouble)
        if met is not None:
            return met
        file = self._slack.files.get(request.match_info["id"])
        if file is None:
            return web.Response(status=404, text="file not found")
        content = await request.read()
        if request.content_type == "multipart/form-data":
            part = next(iter((await request.post()).values()))
            content = part.file.read() if isinstance(part, web.FileField) else str(part).encode()
        if len(content) != file.length:
            return web.Response(status=400, text="length mismatch")
        file.content = content
        return await self._after(request, trouble, web.Response(text=f"OK - {file.length}"))

    async def link(self, request: web.Request) -> web.StreamResponse:
        """Let a Socket Mode client in."""
        met = await self._before(request, self._slack.faults.next("link", {}))
        if met is not None:
            return met
        return await self._slack.sockets.serve(request)

    def _answered(self, call: Call) -> web.Response:
        """Do what is called, or refuse it."""
        slack = self._slack
        headers = {"x-oauth-scopes": ",".join(sorted(slack.scopes)), "x-slack-req-id": "fake"}
        wanted = _METHODS.get(call.method, _UNKNOWN)
        try:
            headers["x-accepted-oauth-scopes"] = ",".join(sorted(wanted.scopes))
            admit(slack, call, wanted)
            wait = self._wait(call, wanted)
            if wait:
                call.answer = Fault(429).body
                return _failed(Fault(429, retry_after=wait))
            call.answer = {"ok": True, **wanted.answer(slack, call)}
        except SlackError as error:
            call.answer = error.body
            slack.refuse(call.method, error, call.args)
        return web.json_response(call.answer, headers=headers)

    def _wait(self, call: Call, wanted: Method) -> int:
        if not self._slack.rate_limits:
            return 0
        now = self._slack.clock.now()
        return self._slack.rates.wait(call.method, wanted.tier, call.text("channel"), now)

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
async def fake_slack(port: int = 0, *, clock: Clock | None = None) -> AsyncIterator[FakeSlack]:
    """Serve it on loopback, on a free port unless one is named; raise what went wrong in it.

    Of several with one clock, no two give the same id.
    """
    slack = FakeSlack(clock=clock or Clock())
    server = _Server(slack)
    app = web.Application(client_max_size=_LARGEST, middlewares=[server.noting])
    app.router.add_route("*", "/api/{method}", server.api)
    app.router.add_post("/actions/{name:.+}", server.actions)
    app.router.add_post("/upload/v1/{id}", server.upload)
    app.router.add_get("/link", server.link)
    runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None, handler_cancellation=True)
    await runner.setup()
    await slack.deliverer.begin()
    try:
        site = web.TCPSite(runner, "127.0.0.1", port, backlog=1024)
        await site.start()
        slack.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        yield slack
    finally:
        await slack.deliverer.end()
        await runner.cleanup()
    for error in slack.wrong:
        raise error


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
