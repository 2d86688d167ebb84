"""Anthropic's Messages API on loopback: refuses what the real one refuses, and keeps its cache.

It counts a token for every four characters. A prefix that a marker ends is written to the cache by
the first request that is answered, and read from it by those that come after.
"""

import asyncio
import hashlib
import json
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

KEY = "sk-ant-test"
EFFORTS = frozenset({"low", "medium", "high", "xhigh", "max"})
SMALLEST_PREFIX = 512  # tokens: what is shorter is silently not cached
_KNOWN = {
    *("model", "max_tokens", "messages", "system", "metadata", "output_config", "thinking"),
    *("stop_sequences", "stream", "tools", "tool_choice", "service_tier", "cache_control"),
}
_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    404: "not_found_error",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is answered in place of a message."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    html: str | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """A message that does not end as it should."""

    stop_reason: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Slow:
    """Seconds before anything is answered."""

    seconds: float


class _InvalidError(Exception):
    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class FakeClaude:
    """The service: `say` words its answers, `next` holds what the next requests meet instead."""

    url: str = ""
    say: Callable[[Body], str] = lambda _: "It stands in this document."
    next: deque[Fault | Ending | Slow] = field(default_factory=deque)
    always: Fault | Ending | Slow | None = None
    models: set[str] = field(
        default_factory=lambda: {"claude-haiku-5-5", "claude-haiku-4-5", "claude-sonnet-5-5"}
    )
    requests: list[Body] = field(default_factory=list)
    retries: list[str] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    _cache: set[str] = field(default_factory=set)

    async def messages(self, request: web.Request) -> web.Response:
        """Answer POST /v1/messages."""
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            body = await _checked(request, self.models)
            self.requests.append(body)
            self.retries.append(request.headers["x-stainless-retry-count"])
            await asyncio.sleep(0.01)
            return await self._answered(body)
        except _InvalidError as error:
            return self._error(error.status, str(error), {})
        finally:
            self.at_once -= 1

    async def _answered(self, body: Body) -> web.Response:
        met = self.next.popleft() if self.next else self.always
        if isinstance(met, Slow):
            await asyncio.sleep(met.seconds)
        if isinstance(met, Fault):
            if met.html is not None:
                return web.Response(
                    status=met.status,
                    text=met.html,
                    content_type="text/html",
                    headers=met.headers,
                )
            return self._error(met.status, "as the test asked", met.headers)
        if isinstance(met, Ending):
            return self._message(body, met.text, met.stop_reason)
        return self._message(body, self.say(body), "end_turn")

    def _message(self, body: Body, text: str, stop_reason: str) -> web.Response:
        content: list[Body] = [{"type": "thinking", "thinking": "", "signature": "c2ln"}]
        if text:
            content.append({"type": "text", "text": text})
        message = {
            "id": f"msg_{len(self.requests):024}",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": content,
            "stop_reason": stop_reason,
            "stop_sequence": None,
            "stop_details": {"type": "refusal", "category": None, "explanation": None}
            if stop_reason == "refusal"
            else None,
            "usage": self._usage(body, text),
        }
        return web.json_response(message, headers={"request-id": self._request_id()})

    def _usage(self, body: Body, text: str) -> Body:
        prefix, rest = _parted(body)
        cached = _tokens(prefix)
        written = read = 0
        if cached >= SMALLEST_PREFIX:
            key = hashlib.sha256(f"{body['model']}\n{prefix}".encode()).hexdigest()
            read, written = (cached, 0) if key in self._cache else (0, cached)
            self._cache.add(key)
        return {
            "input_tokens": _tokens(rest) + (0 if read or written else cached),
            "cache_creation_input_tokens": written,
            "cache_read_input_tokens": read,
            "output_tokens": _tokens(text) + 20,
            "service_tier": "standard",
        }

    def _error(self, status: int, message: str, headers: dict[str, str]) -> web.Response:
        id_ = self._request_id()
        error = {"type": _TYPES[status], "message": message}
        body = {"type": "error", "error": error, "request_id": id_}
        return web.json_response(body, status=status, headers={"request-id": id_} | headers)

    def _request_id(self) -> str:
        return f"req_{len(self.requests):024}"


@asynccontextmanager
async def fake_claude() -> AsyncIterator[FakeClaude]:
    """Serve it on a free port of loopback."""
    claude = FakeClaude()
    app = web.Application(client_max_size=32 * 2**20)
    app.router.add_post("/v1/messages", claude.messages)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        claude.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        yield claude
    finally:
        await runner.cleanup()


async def _checked(request: web.Request, models: set[str]) -> Body:
    """Read a request, in the order in which the real service finds fault."""
    if not request.content_type.startswith("application/json"):
        raise _InvalidError(400, "content-type: must be application/json")
    if request.headers.get("authorization") != f"Bearer {KEY}":
        raise _InvalidError(401, "invalid API key")
    if request.headers.get("anthropic-version") not in {"2023-06-01", "2026-10-21"}:
        raise _InvalidError(400, "anthropic-version: unknown")
    body: Body = json.loads(await request.text())
    if body.get("model") not in models:
        raise _InvalidError(404, f"model: {body.get('model')}")
    for wrong in _faults(body):
        raise _InvalidError(400, wrong)
    return body


def _faults(body: Body) -> list[str]:
    effort = body.get("output_config", {}).get("effort")
    blocks = [*_blocks(body.get("system", [])), *_message_blocks(body)]
    markers = [block["cache_control"] for block in blocks if block.get("cache_control")]
    faults = {
        f"{sorted(body.keys() - _KNOWN)}: extra inputs are not permitted": body.keys() - _KNOWN,
        "max_tokens: must be a positive integer": not isinstance(body.get("max_tokens"), int),
        "messages: must not be empty, begin with user and not end with assistant": not body.get(
            "messages"
        )
        or body["messages"][0]["role"] != "user"
        or body["messages"][-1]["role"] == "assistant",
        "output_config.effort: not one of them": effort is not None and effort not in EFFORTS,
        "output_config.effort: not with this model": effort and body["model"] == "claude-haiku-4-5",
        "text: must not be empty": any(not block.get("text", "").strip() for block in blocks),
        "cache_control: at most 4 markers": len(markers) > 4,
        "cache_control: unknown": any(
            marker.get("type") != "ephemeral" or marker.get("ttl", "5m") not in {"5m", "1h"}
            for marker in markers
        ),
    }
    return [told for told, is_fault in faults.items() if is_fault]


def _blocks(content: str | list[Body]) -> list[Body]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _message_blocks(body: Body) -> list[Body]:
    return [block for said in body.get("messages", []) for block in _blocks(said["content"])]


def _parted(body: Body) -> tuple[str, str]:
    """Part a prompt after its last marker."""
    blocks = [*_blocks(body.get("system", [])), *_message_blocks(body)]
    last = max((n for n, block in enumerate(blocks, 1) if block.get("cache_control")), default=0)
    texts = [block["text"] for block in blocks]
    return "\n".join(texts[:last]), "\n".join(texts[last:])


def _tokens(text: str) -> int:
    return len(text) // 4
