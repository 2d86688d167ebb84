"""Whatever filter is sent, the engine finds exactly the points that Qdrant would.

The other opinion is the client's own local mode, a separate implementation of the same rules.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio
from hypothesis import example, given, settings
from hypothesis import strategies as st
from qdrant_client import AsyncQdrantClient, models

from retrieval.engine import running_engine

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLAIN, INDEXED = "plain", "indexed"
INDEXES = {
    "access": models.PayloadSchemaType.KEYWORD,
    "principals": models.PayloadSchemaType.KEYWORD,
    "rank": models.PayloadSchemaType.INTEGER,
    "live": models.PayloadSchemaType.BOOL,
    "at": models.PayloadSchemaType.DATETIME,
    "owner.team": models.PayloadSchemaType.KEYWORD,
}
NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
KEYWORDS = ["a", "b", "c", "A", ""]
TEAMS = ["hr", "it"]


def payload(number: int) -> dict[str, Any]:
    """A payload in which, over the points, every field is missing, null, empty, one and many."""
    held: dict[str, Any] = {"access": KEYWORDS[number % 5], "rank": number % 7}
    held |= {"live": number % 2 == 0, "owner": {"team": TEAMS[number % 2], "since": number}}
    held["at"] = (NEW_YEAR + timedelta(days=number)).isoformat()
    held["principals"] = [None, [], ["a"], ["a", "b"], ["c", "A"], "b"][number % 6]
    held["parts"] = [{"kind": KEYWORDS[(number + i) % 3], "size": i} for i in range(number % 4)]
    for place, name in enumerate(sorted(held)):
        if number % 11 == place:
            del held[name]
    return held


POINTS = [
    models.PointStruct(
        id=number if number % 3 else str(UUID(int=number)),
        vector={"v": [1.0]},
        payload=payload(number),
    )
    for number in range(48)
]
IDS = [point.id for point in POINTS]


@dataclass(frozen=True)
class Two:
    engine: AsyncQdrantClient
    local: AsyncQdrantClient


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def two(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Two]:
    async with running_engine(tmp_path_factory.mktemp("engine"), grace=0) as engine:
        endpoint = await engine.endpoint()
        clients = Two(
            AsyncQdrantClient(url=endpoint.url, headers={"api-key": endpoint.api_key}),
            AsyncQdrantClient(":memory:"),
        )
        await fill(clients.local, PLAIN)
        await fill(clients.engine, PLAIN)
        await fill(clients.engine, INDEXED)
        for field, schema in INDEXES.items():
            await clients.engine.create_payload_index(INDEXED, field, schema)
        yield clients
        await clients.engine.close()
        await clients.local.close()


async def fill(client: AsyncQdrantClient, name: str) -> None:
    vectors = {"v": models.VectorParams(size=1, distance=models.Distance.DOT)}
    await client.create_collection(name, vectors_config=vectors)
    await client.upsert(name, POINTS, wait=True)


keyword_fields = st.sampled_from(["access", "principals", "owner.team", "parts[].kind", "nowhere"])
keywords = st.sampled_from([*KEYWORDS, *TEAMS, "z"])
numbers = st.integers(-1, 8)


def bounded_by(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    def side(*names: str) -> st.SearchStrategy[dict[str, Any]]:
        bound = st.builds(lambda name, value: {name: value}, st.sampled_from(names), values)
        return st.just({}) | bound

    sides = st.builds(lambda low, high: low | high, side("gt", "gte"), side("lt", "lte"))
    return sides.filter(bool)


def field_conditions() -> st.SearchStrategy[models.Condition]:
    def on(
        fields: st.SearchStrategy[str], match: st.SearchStrategy[Any]
    ) -> st.SearchStrategy[models.Condition]:
        return st.builds(lambda key, m: models.FieldCondition(key=key, match=m), fields, match)

    rank = st.just("rank")
    bounds = bounded_by(numbers.map(float))
    spans = bounded_by(st.integers(-1, 50).map(lambda days: NEW_YEAR + timedelta(days=days)))
    return st.one_of(
        on(keyword_fields, keywords.map(lambda v: models.MatchValue(value=v))),
        on(keyword_fields, st.lists(keywords).map(lambda v: models.MatchAny(any=v))),
        on(keyword_fields, st.lists(keywords).map(lambda v: models.MatchExcept(**{"except": v}))),
        on(rank, numbers.map(lambda v: models.MatchValue(value=v))),
        on(rank, st.lists(numbers).map(lambda v: models.MatchAny(any=v))),
        on(rank, st.lists(numbers).map(lambda v: models.MatchExcept(**{"except": v}))),
        on(st.just("live"), st.booleans().map(lambda v: models.MatchValue(value=v))),
        bounds.map(lambda b: models.FieldCondition(key="rank", range=models.Range(**b))),
        spans.map(lambda b: models.FieldCondition(key="at", range=models.DatetimeRange(**b))),
    )


def other_conditions() -> st.SearchStrategy[models.Condition]:
    fields = st.sampled_from(["access", "principals", "rank", "live", "at", "owner", "nowhere"])
    field = fields.map(lambda key: models.PayloadField(key=key))
    kinds = keywords.map(
        lambda v: models.FieldCondition(key="kind", match=models.MatchValue(value=v))
    )
    sizes = numbers.map(lambda v: models.FieldCondition(key="size", range=models.Range(gte=v)))
    return st.one_of(
        field.map(lambda f: models.IsEmptyCondition(is_empty=f)),
        field.map(lambda f: models.IsNullCondition(is_null=f)),
        st.lists(st.sampled_from([*IDS, 999])).map(lambda v: models.HasIdCondition(has_id=v)),
        st.builds(
            lambda kind, size: models.NestedCondition(
                nested=models.Nested(key="parts", filter=models.Filter(must=[kind, size]))
            ),
            kinds,
            sizes,
        ),
    )


def filters_of(conditions: st.SearchStrategy[Any]) -> st.SearchStrategy[models.Filter]:
    some = st.none() | st.lists(conditions, max_size=3)
    min_should = st.none() | st.builds(
        lambda held, least: models.MinShould(conditions=held, min_count=min(least, len(held))),
        st.lists(conditions, min_size=1, max_size=3),
        st.integers(1, 3),
    )
    return st.builds(
        lambda must, should, must_not, least: models.Filter(
            **{
                name: value
                for name, value in {
                    "must": must,
                    "should": should,
                    "must_not": must_not,
                    "min_should": least,
                }.items()
                if value is not None
            }
        ),
        some,
        some,
        some,
        min_should,
    )


def filters_up_to(conditions: int) -> st.SearchStrategy[models.Filter]:
    """Filters of filters, of so many conditions at most."""
    single = field_conditions() | other_conditions()
    return st.recursive(single, filters_of, max_leaves=conditions).map(
        lambda built: built if isinstance(built, models.Filter) else models.Filter(must=[built])
    )


async def found(client: AsyncQdrantClient, name: str, wanted: models.Filter) -> set[str]:
    records, _ = await client.scroll(name, scroll_filter=wanted, limit=100, with_payload=False)
    return {str(record.id) for record in records}


async def check(two: Two, wanted: models.Filter) -> None:
    expected = await found(two.local, PLAIN, wanted)

    assert await found(two.engine, PLAIN, wanted) == expected
    assert await found(two.engine, INDEXED, wanted) == expected
    counted = await two.engine.count(INDEXED, count_filter=wanted, exact=True)
    assert counted.count == len(expected)


def live(*, is_live: bool) -> models.FieldCondition:
    return models.FieldCondition(key="live", match=models.MatchValue(value=is_live))


def ranked(rank: int) -> models.FieldCondition:
    return models.FieldCondition(key="rank", match=models.MatchValue(value=rank))


@settings(max_examples=30, deadline=None)
@given(filters_up_to(6))
@example(  # what the engine once passed over
    models.Filter(
        should=[live(is_live=False)] * 2,
        min_should=models.MinShould(conditions=[ranked(0), live(is_live=False)], min_count=1),
    )
)
async def test_a_filter_finds_the_same_points_as_qdrant_with_and_without_indexes(
    two: Two, wanted: models.Filter
) -> None:
    await check(two, wanted)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(filters_up_to(12))
async def test_a_thousand_deep_filters_find_the_same_points_as_qdrant(
    two: Two, wanted: models.Filter
) -> None:
    await check(two, wanted)
