"""What a collection is: its vectors, its payload indexes, and what its owner noted about it."""

from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

import qdrant_edge as edge

from retrieval.engine.wire.reading import Fields, RefusedError, fields, required, text, whole

_DISTANCES = {
    "Cosine": edge.Distance.Cosine,
    "Dot": edge.Distance.Dot,
    "Euclid": edge.Distance.Euclid,
    "Manhattan": edge.Distance.Manhattan,
}
_INDEXES = {
    "keyword": edge.KeywordIndexParams,
    "integer": edge.IntegerIndexParams,
    "float": edge.FloatIndexParams,
    "bool": edge.BoolIndexParams,
    "datetime": edge.DatetimeIndexParams,
    "uuid": edge.UuidIndexParams,
}
# Accepted and without effect: they trade speed for memory and never change what is found. The
# engine keeps vectors flat, since an exact search beats a filtered graph at the sizes it is for;
# what is in force is what `GET /collections/{name}` says.
_TUNING = ("hnsw_config", "optimizers_config", "on_disk_payload")
# Accepted where they say what an engine of one process is anyway.
_ONE = ("shard_number", "replication_factor", "write_consistency_factor")

# No graph: `m` is the number of its edges at each point.
_FLAT: dict[str, Any] = {"m": 0, "ef_construct": 100, "full_scan_threshold": 10_000}
_OPTIMIZERS = {
    "deleted_threshold": 0.2,
    "vacuum_min_vector_number": 1000,
    "default_segment_number": 0,
    "max_segment_size": None,
    "memmap_threshold": None,
    "indexing_threshold": 10_000,
    "flush_interval_sec": 5,
    "max_optimization_threads": None,
}
_WAL = {"wal_capacity_mb": 32, "wal_segments_ahead": 0, "wal_retain_closed": 1}


@dataclass(frozen=True, slots=True)
class Dense:
    """A named dense vector, or a row of them for each point where `many` is set."""

    size: int
    distance: str
    many: bool = False


@dataclass(frozen=True, slots=True)
class Sparse:
    """A named sparse vector; `idf` weighs its terms by their rarity at the time of the query."""

    idf: bool = False


@dataclass(frozen=True, slots=True)
class Definition:
    """All that a collection is besides its points."""

    dense: dict[str, Dense]
    sparse: dict[str, Sparse]
    metadata: Fields = field(default_factory=dict)
    indexes: dict[str, Fields] = field(default_factory=dict)

    def as_json(self) -> Fields:
        """Write the definition down for `definition_from_json`."""
        return asdict(self)

    def with_index(self, name: str, schema: Fields) -> Self:
        """Add a payload index, or change it."""
        return replace(self, indexes={**self.indexes, name: schema})

    def without_index(self, name: str) -> Self:
        """Leave a payload index out."""
        return replace(
            self, indexes={known: kept for known, kept in self.indexes.items() if known != name}
        )

    def with_metadata(self, changes: Fields) -> Self:
        """Merge into the metadata; null takes a key out."""
        merged = {**self.metadata, **changes}
        return replace(
            self, metadata={key: value for key, value in merged.items() if value is not None}
        )

    def edge_config(self) -> edge.EdgeConfig:
        """Say the same to the engine: flat vectors, and a log of writes that is never off."""
        return edge.EdgeConfig(
            vectors={name: _edge_dense(params) for name, params in self.dense.items()},
            sparse_vectors={
                name: edge.EdgeSparseVectorParams(
                    modifier=edge.Modifier.Idf if params.idf else None
                )
                for name, params in self.sparse.items()
            },
            hnsw_config=edge.HnswIndexConfig(**_FLAT),
            wal_enabled=True,
        )

    def info(self) -> Fields:
        """Say the same to a client, as the `config` of a collection."""
        return {
            "params": {
                "vectors": {name: _dense_info(params) for name, params in self.dense.items()},
                "sparse_vectors": {
                    name: {"modifier": "idf"} if params.idf else {}
                    for name, params in self.sparse.items()
                },
                "shard_number": 1,
                "replication_factor": 1,
                "write_consistency_factor": 1,
                "on_disk_payload": True,
            },
            "hnsw_config": {**_FLAT, "max_indexing_threads": 0, "on_disk": False},
            "optimizer_config": _OPTIMIZERS,
            "wal_config": _WAL,
            "quantization_config": None,
            "metadata": self.metadata or None,
        }


