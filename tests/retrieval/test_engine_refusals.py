"""What the engine does not understand it refuses, whole and before anything is touched."""

import copy
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import pytest_asyncio

from retrieval.engine import running_engine

pytestmark = pytest.mark.asyncio(loop_scope="module")

ONE = "/collections/chunks"
TEAM = {"key": "team", "match": {"value": "hr"}}
GOOD = {"id": 1, "vector": {"dense": [1, 0], "words": {"indices": [1, 2], "values": [1, 2]}}}


@dataclass(frozen=True)
class Served:
    """The engine, spoken to without the client that would not say such things."""

    http: httpx.AsyncClient

    async def ask(self, method: str, path: str, body: object) -> tuple[int, str]:
        response = await self.http.request(method, path, json=body)
        status = response.json()["status"]
        return response.status_code, status["error"] if isinstance(status, dict) else ""

    async def search(self, query: object) -> tuple[int, str]:
        return await self.ask("POST", f"{ONE}/points/query", query)

    async def count(self) -> int:
        response = await self.http.post(f"{ONE}/points/count", json={})
        counted: int = response.json()["result"]["count"]
        return counted


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    async with running_engine(tmp_path_factory.mktemp("engine"), grace=0) as engine:
        endpoint = await engine.endpoint()
        async with httpx.AsyncClient(
            base_url=endpoint.url, headers={"api-key": endpoint.api_key}
        ) as http:
            served = Served(http)
            vectors = {"dense": {"size": 2, "distance": "Dot"}}
            rows = {"size": 2, "distance": "Dot", "multivector_config": {"comparator": "max_sim"}}
            made = {
                "vectors": vectors | {"rows": rows},
                "sparse_vectors": {"words": {"modifier": "idf"}},
            }
            assert await served.ask("PUT", ONE, made) == (200, "")
            assert await served.ask("PUT", f"{ONE}/points", {"points": [GOOD]}) == (200, "")
            yield served


WHOLE_QUERY: dict[str, Any] = {
    "prefetch": [
        {
            "query": [1, 0],
            "using": "dense",
            "limit": 5,
            "params": {"exact": True, "hnsw_ef": 16},
            "filter": {
                "must": [TEAM, {"is_empty": {"key": "a"}}, {"is_null": {"key": "a"}}],
                "should": [{"key": "n", "range": {"gte": 1}}, {"must_not": [{"has_id": [7]}]}],
                "must_not": {"nested": {"key": "parts", "filter": {"must": [TEAM]}}},
                "min_should": {"conditions": [TEAM], "min_count": 1},
            },
        },
        {
            "query": {"nearest": {"indices": [1], "values": [1]}},
            "using": "words",
            "params": {"idf": {"corpus": {"must": [TEAM]}}},
            "score_threshold": 0.5,
        },
    ],
    "query": {"rrf": {"k": 60, "weights": [1, 2]}},
    "filter": {"must": [{"key": "team", "match": {"any": ["hr"]}}]},
    "with_payload": {"include": ["team"]},
    "with_vector": ["dense"],
}


