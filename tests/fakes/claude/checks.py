"""What does the service find fault with? Its checks, in the order in which it makes them.

Each check gives the sentences of what it found; the first one is what the caller is told.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from tests.fakes.claude.asked import Asked, Body, blocks_of, is_cited
from tests.fakes.claude.models import ALL_EFFORTS, ALL_THINKING, Model
from tests.fakes.claude.thinking import unbound

KEY = "sk-ant-test"
NEWEST = "2026-10-21"
_VERSIONS = {"2023-06-01", NEWEST}
_SAMPLING = {"temperature", "top_p", "top_k"}
_KNOWN = {
    *("model", "max_tokens", "messages", "system", "metadata", "output_config", "thinking"),
    *("stop_sequences", "stream", "tools", "tool_choice", "service_tier", "cache_control"),
    *("container", "diagnostics", "inference_geo", "speed"),
    *_SAMPLING,
}
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")


class RefusedError(Exception):
    """What the caller did wrong, as the service says it."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def read(raw: str, headers: Mapping[str, str]) -> Asked:
    """Read a request as far as anybody's would be read: its headers and its JSON."""
    if not headers.get("content-type", "").startswith("application/json"):
        raise RefusedError(400, "content-type: must be application/json")
    try:
        body = json.loads(raw)
    except ValueError as error:
        raise RefusedError(400, f"The request body is not valid JSON: {error}") from error
    if not isinstance(body, dict):
        raise RefusedError(400, "The request body is not a JSON object")
    return Asked(body, {name.lower(): value for name, value in headers.items()})


def authenticate(headers: Mapping[str, str]) -> None:
    """Refuse whoever has not the key."""
    bearer = headers.get("authorization", "").removeprefix("Bearer ")
    if KEY not in (bearer, headers.get("x-api-key")):
        raise RefusedError(401, "invalid API key")


def check(asked: Asked, models: Mapping[str, Model], *, counted: bool = False) -> Model:
    """Refuse what the service refuses; `counted`: nothing is to be answered, only counted."""
    version = asked.headers.get("anthropic-version")
    if version not in _VERSIONS:
        raise RefusedError(400, f"anthropic-version: {version} is not a valid version")
    model = models.get(asked.model)
    if model is None or model.lifecycle == "retired":
        raise RefusedError(404, f"model: {asked.model}")
    for found in _CHECKS:
        if found is _length and counted:
            continue
        for wrong in found(asked, model):
            raise RefusedError(400, wrong)
    return model


def _length(asked: Asked, model: Model) -> Iterator[str]:
    most = asked.body.get("max_tokens")
    if not isinstance(most, int) or isinstance(most, bool) or not 0 <= most <= model.most_tokens:
        yield f"max_tokens: must be an integer from 0 to {model.most_tokens}"
    if most == 0 and (
        asked.is_streamed
        or asked.schema
        or _forced(asked)
        or (asked.body.get("thinking") or {}).get("type") == "enabled"
    ):
        yield "max_tokens: 0 only warms the cache, and takes nothing that asks for an answer"


def _shape(asked: Asked, _: Model) -> Iterator[str]:
    messages = asked.body.get("messages")
    if not isinstance(messages, list) or not messages:
        yield "messages: at least one message is required"
        return
    for at, message in enumerate(messages):
        content = message.get("content")
        if not isinstance(content, str | list) or not content:
            yield f"messages.{at}.content: must not be empty"
        elif not all(isinstance(block.get("type"), str) for block in blocks_of(content)):
            yield f"messages.{at}.content: a block has no type"


def _roles(asked: Asked, model: Model) -> Iterator[str]:
    roles = [message.get("role") for message in asked.body["messages"]]
    for at, role in enumerate(roles):
        if role not in {"user", "assistant"} and not (
            role == "system" and model.takes_system_turns
        ):
            yield f"messages.{at}.role: {role} is not taken by {model.id}"
    if roles[0] != "user":
        yield "messages.0.role: the first message must be of the user"
    if roles[-1] == "assistant" and not model.takes_prefill:
        yield "messages: this model does not take the beginning of an answer"


def _texts(asked: Asked, _: Model) -> Iterator[str]:
    for block in (*blocks_of(asked.body.get("system") or []), *asked.blocks()):
        if block["type"] == "text" and not str(block.get("text", "")).strip():
            yield "text: text content blocks must contain non-whitespace text"


def _newest_version(asked: Asked, _: Model) -> Iterator[str]:
    if asked.headers.get("anthropic-version") != NEWEST:
        return
    for name in sorted(_SAMPLING & asked.body.keys()):
        yield f"{name}: not supported in this API version"
    for at, message in enumerate(asked.body["messages"]):
        for block in blocks_of(message["content"]):
            if message["role"] == "assistant" and block["type"] == "document":
                yield f"messages.{at}: document blocks are not allowed in assistant messages"
            if message["role"] == "user" and _is_cited_text(block):
                yield f"messages.{at}: citations: not allowed on text blocks in user messages"


def _is_cited_text(block: Body) -> bool:
    inner = blocks_of(block.get("content") or [])
    own = block["type"] == "text" and bool(block.get("citations"))
    return own or any(_is_cited_text(part) for part in inner)


