"""What can be answered: with quotes, not at all, only once a fact is known, or not just now."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

_VERIFIED = "verified:"
_FINGERPRINT = re.compile(r"\d+-[0-9a-f]{32,64}")


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a statement stands: `quote` is verbatim from the document, `url` opens its place.

    What HR answered and verified has no place on the web: its `url` is its id.
    """

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

    @property
    def edition(self) -> str:
        """The version as its document names it; nothing where only its content tells it apart."""
        return "" if _FINGERPRINT.fullmatch(self.version) else self.version

    @property
    def place(self) -> tuple[str, str]:
        """What has one number in an answer, however often it is cited."""
        return self.document_id, self.chunk_id

    @property
    def is_verified_answer(self) -> bool:
        """Tell whether it is no page that is cited, but an answer of HR's."""
        return self.document_id.startswith(_VERIFIED)


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of an answer and the citations that bear it out (at least one)."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Nearby:
    """A page that the reader may open and that is near the question; nothing is claimed of it.

    `path` names it inside its source, None where that is not known. The system of records, where
    people find what is their own, is no document and has no `document_id`.
    """

    document_id: str | None
    title: str
    url: str
    path: str | None = None


class Reason(StrEnum):
    """Why there is no answer."""

    NOTHING_READABLE = "nothing_readable"
    NOT_SUPPORTED = "not_supported"
    REFUSED = "refused"
    COURTESY = "courtesy"
    PERSONAL = "personal"
    LIVE = "live"
    OUT_OF_SCOPE = "out_of_scope"
    PERSON_WANTED = "person_wanted"


@dataclass(frozen=True, slots=True)
class Step:
    """A calculation that an answer rests on, as it is shown: "22 * 7 / 12" and "12.83"."""

    expression: str
    result: str


@dataclass(frozen=True, slots=True)
class Grounded:
    """An answer in reading order.

    `frame` introduces it, where the quotes are in another language or the assistant is down;
    `steps` are the calculations that its statements rest on, in order; `missing` says in a
    sentence which part of the question the policies leave open.
    """

    statements: tuple[Statement, ...]
    frame: str = ""
    steps: tuple[Step, ...] = ()
    missing: str = ""

    @property
    def citations(self) -> tuple[Citation, ...]:
        """What its statements cite, in reading order."""
        return tuple(one for statement in self.statements for one in statement.citations)


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


def places(citations: Iterable[Citation]) -> dict[tuple[str, str], list[Citation]]:
    """Gather the citations of each place, the places in the order in which they are first cited.

    A place's number, counted from 1, is the one that people see and that links carry.
    """
    found: dict[tuple[str, str], list[Citation]] = {}
    for citation in citations:
        found.setdefault(citation.place, []).append(citation)
    return found
