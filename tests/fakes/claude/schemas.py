"""Does a value fit a JSON schema, and what is the least that does? For what such requests use."""

from collections.abc import Iterator
from typing import Any

from tests.fakes.claude.asked import Body

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def misfits(value: object, schema: Body) -> list[str]:
    """Say where a value does not fit."""
    return list(_misfits(value, schema, schema, "$"))


def filled(schema: Body, text: str = "") -> object:
    """Make a value that fits, with `text` wherever any text does."""
    return _filled(schema, schema, text)


def _misfits(value: object, schema: Body, root: Body, at: str) -> Iterator[str]:
    schema = _resolved(schema, root)
    options = schema.get("anyOf", ())
    if options and all(list(_misfits(value, option, root, at)) for option in options):
        yield f"{at}: fits none of the options"
    allowed = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if allowed is not None and value not in allowed:
        yield f"{at}: {value!r} is none of {allowed}"
    kinds = _kinds(schema)
    if kinds and not any(_is(value, kind) for kind in kinds):
        yield f"{at}: {value!r} is no {' or '.join(kinds)}"
    if isinstance(value, dict):
        yield from _misfits_within(value, schema, root, at)
    if isinstance(value, list):
        for n, item in enumerate(value):
            yield from _misfits(item, schema.get("items", {}), root, f"{at}[{n}]")


def _misfits_within(value: Body, schema: Body, root: Body, at: str) -> Iterator[str]:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{at}.{name}: is missing"
    for name, part in value.items():
        if name in known:
            yield from _misfits(part, known[name], root, f"{at}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{at}.{name}: is not known"


def _filled(schema: Body, root: Body, text: str) -> object:
    schema = _resolved(schema, root)
    if "anyOf" in schema:
        return _filled(schema["anyOf"][0], root, text)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    kind = next(iter(_kinds(schema)), "null")
    if kind == "object":
        return {name: _filled(part, root, text) for name, part in schema["properties"].items()}
    if kind == "array":
        return [_filled(schema["items"], root, text)] if text else []
    return {"string": text, "integer": 0, "number": 0, "boolean": False}.get(kind)


def _resolved(schema: Body, root: Body) -> Body:
    while reference := schema.get("$ref"):
        schema = root
        for name in reference.removeprefix("#/").split("/"):
            schema = schema[name]
    return schema


def _kinds(schema: Body) -> list[str]:
    kinds: Any = schema.get("type", [])
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _is(value: object, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES[kind])
