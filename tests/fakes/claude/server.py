"""Anthropic's Messages API on loopback, for the real client: JSON and event streams.

It refuses what the real one refuses, in its order; reads citations from the request; keeps a
prompt cache; and goes wrong in every way that a test asks for.

    async with fake_claude() as claude:
        claude.say(Fault(529), reply(said("23 days.", cites(0))))  # for the next requests, in order
        claude.always = lambda asked: f"You asked: {asked.question}"  # for all others
        ...
        assert claude.requests[-1].question == "How many days of leave?"
"""

import asyncio
import socket
import struct
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus

from aiohttp import web

from tests.fakes.claude.asked import Asked, Body
from tests.fakes.claude.cache import Cache, tokens
from tests.fakes.claude.checks import RefusedError, authenticate, check, read
from tests.fakes.claude.citing import ScriptError, cites
from tests.fakes.claude.events import End, Event, Part, Pause, Pings, sent_parts
from tests.fakes.claude.faults import TOO_LARGE, Dropped, Fault, Recorded, Slow
from tests.fakes.claude.models import Model, known_models
from tests.fakes.claude.replies import Reply, reply, said, structured
from tests.fakes.claude.schemas import filled

Scripted = str | Reply | Fault | Slow | Dropped | Recorded
Script = Scripted | Callable[[Asked], Scripted]

_LARGEST = 32 * 2**20  # bytes of a request
_LIMITS = {"limit": "1000", "remaining": "999", "reset": "2026-11-30T00:01:00Z"}
_THOUGHT = 20  # tokens
_PING = Event("ping", {"type": "ping"}).raw


def obliging(asked: Asked) -> Reply:
    """Answer something right: the first sentence of the first source, or the least that fits."""
    if asked.schema is not None:
        return structured(filled(asked.schema))
    if asked.results:
        return reply(said(asked.results[0]["content"][0]["text"], cites(0)))
    return reply("It stands in this document.")


@dataclass
class FakeClaude:
    """The service. What `say` queued is answered first; `always` holds what is answered then."""

    url: str = ""
    always: Script = obliging
    models: dict[str, Model] = field(default_factory=known_models)
    requests: list[Asked] = field(default_factory=list)  # for messages, refused ones too
    counted: list[Asked] = field(default_factory=list)  # for a count of tokens
    refused: list[str] = field(default_factory=list)  # what was found wrong with requests
    sent: list[bytes] = field(default_factory=list)  # the bodies of answers, as far as they went
    takes: float = 0  # seconds for each answer, so that requests at once are seen to be
    at_once: int = 0
    most_at_once: int = 0
    abandoned: int = 0  # answers whose caller went before their end
    cache: Cache = field(default_factory=Cache)
    wrong: list[Exception] = field(default_factory=list)  # raised by scripts, and told at the end
    _queue: deque[Script] = field(default_factory=deque)

    def say(self, *scripts: Script) -> None:
        """Queue what the next requests are answered, in order."""
        self._queue.extend(scripts)

    async def messages(self, request: web.Request) -> web.StreamResponse:
        """Answer POST /v1/messages."""
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            asked, model = await self._read(request, self.requests)
            await asyncio.sleep(self.takes)
            return await self._answered(request, asked, model)
        except RefusedError as error:
            self.refused.append(str(error))
            return self._fault(Fault(error.status, message=str(error)))
        except (ConnectionError, asyncio.CancelledError):
            self.abandoned += 1
            raise
        except web.HTTPException:
            raise
        except Exception as error:  # noqa: BLE001  # whatever a test's script raises is told to it
            self.wrong.append(error)
            return self._fault(Fault(500, {"x-should-retry": "false"}, message=repr(error)))
        finally:
            self.at_once -= 1

    async def count(self, request: web.Request) -> web.StreamResponse:
        """Answer POST /v1/messages/count_tokens."""
        try:
            asked, model = await self._read(request, self.counted, counted=True)
        except RefusedError as error:
            self.refused.append(str(error))
            return self._fault(Fault(error.status, message=str(error)))
        usage = Cache().prompt(asked, model).usage
        told = usage["input_tokens"] + usage["cache_creation_input_tokens"]
        return web.json_response({"input_tokens": told}, headers=self._headers())

    async def list_models(self, request: web.Request) -> web.StreamResponse:
        """Answer GET /v1/models, and the same for one of them."""
        try:
            authenticate(request.headers)
        except RefusedError as error:
            return self._fault(Fault(error.status, message=str(error)))
        wanted = request.match_info.get("id")
        if wanted is None:
            data = [model.listed for model in self.models.values()]
            listed = {"data": data, "has_more": False}
            listed |= {"first_id": data[0]["id"], "last_id": data[-1]["id"]}
            return web.json_response(listed, headers=self._headers())
        if wanted not in self.models:
            return self._fault(Fault(404, message=f"model: {wanted}"))
        return web.json_response(self.models[wanted].listed, headers=self._headers())

    async def elsewhere(self, request: web.Request) -> web.StreamResponse:
        """Answer what is asked of any other path."""
        return self._fault(Fault(404, message="Not found"))

    async def _read(
        self, request: web.Request, record: list[Asked], *, counted: bool = False
    ) -> tuple[Asked, Model]:
        asked = read(await request.text(), request.headers)
        record.append(asked)
        authenticate(asked.headers)
        return asked, check(asked, self.models, counted=counted)

    async def _answered(
        self, request: web.Request, asked: Asked, model: Model
    ) -> web.StreamResponse:
        script = self._queue.popleft() if self._queue else self.always
        met = script if isinstance(script, Scripted) else script(asked)
        if isinstance(met, Slow):
            await asyncio.sleep(met.seconds)
            met = obliging(asked) if met.then is None else met.then
        match met:
            case str():
                return await self._message(request, asked, model, reply(met))
            case Reply():
                return await self._message(request, asked, model, met)
            case Fault():
                return self._fault(met)
            case Dropped():
                _close(request, End.DROPPED)
                return web.Response()
            case Recorded():
                parts: list[Part] = [met.body]
                for change in met.changes:
                    parts = change(parts)
                return await self._stream(request, parts, met.content_type)

    async def _message(
        self, request: web.Request, asked: Asked, model: Model, answer: Reply
    ) -> web.StreamResponse:
        prompt = self.cache.prompt(asked, model)
        message = self._written(asked, model, answer, prompt.usage)
        self.cache.write(prompt)
        if asked.is_streamed:
            return await self._stream(request, sent_parts(message, answer.changes))
        if answer.changes:
            raise ScriptError("How a stream goes was scripted, and none was asked for.")
        response = web.json_response(message, headers=self._headers())
        self.sent.append((response.text or "").encode())
        return response

    def _written(self, asked: Asked, model: Model, answer: Reply, paid: Body) -> Body:
        """Write a message; `max_tokens` of 0 fills the cache and says nothing."""
        if asked.body["max_tokens"] == 0:
            answer = reply(stop_reason="max_tokens", thinks=False)
        content = answer.content(asked, model)
        text = "".join(block.get("text") or "" for block in content)
        usage = paid | {"output_tokens": tokens(text) + _THOUGHT, "service_tier": "standard"}
        return {
            "id": f"msg_{len(self.requests):024}",
            "type": "message",
            "role": "assistant",
            "model": asked.model,
            "content": content,
            **answer.ending(),
            "usage": {
                name: value for name, value in (usage | answer.usage).items() if value is not None
            },
        }

    async def _stream(
        self, request: web.Request, parts: list[Part], content_type: str = "text/event-stream"
    ) -> web.StreamResponse:
        headers = self._headers() | {"content-type": content_type, "cache-control": "no-cache"}
        response = web.StreamResponse(headers=headers)
        response.enable_chunked_encoding()
        await response.prepare(request)
        place = len(self.sent)
        self.sent.append(b"")
        for part in parts:
            if isinstance(part, Event | bytes):
                raw = part.raw if isinstance(part, Event) else part
                await response.write(raw)
                self.sent[place] += raw
            elif isinstance(part, End):
                return await _ended(request, response, part)
            else:
                await _waited(response, part)
        await response.write_eof()
        return response

    def _fault(self, fault: Fault) -> web.Response:
        is_own = fault.html is None and fault.plain is None
        headers = self._headers() | fault.headers if is_own else fault.headers
        if fault.html is not None:
            return web.Response(
                status=fault.status, text=fault.html, content_type="text/html", headers=headers
            )
        if fault.plain is not None:
            return web.Response(status=fault.status, text=fault.plain, headers=headers)
        body = fault.body(headers["request-id"])
        return web.json_response(body, status=fault.status, headers=headers)

    def _headers(self) -> dict[str, str]:
        limits = {
            f"anthropic-ratelimit-{kind}-{what}": value
            for kind in ("requests", "tokens", "input-tokens", "output-tokens")
            for what, value in _LIMITS.items()
        }
        return {"request-id": f"req_{len(self.requests):024}"} | limits


