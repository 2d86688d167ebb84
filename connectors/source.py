"""What a source of documents is: the port, and the words it speaks.

A source says what there is and who may read it (`Listing`), cheaply and often; and it fetches and
reads one document when its revision has changed.
"""

from dataclasses import dataclass
from typing import Protocol

from retrieval.access import Access, Grant
from retrieval.documents import Document


class SourceUnavailableError(Exception):
    """The source as a whole cannot be read now: what is indexed stays, nothing is removed."""


class UnreadableError(Exception):
    """One document cannot be read; `path` says which, `why` is a sentence for the operator."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path = path
        self.why = why


@dataclass(frozen=True, slots=True)
class Problem:
    """Something the operator should mend; `path` is None where it concerns the whole source."""

    path: str | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Item:
    """One document as it is listed: equal revisions read alike, whatever else has changed.

    `id` is stable and unique over all sources; `size` is in bytes.
    """

    id: str
    path: str
    revision: str
    access: Access
    size: int


@dataclass(frozen=True, slots=True)
class Member:
    """A person whom the source knows, and the groups that they belong to.

    `email` is in lower case; where a source names people otherwise, it is that name.
    """

    email: str
    name: str
    grants: frozenset[Grant]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Everything a source holds now, in the order of the paths.

    Only a `complete` listing tells that what it lacks is gone.
    """

    items: tuple[Item, ...]
    members: tuple[Member, ...]
    complete: bool
    problems: tuple[Problem, ...] = ()


class Source(Protocol):
    """Where documents, groups and permissions come from."""

    @property
    def name(self) -> str:
        """The name under which its documents are kept; unique among the sources."""
        ...

    async def listing(self) -> Listing:
        """List documents and members; `SourceUnavailableError` when it cannot be asked."""
        ...

    async def document(self, item: Item) -> Document:
        """Fetch and read one document of the last listing.

        Raises `UnreadableError` when this one cannot be read (what was indexed of it before may
        stay), `SourceUnavailableError` when none can.
        """
        ...

    async def contents(self, item: Item) -> bytes:
        """Fetch one document of the last listing as the source keeps it.

        Raises as `document` does.
        """
        ...

    async def close(self) -> None:
        """Let go of what the source holds open; it opens again when it is asked again."""
        ...
