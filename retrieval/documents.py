"""The words for what is read, cut, indexed and found."""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum


class Status(StrEnum):
    """Whether a document is in force."""

    APPROVED = "approved"
    DRAFT = "draft"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"


class Kind(StrEnum):
    """What sort of document it is: how much its word counts against another's."""

    POLICY = "policy"
    PROCEDURE = "procedure"
    GUIDE = "guide"
    FORM = "form"
    FAQ = "faq"
    MINUTES = "minutes"
    ANNOUNCEMENT = "announcement"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of a document under one heading (of one page, in a PDF).

    `text` is Markdown, to the letter what the source says where the source is Markdown.
    `heading` is the path from the outermost heading to this one, the document's title left out.
    `anchor` is the fragment that a link to the heading ends with; `page` counts from 1.
    """

    heading: tuple[str, ...]
    text: str
    anchor: str | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A policy as one source holds it now.

    `id` is stable and unique over all sources; `path` names it inside its source; `version` is
    what people call the version, or the source's revision where nobody calls it anything.
    `language` is what the document declares, None where it declares none; `number` is what people
    call it by, such as HR-010. `supersedes` names what it replaces: a path, a number, a title.
    `region` are the countries or places that it holds for, as it names them; `audience` says in
    words whom it is written for, and lets nobody in or out.
    """

    id: str
    source: str
    path: str
    title: str
    url: str
    version: str
    sections: tuple[Section, ...]
    status: Status = Status.APPROVED
    owner: str | None = None
    language: str | None = None
    effective_from: date | None = None
    effective_until: date | None = None
    supersedes: str | None = None
    number: str | None = None
    updated: datetime | None = None
    region: tuple[str, ...] = ()
    audience: str | None = None
    kind: Kind = Kind.OTHER
    warnings: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of one section, small enough to be embedded whole.

    `text` is the piece itself: the texts of a section's chunks, put together, are the section.
    `lead` repeats what the piece needs to be understood (a table's header, the line above a
    list, the sentences before a cut) and stands before it, but is not part of it. `section` is
    the place of its section in the document: all chunks with the same one are the whole section.
    `context` is given to it for the index alone, and is no policy's text; `rows_in_words` says
    whether its tables are indexed row by row, in words.
    """

    ordinal: int
    heading: tuple[str, ...]
    text: str
    language: str
    lead: str = ""
    anchor: str | None = None
    page: int | None = None
    section: int = 0
    context: str = ""
    rows_in_words: bool = True


@dataclass(frozen=True, slots=True)
class Leg:
    """The place of a chunk in one leg of a search: `rank` counts from 1."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk that was found, with all that a citation and the record need.

    `sketch` is that of `retrieval.sketch`, by which near-twins are told.
    """

    chunk_id: str
    document_id: str
    generation: str
    access_id: str
    content_hash: str
    source: str
    path: str
    title: str
    url: str
    version: str
    ordinal: int
    heading: tuple[str, ...]
    text: str
    lead: str
    language: str
    status: Status
    owner: str | None
    effective_from: date | None
    updated: datetime | None
    anchor: str | None
    page: int | None
    sketch: tuple[int, ...]
    score: float
    dense: Leg | None
    sparse: Leg | None
    effective_until: date | None = None
    region: tuple[str, ...] = ()
    audience: str | None = None
    kind: Kind = Kind.OTHER
    identifiers: frozenset[str] = frozenset()

    @property
    def link(self) -> str:
        """The address that opens the document at this passage."""
        if self.page is not None:
            return f"{self.url}#page={self.page}"
        return f"{self.url}#{self.anchor}" if self.anchor else self.url
