"""Points: what is written, and how what was found is told."""

from collections.abc import Callable, Iterable

import qdrant_edge as edge

from retrieval.engine.wire.definitions import Definition
from retrieval.engine.wire.filters import read_filter
from retrieval.engine.wire.reading import (
    Fields,
    PointId,
    RefusedError,
    fields,
    listed,
    point_id,
    point_ids,
    required,
    text,
    texts,
)

Vector = list[float] | list[list[float]] | edge.SparseVector
WriteReader = Callable[[object, Definition], edge.UpdateOperation]

_LARGEST_INDEX = 2**32 - 1


def read_vector(value: object, name: str, definition: Definition) -> Vector:
    """Take one vector and see that it fits the collection.

    This must be told before the engine is asked to write it: the engine notes a write in its
    log first and refuses it then, and what it refused comes back by halves when the log is
    replayed.
    """
    if name in definition.sparse:
        return _sparse(value, name)
    if name not in definition.dense:
        raise RefusedError(f"Wrong input: Not existing vector name error: {name}")
    params = definition.dense[name]
    rows = listed(value, f"vector `{name}`")
    if not params.many:
        _check_row(rows, name, params.size)
    elif not rows:
        raise RefusedError(f"Wrong input: multivector `{name}` has no rows")
    else:
        for row in rows:
            _check_row(listed(row, f"a row of `{name}`"), name, params.size)
    return rows


def read_upsert(body: object, definition: Definition) -> edge.UpdateOperation:
    """Read points to write: new ones are added, known ones replaced whole."""
    given = fields(body, "upsert", "points")
    points = listed(required(given, "points", "upsert"), "`points`")
    return edge.UpdateOperation.upsert_points([_point(point, definition) for point in points])


def read_delete(body: object, _: Definition) -> edge.UpdateOperation:
    """Read which points to remove."""
    ids, filter_ = _selected(fields(body, "delete", "points", "filter"))
    if filter_ is not None:
        return edge.UpdateOperation.delete_points_by_filter(filter_)
    return edge.UpdateOperation.delete_points(ids)


def read_set_payload(body: object, _: Definition) -> edge.UpdateOperation:
    """Read which fields to set on which points; other fields stay."""
    given = fields(body, "payload", "payload", "points", "filter", "key")
    payload, key = _payload(required(given, "payload", "request")), _optional_key(given)
    ids, filter_ = _selected(given)
    if filter_ is not None:
        return edge.UpdateOperation.set_payload_by_filter(filter_, payload, key)
    return edge.UpdateOperation.set_payload(ids, payload, key)


def read_overwrite_payload(body: object, _: Definition) -> edge.UpdateOperation:
    """Read what the whole payload of which points becomes."""
    given = fields(body, "payload", "payload", "points", "filter")
    payload = _payload(required(given, "payload", "request"))
    ids, filter_ = _selected(given)
    if filter_ is not None:
        return edge.UpdateOperation.overwrite_payload_by_filter(filter_, payload)
    return edge.UpdateOperation.overwrite_payload(ids, payload)


def read_delete_payload(body: object, _: Definition) -> edge.UpdateOperation:
    """Read which fields to take from which points."""
    given = fields(body, "payload", "keys", "points", "filter")
    keys = texts(required(given, "keys", "request"), "`keys`")
    ids, filter_ = _selected(given)
    if filter_ is not None:
        return edge.UpdateOperation.delete_payload_by_filter(filter_, keys)
    return edge.UpdateOperation.delete_payload(ids, keys)


def read_clear_payload(body: object, _: Definition) -> edge.UpdateOperation:
    """Read which points to take all fields from."""
    ids, filter_ = _selected(fields(body, "payload", "points", "filter"))
    if filter_ is not None:
        return edge.UpdateOperation.clear_payload_by_filter(filter_)
    return edge.UpdateOperation.clear_payload(ids)