def objects_in(value: object) -> Iterator[dict[str, Any]]:
    """Every object in some JSON, from the outermost on."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for held in value.values() if isinstance(value, dict) else value:
            yield from objects_in(held)


async def test_a_query_with_everything_in_it_is_understood(served: Served) -> None:
    assert await served.search(WHOLE_QUERY) == (200, "")


@pytest.mark.parametrize("place", range(len(list(objects_in(WHOLE_QUERY)))))
async def test_a_word_that_is_not_known_is_refused_wherever_it_stands(
    served: Served, place: int
) -> None:
    query = copy.deepcopy(WHOLE_QUERY)
    list(objects_in(query))[place]["surprise"] = []

    status, reason = await served.search(query)

    assert status == 400
    assert "surprise" in reason


@pytest.mark.parametrize(
    "condition",
    [
        {"key": "team", "match": {"text": "hr"}},
        {"key": "team", "match": {"phrase": "hr"}},
        {"key": "team", "match": {"prefix": "h"}},
        {"key": "team", "match": {"value": None}},
        {"key": "team", "match": {"value": 1.5}},
        {"key": "team", "match": {"value": ["hr"]}},
        {"key": "team", "match": {"any": "hr"}},
        {"key": "team", "match": {"any": ["hr", 1]}},
        {"key": "team", "match": {"any": [True]}},
        {"key": "team", "match": {"any": [None]}},
        {"key": "team", "match": {"any": ["a"], "except": ["b"]}},
        {"key": "team", "match": {}},
        {"key": "team", "match": None},
        {"key": "team"},
        {"key": "team", "match": {"value": "hr"}, "range": {"gt": 1}},
        {"key": "team", "values_count": {"gt": 1}},
        {"key": "team", "is_empty": True},
        {"key": "place", "geo_radius": {"center": {"lon": 0, "lat": 0}, "radius": 1}},
        {"key": "team[", "match": {"value": "hr"}},
        {"key": 5, "match": {"value": "hr"}},
        {"match": {"value": "hr"}},
        {"key": "n", "range": {}},
        {"key": "n", "range": {"gt": "today"}},
        {"key": "n", "range": {"gt": 1, "gte": 2}},
        {"key": "n", "range": {"gt": 1, "lt": "2026-01-01"}},
        {"has_id": ["no uuid"]},
        {"has_id": [-1]},
        {"has_id": [True]},
        {"has_id": 1},
        {"is_empty": "team"},
        {"nested": {"key": "parts"}},
        {"slice": {"index": 0, "total": 2}},
        {"min_should": {"conditions": [TEAM], "min_count": 2}},
        {"min_should": {"conditions": [TEAM], "min_count": 0}},
        {"must": "team"},
        {"must": [[TEAM]]},
        [TEAM],
        "team",
    ],
    ids=str,
)
async def test_a_condition_that_is_not_understood_is_refused(
    served: Served, condition: object
) -> None:
    status, reason = await served.search({"filter": {"must": [condition]}})
    assert (status, bool(reason)) == (400, True)
    assert await served.ask("POST", f"{ONE}/points/delete", {"filter": condition}) != (200, "")
    assert await served.count() == 1


@pytest.mark.parametrize(
    "query",
    [
        {"query": {"recommend": {"positive": [1]}}},
        {"query": {"nearest": [1, 0], "mmr": {"diversity": 0.5}}, "using": "dense"},
        {"query": {"text": "words", "model": "some"}, "using": "dense"},
        {"query": {"fusion": "best"}, "prefetch": {"query": [1, 0], "using": "dense"}},
        {"query": {"fusion": "rrf"}, "using": "dense", "prefetch": {"query": [1, 0]}},
        {"query": {"fusion": "rrf"}},
        {"query": {"rrf": {"k": 0}}, "prefetch": {"query": [1, 0], "using": "dense"}},
        {"query": {"rrf": {"weights": [1, 2]}}, "prefetch": {"query": [1, 0], "using": "dense"}},
        {"query": {"formula": {"cube": "$score"}}, "prefetch": {"query": [1, 0], "using": "dense"}},
        {"query": {"order_by": {"key": "n", "direction": "up"}}},
        {"query": {"order_by": "not indexed"}},
        {"query": [1, 0]},
        {"query": [1, 0], "using": "nowhere"},
        {"query": [1, "0"], "using": "dense"},
        {"query": [[1, 0], [1]], "using": "rows"},
        {"query": [], "using": "rows"},
        {"query": {"indices": [1], "values": [1]}, "using": "dense"},
        {"query": [1, 0], "using": "words"},
        {"query": [1, 0], "using": "dense", "limit": 0},
        {"query": [1, 0], "using": "dense", "limit": "10"},
        {"query": [1, 0], "using": "dense", "params": {"exact": "yes"}},
        {"query": [1, 0], "using": "dense", "with_payload": "all"},
        {"query": [1, 0], "using": "dense", "shard_key": "a"},
        {"query": [1, 0], "using": "dense", "lookup_from": {"collection": "other"}},
    ],
    ids=str,
)
async def test_a_query_that_is_not_understood_is_refused(served: Served, query: object) -> None:
    status, reason = await served.search(query)
    assert (status, bool(reason)) == (400, True)


async def test_a_query_of_the_wrong_size_says_so(served: Served) -> None:
    status, reason = await served.search({"query": [1, 0, 0], "using": "dense"})
    assert status == 400
    assert "Vector dimension error: `dense` expected dim: 2, got 3" in reason


@pytest.mark.parametrize(
    "point",
    [
        {"id": 2, "vector": {"dense": [1, 0, 0]}},
        {"id": 2, "vector": {"dense": [1, None]}},
        {"id": 2, "vector": {"nowhere": [1, 0]}},
        {"id": 2, "vector": {"rows": [[1, 0], [1]]}},
        {"id": 2, "vector": {"rows": []}},
        {"id": 2, "vector": {"words": {"indices": [1, 1], "values": [1, 1]}}},
        {"id": 2, "vector": {"words": {"indices": [1], "values": [1, 1]}}},
        {"id": 2, "vector": {"words": {"indices": [2**32], "values": [1]}}},
        {"id": 2, "vector": {"words": [1, 0]}},
        {"id": 2, "vector": [1, 0]},
        {"id": 2},
        {"id": "two", "vector": {"dense": [1, 0]}},
        {"id": -2, "vector": {"dense": [1, 0]}},
        {"vector": {"dense": [1, 0]}},
        {"id": 2, "vector": {"dense": [1, 0]}, "payload": ["hr"]},
        {"id": 2, "vector": {"dense": [1, 0]}, "shard_key": "a"},
    ],
    ids=str,
)
async def test_of_an_upsert_with_one_wrong_point_nothing_is_written(
    served: Served, point: object
) -> None:
    good = [{"id": 8, "vector": {}}, {"id": 9, "vector": {"dense": [0, 1]}}]

    status, _ = await served.ask("PUT", f"{ONE}/points", {"points": [*good, point]})

    assert status in (400, 422)
    assert await served.count() == 1


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/points/delete", {}),
        ("POST", "/points/delete", {"points": [1], "filter": {"must": [TEAM]}}),
        ("POST", "/points/payload", {"payload": {"a": 1}}),
        ("POST", "/points/payload", {"points": [1], "payload": [1]}),
        ("PUT", "/points", {"batch": {"ids": [1], "vectors": {"dense": [[1, 0]]}}}),
        ("PUT", "/points", {"points": [GOOD], "update_filter": {"must": [TEAM]}}),
        ("POST", "/points/batch", {"operations": [{"delete_vectors": {"points": [1]}}]}),
        ("POST", "/points/scroll", {"order_by": "n", "offset": 1}),
        ("POST", "/points/query/groups", {"query": [1, 0], "using": "dense"}),
        ("POST", "/points/query/groups", {"group_by": "a[].b", "with_lookup": "other"}),
        ("PUT", "/index", {"field_name": "team"}),
        ("PUT", "/index", {"field_name": "team", "field_schema": "text"}),
        ("PUT", "/index", {"field_name": "team", "field_schema": {"type": "keyword", "x": 1}}),
        ("PATCH", "", {"hnsw_config": {"m": 16}}),
        ("PUT", "2", {"vectors": {"size": 2, "distance": "Dot"}}),
        ("PUT", "2", {"vectors": {"a": {"size": 2, "distance": "Far"}}}),
        ("PUT", "2", {"vectors": {"a": {"size": 2, "distance": "Dot", "datatype": "uint8"}}}),
        ("PUT", "2", {"vectors": {}, "shard_number": 2}),
        ("PUT", "2", {"vectors": {}, "quantization_config": {"scalar": {"type": "int8"}}}),
        ("POST", "/points/count?shard=1", {}),
    ],
    ids=str,
)
async def test_a_request_that_is_not_understood_is_refused(
    served: Served, method: str, path: str, body: object
) -> None:
    status, reason = await served.ask(method, ONE + path, body)
    assert (status, bool(reason)) == (400, True)


async def test_json_that_is_none_is_refused(served: Served) -> None:
    response = await served.http.post(f"{ONE}/points/count", content=b"{")
    assert response.status_code == 400
    assert response.json()["status"]["error"].startswith("Format error in JSON body")


async def test_what_is_not_there_is_not_found(served: Served) -> None:
    status, reason = await served.ask("POST", "/collections/nowhere/points/count", {})
    assert (status, reason) == (404, "Not found: Collection `nowhere` doesn't exist!")
    assert (await served.ask("GET", "/collections/nowhere", None))[0] == 404
    assert (await served.ask("POST", f"{ONE}/points/recommend", {}))[0] == 404
    assert (await served.search({"query": 77, "using": "dense"}))[0] == 404
    payload = {"payload": {"a": 1}, "points": [77]}
    assert (await served.ask("POST", f"{ONE}/points/payload", payload))[0] == 404


async def test_a_name_that_is_taken_is_refused(served: Served) -> None:
    alias = {"create_alias": {"collection_name": "chunks", "alias_name": "taken"}}
    assert await served.ask("POST", "/collections/aliases", {"actions": [alias]}) == (200, "")

    for name in ("chunks", "taken"):
        assert (await served.ask("PUT", f"/collections/{name}", {"vectors": {}}))[0] == 409


@pytest.mark.parametrize("name", [".hidden", "a%2Fb", "a%5Cb", "a%00b", "x" * 201])
async def test_a_name_that_is_no_name_of_a_folder_is_refused(served: Served, name: str) -> None:
    assert (await served.ask("PUT", f"/collections/{name}", {"vectors": {}}))[0] == 422
