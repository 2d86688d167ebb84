"""Queries: what is nearest, what is fused, and in which order it is told."""

from collections.abc import Callable

import qdrant_edge as edge

from retrieval.engine.wire.definitions import Definition
from retrieval.engine.wire.filters import Filters, excluding
from retrieval.engine.wire.formulas import read_formula
from retrieval.engine.wire.points import Vector, read_vector, read_with_payload, read_with_vector
from retrieval.engine.wire.reading import (
    Fields,
    PointId,
    RefusedError,
    fields,
    flag,
    listed,
    number,
    one_or_many,
    point_id,
    required,
    text,
    whole,
)

STAGE = ("prefetch", "query", "using", "filter", "params", "score_threshold", "limit")
QUERY = (*STAGE, "offset", "with_payload", "with_vector")

_DEFAULT_LIMIT = 10
_DEFAULT_RRF_K = 2
_DIRECTIONS = {"asc": edge.Direction.Asc, "desc": edge.Direction.Desc}

VectorOf = Callable[[PointId, str], Vector]
Fusion = edge.Fusion.Rrf | edge.Fusion.Dbsf
Scoring = edge.Query | Fusion | edge.Formula | edge.OrderBy
Stage = tuple[Scoring | None, edge.Filter | None]


class Queries:
    """The queries of one request to one collection.

    `vector_of` looks up the vector of a point that a query names instead of a vector.
    """

    def __init__(self, definition: Definition, vector_of: VectorOf) -> None:
        self._definition = definition
        self._vector_of = vector_of
        self._filters = Filters()

    def read(self, body: object) -> edge.QueryRequest:
        """Build a query."""
        return self.build(fields(body, "query", *QUERY))

    def build(self, given: Fields) -> edge.QueryRequest:
        """Build a query from fields that are known."""
        prefetches, filters = self._prefetches(given)
        query, filter_ = self._scored(given)
        # The engine tests the filter of the whole query again in each prefetch. Where it stands
        # in each of them already, that is the same test twice.
        if filters and all(held is filter_ for held in filters):
            filter_ = None
        return edge.QueryRequest(
            limit=_limit(given),
            offset=whole(given.get("offset", 0), "`offset`"),
            query=query,  # type: ignore[arg-type]  # each fusion is a `Fusion`; the stub forgot
            prefetches=prefetches,
            filter=filter_,
            params=self._params(given),
            score_threshold=_score_threshold(given),
            with_payload=read_with_payload(given.get("with_payload", False)),
            with_vector=read_with_vector(given.get("with_vector", False)),
        )

    def _prefetch(self, value: object) -> tuple[edge.Prefetch, edge.Filter | None]:
        given = fields(value, "prefetch", *STAGE)
        prefetches, _ = self._prefetches(given)
        query, filter_ = self._scored(given)
        built = edge.Prefetch(
            limit=_limit(given),
            query=query,  # type: ignore[arg-type]  # each fusion is a `Fusion`; the stub forgot
            prefetches=prefetches,
            filter=filter_,
            params=self._params(given),
            score_threshold=_score_threshold(given),
        )
        return built, filter_

    def _prefetches(
        self, given: Fields
    ) -> tuple[list[edge.Prefetch] | None, list[edge.Filter | None]]:
        built = [
            self._prefetch(item) for item in one_or_many(given.get("prefetch", []), "prefetch")
        ]
        return [prefetch for prefetch, _ in built] or None, [filter_ for _, filter_ in built]

    def _scored(self, given: Fields) -> Stage:
        filter_ = self._filters.read(given.get("filter"))
        value, using = given.get("query"), given.get("using")
        if isinstance(value, dict):
            for name, read in _SCORINGS.items():
                if name in value:
                    if using is not None:
                        raise RefusedError(f"`using` means nothing to a query by `{name}`")
                    return read(value), filter_
        if value is None:
            return None, filter_
        return self._nearest(value, text(using, "`using`"), filter_)

    def _nearest(self, value: object, using: str, filter_: edge.Filter | None) -> Stage:
        if isinstance(value, dict) and "nearest" in value:
            value = required(fields(value, "query", "nearest"), "nearest", "query")
        if isinstance(value, str | int):
            id_ = point_id(value)
            vector, filter_ = self._vector_of(id_, using), excluding(filter_, [id_])
        else:
            vector = read_vector(self._as_rows(value, using), using, self._definition)
        return edge.Query.Nearest(vector, using=using), filter_

    def _as_rows(self, value: object, using: str) -> object:
        dense = self._definition.dense.get(using)
        is_one_row = isinstance(value, list) and bool(value) and not isinstance(value[0], list)
        return [value] if dense is not None and dense.many and is_one_row else value

    def _params(self, given: Fields) -> edge.SearchParams | None:
        if "params" not in given:
            return None
        params = fields(given["params"], "`params`", "hnsw_ef", "exact", "indexed_only", "idf")
        return edge.SearchParams(
            hnsw_ef=whole(params["hnsw_ef"], "`hnsw_ef`") if "hnsw_ef" in params else None,
            exact=flag(params.get("exact", False), "`exact`"),
            indexed_only=flag(params.get("indexed_only", False), "`indexed_only`"),
            idf=self._idf(params["idf"]) if "idf" in params else None,
        )

    def _idf(self, value: object) -> edge.IdfParams:
        if value == "global":
            return edge.IdfParams()
        given = fields(value, "`idf`", "corpus")
        return edge.IdfParams(corpus=self._filters.read(required(given, "corpus", "`idf`")))


def read_order_by(value: object) -> edge.OrderBy:
    """Read which field decides the order."""
    if isinstance(value, str):
        return edge.OrderBy(value)
    given = fields(value, "`order_by`", "key", "direction", "start_from")
    direction = given.get("direction", "asc")
    if direction not in _DIRECTIONS:
        raise RefusedError(f"`{direction}` is no direction; there are `asc` and `desc`")
    return edge.OrderBy(
        text(required(given, "key", "`order_by`"), "`key`"),
        _DIRECTIONS[direction],
        given.get("start_from"),
    )


def _limit(given: Fields) -> int:
    return whole(given.get("limit", _DEFAULT_LIMIT), "`limit`", least=1)


def _score_threshold(given: Fields) -> float | None:
    if "score_threshold" not in given:
        return None
    return number(given["score_threshold"], "`score_threshold`")


def _fusion(value: Fields) -> Fusion:
    fusion = required(fields(value, "query", "fusion"), "fusion", "query")
    if fusion == "rrf":
        return edge.Fusion.Rrf(k=_DEFAULT_RRF_K)
    if fusion == "dbsf":
        return edge.Fusion.Dbsf()
    raise RefusedError(f"`{fusion}` is no fusion; there are `rrf` and `dbsf`")


def _rrf(value: Fields) -> Fusion:
    rrf = required(fields(value, "query", "rrf"), "rrf", "query")
    given = fields(rrf, "`rrf`", "k", "weights")
    weights = given.get("weights")
    return edge.Fusion.Rrf(
        k=whole(given.get("k", _DEFAULT_RRF_K), "`k`", least=1),
        weights=None
        if weights is None
        else [number(weight, "a weight") for weight in listed(weights, "`weights`")],
    )


def _order(value: Fields) -> edge.OrderBy:
    return read_order_by(required(fields(value, "query", "order_by"), "order_by", "query"))


_SCORINGS: dict[str, Callable[[Fields], Scoring]] = {
    "fusion": _fusion,
    "rrf": _rrf,
    "order_by": _order,
    "formula": read_formula,
}
