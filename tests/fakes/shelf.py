"""A source of documents in memory: a real `Source`, whose pages a test puts, changes and breaks."""

from dataclasses import dataclass, field, replace
from typing import Any

from connectors.source import (
    Item,
    Listing,
    Member,
    Problem,
    SourceUnavailableError,
    UnreadableError,
)
from retrieval.access import Access, Grant, Principal, access, clause
from retrieval.documents import Document, Section, Status


@dataclass
class Shelf:
    """Pages under names; `reads` counts how often each was fetched."""

    name: str = "shelf"
    pages: dict[str, Document] = field(default_factory=dict)
    accesses: dict[str, Access] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    people: dict[str, set[str]] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    complete: bool = True
    down: bool = False
    reads: dict[str, int] = field(default_factory=dict)

    def put(self, path: str, text: str, *audience: str, status: Status = Status.APPROVED) -> None:
        """Put a page, or change it; without an audience everyone may read it."""
        self.pages[path] = Document(
            id=f"{self.name}:{path}",
            source=self.name,
            path=path,
            title=path.removesuffix(".md").replace("-", " ").capitalize(),
            url=f"https://wiki.example/{path}",
            version="1",
            sections=(Section((), text),),
            status=status,
        )
        self.accesses[path] = access(clause(*(audience or ("everyone",))))

    def say(self, path: str, **facts: Any) -> None:  # noqa: ANN401  # fields of a Document
        """Let a page say more of itself."""
        self.pages[path] = replace(self.pages[path], **facts)

    def remove(self, path: str) -> None:
        """Take a page away."""
        del self.pages[path], self.accesses[path]

    async def listing(self) -> Listing:
        """List what is there now."""
        if self.down:
            raise SourceUnavailableError("The shelf is down.")
        return Listing(
            items=tuple(self._item(path) for path in sorted(self.pages)),
            members=tuple(
                Member(
                    email=email,
                    name=email.split("@")[0],
                    grants=frozenset(Grant(Principal(group)) for group in groups),
                )
                for email, groups in sorted(self.people.items())
            ),
            complete=self.complete,
            problems=self.problems,
        )

    async def document(self, item: Item) -> Document:
        """Fetch a page."""
        self.reads[item.path] = self.reads.get(item.path, 0) + 1
        if item.path in self.broken:
            raise UnreadableError(item.path, "It is damaged.")
        return self.pages[item.path]

    async def contents(self, item: Item) -> bytes:
        """Fetch a page as it is kept."""
        document = await self.document(item)
        return "\n\n".join(section.text for section in document.sections).encode()

    async def close(self) -> None:
        """Nothing is held open."""

    def _item(self, path: str) -> Item:
        page = self.pages[path]
        text = page.sections[0].text
        return Item(
            id=f"{self.name}:{path}",
            path=path,
            revision=str(hash(page)),
            access=self.accesses[path],
            size=len(text),
        )
