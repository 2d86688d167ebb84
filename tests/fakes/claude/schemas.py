"""Does a value fit a JSON schema, and what is the least that does? For what such requests use."""

from collections.abc import Iterator
from dataclasses import dataclass
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


def filled(schema: Body, text: str = "", choice: int = 0) -> object:
    """Make a value that fits: `text` wherever any text does, and of options the one of `choice`."""
    return _Filling(schema, text, choice).of(schema)


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


@dataclass(frozen=True, slots=True)
class _Filling:
    root: Body
    text: str
    choice: int

    def of(self, schema: Body) -> object:
        schema = _resolved(schema, self.root)
        options = schema.get("anyOf") or schema.get("enum") or ()
        if options:
            chosen = options[self.choice % len(options)]
            return self.of(chosen) if "anyOf" in schema else chosen
        if "const" in schema:
            return schema["const"]
        kind = next(iter(_kinds(schema)), "null")
        if kind == "object":
            return {name: self.of(part) for name, part in schema.get("properties", {}).items()}
        if kind == "array":
            return [self.of(schema.get("items", {}))] if self.text else []
        plain = {"string": self.text, "integer": self.choice, "number": self.choice}
        return plain.get(kind, bool(self.choice % 2) if kind == "boolean" else None)


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
