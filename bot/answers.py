"""What can be answered: with quotes, not at all, only once a fact is known, or not just now."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a statement stands: `quote` is verbatim from the document, `url` opens its place."""

    document_id: str
    chunk_id: str
    path: str
    title: str
    heading: tuple[str, ...]
    url: str
    version: str
    effective_from: date | None
    page: int | None
    language: str
    quote: str


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of an answer and the citations that bear it out (at least one)."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Nearby:
    """A page that the reader may open and that is near the question; nothing is claimed of it.

    `path` names it inside its source, None where that is not known.
    """

    document_id: str
    title: str
    url: str
    path: str | None = None


class Reason(StrEnum):
    """Why there is no answer."""

    NOTHING_READABLE = "nothing_readable"
    NOT_SUPPORTED = "not_supported"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Grounded:
    """An answer in reading order; `frame` introduces quotes that are in another language."""

    statements: tuple[Statement, ...]
    frame: str = ""


@dataclass(frozen=True, slots=True)
class Abstained:
    """What this reader can read does not tell; `text` says so in the asker's language."""

    reason: Reason
    text: str
    nearest: tuple[Nearby, ...] = ()


@dataclass(frozen=True, slots=True)
class Clarification:
    """The rule depends on a fact that was not given; `options` are the choices, if they are few."""

    question: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Something that is needed is down; never shown as "no policy found"."""

    text: str


Answer = Grounded | Abstained | Clarification | Unavailable