@asynccontextmanager
async def fake_claude() -> AsyncIterator[FakeClaude]:
    """Serve it on a free port of loopback; raise at the end what was wrong with the script."""
    claude = FakeClaude()
    app = web.Application(client_max_size=_LARGEST, middlewares=[_too_large])
    app.router.add_post("/v1/messages", claude.messages)
    app.router.add_post("/v1/messages/count_tokens", claude.count)
    app.router.add_get("/v1/models", claude.list_models)
    app.router.add_get("/v1/models/{id}", claude.list_models)
    app.router.add_route("*", "/{path:.*}", claude.elsewhere)
    runner = web.AppRunner(app, shutdown_timeout=0.1, handler_cancellation=True)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        claude.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        yield claude
    finally:
        await runner.cleanup()
    for error in claude.wrong:
        raise error


@web.middleware
async def _too_large(
    request: web.Request,
    handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
) -> web.StreamResponse:
    """Say it as what stands before the service does: in HTML."""
    try:
        return await handler(request)
    except web.HTTPRequestEntityTooLarge:
        return web.Response(
            status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            text=TOO_LARGE.html,
            content_type="text/html",
        )


async def _waited(response: web.StreamResponse, wait: Pause | Pings) -> None:
    """Send nothing, or nothing but pings."""
    if isinstance(wait, Pause):
        await asyncio.sleep(wait.seconds)
        return
    while True:
        await response.write(_PING)
        await asyncio.sleep(wait.every)


async def _ended(
    request: web.Request, response: web.StreamResponse, how: End
) -> web.StreamResponse:
    if how is End.CLEAN:
        await response.write_eof()
    else:
        _close(request, how)
    return response


def _close(request: web.Request, how: End) -> None:
    """Close the connection under an answer."""
    transport = request.transport
    if transport is None:
        return
    if how is End.RESET:
        linger = struct.pack("ii", 1, 0)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        transport.abort()
    else:
        transport.close()
