"""What of a payload can be read, can be clicked, or is more than Slack takes?"""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft7Validator

from tests.conftest import SHARED

SCHEMAS = SHARED / "rigs" / "slack" / "schema"
ACTIVE = re.compile(r"<[!@#]|(?<!\w)@(?:here|channel|everyone)\b", re.IGNORECASE)
KINDS = frozenset({"broadcast", "user", "channel", "usergroup", "team", "emoji", "image", "mrkdwn"})
_LONGEST = {"context": 3000, "section": 3000, "header": 150}
_UNREAD = frozenset({"type", "action_id", "block_id", "callback_id", "private_metadata", "value"})


def nodes(value: object) -> Iterator[dict[str, Any]]:
    """All objects of a payload, from the outside in."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from nodes(part)
    elif isinstance(value, list):
        for part in value:
            yield from nodes(part)


def strings(value: object) -> Iterator[str]:
    """All strings of a payload, whatever they are for."""
    for node in nodes(value):
        yield from (part for part in node.values() if isinstance(part, str))


def read(value: object) -> str:
    """All that can be read, in order."""
    return "".join(_read(value))


def _read(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            if isinstance(part, str) and key in {"text", "initial_value"}:
                yield part
            elif key not in _UNREAD:
                yield from _read(part)
        if value.get("type", "text") not in {"text", "link"}:
            yield "\n"
    elif isinstance(value, list):
        for part in value:
            yield from _read(part)


def links(value: object) -> set[str]:
    return {node["url"] for node in nodes(value) if "url" in node}


def action_ids(value: object) -> list[str]:
    return [node["action_id"] for node in nodes(value) if "action_id" in node]


def active(value: object) -> list[str]:
    """Whatever would do something besides links: mentions, broadcasts, pictures, markup."""
    kinds = [str(node.get("type")) for node in nodes(value) if node.get("type") in KINDS]
    return kinds + [text for text in strings(value) if ACTIVE.search(text)]


@cache
def _schema(name: str) -> dict[str, Any]:
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    definitions: dict[str, Any] = schema["definitions"]
    return definitions


@cache
def _validator(schema: str, definition: str) -> Draft7Validator:
    known = {"$ref": f"#/definitions/{definition}", "definitions": _schema(schema)}
    return Draft7Validator(known)


@cache
def _kinds() -> dict[str, str]:
    """The definition of each type of block: to try them all on each block takes minutes."""
    known = _schema("blocks")
    names = [one["$ref"].rpartition("/")[2] for one in known["KnownBlock"]["anyOf"]]
    blocks = {name: known[name] for name in names if "properties" in known[name]}
    return {one["properties"]["type"]["const"]: name for name, one in blocks.items()}


def misfits_in_blocks(blocks: list[dict[str, Any]]) -> list[str]:
    """What does not fit Slack's schema of blocks."""
    return [
        error.message[:300]
        for block in blocks
        for error in _validator("blocks", _kinds()[block["type"]]).iter_errors(block)
    ]


def misfits_in_view(view: dict[str, Any]) -> list[str]:
    """What does not fit Slack's schema of views."""
    name = "HomeView" if view["type"] == "home" else "ModalView"
    errors = _validator("view", name).iter_errors(view | {"blocks": []})
    return [*(error.message[:300] for error in errors), *misfits_in_blocks(view["blocks"])]


def wrong_in_message(blocks: list[dict[str, Any]]) -> list[str]:
    """What of the limits of a message is broken."""
    said = list(_wrong_in_blocks(blocks, most=50))
    if sum(len(text) for text in _texts(blocks)) > 12_000:
        said.append("more than 12,000 characters")
    if sum(block["type"] == "table" for block in blocks) > 1:
        said.append("more than one table")
    return said


def wrong_in_view(view: dict[str, Any]) -> list[str]:
    """What of the limits of a view is broken."""
    said = list(_wrong_in_blocks(view["blocks"], most=100))
    said += [f"a {b['type']}" for b in view["blocks"] if b["type"] in {"table", "context_actions"}]
    for name in ("title", "submit", "close"):
        if name in view and not 0 < len(view[name]["text"]) <= 24:
            said.append(f"{name}: {view[name]['text']}")
    if view["type"] == "modal" and len(view["private_metadata"]) > 20:
        said.append("private_metadata is more than an id")
    if len(json.dumps(view)) > 250_000:
        said.append("more than 250,000 bytes")
    return said


def _texts(value: object) -> Iterator[str]:
    yield from (node["text"] for node in nodes(value) if isinstance(node.get("text"), str))


def _wrong_in_blocks(blocks: list[dict[str, Any]], most: int) -> Iterator[str]:
    if not 0 < len(blocks) <= most:
        yield f"{len(blocks)} blocks"
    for block in blocks:
        texts = list(_texts(block))
        if not all(texts):
            yield f"an empty text in {block['type']}"
        if max(map(len, texts), default=0) > _LONGEST.get(block["type"], 10_000):
            yield f"a long {block['type']}"
        if block["type"] == "rich_text" and sum(map(len, texts)) > 3200:
            yield "a long rich_text"
        if block["type"] == "table":
            yield from _wrong_in_table(block)
        ids = action_ids(block)
        if len(set(ids)) < len(ids):
            yield f"action ids {ids}"
        yield from _wrong_in_elements(block)


def _wrong_in_table(block: dict[str, Any]) -> Iterator[str]:
    rows = block["rows"]
    if not 0 < len(rows) <= 100 or not 0 < len(rows[0]) <= 20:
        yield f"a table of {len(rows)} rows"
    if len({len(row) for row in rows}) > 1:
        yield "rows of several lengths"
    if sum(len(cell["text"]) for row in rows for cell in row) > 10_000:
        yield "a table of more than 10,000 characters"


def _wrong_in_elements(block: dict[str, Any]) -> Iterator[str]:
    for node in nodes(block):
        match node.get("type"):
            case "button" if len(node["text"]["text"]) > 75 or len(node["value"]) > 2000:
                yield f"button {node['text']['text']}"
            case "static_select" | "radio_buttons" | "checkboxes":
                most = 100 if node["type"] == "static_select" else 10
                labels = [option["text"]["text"] for option in node["options"]]
                if not 0 < len(labels) <= most or any(len(text) > 75 for text in labels):
                    yield f"options {labels}"
            case "plain_text_input" if len(node.get("initial_value", "")) > 3000:
                yield "initial_value"
    if block["type"] == "actions" and not 0 < len(block["elements"]) <= 25:
        yield f"{len(block['elements'])} buttons"
