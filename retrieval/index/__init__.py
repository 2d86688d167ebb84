"""Which points may this reader match, and which lie nearest?

This package is the only one that knows qdrant_client.

Every query carries the access filter. There is one builder for it, and it cannot make an empty
filter: Qdrant takes one as "everything".
"""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from typing import Any

import httpx
import orjson
from qdrant_client import AsyncQdrantClient
from qdrant_client import models as q
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from retrieval.access import Access, Admission
from retrieval.bm25 import Sparse
from retrieval.centring import Vector
from retrieval.documents import Chunk, Status
from retrieval.fusion import Hit, Legs
from retrieval.index.collections import (
    DENSE,
    Model,
    copied,
    in_force,
    make,
    placed,
    put_in_force,
    sparse,
)
from retrieval.payload import (
    DOCUMENT,
    GENERATION,
    IDENTIFIERS,
    KEYS,
    SECTION,
    SOURCE,
    UNREAD,
    Filed,
    Payload,
    access_payload,
)

_SECONDS = 60
_PAGE = 1000
_READ = {"exclude": UNREAD}
_LOOPBACK = "http://127.0.0.1:"


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
class Words:
    """A question's words, which are looked for among chunks of their language."""

    terms: Sparse
    language: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A chunk with its vectors, ready to be written."""

    chunk: Chunk
    dense: Vector
    terms: Sparse


def readable_by(admission: Admission) -> q.Filter:
    """Build the access filter. `ValueError` where nothing is admitted: then there is no query."""
    if admission.is_empty:
        raise ValueError("Nothing is open to this reader; the index must not be asked.")
    held = q.FieldCondition(key=KEYS, match=q.MatchAny(any=sorted(admission.keys)))
    return q.Filter(must=[held])


class Index:
    """The points of all chunks, in the collection of one model.

    The alias says which model's collection is in force. A process that was started for another
    one never meets the new vectors: it asks its own collection, which is gone.
    """

    def __init__(self, connect: Connect, model: Model) -> None:
        self._connect = connect
        self._model = model
        self._client: AsyncQdrantClient | None = None
        self._collection = model.collection

    @property
    def name(self) -> str:
        """The name of this model's collection, which stands for one space."""
        return self._collection

    async def open(self) -> None:
        """Make the collection where there is none; refuse one that was made for another model."""
        async with self._answering() as client:
            target = await in_force(client)
            if target is None:
                await make(client, self._model)
                await put_in_force(client, self._model, old=None)
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
                vector=_vectors(entry),
                payload=filed.payload(entry.chunk),
            )
            for entry in entries
        ]
        async with self._answering() as client:
            await client.upsert(self._collection, points, wait=True)

    async def set_access(self, document_id: str, access: Access, status: Status) -> None:
        """Rewrite who may match a document's points, and nothing else of them."""
        async with self._answering() as client:
            await client.set_payload(
                self._collection, access_payload(access, status), points=_of(document_id), wait=True
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
        words: Sequence[Words],
        admission: Admission,
        *,
        depth: int,
        carrying: frozenset[str] = frozenset(),
    ) -> Legs:
        """Find what a reader may match, `depth` points down each leg, in one request.

        With `carrying` there is a second dense leg, of the points with one of these identifiers.
        """
        if admission.is_empty:
            return Legs((), ())
        readable = readable_by(admission)
        filters = [readable]
        if carrying:
            held = q.FieldCondition(key=IDENTIFIERS, match=q.MatchAny(any=sorted(carrying)))
            filters.append(q.Filter(must=[readable, held]))
        near = [_leg(dense, DENSE, filter_, depth) for filter_ in filters]
        said = [
            _leg(asdict(one.terms), sparse(one.language), readable, depth)
            for one in words
            if one.terms.indices
        ]
        answers = await self._read("query/batch", {"searches": [*near, *said]})
        found = [_hits(answer["points"]) for answer in answers]
        return Legs(tuple(found[: len(near)]), tuple(found[len(near) :]))

    async def payloads(self, ids: Sequence[str], admission: Admission) -> dict[str, Payload]:
        """Read points, by id; those that the reader may not match are left out."""
        if admission.is_empty or not ids:
            return {}
        chosen = q.Filter(must=[readable_by(admission), q.HasIdCondition(has_id=[*ids])])
        asked = {"filter": _written(chosen), "limit": len(ids), "with_payload": _READ}
        read = await self._read("scroll", asked)
        return {str(point["id"]): point["payload"] for point in read["points"]}

    async def section(
        self, document_id: str, generation: str, section: int, admission: Admission
    ) -> dict[str, Payload]:
        """Read all points of a section, as far as the reader may match them."""
        if admission.is_empty:
            return {}
        of = [_equals(DOCUMENT, document_id), _equals(GENERATION, generation)]
        place = q.FieldCondition(key=SECTION, match=q.MatchValue(value=section))
        chosen = q.Filter(must=[readable_by(admission), *of, place])
        asked = {"filter": _written(chosen), "limit": _PAGE, "with_payload": _READ}
        read = await self._read("scroll", asked)
        return {str(point["id"]): point["payload"] for point in read["points"]}

    async def reembed(
        self,
        place: Callable[[dict[str, Payload]], Awaitable[list[Vector]]],
        tell: Callable[[int, int], None],
    ) -> int:
        """Build this model's collection from the one in force, switch over, drop the old one.

        `place` gives the vectors of points, in their order; `tell` hears how many of how many are
        done.
        Answers come from the old collection until the new one is whole. Returns the points
        written: 0 where this model's collection is in force already.
        """
        async with self._answering() as client:
            old = await in_force(client)
            if old is None or old == self._collection:
                return 0
            await client.delete_collection(self._collection)  # what an ended run left
            await make(client, self._model)
            total = (await client.count(old, exact=True)).count
            done = 0
            async for points in copied(client, old):
                vectors = await place({str(p.id): p.payload or {} for p in points})
                await client.upsert(self._collection, placed(points, vectors), wait=True)
                done += len(points)
                tell(done, total)
            await put_in_force(client, self._model, old=old)
            await client.delete_collection(old)
            return done

    async def _read(self, what: str, asked: dict[str, Any]) -> Any:  # noqa: ANN401  # JSON
        """Ask for points in plain JSON, for the way of a question.

        The client's models are tried on every number of a vector and every field of an answer:
        they take as long as the engine itself. Its connections and errors are used all the same.
        """
        async with self._answering() as client:
            answer = await client.http.client.request(
                type_=dict,
                method="POST",
                url=f"/collections/{{collection}}/points/{what}",
                path_params={"collection": self._collection},
                headers={"Content-Type": "application/json"},
                content=orjson.dumps(asked, option=orjson.OPT_SERIALIZE_NUMPY),
            )
        return answer["result"]

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
            raise IndexUnavailableError(
                f"The index did not answer: {str(error).rstrip('.')}. Try again; if it stays so, "
                "look at the free space of its disk and into its log."
            ) from error
        except UnexpectedResponse as error:
            said = error.content.decode(errors="replace")
            raise IndexUnavailableError(
                f"The index refused a request ({error.status_code}): {said}. Look at the free "
                "space of its disk and into its log."
            ) from error


