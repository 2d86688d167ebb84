"""Do blocks and views have the fields that their types have? By the schemas of `@slack/types`."""

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from jsonschema import Draft7Validator
from jsonschema.exceptions import best_match

from tests.conftest import SHARED
from tests.fakes.slack.texts import Body

_FOLDER = SHARED / "rigs" / "slack" / "schema"


def is_at_hand() -> bool:
    """Tell whether the schemas are on this machine; without them nothing is found."""
    return (_FOLDER / "blocks.schema.json").exists()


def misfit(block: Body) -> str:
    """Say what a block lacks or has too much of; nothing where it fits."""
    return _misfit(str(block.get("type")), json.dumps(block, sort_keys=True))


def view_misfit(view: Body) -> str:
    """Say the same of a view, its blocks left aside."""
    kind = {"modal": "ModalView", "home": "HomeView"}.get(str(view.get("type")))
    if kind is None:
        return f"unsupported type: {view.get('type')}"
    return _found(_validator("view", kind), view | {"blocks": []})


@lru_cache(maxsize=20_000)
def _misfit(kind: str, raw: str) -> str:
    name = _kinds().get(kind)
    if name is None:
        return f"unsupported type: {kind}"
    return _found(_validator("blocks", name), json.loads(raw))


def _found(validator: Draft7Validator, value: Body) -> str:
    error = best_match(validator.iter_errors(value))
    if error is None:
        return ""
    pointer = "/".join(str(part) for part in error.absolute_path)
    return f"{error.message[:200]} [/{pointer}]"


@cache
def _schema(name: str) -> Body:
    schema: Body = json.loads((_FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    return schema


@cache
def _kinds() -> dict[str, str]:
    """Map each type of block to its definition."""
    definitions = _schema("blocks")["definitions"]
    names = [part["$ref"].rpartition("/")[2] for part in definitions["KnownBlock"]["anyOf"]]
    return {kind: name for name in names for kind in _types_of(definitions[name])}


def _types_of(definition: Body) -> Iterator[str]:
    for part in definition.get("anyOf", [definition]):
        yield part["properties"]["type"]["const"]


@cache
def _validator(schema: str, definition: str) -> Draft7Validator:
    definitions: dict[str, Any] = _schema(schema)["definitions"]
    return Draft7Validator({"$ref": f"#/definitions/{definition}", "definitions": definitions})