def read_with_payload(value: object) -> bool | list[str] | edge.PayloadSelector:
    """Read which fields to tell of each point."""
    if isinstance(value, bool):
        return value
    if isinstance(value, list):
        return texts(value, "`with_payload`")
    given = fields(value, "`with_payload`", "include", "exclude")
    if len(given) != 1:
        raise RefusedError("`with_payload` needs exactly one of `include` and `exclude`")
    if "include" in given:
        return edge.PayloadSelector.Include(texts(given["include"], "`include`"))
    return edge.PayloadSelector.Exclude(texts(given["exclude"], "`exclude`"))


def read_with_vector(value: object) -> bool | list[str]:
    """Read which vectors to tell of each point."""
    return value if isinstance(value, bool) else texts(value, "`with_vector`")


def told(point: edge.Record | edge.ScoredPoint) -> Fields:
    """Tell a point as Qdrant does; a UUID is left to the JSON writer."""
    said: Fields = {"id": point.id, "payload": point.payload}
    if isinstance(point, edge.ScoredPoint):
        said |= {"version": point.version, "score": point.score}
    if point.vector is not None:
        said["vector"] = _told_vectors(point.vector)
    if point.order_value is not None:
        said["order_value"] = point.order_value
    return said


def told_each(points: Iterable[edge.Record | edge.ScoredPoint]) -> list[Fields]:
    """Tell points in their order."""
    return [told(point) for point in points]


def _told_vectors(vectors: "edge.Vector") -> object:
    if not isinstance(vectors, dict):
        return vectors
    return {
        name: {"indices": vector.indices, "values": vector.values}
        if isinstance(vector, edge.SparseVector)
        else vector
        for name, vector in vectors.items()
    }


def _point(value: object, definition: Definition) -> edge.Point:
    given = fields(value, "point", "id", "vector", "payload")
    id_ = point_id(required(given, "id", "point"))
    vectors = required(given, "vector", "point")
    if not isinstance(vectors, dict):
        raise RefusedError(f"Wrong input: point {id_} needs its vectors by name")
    return edge.Point(
        id_,
        {name: read_vector(vector, name, definition) for name, vector in vectors.items()},
        _payload(given.get("payload", {})),
    )


def _sparse(value: object, name: str) -> edge.SparseVector:
    given = fields(value, f"sparse vector `{name}`", "indices", "values")
    indices = listed(required(given, "indices", f"`{name}`"), "`indices`")
    values = listed(required(given, "values", f"`{name}`"), "`values`")
    if len(indices) != len(values):
        raise RefusedError(f"Validation error in `{name}`: as many values as indices", 422)
    if not set(map(type, indices)) <= {int} or any(not 0 <= i <= _LARGEST_INDEX for i in indices):
        raise RefusedError(f"Format error in JSON body: an index of `{name}` has not 32 bits")
    if len(set(indices)) != len(indices):
        raise RefusedError(f"Validation error in `{name}`: indices must be unique", 422)
    _check_numbers(values, name)
    return edge.SparseVector(indices, values)


def _check_row(row: list[object], name: str, size: int) -> None:
    if len(row) != size:
        raise RefusedError(
            f"Wrong input: Vector dimension error: `{name}` expected dim: {size}, got {len(row)}"
        )
    _check_numbers(row, name)


def _check_numbers(values: list[object], name: str) -> None:
    if not set(map(type, values)) <= {int, float}:
        raise RefusedError(f"Format error in JSON body: `{name}` must hold numbers")


def _payload(value: object) -> Fields:
    if not isinstance(value, dict):
        raise RefusedError("Format error in JSON body: expected a payload to be an object")
    return value


def _optional_key(given: Fields) -> str | None:
    return text(given["key"], "`key`") if "key" in given else None


def _selected(given: Fields) -> tuple[list[PointId], edge.Filter | None]:
    if ("points" in given) == ("filter" in given):
        raise RefusedError(
            "Bad request: the points are told by exactly one of `points` and `filter`"
        )
    if "filter" in given:
        return [], read_filter(given["filter"])
    return point_ids(given["points"]), None


WRITES: dict[str, WriteReader] = {
    "upsert": read_upsert,
    "delete": read_delete,
    "set_payload": read_set_payload,
    "overwrite_payload": read_overwrite_payload,
    "delete_payload": read_delete_payload,
    "clear_payload": read_clear_payload,
}