def _client(server: Server) -> AsyncQdrantClient:
    """Make a client whose connections stay open, and that no proxy of the environment sees.

    The key goes as a header of our own: given as `api_key`, the client warns of every http
    address, and the embedded engine is spoken to on loopback.
    """
    return AsyncQdrantClient(
        url=server.url,
        headers={} if server.api_key is None else {"api-key": server.api_key},
        timeout=_SECONDS,
        check_compatibility=False,
        trust_env=not server.url.startswith(_LOOPBACK),
        limits=httpx.Limits(max_keepalive_connections=4),
    )


def _vectors(entry: Entry) -> dict[str, Any]:
    return {DENSE: entry.dense.tolist(), sparse(entry.chunk.language): _terms(entry.terms)}


def _terms(terms: Sparse) -> q.SparseVector:
    return q.SparseVector(indices=terms.indices, values=terms.values)


def _leg(query: object, using: str, readable: q.Filter, limit: int) -> dict[str, Any]:
    leg = {
        "query": query,
        "using": using,
        "filter": _written(readable),
        "limit": limit,
        "with_payload": False,
    }
    return leg | {"params": {"exact": True}} if using == DENSE else leg


def _written(filter_: q.Filter) -> dict[str, Any]:
    return filter_.model_dump(exclude_none=True)


def _equals(field: str, value: str) -> q.FieldCondition:
    return q.FieldCondition(key=field, match=q.MatchValue(value=value))


def _of(document_id: str) -> q.Filter:
    return q.Filter(must=[_equals(DOCUMENT, document_id)])


def _hits(points: Sequence[dict[str, Any]]) -> list[Hit]:
    """Equal scores are ordered by id: the engine may tell them in any order."""
    hits = [Hit(str(point["id"]), point["score"]) for point in points]
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))
