"""Which points may this reader match, and which lie nearest?

The only file that knows qdrant_client.

Every query carries the access filter in each prefetch and at the root. There is one builder for
it, and it cannot make an empty filter: Qdrant takes one as "everything".
"""

import hashlib
import warnings
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from qdrant_client import AsyncQdrantClient
from qdrant_client import models as q
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from retrieval.access import Access, Admission
from retrieval.documents import Chunk, Leg, Passage, Status
from retrieval.embedding import Sparse, Vector
from retrieval.payload import (
    ACCESS,
    DOCUMENT,
    GENERATION,
    KEYWORDS,
    LANGUAGE,
    PRINCIPALS,
    SOURCE,
    STATUS,
    Filed,
    Payload,
    access_payload,
    passage,
)

_DENSE = "dense"
_SPARSE = "bm25"
_RRF_K = 60  # the constant of the rank-fusion paper; Qdrant's own default is 2
_ALIAS = "policies"
_SECONDS = 60
_PAGE = 1000


class IndexUnavailableError(RuntimeError):
    """The index did not answer; nothing is known of what it holds."""


class IndexMismatchError(RuntimeError):
    """The index was made for another embedding model than the one that is set."""


@dataclass(frozen=True, slots=True)
class Server:
    """Where a Qdrant answers."""

    url: str
    api_key: str | None


Connect = Callable[[], Awaitable[Server]]
"""Finds the server, starting it where it is ours to start; called again when it went away."""


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


@dataclass(frozen=True, slots=True)
class Entry:
    """A chunk with its vectors, ready to be written."""

    chunk: Chunk
    dense: Vector
    sparse: Sparse


def readable_by(admission: Admission) -> q.Filter:
    """Build the filter for what a reader may match: open to them, and in force.

    `ValueError` where nothing is admitted: then there is no query.
    """
    if admission.is_empty:
        raise ValueError("Nothing is open to this reader; the index must not be asked.")
    return q.Filter(
        should=[
            q.FieldCondition(key=field, match=q.MatchAny(any=sorted(names)))
            for field, names in (
                (PRINCIPALS, admission.principals),
                (ACCESS, admission.access_ids),
            )
            if names
        ],
        must=[_equals(STATUS, Status.APPROVED)],
    )


