"""One collection: its definition on disk beside the shard that holds its points."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

import orjson
import qdrant_edge as edge

from retrieval.engine.folder import write_json
from retrieval.engine.wire.definitions import Definition, definition_from_json, edge_index
from retrieval.engine.wire.points import Vector
from retrieval.engine.wire.reading import Fields, PointId, RefusedError


class Collection:
    """An open collection.

    `has_news` tells that something was written since the last `tidy`.
    """

    def __init__(self, folder: Path, definition: Definition, shard: edge.EdgeShard) -> None:
        self.definition = definition
        self.shard = shard
        self.has_news = False
        self._folder = folder
        self._operations = 0

    @classmethod
    def create(cls, folder: Path, definition: Definition) -> None:
        """Lay a collection out in an empty folder."""
        write_json(folder / "collection.json", definition.as_json())
        edge.EdgeShard.create(str(folder / "shard"), definition.edge_config()).close()

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open a collection, with each payload index that it is meant to have."""
        definition = definition_from_json(orjson.loads((folder / "collection.json").read_bytes()))
        shard = edge.EdgeShard.load(str(folder / "shard"), definition.edge_config())
        collection = cls(folder, definition, shard)
        for name in definition.indexes.keys() - shard.info().payload_schema.keys():
            collection.create_index(name, definition.indexes[name])
        return collection

    def write(self, operations: Sequence[edge.UpdateOperation]) -> int:
        """Carry out writes in their order; gives the number of the last one."""
        for operation in operations:
            self.has_news = True
            self.shard.update(operation)
            self._operations += 1
        return self._operations

    def create_index(self, name: str, schema: Fields) -> int:
        """Index a payload field, from now on and at each start."""
        index = edge.UpdateOperation.create_field_index(name, edge_index(schema))
        self._define(self.definition.with_index(name, schema))
        return self.write([index])

    def delete_index(self, name: str) -> int:
        """Give up the index of a payload field."""
        self._define(self.definition.without_index(name))
        return self.write([edge.UpdateOperation.delete_field_index(name)])

    def change_metadata(self, changes: Fields) -> None:
        """Merge into the metadata; null takes a key out."""
        self._define(self.definition.with_metadata(changes))

    def vector_of(self, id_: PointId, name: str) -> Vector:
        """Look up one vector of a point."""
        for record in self.shard.retrieve([id_], with_payload=False, with_vector=[name]):
            if isinstance(record.vector, dict) and name in record.vector:
                return record.vector[name]
        raise RefusedError(f"Not found: No point with id {id_} and vector `{name}`", 404)

    def tidy(self) -> None:
        """Put what was written on disk and, where enough has changed, order it anew.

        The engine judges what is enough (about ten megabytes of new vectors, or a fifth of the
        points removed); ordering takes seconds, in which nothing else is answered.
        """
        self.shard.flush()
        self.shard.optimize()
        self.has_news = False

    def close(self) -> None:
        """Put everything on disk and let go of the shard."""
        self.shard.flush()
        self.shard.close()

    def _define(self, definition: Definition) -> None:
        write_json(self._folder / "collection.json", definition.as_json())
        self.definition = definition
