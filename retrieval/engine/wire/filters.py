"""Filters: which points a request is about."""

from collections.abc import Callable

import qdrant_edge as edge

from retrieval.engine.wire.reading import (
    Fields,
    PointId,
    RefusedError,
    fields,
    listed,
    number,
    one_or_many,
    point_ids,
    required,
    text,
    whole,
)

Condition = (
    edge.FieldCondition
    | edge.IsEmptyCondition
    | edge.IsNullCondition
    | edge.HasIdCondition
    | edge.HasVectorCondition
    | edge.NestedCondition
    | edge.Filter
)

_CLAUSES = ("must", "should", "must_not", "min_should")
_BOUNDS = ("gt", "gte", "lt", "lte")


class Filters:
    """The filters of one request: what stands in it several times is built once.

    A hybrid query carries the same filter, ten thousand ids long, in each of its branches.
    """

    def __init__(self) -> None:
        self._built: list[tuple[object, edge.Filter]] = []

    def read(self, value: object) -> edge.Filter | None:
        """Build a filter; equal JSON gives the same object, null gives none."""
        if value is None:
            return None
        for known, built in self._built:
            if known == value:
                return built
        built = read_filter(value)
        self._built.append((value, built))
        return built


def read_filter(value: object) -> edge.Filter:
    """Build a filter; an empty clause restricts nothing, as in Qdrant."""
    given = fields(value, "filter", *_CLAUSES)
    must = _clause(given, "must")
    if "min_should" in given:
        # Beside it the engine passes over other clauses now and then, where there are indexes.
        must = [*(must or ()), edge.Filter(min_should=_min_should(given["min_should"]))]
    return edge.Filter(
        must=must, should=_clause(given, "should"), must_not=_clause(given, "must_not")
    )


def excluding(filter_: edge.Filter | None, ids: list[PointId]) -> edge.Filter:
    """Narrow a filter by points that may not be found."""
    return edge.Filter(
        must=[filter_] if filter_ is not None else None,
        must_not=[edge.HasIdCondition(set(ids))],
    )


def read_condition(value: object) -> Condition:
    """Build a condition, which may be a filter itself."""
    if isinstance(value, dict):
        for key, read in _CONDITIONS.items():
            if key in value:
                return read(value)
    return read_filter(value)


def _clause(given: Fields, name: str) -> list[Condition] | None:
    if name not in given:
        return None
    return [read_condition(item) for item in one_or_many(given[name], f"`{name}`")]


def _min_should(value: object) -> edge.MinShould:
    given = fields(value, "`min_should`", "conditions", "min_count")
    conditions = listed(required(given, "conditions", "`min_should`"), "`conditions`")
    least = whole(required(given, "min_count", "`min_should`"), "`min_count`", least=1)
    # The engine passes over what can never be met when another clause of the filter has an index.
    if least > len(conditions):
        raise RefusedError("`min_should` asks for more conditions than it has")
    return edge.MinShould([read_condition(item) for item in conditions], least)


def _is_empty(value: object) -> edge.IsEmptyCondition:
    return edge.IsEmptyCondition(_field_named(value, "is_empty"))


def _is_null(value: object) -> edge.IsNullCondition:
    return edge.IsNullCondition(_field_named(value, "is_null"))


def _field_named(value: object, name: str) -> str:
    given = fields(value, f"condition `{name}`", name)
    field = fields(required(given, name, "condition"), f"`{name}`", "key")
    return text(required(field, "key", f"`{name}`"), "`key`")


def _has_id(value: object) -> edge.HasIdCondition:
    given = fields(value, "condition `has_id`", "has_id")
    return edge.HasIdCondition(set(point_ids(required(given, "has_id", "condition"))))


def _has_vector(value: object) -> edge.HasVectorCondition:
    given = fields(value, "condition `has_vector`", "has_vector")
    return edge.HasVectorCondition(text(required(given, "has_vector", "condition"), "`has_vector`"))


def _nested(value: object) -> edge.NestedCondition:
    given = fields(value, "condition `nested`", "nested")
    nested = fields(required(given, "nested", "condition"), "`nested`", "key", "filter")
    return edge.NestedCondition(
        text(required(nested, "key", "`nested`"), "`key`"),
        read_filter(required(nested, "filter", "`nested`")),
    )


def _field(value: object) -> edge.FieldCondition:
    given = fields(value, "condition on a field", "key", "match", "range")
    key = text(given.pop("key", None), "`key`")
    # The engine answers two tests in one condition as if only one of them had to hold.
    if len(given) != 1:
        raise RefusedError(f"The condition on `{key}` needs exactly one of `match` and `range`")
    if "match" in given:
        return edge.FieldCondition(key=key, match=_match(given["match"]))
    return edge.FieldCondition(key=key, range=_range(given["range"]))


def _match(value: object) -> edge.MatchValue | edge.MatchAny | edge.MatchExcept:
    given = fields(value, "`match`", "value", "any", "except")
    if len(given) != 1:
        raise RefusedError("`match` needs exactly one of `value`, `any` and `except`")
    if "any" in given:
        return edge.MatchAny(any=_keywords_or_numbers(given["any"]))
    if "except" in given:
        # `except` is a word of the language; the stub spells it with an underscore, wrongly.
        return edge.MatchExcept(**{"except": _keywords_or_numbers(given["except"])})
    if isinstance(given["value"], bool):
        return edge.MatchValue(value=_true_or_false(given["value"]))
    if not isinstance(given["value"], str | int):
        raise RefusedError("`value` must be a string, a whole number, or true or false")
    return edge.MatchValue(value=given["value"])


def _true_or_false(value: bool) -> bool:  # noqa: FBT001 - a value, not a switch
    """Say true or false so that the engine's bindings understand: they take Python's for 1 or 0."""
    import numpy as np  # noqa: PLC0415 - only who filters by true or false pays its 0.2 seconds

    return np.bool_(value)  # type: ignore[return-value]  # that is the point


def _keywords_or_numbers(value: object) -> list[str] | list[int]:
    values = listed(value, "the values to match")
    if set(map(type, values)) not in ({str}, {int}, set()):
        raise RefusedError("The values to match must all be strings or all be whole numbers")
    return values


def _range(value: object) -> edge.RangeFloat | edge.RangeDateTime:
    given = fields(value, "`range`", *_BOUNDS)
    if not given:
        raise RefusedError("`range` needs at least one of `gt`, `gte`, `lt` and `lte`")
    # An indexed field heeds only one of two bounds on the same side.
    if {"gt", "gte"} <= given.keys() or {"lt", "lte"} <= given.keys():
        raise RefusedError("`range` takes one bound on each side: `gt` or `gte`, `lt` or `lte`")
    if all(isinstance(bound, str) for bound in given.values()):
        return edge.RangeDateTime(**given)
    return edge.RangeFloat(**{name: number(bound, f"`{name}`") for name, bound in given.items()})


_CONDITIONS: dict[str, Callable[[object], Condition]] = {
    "key": _field,
    "is_empty": _is_empty,
    "is_null": _is_null,
    "has_id": _has_id,
    "has_vector": _has_vector,
    "nested": _nested,
}