class Index:
    """The points of all chunks, in the collection that the alias names."""

    def __init__(self, connect: Connect, model: Model) -> None:
        self._connect = connect
        self._model = model
        self._client: AsyncQdrantClient | None = None
        self._collection = _ALIAS

    async def open(self) -> None:
        """Make the collection where there is none; refuse one that was made for another model."""
        async with self._answering() as client:
            aliases = (await client.get_aliases()).aliases
            target = next((a.collection_name for a in aliases if a.alias_name == _ALIAS), None)
            if target is None:
                await self._make(client, self._model)
                await self._point_alias(client, self._model.collection, old=None)
            elif target != self._model.collection:
                config = (await client.get_collection(target)).config
                made_for = (config.metadata or {}).get("model", "another model")
                raise IndexMismatchError(
                    f"The index was made with the embedding model {made_for}, and the settings ask "
                    f"for {self._model.name} ({self._model.size} numbers a vector). Run "
                    "`python -m bot sync --reembed` to build the new index beside the old one and "
                    "switch over, or set POLICYBOT_EMBEDDING__MODEL back."
                )

    async def close(self) -> None:
        """Let the connection go."""
        if self._client is not None:
            await self._client.close()
            self._client = None

    async def write(self, filed: Filed, entries: Sequence[Entry]) -> None:
        """Write chunks of a generation; what was written before under the same ids is replaced."""
        points = [
            q.PointStruct(
                id=filed.chunk_id(entry.chunk),
                vector=_vectors(entry.dense, entry.sparse),
                payload=filed.payload(entry.chunk),
            )
            for entry in entries
        ]
        async with self._answering() as client:
            await client.upsert(self._collection, points, wait=True)

    async def set_access(self, document_id: str, access: Access) -> None:
        """Rewrite who may match a document's points, and nothing else of them."""
        async with self._answering() as client:
            await client.set_payload(
                self._collection, access_payload(access), points=_of(document_id), wait=True
            )

    async def remove(self, document_id: str, *, except_generation: str | None = None) -> None:
        """Remove a document's points, those of one generation left out."""
        kept = None if except_generation is None else _equals(GENERATION, except_generation)
        selector = q.FilterSelector(
            filter=q.Filter(must=[_equals(DOCUMENT, document_id)], must_not=kept)
        )
        async with self._answering() as client:
            await client.delete(self._collection, selector, wait=True)

    async def count(self, *, document_id: str | None = None, source: str | None = None) -> int:
        """Count the points, of one document, of one source, or of all."""
        named = {DOCUMENT: document_id, SOURCE: source}
        chosen = [_equals(field, name) for field, name in named.items() if name is not None]
        async with self._answering() as client:
            counted = await client.count(
                self._collection, count_filter=q.Filter(must=[*chosen]), exact=True
            )
        return counted.count

    async def holdings(self, source: str) -> Counter[tuple[str, str]]:
        """Count a source's points by document and generation; reads every one, so ask rarely."""
        held: Counter[tuple[str, str]] = Counter()
        offset: q.ExtendedPointId | None = None
        while True:
            async with self._answering() as client:
                points, after = await client.scroll(
                    self._collection,
                    scroll_filter=q.Filter(must=[_equals(SOURCE, source)]),
                    limit=_PAGE,
                    offset=offset,
                    with_payload=[DOCUMENT, GENERATION],
                )
            held.update((p.payload[DOCUMENT], p.payload[GENERATION]) for p in points if p.payload)
            if after is None:
                return held
            offset = str(after)

    async def nearest(
        self,
        dense: Vector,
        sparse: Sparse,
        language: str,
        admission: Admission,
        *,
        candidates: int,
    ) -> list[Passage]:
        """Find what a reader may match: best first, `candidates` from each leg, fused by rank.

        BM25 sees only chunks of the question's language: in another one its words mean nothing,
        and its votes would push out what the dense leg found. Equal scores are ordered by
        document and place, so that a run repeats exactly.
        """
        if admission.is_empty:
            return []
        legs = self._legs(dense, sparse, language, readable_by(admission), candidates)
        fused = q.QueryRequest(
            prefetch=[_prefetch(leg) for leg in legs],
            query=q.RrfQuery(rrf=q.Rrf(k=_RRF_K)),
            filter=readable_by(admission),
            limit=candidates * len(legs),
            with_payload=True,
        )
        async with self._answering() as client:
            answers = await client.query_batch_points(self._collection, [fused, *legs])
        found, *by_leg = (answer.points for answer in answers)
        return _passages(found, [_ranked(points) for points in by_leg])

    def _legs(
        self, dense: Vector, sparse: Sparse, language: str, readable: q.Filter, limit: int
    ) -> list[q.QueryRequest]:
        by_meaning = q.QueryRequest(
            query=dense.tolist(),
            using=_DENSE,
            filter=readable,
            limit=limit,
            params=q.SearchParams(exact=True),
            with_payload=False,
        )
        if not sparse.indices:
            return [by_meaning]
        by_word = q.QueryRequest(
            query=q.SparseVector(indices=sparse.indices, values=sparse.values),
            using=_SPARSE,
            filter=q.Filter(must=[readable, _equals(LANGUAGE, language)]),
            limit=limit,
            with_payload=False,
        )
        return [by_meaning, by_word]

    async def _make(self, client: AsyncQdrantClient, model: Model) -> None:
        if await client.collection_exists(model.collection):
            return
        await client.create_collection(
            model.collection,
            vectors_config={
                _DENSE: q.VectorParams(size=model.size, distance=q.Distance.COSINE),
            },
            sparse_vectors_config={_SPARSE: q.SparseVectorParams(modifier=q.Modifier.IDF)},
            metadata={"model": model.name},
        )
        for field in KEYWORDS:
            await client.create_payload_index(
                model.collection, field, field_schema=q.PayloadSchemaType.KEYWORD
            )

    @staticmethod
    async def _point_alias(client: AsyncQdrantClient, collection: str, *, old: str | None) -> None:
        """Point the alias at a collection, in one step."""
        changes: list[q.AliasOperations] = []
        if old is not None:
            changes.append(q.DeleteAliasOperation(delete_alias=q.DeleteAlias(alias_name=_ALIAS)))
        changes.append(
            q.CreateAliasOperation(
                create_alias=q.CreateAlias(collection_name=collection, alias_name=_ALIAS)
            )
        )
        await client.update_collection_aliases(changes)

    @asynccontextmanager
    async def _answering(self) -> AsyncIterator[AsyncQdrantClient]:
        """Lend the client; a server that went away is looked for again the next time."""
        try:
            if self._client is None:
                server = await self._connect()
                self._client = _client(server)
            yield self._client
        except ResponseHandlingException as error:
            await self.close()
            raise IndexUnavailableError(f"The index did not answer: {error}") from error
        except UnexpectedResponse as error:
            raise IndexUnavailableError(f"The index refused a request: {error}") from error


def _client(server: Server) -> AsyncQdrantClient:
    with warnings.catch_warnings():
        # The embedded engine is spoken to on loopback, where a key in clear goes nowhere.
        warnings.filterwarnings("ignore", message="Api key is used with an insecure connection")
        return AsyncQdrantClient(
            url=server.url, api_key=server.api_key, timeout=_SECONDS, check_compatibility=False
        )


def _vectors(dense: Vector, sparse: Sparse) -> dict[str, Any]:
    return {
        _DENSE: dense.tolist(),
        _SPARSE: q.SparseVector(indices=sparse.indices, values=sparse.values),
    }


def _prefetch(leg: q.QueryRequest) -> q.Prefetch:
    return q.Prefetch(
        query=leg.query, using=leg.using, filter=leg.filter, limit=leg.limit, params=leg.params
    )


def _equals(field: str, value: str) -> q.FieldCondition:
    return q.FieldCondition(key=field, match=q.MatchValue(value=value))


def _of(document_id: str) -> q.Filter:
    return q.Filter(must=[_equals(DOCUMENT, document_id)])


def _ranked(points: Sequence[q.ScoredPoint]) -> dict[str, Leg]:
    return {str(p.id): Leg(rank, round(p.score, 6)) for rank, p in enumerate(points, start=1)}


def _passages(found: Sequence[q.ScoredPoint], legs: Sequence[dict[str, Leg]]) -> list[Passage]:
    dense, sparse = legs[0], legs[1] if len(legs) > 1 else {}
    read = [
        passage(str(p.id), _payload(p), p.score, dense.get(str(p.id)), sparse.get(str(p.id)))
        for p in found
    ]
    return sorted(read, key=lambda p: (-p.score, p.document_id, p.ordinal))


def _payload(point: q.ScoredPoint) -> Payload:
    return point.payload or {}
