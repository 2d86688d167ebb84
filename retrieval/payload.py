"""How is a chunk written on a point of the index, and read back as a passage?"""

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import orjson

from retrieval.access import Access
from retrieval.documents import Chunk, Document, Kind, Passage, Status
from retrieval.enrichment import indexed_text
from retrieval.fusion import Candidate
from retrieval.identifiers import document_identifiers
from retrieval.sketch import sketch

FORM = "6"
"""Changes with what stands on a point: points of another form are written anew."""

ACCESS = "access"
KEYS = "keys"
DOCUMENT = "document"
GENERATION = "generation"
IDENTIFIERS = "identifiers"
LANGUAGE = "language"
SECTION = "section"
SOURCE = "source"
STATUS = "status"
TOLD = "told"
KEYWORDS = (KEYS, DOCUMENT, SOURCE, IDENTIFIERS)
"""The fields that are filtered by, and so indexed."""
UNREAD = (KEYS, "context", "rows_in_words", "number")
"""The fields that no passage has: every value that is read costs the engine time."""

Payload = dict[str, Any]  # JSON, on its way to or from the index


@dataclass(frozen=True, slots=True)
class Filed:
    """A document in one generation, under one access."""

    document: Document
    generation: str
    access: Access

    def chunk_id(self, chunk: Chunk) -> str:
        """The point's id: the same for the same chunk of the same generation."""
        return str(
            uuid.uuid5(
                uuid.NAMESPACE_OID, f"{self.document.id}\n{self.generation}\n{chunk.ordinal}"
            )
        )

    def payload(self, chunk: Chunk) -> Payload:
        """All that a citation and the record need, and what the filters compare.

        What only passages need is one text: the engine takes longest over single values.
        """
        document = self.document
        told = {
            "path": document.path,
            "title": document.title,
            "url": document.url,
            "version": document.version,
            STATUS: document.status.value,
            "owner": document.owner,
            "effective_from": _iso(document.effective_from),
            "effective_until": _iso(document.effective_until),
            "region": document.region,
            "audience": document.audience,
            "kind": document.kind.value,
            "updated": _iso(document.updated),
            "ordinal": chunk.ordinal,
            "heading": chunk.heading,
            "text": chunk.text,
            "lead": chunk.lead,
            "anchor": chunk.anchor,
            "page": chunk.page,
            "hash": content_hash(chunk.text),
            "sketch": sketch(chunk.text),
        }
        written: Payload = {
            DOCUMENT: document.id,
            GENERATION: self.generation,
            LANGUAGE: chunk.language,
            SOURCE: document.source,
            SECTION: chunk.section,
            IDENTIFIERS: sorted(
                document_identifiers(document.title, document.number, chunk.heading, chunk.text)
            ),
            "number": document.number,
            "context": chunk.context,
            "rows_in_words": chunk.rows_in_words,
            TOLD: orjson.dumps(told).decode(),
        }
        return written | access_payload(self.access, document.status)


def access_payload(access: Access, status: Status) -> Payload:
    """The access's id, and the keys that open the point: none for what is not in force.

    A point without keys is matched by nobody.
    """
    keys = [*sorted(access.keys), access.own_key]
    return {ACCESS: access.id, KEYS: keys if status is Status.APPROVED else []}


def content_hash(text: str) -> str:
    """The digest by which the record knows what was shown, without the text."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def passage(
    chunk_id: str,
    payload: Mapping[str, Any],
    candidate: Candidate | None = None,
    coverage: tuple[float, ...] = (),
) -> Passage:
    """Read a point back, as it was found where it was looked for."""
    told = orjson.loads(payload[TOLD])
    return Passage(
        chunk_id=chunk_id,
        document_id=payload[DOCUMENT],
        generation=payload[GENERATION],
        access_id=payload[ACCESS],
        content_hash=told["hash"],
        source=payload[SOURCE],
        path=told["path"],
        title=told["title"],
        url=told["url"],
        version=told["version"],
        ordinal=told["ordinal"],
        heading=tuple(told["heading"]),
        text=told["text"],
        lead=told["lead"],
        language=payload[LANGUAGE],
        status=Status(told[STATUS]),
        owner=told["owner"],
        effective_from=_date(told["effective_from"]),
        effective_until=_date(told["effective_until"]),
        updated=_datetime(told["updated"]),
        region=tuple(told["region"]),
        audience=told["audience"],
        kind=Kind(told["kind"]),
        anchor=told["anchor"],
        page=told["page"],
        sketch=tuple(told["sketch"]),
        identifiers=frozenset(payload[IDENTIFIERS]),
        section=payload[SECTION],
        score=0.0 if candidate is None else candidate.score,
        dense=None if candidate is None else candidate.dense,
        sparse=None if candidate is None else candidate.words,
        coverage=coverage,
    )


def passage_text(payload: Mapping[str, Any]) -> str:
    """What of a point is embedded, as it was when it was written."""
    return indexed_text(_chunk(payload))


def _chunk(payload: Mapping[str, Any]) -> Chunk:
    """Read back the chunk that was written."""
    told = orjson.loads(payload[TOLD])
    return Chunk(
        ordinal=told["ordinal"],
        heading=tuple(told["heading"]),
        text=told["text"],
        language=payload[LANGUAGE],
        lead=told["lead"],
        anchor=told["anchor"],
        page=told["page"],
        section=payload[SECTION],
        context=payload["context"],
        rows_in_words=payload["rows_in_words"],
    )


def _iso(moment: date | datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _date(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _datetime(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
