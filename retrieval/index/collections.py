"""Which collection holds what? One for each embedding model; an alias says which is in force."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from qdrant_client import AsyncQdrantClient
from qdrant_client import models as q

from retrieval.centring import Vector
from retrieval.language import STEMMED
from retrieval.payload import KEYWORDS

DENSE = "dense"
_ALIAS = "policies"
_COPIED = 64


@dataclass(frozen=True, slots=True)
class Model:
    """The space in which an index lies."""

    name: str
    size: int

    @property
    def collection(self) -> str:
        """One collection a model, so that two can stand side by side."""
        digest = hashlib.sha256(f"{self.name}\n{self.size}".encode()).hexdigest()
        return f"{_ALIAS}-{digest[:12]}"


def sparse(language: str) -> str:
    """Name the BM25 vector of a language: words are rare or not among passages of their own."""
    return f"bm25-{language}"


async def in_force(client: AsyncQdrantClient) -> str | None:
    """Name the collection that answers come from, None where there is none yet."""
    aliases = (await client.get_aliases()).aliases
    return next((a.collection_name for a in aliases if a.alias_name == _ALIAS), None)


async def put_in_force(client: AsyncQdrantClient, model: Model, *, old: str | None) -> None:
    """Point the alias at a model's collection, in one step."""
    changes: list[q.AliasOperations] = []
    if old is not None:
        changes.append(q.DeleteAliasOperation(delete_alias=q.DeleteAlias(alias_name=_ALIAS)))
    new = q.CreateAlias(collection_name=model.collection, alias_name=_ALIAS)
    changes.append(q.CreateAliasOperation(create_alias=new))
    await client.update_collection_aliases(changes)


async def make(client: AsyncQdrantClient, model: Model) -> None:
    """Make a model's collection, where it is not there."""
    if await client.collection_exists(model.collection):
        return
    await client.create_collection(
        model.collection,
        vectors_config={DENSE: q.VectorParams(size=model.size, distance=q.Distance.COSINE)},
        sparse_vectors_config={
            sparse(language): q.SparseVectorParams(modifier=q.Modifier.IDF) for language in STEMMED
        },
        metadata={"model": model.name},
    )
    for field in KEYWORDS:
        await client.create_payload_index(
            model.collection, field, field_schema=q.PayloadSchemaType.KEYWORD
        )


async def copied(client: AsyncQdrantClient, collection: str) -> AsyncIterator[list[q.Record]]:
    """Read every point of a collection, a few at a time, with its payload and BM25 vector."""
    offset: q.ExtendedPointId | None = None
    while True:
        points, after = await client.scroll(
            collection,
            limit=_COPIED,
            offset=offset,
            with_payload=True,
            with_vectors=[sparse(language) for language in STEMMED],
        )
        if points:
            yield points
        if after is None:
            return
        offset = str(after)


def placed(points: Sequence[q.Record], dense: Sequence[Vector]) -> list[q.PointStruct]:
    """Make points that are as they were, with other dense vectors."""
    made = []
    for point, vector in zip(points, dense, strict=True):
        vectors = point.vector if isinstance(point.vector, dict) else {}
        both = {**vectors, DENSE: vector.tolist()}
        made.append(q.PointStruct(id=point.id, vector=both, payload=point.payload))
    return made
