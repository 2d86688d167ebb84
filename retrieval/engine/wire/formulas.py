"""Formulas: scores computed from other scores and from payloads."""

from collections.abc import Callable

import qdrant_edge as edge

from retrieval.engine.wire.filters import read_condition
from retrieval.engine.wire.reading import (
    Fields,
    RefusedError,
    fields,
    listed,
    number,
    required,
    text,
)

_DECAYS = {
    "exp_decay": edge.DecayKind.Exp,
    "gauss_decay": edge.DecayKind.Gauss,
    "lin_decay": edge.DecayKind.Lin,
}


def read_formula(value: Fields) -> edge.Formula:
    """Build a formula with the values it falls back on."""
    given = fields(value, "formula query", "formula", "defaults")
    defaults = given.get("defaults", {})
    if not isinstance(defaults, dict):
        raise RefusedError("Format error in JSON body: expected `defaults` to be an object")
    return edge.Formula(read_expression(required(given, "formula", "query")), defaults=defaults)


def read_expression(value: object) -> edge.Expression:
    """Build an expression: a number, a variable, a condition (1 or 0) or an operation."""
    if isinstance(value, str):
        return edge.Expression.Variable(value)
    if not isinstance(value, dict):
        return edge.Expression.Constant(number(value, "a term of the formula"))
    operation = next((name for name in _OPERATIONS if name in value), None)
    if operation is None:
        return edge.Expression.Condition(read_condition(value))
    given = fields(value, f"`{operation}`", operation)
    return _OPERATIONS[operation](required(given, operation, "formula"))


def _of_one(
    build: Callable[[edge.Expression], edge.Expression],
) -> Callable[[object], edge.Expression]:
    return lambda value: build(read_expression(value))


def _of_many(
    build: Callable[[list[edge.Expression]], edge.Expression],
) -> Callable[[object], edge.Expression]:
    return lambda value: build([read_expression(item) for item in listed(value, "the terms")])


def _div(value: object) -> edge.Expression:
    given = fields(value, "`div`", "left", "right", "by_zero_default")
    fallback = given.get("by_zero_default")
    return edge.Expression.Div(
        read_expression(required(given, "left", "`div`")),
        read_expression(required(given, "right", "`div`")),
        None if fallback is None else number(fallback, "`by_zero_default`"),
    )


def _pow(value: object) -> edge.Expression:
    given = fields(value, "`pow`", "base", "exponent")
    return edge.Expression.Pow(
        read_expression(required(given, "base", "`pow`")),
        read_expression(required(given, "exponent", "`pow`")),
    )


def _decay(kind: edge.DecayKind) -> Callable[[object], edge.Expression]:
    def build(value: object) -> edge.Expression:
        given = fields(value, "decay", "x", "target", "scale", "midpoint")
        return edge.Expression.Decay(
            kind,
            read_expression(required(given, "x", "decay")),
            target=read_expression(given["target"]) if "target" in given else None,
            scale=number(given["scale"], "`scale`") if "scale" in given else None,
            midpoint=number(given["midpoint"], "`midpoint`") if "midpoint" in given else None,
        )

    return build


_OPERATIONS: dict[str, Callable[[object], edge.Expression]] = {
    "sum": _of_many(edge.Expression.Sum),
    "mult": _of_many(edge.Expression.Mult),
    "neg": _of_one(edge.Expression.Neg),
    "abs": _of_one(edge.Expression.Abs),
    "sqrt": _of_one(edge.Expression.Sqrt),
    "exp": _of_one(edge.Expression.Exp),
    "ln": _of_one(edge.Expression.Ln),
    "log10": _of_one(edge.Expression.Log10),
    "div": _div,
    "pow": _pow,
    "datetime": lambda value: edge.Expression.Datetime(text(value, "`datetime`")),
    "datetime_key": lambda value: edge.Expression.DatetimeKey(text(value, "`datetime_key`")),
    **{name: _decay(kind) for name, kind in _DECAYS.items()},
}
