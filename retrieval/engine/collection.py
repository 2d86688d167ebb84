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

    `is_saved` tells that all of it is on disk, where otherwise some of it may be in the log of
    writes alone; `is_tidy` tells that nothing was written since it was last put in order.
    """

    def __init__(self, folder: Path, definition: Definition, shard: edge.EdgeShard) -> None:
        self.definition = definition
        self.shard = shard
        self.is_saved = False
        self.is_tidy = False
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
            self.is_saved = self.is_tidy = False
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

    def save(self) -> None:
        """Put what was written on disk; the next start then has no log of writes to repeat."""
        self.shard.flush()
        self.is_saved = True

    def tidy(self) -> None:
        """Put the shard in order where enough has changed, and save it.

        The engine judges what is enough (about ten megabytes of new vectors, or a fifth of the
        points removed). It takes seconds, in which nothing else is answered.
        """
        self.shard.optimize()
        self.save()
        self.is_tidy = True

    def close(self) -> None:
        """Save and let go of the shard."""
        self.save()
        self.shard.close()

    def _define(self, definition: Definition) -> None:
        write_json(self._folder / "collection.json", definition.as_json())
        self.definition = definition
