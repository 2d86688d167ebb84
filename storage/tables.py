"""What is kept: people, accesses, documents, exchanges, cases, and what came in.

Moments are kept as UTC text in ISO form: SQLite would drop the zone of a datetime column.
"""

from datetime import date
from typing import ClassVar

from sqlalchemy import JSON, Column, Index, Text, UniqueConstraint, text
from sqlmodel import Field, SQLModel


class Person(SQLModel, table=True):
    """Somebody whom a source knows by e-mail (lower case)."""

    __tablename__: ClassVar[str] = "person"
    source: str = Field(primary_key=True)
    email: str = Field(primary_key=True, index=True)
    name: str
    title: str


class Membership(SQLModel, table=True):
    """A principal that a person answers to, until a moment if there is one."""

    __tablename__: ClassVar[str] = "membership"
    source: str = Field(primary_key=True)
    email: str = Field(primary_key=True, index=True)
    principal: str = Field(primary_key=True)
    until: str | None = None


class AccessRow(SQLModel, table=True):
    """An access in its canonical form, under its id; rows are only ever added."""

    __tablename__: ClassVar[str] = "access"
    sequence: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    clauses: str = Field(sa_column=Column(Text, nullable=False))


class DocumentRow(SQLModel, table=True):
    """A document as it stands in the index: which generation of it, and under which access.

    `status` is what the document says of itself; `superseded_by` is the id of the document that
    replaces it, whatever it says.
    """

    __tablename__: ClassVar[str] = "document"
    id: str = Field(primary_key=True)
    source: str = Field(index=True)
    path: str
    revision: str
    generation: str
    access_id: str
    title: str
    url: str
    version: str
    status: str
    language: str | None
    chunks: int
    synced_at: str
    number: str | None = None
    supersedes: str | None = None
    effective_from: date | None = None
    superseded_by: str | None = None


class TokenStatesRow(SQLModel, table=True):
    """The tokens of a chunk, at one bit a dimension, as one model makes them."""

    __tablename__: ClassVar[str] = "token_states"
    space: str = Field(primary_key=True)
    chunk_id: str = Field(primary_key=True)
    document_id: str = Field(index=True)
    generation: str
    codes: bytes


class TermRow(SQLModel, table=True):
    """A short form that a generation of a document explains, and the keys it is found by."""

    __tablename__: ClassVar[str] = "term"
    document_id: str = Field(primary_key=True)
    short_key: str = Field(primary_key=True, index=True)
    long_key: str = Field(primary_key=True, index=True)
    generation: str
    short: str
    long: str


class SyncRun(SQLModel, table=True):
    """One pass over a source: what was found, what was done, what went wrong."""

    __tablename__: ClassVar[str] = "sync_run"
    id: int | None = Field(default=None, primary_key=True)
    source: str = Field(index=True)
    started_at: str
    finished_at: str
    complete: bool
    listed: int
    added: int
    changed: int
    access_changed: int
    removed: int
    failed: int
    chunks: int
    problems: list[dict[str, str | None]] = Field(sa_column=Column(JSON, nullable=False))


class ExchangeRow(SQLModel, table=True):
    """Who asked, where, and as which reader: written once, when a question comes in.

    Where the asker was erased, a name that means nobody stands in their place, and no thread.
    """

    __tablename__: ClassVar[str] = "exchange"
    id: str = Field(primary_key=True)
    thread: str | None = Field(index=True)
    asker: str = Field(index=True)
    surface: str
    private: bool
    organisation: str | None
    opened_at: str = Field(index=True)


class EventRow(SQLModel, table=True):
    """Something that happened to an exchange; rows are appended, and none is taken back.

    `body` is sealed JSON: it may hold the texts of the question and the answer. The one change is
    that texts are taken out, at `forgotten_at`. `author` is who did it, where that is not the
    asker; `key` tells the same thing that is told twice.
    """

    __tablename__: ClassVar[str] = "exchange_event"
    __table_args__ = (
        UniqueConstraint("exchange_id", "sequence"),
        Index("ix_exchange_event_key", "exchange_id", "kind", "key", unique=True),
        Index("ix_exchange_event_kept", "forgotten_at", "at"),
        Index("ix_exchange_event_kind", "kind", "at"),
    )
    id: int | None = Field(default=None, primary_key=True)
    exchange_id: str = Field(foreign_key="exchange.id", index=True)
    sequence: int
    kind: str
    at: str
    body: str = Field(sa_column=Column(Text, nullable=False))
    author: str | None = Field(default=None, index=True)
    key: str | None = None
    forgotten_at: str | None = None


class PersonKeyRow(SQLModel, table=True):
    """The wrapped key of a person's texts; erasing them deletes it. The house has the name ""."""

    __tablename__: ClassVar[str] = "person_key"
    id: str = Field(primary_key=True)
    person: str = Field(unique=True)
    wrapped: bytes
    made_at: str


class NoticeRow(SQLModel, table=True):
    """Somebody who was told what is kept of them, at which event."""

    __tablename__: ClassVar[str] = "notice"
    person: str = Field(primary_key=True)
    event: str | None
    noticed_at: str


class RetrievedRow(SQLModel, table=True):
    """A passage that was found for an exchange, and what became of it."""

    __tablename__: ClassVar[str] = "retrieved"
    exchange_id: str = Field(foreign_key="exchange.id", primary_key=True)
    position: int = Field(primary_key=True)
    document_id: str = Field(index=True)
    version: str
    generation: str
    chunk_id: str
    content_hash: str
    access_id: str
    score: float
    dense_rank: int | None
    dense_score: float | None
    sparse_rank: int | None
    sparse_score: float | None
    outcome: str
    why: str


