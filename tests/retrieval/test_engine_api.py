"""The client cannot tell the engine from Qdrant.

Each story is told to the engine and to the client's own local mode, and ends alike.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from math import cos, sin
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from hypothesis import given, settings
from hypothesis import strategies as st
from qdrant_client import AsyncQdrantClient, models

from retrieval.engine import Endpoint, running_engine

pytestmark = pytest.mark.asyncio(loop_scope="module")

Story = Callable[[AsyncQdrantClient], Awaitable[object]]

CHUNKS = "chunks"
IDF = models.SparseVectorParams(modifier=models.Modifier.IDF)
TEAMS = ["hr", "it", "law"]


@dataclass(frozen=True)
class Two:
    """The engine and the local mode, each with the same collection `chunks`."""

    engine: AsyncQdrantClient
    local: AsyncQdrantClient
    endpoint: Endpoint

    async def agree_on(self, story: Story) -> Any:  # noqa: ANN401 - whatever the story ends with
        by_engine = await story(self.engine)
        assert by_engine == await story(self.local)
        return by_engine


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def two(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Two]:
    async with running_engine(tmp_path_factory.mktemp("engine"), grace=0) as engine:
        endpoint = await engine.endpoint()
        headers = {"api-key": endpoint.api_key}
        real = AsyncQdrantClient(url=endpoint.url, headers=headers, timeout=30)
        local = AsyncQdrantClient(":memory:")
        await fill(real)
        await real.create_payload_index(CHUNKS, "team", models.PayloadSchemaType.KEYWORD)
        await fill(local)
        yield Two(real, local, endpoint)
        await real.close()
        await local.close()


async def fill(client: AsyncQdrantClient, name: str = CHUNKS) -> None:
    await make(client, name)
    await client.upsert(name, [point(number) for number in range(30)], wait=True)


async def make(client: AsyncQdrantClient, name: str) -> None:
    size, cosine = 3, models.Distance.COSINE
    rows = models.MultiVectorConfig(comparator=models.MultiVectorComparator.MAX_SIM)
    await client.create_collection(
        name,
        vectors_config={
            "dense": models.VectorParams(size=size, distance=cosine),
            "rows": models.VectorParams(size=size, distance=cosine, multivector_config=rows),
        },
        sparse_vectors_config={"words": IDF},
    )


def id_of(number: int) -> int | str:
    return number if number % 4 else str(UUID(int=number))


def row(number: int) -> list[float]:
    return [1.0, sin(number), cos(2 * number)]


def point(number: int) -> models.PointStruct:
    words = sorted({number % 5, number % 7 + 10, 99})
    return models.PointStruct(
        id=id_of(number),
        vector={
            "dense": row(number),
            "rows": [row(number), row(number + 100)],
            "words": models.SparseVector(
                indices=words,
                values=[1.0 + (number * 13 + i * 5) % 61 / 64 for i in range(len(words))],
            ),
        },
        payload={"team": TEAMS[number % 3], "n": number, "deep": {"a": number % 2, "b": "x"}},
    )


def team(*names: str) -> models.Filter:
    match = models.MatchAny(any=list(names))
    return models.Filter(must=[models.FieldCondition(key="team", match=match)])


def seen(points: list[Any]) -> list[Any]:
    return [(str(p.id), round(p.score, 4), p.payload) for p in points]


def near(*values: float, filter_: models.Filter | None = None) -> models.Prefetch:
    exact = models.SearchParams(exact=True)
    return models.Prefetch(
        query=list(values), using="dense", limit=12, filter=filter_, params=exact
    )


def words(*indices: int) -> models.SparseVector:
    return models.SparseVector(indices=list(indices), values=[1.0] * len(indices))


async def test_the_nearest_points_are_found_by_each_kind_of_vector(two: Two) -> None:
    async def story(client: AsyncQdrantClient) -> object:
        ways: list[dict[str, Any]] = [
            {"query": [1.0, 0.5, 0.1], "using": "dense", "query_filter": team("hr", "law")},
            {"query": [[1.0, 0.5, 0.1], [0.1, 1.0, 1.0]], "using": "rows", "with_payload": False},
            {"query": words(3, 12, 99), "using": "words", "with_payload": ["n"]},
            {"query": [1.0, 2.0, 0.1], "using": "dense", "score_threshold": 0.5, "offset": 1},
            {"query": id_of(7), "using": "dense", "limit": 3},
            {"query": id_of(8), "using": "dense", "query_filter": team("it"), "limit": 3},
        ]
        return [seen((await client.query_points(CHUNKS, **way)).points) for way in ways]

    assert all(await two.agree_on(story))


@pytest.mark.parametrize(
    "fusion",
    [
        models.FusionQuery(fusion=models.Fusion.RRF),
        models.FusionQuery(fusion=models.Fusion.DBSF),
        models.RrfQuery(rrf=models.Rrf(k=60)),
        models.RrfQuery(rrf=models.Rrf()),
        models.RrfQuery(rrf=models.Rrf(k=3, weights=[3.0, 1.0])),
    ],
    ids=str,
)
async def test_branches_are_fused_as_qdrant_fuses_them(two: Two, fusion: models.Query) -> None:
    async def story(client: AsyncQdrantClient) -> object:
        corpus = models.SearchParams(idf=models.IdfCorpusParams(corpus=team("hr", "it")))
        sparse = models.Prefetch(query=words(1, 12), using="words", limit=12, params=corpus)
        found = await client.query_points(
            CHUNKS, prefetch=[near(1.0, 0.4, 0.2), sparse], query=fusion, limit=30
        )
        return {p.id: (round(p.score, 4), p.payload) for p in found.points}

    assert len(await two.agree_on(story)) > 12


@settings(max_examples=40, deadline=None)
@given(
    everywhere=st.lists(st.sampled_from(TEAMS), min_size=1, unique=True),
    in_first=st.none() | st.lists(st.sampled_from(TEAMS), unique=True),
    in_second=st.none() | st.lists(st.sampled_from(TEAMS), unique=True),
    are_alike=st.booleans(),
)
async def test_no_branch_brings_in_what_the_whole_query_forbids(
    two: Two,
    everywhere: list[str],
    in_first: list[str] | None,
    in_second: list[str] | None,
    are_alike: bool,
) -> None:
    whole = team(*everywhere)
    first, second = (None if held is None else team(*held) for held in (in_first, in_second))
    if are_alike:
        first = second = whole

    found = await two.engine.query_points(
        CHUNKS,
        prefetch=[
            near(1.0, 0.4, 0.2, filter_=first),
            models.Prefetch(query=words(1, 12, 99), using="words", limit=30, filter=second),
        ],
        query=models.RrfQuery(rrf=models.Rrf(k=60)),
        query_filter=whole,
        limit=30,
    )

    assert {p.payload["team"] for p in found.points if p.payload} <= set(everywhere)
    assert found.points or not are_alike


async def test_several_queries_at_once_are_those_queries_one_by_one(two: Two) -> None:
    queries = [
        models.QueryRequest(
            prefetch=[near(1.0, 0.4, 0.2), near(0.2, 0.3, 1.0)],
            query=models.RrfQuery(rrf=models.Rrf(k=60)),
            filter=team("hr"),
            limit=20,
        ),
        models.QueryRequest(query=[1.0, 0.4, 0.2], using="dense", filter=team("it"), limit=5),
        models.QueryRequest(query=words(1, 99), using="words", with_payload=["n"], limit=5),
    ]
    together = await two.engine.query_batch_points(CHUNKS, queries)

    for query, found in zip(queries, together, strict=True):
        (alone,) = await two.engine.query_batch_points(CHUNKS, [query])
        assert found == alone


@pytest.mark.parametrize("key", ["team", "deep.a", "n", "nowhere"])
async def test_groups_hold_the_best_of_each_value(two: Two, key: str) -> None:
    async def story(client: AsyncQdrantClient) -> object:
        found = await client.query_points_groups(
            CHUNKS, query=[1.0, 0.3, 0.2], using="dense", group_by=key, limit=4, group_size=3
        )
        return [(group.id, seen(group.hits)) for group in found.groups]

    await two.agree_on(story)


async def test_a_formula_weighs_scores_by_payload(two: Two) -> None:
    formula = models.FormulaQuery(
        formula=models.SumExpression(
            sum=[
                "$score",
                models.MultExpression(mult=[0.1, "n"]),
                models.FieldCondition(key="team", match=models.MatchValue(value="hr")),
                models.ExpDecayExpression(
                    exp_decay=models.DecayParamsExpression(x="n", target=9.0, scale=4.0)
                ),
                models.DivExpression(div=models.DivParams(left=1.0, right=4.0)),
                models.NegExpression(neg=models.AbsExpression(abs=-0.5)),
            ]
        ),
        defaults={"n": 1.0},
    )

    async def story(client: AsyncQdrantClient) -> object:
        found = await client.query_points(CHUNKS, prefetch=near(1.0, 0.4, 0.2), query=formula)
        return [(p.id, round(p.score, 4)) for p in found.points]

    assert await two.agree_on(story)


async def test_points_are_read_page_by_page_in_the_order_of_their_ids(two: Two) -> None:
    async def story(client: AsyncQdrantClient) -> object:
        pages, offset = [], None
        while True:
            records, offset = await client.scroll(
                CHUNKS, scroll_filter=team("hr", "it"), limit=7, offset=offset
            )
            pages.append([(record.id, record.payload) for record in records])
            if offset is None:
                return pages

    assert [len(page) for page in await two.agree_on(story)] == [7, 7, 6]


async def test_points_are_looked_up_with_the_payload_and_vectors_asked_for(two: Two) -> None:
    async def story(client: AsyncQdrantClient) -> object:
        ids = [id_of(9), id_of(4), 999, id_of(1)]
        exclude = models.PayloadSelectorExclude(exclude=["deep", "n"])
        include = models.PayloadSelectorInclude(include=["deep.a"])
        return [
            await client.retrieve(CHUNKS, ids),
            await client.retrieve(CHUNKS, ids, with_payload=exclude),
            await client.retrieve(CHUNKS, ids, with_payload=include),
            await client.retrieve(CHUNKS, ids, with_payload=False, with_vectors=["words"]),
        ]

    assert all(await two.agree_on(story))


async def test_vectors_come_back_as_they_were_written(two: Two) -> None:
    (record,) = await two.engine.retrieve(CHUNKS, [id_of(3)], with_vectors=True)
    (expected,) = await two.local.retrieve(CHUNKS, [id_of(3)], with_vectors=True)
    assert isinstance(record.vector, dict)
    assert isinstance(expected.vector, dict)
    assert record.vector["words"] == expected.vector["words"]
    assert record.vector["dense"] == pytest.approx(expected.vector["dense"])
    assert isinstance(record.vector["rows"], list)
    assert len(record.vector["rows"]) == 2


async def test_counts_and_facets_agree(two: Two) -> None:
    async def story(client: AsyncQdrantClient) -> object:
        counted = await client.count(CHUNKS, count_filter=team("hr"), exact=True)
        facet = await client.facet(CHUNKS, "team", facet_filter=team("hr", "law"), exact=True)
        return counted, {hit.value: hit.count for hit in facet.hits}

    assert await two.agree_on(story) == (models.CountResult(count=10), {"hr": 10, "law": 10})


async def test_an_ordered_field_decides_the_order(two: Two) -> None:
    await two.engine.create_payload_index(CHUNKS, "n", models.PayloadSchemaType.INTEGER)

    async def story(client: AsyncQdrantClient) -> object:
        latest = models.OrderBy(key="n", direction=models.Direction.DESC, start_from=20)
        records, following = await client.scroll(CHUNKS, limit=3, order_by=latest)
        return [record.id for record in records], following

    assert await two.agree_on(story) == ([id_of(20), id_of(19), id_of(18)], None)


async def test_what_is_changed_and_removed_is_changed_and_removed(two: Two) -> None:
    def by_ids(*numbers: int) -> models.PointIdsList:
        return models.PointIdsList(points=[id_of(number) for number in numbers])

    async def story(client: AsyncQdrantClient) -> object:
        name = "changes"
        await fill(client, name)
        n3 = models.FieldCondition(key="n", match=models.MatchValue(value=3))
        await client.set_payload(name, {"team": "law", "new": [1]}, points=team("hr"))
        await client.set_payload(name, {"a": 5}, points=by_ids(4, 5), key="deep")
        await client.overwrite_payload(name, {"only": True}, points=by_ids(6))
        await client.delete_payload(name, ["n", "deep.b"], points=by_ids(7, 8))
        await client.clear_payload(name, by_ids(9))
        await client.delete(name, models.FilterSelector(filter=models.Filter(must=[n3])))
        await client.delete(name, by_ids(10, 11, 999))
        await client.batch_update_points(
            name,
            [
                models.UpsertOperation(upsert=models.PointsList(points=[point(40)])),
                models.DeleteOperation(delete=by_ids(12)),
                models.SetPayloadOperation(
                    set_payload=models.SetPayload(payload={"late": 1}, points=[id_of(40)])
                ),
            ],
        )
        records, _ = await client.scroll(name, limit=100)
        return [(record.id, record.payload) for record in records]

    assert len(await two.agree_on(story)) == 27


async def test_a_write_says_that_it_is_done(two: Two) -> None:
    waited = await two.engine.set_payload(CHUNKS, {"z": 1}, points=[id_of(1)], wait=True)
    unwaited = await two.engine.delete_payload(CHUNKS, ["z"], points=[id_of(1)], wait=False)

    assert waited.status == models.UpdateStatus.COMPLETED
    assert unwaited.status == models.UpdateStatus.ACKNOWLEDGED


async def test_the_engine_passes_for_a_server_of_the_clients_version(two: Two) -> None:
    info = await two.engine.info()
    assert (info.title, info.version) == ("qdrant - vector search engine", "1.20.0")


async def test_health_is_told_without_a_key(two: Two) -> None:
    async with httpx.AsyncClient() as http:
        answered = await http.get(f"{two.endpoint.url}/healthz")
    assert (answered.status_code, answered.text) == (200, "healthz check passed")
