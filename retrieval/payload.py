"""How is a chunk written on a point of the index, and read back as a passage?"""

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from retrieval.access import Access
from retrieval.documents import Chunk, Document, Kind, Leg, Passage, Status
from retrieval.enrichment import context, indexed_text, named
from retrieval.identifiers import document_identifiers
from retrieval.sketch import sketch

FORM = "4"
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
        """All that a citation and the record need, and what the filters compare."""
        document = self.document
        written: Payload = {
            DOCUMENT: document.id,
            GENERATION: self.generation,
            LANGUAGE: chunk.language,
            SOURCE: document.source,
            "path": document.path,
            "title": document.title,
            "number": document.number,
            "url": document.url,
            "version": document.version,
            STATUS: document.status.value,
            "owner": document.owner,
            "effective_from": _iso(document.effective_from),
            "effective_until": _iso(document.effective_until),
            "region": list(document.region),
            "audience": document.audience,
            "kind": document.kind.value,
            "updated": _iso(document.updated),
            "ordinal": chunk.ordinal,
            "heading": list(chunk.heading),
            "text": chunk.text,
            "lead": chunk.lead,
            SECTION: chunk.section,
            "context": chunk.context,
            "rows_in_words": chunk.rows_in_words,
            "anchor": chunk.anchor,
            "page": chunk.page,
            "hash": content_hash(chunk.text),
            "sketch": " ".join(map(str, sketch(chunk.text))),
            IDENTIFIERS: sorted(
                document_identifiers(document.title, document.number, chunk.heading, chunk.text)
            ),
        }
        return written | access_payload(self.access, document.status)


def access_payload(access: Access, status: Status) -> Payload:
    """The access's id, and the keys that open the point: none for what is not in force.

    A point without keys is matched by nobody.
    """
    keys = sorted(access.keys) or [access.own_key]
    return {ACCESS: access.id, KEYS: keys if status is Status.APPROVED else []}


def content_hash(text: str) -> str:
    """The digest by which the record knows what was shown, without the text."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def passage(
    chunk_id: str, payload: Mapping[str, Any], score: float, dense: Leg | None, sparse: Leg | None
) -> Passage:
    """Read a point back."""
    return Passage(
        chunk_id=chunk_id,
        document_id=payload[DOCUMENT],
        generation=payload[GENERATION],
        access_id=payload[ACCESS],
        content_hash=payload["hash"],
        source=payload[SOURCE],
        path=payload["path"],
        title=payload["title"],
        url=payload["url"],
        version=payload["version"],
        ordinal=payload["ordinal"],
        heading=tuple(payload["heading"]),
        text=payload["text"],
        lead=payload["lead"],
        language=payload[LANGUAGE],
        status=Status(payload[STATUS]),
        owner=payload["owner"],
        effective_from=_date(payload["effective_from"]),
        updated=_datetime(payload["updated"]),
        anchor=payload["anchor"],
        page=payload["page"],
        sketch=tuple(map(int, payload["sketch"].split())),
        identifiers=frozenset(payload[IDENTIFIERS]),
        section=payload[SECTION],
        score=score,
        dense=dense,
        sparse=sparse,
        # What points of form 1 lack; they are written anew by the next sync.
        effective_until=_date(payload.get("effective_until")),
        region=tuple(payload.get("region", ())),
        audience=payload.get("audience"),
        kind=Kind(payload.get("kind", Kind.OTHER)),
    )


def passage_text(payload: Mapping[str, Any]) -> str:
    """What of a point is embedded, as it was when it was written."""
    return indexed_text(_chunk(payload))


def _chunk(payload: Mapping[str, Any]) -> Chunk:
    """Read back the chunk that was written; points of form 1 had their context in their title."""
    heading = tuple(payload["heading"])
    title = named(payload["title"], payload["number"])
    return Chunk(
        ordinal=payload["ordinal"],
        heading=heading,
        text=payload["text"],
        language=payload[LANGUAGE],
        lead=payload["lead"],
        anchor=payload["anchor"],
        page=payload["page"],
        section=payload.get(SECTION, 0),
        context=payload.get("context", context(title, heading)),
        rows_in_words=payload.get("rows_in_words", False),
    )


def _iso(moment: date | datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _date(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _datetime(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