class CallRow(SQLModel, table=True):
    """A call of a model: for whom, why, what it took and how it ended; rows never change."""

    __tablename__: ClassVar[str] = "model_call"
    id: int | None = Field(default=None, primary_key=True)
    at: str = Field(index=True)
    exchange_id: str | None = Field(foreign_key="exchange.id", index=True)
    asker: str | None = Field(index=True)
    purpose: str
    model: str
    input_tokens: int
    cache_read_tokens: int
    cache_written_tokens: int
    output_tokens: int
    dollars: float | None
    milliseconds: float
    first_token: float | None
    attempts: int
    failed: list[str] = Field(sa_column=Column(JSON, nullable=False))
    stop_reason: str | None
    request_id: str | None
    outcome: str


class InboxRow(SQLModel, table=True):
    """An event that came in from a chat: worked on once, after the earlier ones of its lane.

    `body` is sealed JSON, and gone once it is finished; the keys stay for late copies of it.
    Nobody else may work on it before `free_at`, be it leased by its `owner` or to be tried later.
    `fence` grows with each claim; what is given up is `finished_at` when that was told.
    """

    __tablename__: ClassVar[str] = "inbox"
    __table_args__ = (
        UniqueConstraint("surface", "event_id"),
        UniqueConstraint("surface", "subject"),
        Index(
            "ix_inbox_unfinished",
            *("surface", "lane", "id"),
            sqlite_where=text("finished_at IS NULL"),
            postgresql_where=text("finished_at IS NULL"),
        ),
    )
    id: int | None = Field(default=None, primary_key=True)
    surface: str
    event_id: str
    subject: str | None
    lane: str
    body: str | None = Field(sa_column=Column(Text, nullable=True))
    received_at: str
    attempts: int
    fence: int
    owner: str | None
    free_at: str
    given_up_at: str | None
    finished_at: str | None = Field(index=True)


class DeliveryRow(SQLModel, table=True):
    """A message of ours in a chat, under a key of our own, from before it is sent."""

    __tablename__: ClassVar[str] = "delivery"
    __table_args__ = (Index("ix_delivery_reference", "surface", "place_id", "reference"),)
    key: str = Field(primary_key=True)
    surface: str
    place_id: str
    place: dict[str, object] = Field(sa_column=Column(JSON, nullable=False))
    state: str
    reference: str | None
    digest: str | None
    about: str | None = None
    begun_at: str
    changed_at: str


class CaseRow(SQLModel, table=True):
    """What somebody asked HR, as it stands now; what happened to it are its events.

    An exchange has one at most. HR is reminded of it at `remind_at`, if it is still their turn.
    """

    __tablename__: ClassVar[str] = "hr_case"
    id: str = Field(primary_key=True)
    exchange_id: str = Field(foreign_key="exchange.id", unique=True)
    asker: str = Field(index=True)
    state: str
    assignee: str | None
    opened_at: str
    due_at: str = Field(index=True)
    remind_at: str


class CaseEventRow(SQLModel, table=True):
    """Something that was done with a case; rows are appended and never change.

    `key` is that of the action which did it: under one key, one kind is done once. `body` is sealed
    JSON: it holds the texts of the employee and of HR.
    """

    __tablename__: ClassVar[str] = "hr_case_event"
    __table_args__ = (
        UniqueConstraint("case_id", "sequence"),
        UniqueConstraint("case_id", "kind", "key"),
    )
    id: int | None = Field(default=None, primary_key=True)
    case_id: str = Field(foreign_key="hr_case.id", index=True)
    sequence: int
    kind: str
    key: str
    actor: str
    at: str
    body: str = Field(sa_column=Column(Text, nullable=False))


class VerifiedRow(SQLModel, table=True):
    """An answer of HR's that others may be given, in HR's own words, and who let it in and out.

    `cited` are the ids of the documents that the case's exchange cited; `audience` are principals.
    """

    __tablename__: ClassVar[str] = "verified_answer"
    id: str = Field(primary_key=True)
    key: str = Field(unique=True)
    case_id: str = Field(foreign_key="hr_case.id", index=True)
    question: str = Field(sa_column=Column(Text, nullable=False))
    answer: str = Field(sa_column=Column(Text, nullable=False))
    owner: str
    until: date | None
    cited: list[str] = Field(sa_column=Column(JSON, nullable=False))
    organisation: str | None
    audience: list[str] = Field(sa_column=Column(JSON, nullable=False))
    state: str = Field(index=True)
    proposed_by: str
    proposed_at: str
    decided_by: str | None
    decided_at: str | None
    reason: str
    withdrawn_by: str | None
    withdrawn_at: str | None


class ConversationRow(SQLModel, table=True):
    """A conversation of a chat service, as it was last heard of; `id` is the service's own."""

    __tablename__: ClassVar[str] = "conversation"
    id: str = Field(primary_key=True)
    place: dict[str, str] = Field(sa_column=Column(JSON, nullable=False))
    name: str
    is_outside: bool
    changed_at: str = Field(index=True)


class AcquaintanceRow(SQLModel, table=True):
    """Somebody who wrote to the bot: by the service's id, with that of the company's directory.

    `personal` and `met_in` are ids of conversations; `person` is who it is on record, once known.
    """

    __tablename__: ClassVar[str] = "acquaintance"
    user: str = Field(primary_key=True)
    object_id: str | None = Field(default=None, index=True)
    personal: str | None = Field(default=None, index=True)
    met_in: str
    locale: str
    person: str | None = Field(default=None, index=True)
