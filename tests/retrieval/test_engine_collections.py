"""Collections and aliases come, tell of themselves, move and go as in Qdrant."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio
from qdrant_client import AsyncQdrantClient, models
from qdrant_client.http.exceptions import UnexpectedResponse

from retrieval.engine import running_engine

pytestmark = pytest.mark.asyncio(loop_scope="module")

CHUNKS = "chunks"
IDF = models.SparseVectorParams(modifier=models.Modifier.IDF)


@dataclass(frozen=True)
class Two:
    """The engine and the client's own local mode, each with an empty collection `chunks`."""

    engine: AsyncQdrantClient
    local: AsyncQdrantClient

    async def agree_on(self, story: Callable[[AsyncQdrantClient], Awaitable[object]]) -> Any:  # noqa: ANN401 - whatever the story ends with
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
        await make(real, CHUNKS)
        await make(local, CHUNKS)
        yield Two(real, local)
        await real.close()
        await local.close()


async def make(client: AsyncQdrantClient, name: str) -> None:
    dense = models.VectorParams(size=3, distance=models.Distance.COSINE)
    rows = models.MultiVectorConfig(comparator=models.MultiVectorComparator.MAX_SIM)
    await client.create_collection(
        name,
        vectors_config={
            "dense": dense,
            "rows": dense.model_copy(update={"multivector_config": rows}),
        },
        sparse_vectors_config={"words": IDF},
    )


def point(number: int) -> models.PointStruct:
    return models.PointStruct(
        id=number, vector={"dense": [1.0, number, 0.0]}, payload={"n": number}
    )


async def test_a_collection_tells_its_vectors_its_indexes_and_what_was_noted(two: Two) -> None:
    name = "described"
    await make(two.engine, name)
    await two.engine.update_collection(name, metadata={"model": "e5", "version": 1})
    await two.engine.update_collection(name, metadata={"version": None, "by": "sync"})
    tenant = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True)
    await two.engine.create_payload_index(name, "team", tenant)
    await two.engine.create_payload_index(name, "at", models.PayloadSchemaType.DATETIME)
    await two.engine.create_payload_index(name, "gone", models.PayloadSchemaType.UUID)
    await two.engine.delete_payload_index(name, "gone")

    info = await two.engine.get_collection(name)

    assert info.config.metadata == {"model": "e5", "by": "sync"}
    assert isinstance(info.config.params.vectors, dict)
    assert {n: v.size for n, v in info.config.params.vectors.items()} == {"dense": 3, "rows": 3}
    assert info.config.params.sparse_vectors == {"words": IDF}
    assert info.payload_schema["team"].params == tenant
    assert set(info.payload_schema) == {"team", "at"}
    assert info.status == models.CollectionStatus.GREEN


async def test_collections_come_and_go(two: Two) -> None:
    async def story(client: AsyncQdrantClient) -> object:
        before = await client.collection_exists("passing")
        await make(client, "passing")
        there = [held.name for held in (await client.get_collections()).collections]
        removed = await client.delete_collection("passing")
        after = await client.collection_exists("passing")
        return before, "passing" in there, removed, after

    assert await two.agree_on(story) == (False, True, True, False)


async def test_an_alias_moves_from_one_collection_to_the_next_at_once(two: Two) -> None:
    def to(name: str) -> models.CreateAliasOperation:
        alias = models.CreateAlias(collection_name=name, alias_name="current")
        return models.CreateAliasOperation(create_alias=alias)

    def dropped(name: str) -> models.DeleteAliasOperation:
        return models.DeleteAliasOperation(delete_alias=models.DeleteAlias(alias_name=name))

    async def story(client: AsyncQdrantClient) -> object:
        for name, number in (("blue", 1), ("green", 2)):
            await make(client, name)
            await client.upsert(name, [point(number)], wait=True)
        await client.update_collection_aliases([to("blue")])
        blue = await client.retrieve("current", [1, 2])
        await client.update_collection_aliases([dropped("current"), to("green")])
        green = await client.retrieve("current", [1, 2])
        await client.set_payload("current", {"by": "alias"}, points=[2], wait=True)
        renamed = models.RenameAlias(old_alias_name="current", new_alias_name="live")
        await client.update_collection_aliases([models.RenameAliasOperation(rename_alias=renamed)])
        aliases = (await client.get_aliases()).aliases
        own = (await client.get_collection_aliases("green")).aliases
        exists = [await client.collection_exists(name) for name in ("live", "current")]
        return blue, green, aliases, own, exists, await client.retrieve("green", [2])

    *_, aliases, own, exists, _ = await two.agree_on(story)
    assert own == aliases == [models.AliasDescription(alias_name="live", collection_name="green")]
    assert exists == [True, False]
    await two.engine.delete_collection("green")
    assert (await two.engine.get_aliases()).aliases == []


async def test_aliases_change_all_at_once_or_not_at_all(two: Two) -> None:
    good = models.CreateAlias(collection_name=CHUNKS, alias_name="good")
    bad = models.CreateAlias(collection_name="nowhere", alias_name="bad")

    with pytest.raises(UnexpectedResponse) as refused:
        await two.engine.update_collection_aliases(
            [models.CreateAliasOperation(create_alias=alias) for alias in (good, bad)]
        )

    assert refused.value.status_code == 404
    assert not await two.engine.collection_exists("good")
