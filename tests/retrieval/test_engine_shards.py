"""What is on disk opens whole, whatever happened in between."""

import json
from pathlib import Path

import pytest
import qdrant_edge as edge

from retrieval.engine.collection import Collection
from retrieval.engine.folder import Folder
from retrieval.engine.shards import Collections, DamagedError
from retrieval.engine.wire.definitions import Definition, Dense
from retrieval.engine.wire.filters import read_filter
from retrieval.engine.wire.points import read_upsert

PLAIN = Definition(dense={"dense": Dense(2, "Cosine")}, sparse={})


def write(collection: Collection, count: int) -> None:
    points = [
        {"id": number, "vector": {"dense": [1, number]}, "payload": {"n": number}}
        for number in range(count)
    ]
    collection.write([read_upsert({"points": points}, collection.definition)])


def count(collection: Collection) -> int:
    return collection.shard.count(edge.CountRequest())


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_a_collection_opens_as_it_was_closed(folder: Folder) -> None:
    collections = Collections(folder)
    collections.create("chunks", PLAIN)
    collections.get("chunks").change_metadata({"model": "e5"})
    collections.get("chunks").create_index("n", {"type": "integer"})
    write(collections.get("chunks"), 20)
    alias = {"create_alias": {"alias_name": "live", "collection_name": "chunks"}}
    collections.change_aliases({"actions": [alias]})
    definition = collections.get("live").definition
    collections.close()

    reopened = Collections(folder)

    assert reopened.get("live").definition == definition
    assert count(reopened.get("live")) == 20
    reopened.close()


def test_an_index_that_a_crash_left_out_is_made_at_the_next_start(folder: Folder) -> None:
    collections = Collections(folder)
    collections.create("chunks", PLAIN)
    write(collections.get("chunks"), 20)
    collections.close()
    file = folder.collections / "chunks" / "collection.json"
    definition = json.loads(file.read_bytes())
    file.write_text(json.dumps(definition | {"indexes": {"n": {"type": "integer"}}}))

    reopened = Collections(folder)

    assert reopened.get("chunks").shard.info().payload_schema["n"].points == 20
    reopened.close()


def test_tidying_loses_nothing(folder: Folder) -> None:
    collections = Collections(folder)
    collections.create("chunks", PLAIN)
    chunks = collections.get("chunks")
    write(chunks, 3000)
    gone = read_filter({"must": [{"key": "n", "range": {"lt": 1000}}]})
    chunks.write([edge.UpdateOperation.delete_points_by_filter(gone)])
    assert (chunks.is_saved, chunks.is_tidy) == (False, False)

    chunks.tidy()

    assert count(chunks) == 2000
    assert (chunks.is_saved, chunks.is_tidy) == (True, True)
    collections.close()


def test_a_collection_that_is_deleted_leaves_nothing(folder: Folder) -> None:
    collections = Collections(folder)
    collections.create("chunks", PLAIN)

    assert collections.delete("chunks")
    assert not collections.delete("chunks")
    assert list(folder.collections.iterdir()) == []


def test_damage_is_named_with_what_to_do(folder: Folder) -> None:
    folder.collections.mkdir()
    (folder.collections / "chunks").mkdir()
    with pytest.raises(DamagedError, match=r"chunks does not open.*Move .*/chunks away"):
        Collections(folder)

    (folder.collections / "chunks").rmdir()
    folder.aliases.write_text("{")
    with pytest.raises(DamagedError, match=r"Move .*/aliases\.json away"):
        Collections(folder)
