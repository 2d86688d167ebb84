"""What is read from a collection: each function answers one kind of request."""

from collections.abc import Callable, Iterable
from typing import TypeGuard

import qdrant_edge as edge

from retrieval.engine.collection import Collection
from retrieval.engine.wire.filters import Filters
from retrieval.engine.wire.points import read_with_payload, read_with_vector, told, told_each
from retrieval.engine.wire.queries import STAGE, Queries, read_order_by
from retrieval.engine.wire.reading import (
    Fields,
    RefusedError,
    fields,
    flag,
    listed,
    point_id,
    point_ids,
    required,
    text,
    whole,
)

Read = Callable[[Collection, object], object]

_DEFAULT_LIMIT = 10
_DEFAULT_GROUPS = 3
_DEFAULT_FACETS = 10
_GROUPS_ASKED_AT_ONCE = 4


def info(collection: Collection) -> Fields:
    """Tell what a collection is and how much it holds."""
    shard = collection.shard.info()
    return {
        "status": "green",
        "optimizer_status": "ok",
        # The shard's own figure counts what an interrupted optimization wrote twice.
        "points_count": collection.shard.count(edge.CountRequest(exact=True)),
        "indexed_vectors_count": shard.indexed_vectors_count,
        "segments_count": shard.segments_count,
        "config": collection.definition.info(),
        "payload_schema": {
            name: {
                "data_type": schema["type"],
                "params": schema if len(schema) > 1 else None,
                "points": shard.payload_schema[name].points if name in shard.payload_schema else 0,
            }
            for name, schema in collection.definition.indexes.items()
        },
    }


def query(collection: Collection, body: object) -> Fields:
    """Find points."""
    found = collection.shard.query(_queries(collection).read(body))
    return {"points": told_each(found)}


def query_batch(collection: Collection, body: object) -> list[Fields]:
    """Find points for several queries at once."""
    given = fields(body, "request", "searches")
    queries = _queries(collection)
    requests = [queries.read(item) for item in listed(given.get("searches"), "`searches`")]
    found = collection.shard.query_batch(edge.QueryBatchRequest(requests))
    return [{"points": told_each(points)} for points in found]


def query_groups(collection: Collection, body: object) -> Fields:
    """Find points, the best `group_size` of each of the best `limit` values of a field.

    The engine does not group: it is asked for more and more points until the groups are full.
    """
    known = (*STAGE, "with_payload", "with_vector", "group_by", "group_size")
    given = fields(body, "query", *known)
    key = text(required(given, "group_by", "query"), "`group_by`")
    if "[" in key:
        raise RefusedError("Not supported by the embedded engine: grouping by a part of a list")
    size = whole(given.get("group_size", _DEFAULT_GROUPS), "`group_size`", least=1)
    count = whole(given.get("limit", _DEFAULT_LIMIT), "`limit`", least=1)
    build = _queries(collection).build
    bare = {name: given[name] for name in STAGE if name in given}
    asked = count * size * _GROUPS_ASKED_AT_ONCE
    while True:
        sought = bare | {"limit": asked, "with_payload": {"include": [key]}}
        found = collection.shard.query(build(sought))
        groups = _grouped(found, key.split("."), size=size, count=count)
        is_full = len(groups) == count and all(len(hits) == size for hits in groups.values())
        if is_full or len(found) < asked:
            return {"groups": _told_groups(collection, groups, given)}
        asked *= _GROUPS_ASKED_AT_ONCE


def retrieve(collection: Collection, body: object) -> list[Fields]:
    """Look up points by their ids, in the order of the ids."""
    given = fields(body, "request", "ids", "with_payload", "with_vector")
    ids = list(dict.fromkeys(point_ids(required(given, "ids", "request"))))
    records = {record.id: record for record in collection.shard.retrieve(ids, *_with(given))}
    return told_each(records[id_] for id_ in ids if id_ in records)


def scroll(collection: Collection, body: object) -> Fields:
    """Read on through the points, by id or by the order of a field."""
    known = ("offset", "limit", "filter", "with_payload", "with_vector", "order_by")
    given = fields(body, "request", *known)
    if "order_by" in given and "offset" in given:
        raise RefusedError("Bad request: `offset` means nothing together with `order_by`")
    with_payload, with_vector = _with(given)
    records, following = collection.shard.scroll(
        edge.ScrollRequest(
            offset=point_id(given["offset"]) if "offset" in given else None,
            limit=whole(given.get("limit", _DEFAULT_LIMIT), "`limit`", least=1),
            filter=Filters().read(given.get("filter")),
            with_payload=with_payload,
            with_vector=with_vector,
            order_by=read_order_by(given["order_by"]) if "order_by" in given else None,
        )
    )
    return {"points": told_each(records), "next_page_offset": following}


def count(collection: Collection, body: object) -> Fields:
    """Count points."""
    given = fields(body, "request", "filter", "exact")
    exact = flag(given.get("exact", True), "`exact`")
    filter_ = Filters().read(given.get("filter"))
    return {"count": collection.shard.count(edge.CountRequest(exact=exact, filter=filter_))}


def facet(collection: Collection, body: object) -> Fields:
    """Count the points by the values of an indexed field."""
    given = fields(body, "request", "key", "limit", "filter", "exact")
    hits = collection.shard.facet(
        edge.FacetRequest(
            text(required(given, "key", "request"), "`key`"),
            limit=whole(given.get("limit", _DEFAULT_FACETS), "`limit`", least=1),
            exact=flag(given.get("exact", False), "`exact`"),
            filter=Filters().read(given.get("filter")),
        )
    ).hits
    return {"hits": [{"value": hit.value, "count": hit.count} for hit in hits]}


READS: dict[str, Read] = {
    "points": retrieve,
    "points/query": query,
    "points/query/batch": query_batch,
    "points/query/groups": query_groups,
    "points/scroll": scroll,
    "points/count": count,
    "facet": facet,
}

Groups = dict[str | int, list[edge.ScoredPoint]]


def _queries(collection: Collection) -> Queries:
    return Queries(collection.definition, collection.vector_of)


def _with(given: Fields) -> tuple[bool | list[str] | edge.PayloadSelector, bool | list[str]]:
    return (
        read_with_payload(given.get("with_payload", True)),
        read_with_vector(given.get("with_vector", False)),
    )


def _grouped(
    points: Iterable[edge.ScoredPoint], path: list[str], *, size: int, count: int
) -> Groups:
    groups: Groups = {}
    for point in points:
        for value in _values(point.payload, path):
            if value in groups:
                if len(groups[value]) < size:
                    groups[value].append(point)
            elif len(groups) < count:
                groups[value] = [point]
    return groups


def _values(payload: object, path: list[str]) -> list[str | int]:
    value = payload
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    values = value if isinstance(value, list) else [value]
    return list(dict.fromkeys(held for held in values if _can_name_a_group(held)))


def _can_name_a_group(value: object) -> TypeGuard[str | int]:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _told_groups(collection: Collection, groups: Groups, given: Fields) -> list[Fields]:
    ids = list(dict.fromkeys(point.id for hits in groups.values() for point in hits))
    records = {record.id: record for record in collection.shard.retrieve(ids, *_with(given))}
    return [
        {
            "id": value,
            "hits": [told(point) | told(records[point.id]) for point in hits],
        }
        for value, hits in groups.items()
    ]