def definition_from_json(value: Fields) -> Definition:
    """Read what `Definition.as_json` wrote."""
    return Definition(
        dense={name: Dense(**params) for name, params in value["dense"].items()},
        sparse={name: Sparse(**params) for name, params in value["sparse"].items()},
        metadata=value["metadata"],
        indexes=value["indexes"],
    )


def read_definition(body: object) -> Definition:
    """Read the request that creates a collection."""
    known = ("vectors", "sparse_vectors", "metadata", *_TUNING, *_ONE)
    given = fields(body, "collection", *known)
    for name in _ONE:
        if given.get(name, 1) != 1:
            raise RefusedError(f"The embedded engine has one process: `{name}` must be 1")
    vectors, sparse = given.get("vectors", {}), given.get("sparse_vectors", {})
    if not isinstance(vectors, dict) or not isinstance(sparse, dict):
        raise RefusedError("Format error in JSON body: expected objects of vectors by name")
    if type(vectors.get("size")) is int:
        raise RefusedError("Not supported by the embedded engine: a vector without a name")
    if clash := vectors.keys() & sparse.keys():
        raise RefusedError(f"`{min(clash)}` is both a dense and a sparse vector")
    return Definition(
        dense={name: _read_dense(params) for name, params in vectors.items()},
        sparse={name: _read_sparse(params) for name, params in sparse.items()},
        metadata=read_metadata(given.get("metadata", {})),
    )


def read_metadata(value: object) -> Fields:
    """Take the metadata of a collection, whatever it holds."""
    if not isinstance(value, dict):
        raise RefusedError("Format error in JSON body: expected `metadata` to be an object")
    return value


def read_index(body: object) -> tuple[str, Fields]:
    """Read the request that creates a payload index: the field, and the index's parameters."""
    given = fields(body, "index", "field_name", "field_schema")
    name = text(required(given, "field_name", "index"), "`field_name`")
    schema = required(given, "field_schema", "index")
    schema = {"type": schema} if isinstance(schema, str) else schema
    edge_index(schema)
    return name, schema


def edge_index(schema: object) -> "edge.PayloadSchemaParams":
    """Say to the engine what a payload index is."""
    if not isinstance(schema, dict) or schema.get("type") not in _INDEXES:
        raise RefusedError(
            f"Not supported by the embedded engine: the payload index {schema!r:.80}; "
            f"the types are {', '.join(_INDEXES)}"
        )
    rest = {key: value for key, value in schema.items() if key != "type"}
    try:
        index: edge.PayloadSchemaParams = _INDEXES[schema["type"]](**rest)
    except TypeError as error:
        raise RefusedError(f"Wrong parameters for a payload index: {error}") from error
    return index


def _read_dense(value: object) -> Dense:
    known = ("size", "distance", "multivector_config", "hnsw_config", "on_disk")
    given = fields(value, "vector", *known)
    distance = required(given, "distance", "vector")
    if distance not in _DISTANCES:
        raise RefusedError(f"`{distance}` is no distance; there are {', '.join(_DISTANCES)}")
    size = whole(required(given, "size", "vector"), "`size`", least=1)
    return Dense(size, distance, many=_is_multivector(given.get("multivector_config")))


def _is_multivector(value: object) -> bool:
    if value is None:
        return False
    given = fields(value, "`multivector_config`", "comparator")
    if given.get("comparator") != "max_sim":
        raise RefusedError("The only comparator of multivectors is `max_sim`")
    return True


def _read_sparse(value: object) -> Sparse:
    given = fields(value, "sparse vector", "modifier", "index")
    fields(given.get("index", {}), "`index`", "on_disk", "full_scan_threshold")
    modifier = given.get("modifier", "none")
    if modifier not in ("none", "idf"):
        raise RefusedError(f"`{modifier}` is no modifier; there are `idf` and `none`")
    return Sparse(idf=modifier == "idf")


def _edge_dense(params: Dense) -> edge.EdgeVectorParams:
    max_sim = edge.MultiVectorConfig(edge.MultiVectorComparator.MaxSim) if params.many else None
    return edge.EdgeVectorParams(
        size=params.size, distance=_DISTANCES[params.distance], multivector_config=max_sim
    )


def _dense_info(params: Dense) -> Fields:
    comparator = {"multivector_config": {"comparator": "max_sim"}} if params.many else {}
    return {"size": params.size, "distance": params.distance, **comparator}