def _thinking(asked: Asked, model: Model) -> Iterator[str]:
    thinking = asked.body.get("thinking") or {}
    kind = thinking.get("type")
    effort = (asked.body.get("output_config") or {}).get("effort")
    if thinking and (kind not in ALL_THINKING or kind not in model.thinking):
        yield f"thinking.type: {kind} is not supported by {model.id}"
    budget = thinking.get("budget_tokens")
    if kind == "enabled" and not (
        isinstance(budget, int) and 1024 <= budget < asked.body.get("max_tokens", 0)
    ):
        yield "thinking.budget_tokens: must be at least 1024 and less than max_tokens"
    if effort is not None and effort not in ALL_EFFORTS:
        yield "output_config.effort: not one of them"
    if effort is not None and effort not in model.efforts:
        yield f"output_config.effort: not supported by {model.id}"
    if kind in {"between_tools", "disabled"} and effort in {"xhigh", "max"}:
        yield f"thinking.type: {kind} does not go with effort {effort}"
    if _forced(asked) and not model.takes_forced_tools:
        yield f"tool_choice: forced tools are not supported by {model.id}"
    if model.binds_thinking:
        yield from unbound(asked)


def _forced(asked: Asked) -> bool:
    return (asked.body.get("tool_choice") or {}).get("type") in {"any", "tool"}


def _sources(asked: Asked, _: Model) -> Iterator[str]:
    for at, result in enumerate(asked.results):
        yield from (f"search_result {at}: {wrong}" for wrong in _misformed(result))
    for at, document in enumerate(asked.documents):
        if not isinstance(document.get("source"), dict):
            yield f"document {at}: source: is required"
    for kind in (asked.results, asked.documents):
        if len({is_cited(source) for source in kind}) > 1:
            yield "citations: must be enabled on all sources or on none"
    if asked.cites and asked.schema:
        yield "output_config.format: does not go with citations"


def _misformed(result: Body) -> Iterator[str]:
    for name in ("source", "title"):
        if not isinstance(result.get(name), str):
            yield f"{name}: must be a string"
    parts = result.get("content")
    if not isinstance(parts, list) or not parts:
        yield "content: must hold at least one text block"
    elif any(part.get("type") != "text" or not part.get("text", "").strip() for part in parts):
        yield "content: must be text blocks with text"


def _tools(asked: Asked, _: Model) -> Iterator[str]:
    for at, tool in enumerate(asked.body.get("tools") or ()):
        schema = tool.get("input_schema") or {}
        if not _NAME.fullmatch(str(tool.get("name"))):
            yield f"tools.{at}.name: must be letters, digits, - and _"
        if schema.get("type") != "object":
            yield f"tools.{at}.input_schema.type: must be object"
        if tool.get("strict") and not (
            schema.get("additionalProperties") is False and "required" in schema
        ):
            yield f"tools.{at}: strict needs additionalProperties: false, and required"
    if len(set(asked.tools)) < len(asked.tools):
        yield "tools: names must be unique"
    choice = asked.body.get("tool_choice") or {}
    if choice and not asked.tools:
        yield "tool_choice: needs tools"
    if choice.get("type") == "tool" and choice.get("name") not in asked.tools:
        yield f"tool_choice.name: no tool {choice.get('name')}"


def _tool_results(asked: Asked, _: Model) -> Iterator[str]:
    called: set[str] = set()
    for role, blocks in asked.turns:
        answered = Counter(b["tool_use_id"] for b in blocks if b["type"] == "tool_result")
        if role == "system":
            continue
        if missing := sorted(called - answered.keys()):
            yield f"tool_use ids without tool_result blocks right after them: {missing}"
        if unknown := sorted(answered.keys() - called):
            yield f"tool_result: unexpected tool_use_id: {unknown}"
        if twice := sorted(id_ for id_, times in answered.items() if times > 1):
            yield f"tool_result: each tool_use must have a single result: {twice}"
        first = blocks[: sum(answered.values())]
        if any(block["type"] != "tool_result" for block in first):
            yield "tool_result: must come before anything else"
        called = {b["id"] for b in blocks if b["type"] == "tool_use"}
    if called:
        yield f"tool_use ids without tool_result blocks right after them: {sorted(called)}"


def _markers(asked: Asked, _: Model) -> Iterator[str]:
    own = [asked.body] if asked.body.get("cache_control") else []
    blocks = [
        *(asked.body.get("tools") or ()),
        *blocks_of(asked.body.get("system") or []),
        *asked.blocks(),
        *own,
    ]
    markers = [block["cache_control"] for block in blocks if block.get("cache_control")]
    if len(markers) > 4:
        yield f"cache_control: at most 4 markers, found {len(markers)}"
    for marker in markers:
        if marker.get("type") != "ephemeral" or marker.get("ttl", "5m") not in {"5m", "1h"}:
            yield "cache_control: unknown type or ttl"


def _extra(asked: Asked, _: Model) -> Iterator[str]:
    for name in sorted(asked.body.keys() - _KNOWN):
        yield f"{name}: extra inputs are not permitted"


_CHECKS: tuple[Callable[[Asked, Model], Iterator[str]], ...] = (
    _length,
    _shape,
    _roles,
    _texts,
    _newest_version,
    _thinking,
    _sources,
    _tools,
    _tool_results,
    _markers,
    _extra,
)
