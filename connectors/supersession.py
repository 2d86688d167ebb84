"""Which documents does another one replace? Decided over all documents of one source.

What is superseded is so for everybody, also for those who may not read the newer document: the
old rule holds for nobody any more, and no answer is better than a rule that was replaced.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from posixpath import dirname, join, normpath
from re import compile as pattern
from typing import Protocol

from connectors.source import Problem
from retrieval.documents import Status

_LISTED = pattern(r"\s*[;\n]\s*")
_COMMAS = pattern(r"\s*,\s*")


class Named(Protocol):
    """A document as far as it matters here: the names that it goes by, and what it replaces."""

    @property
    def id(self) -> str:
        """Unique over all sources."""

    @property
    def path(self) -> str:
        """Its name inside its source."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def url(self) -> str:
        """Where it opens."""

    @property
    def number(self) -> str | None:
        """What people call it by, such as HR-010."""

    @property
    def supersedes(self) -> str | None:
        """What it says that it replaces."""

    @property
    def status(self) -> str:
        """What it says of itself: one of `Status`."""

    @property
    def effective_from(self) -> date | None:
        """The day on which it comes into force."""


@dataclass(frozen=True, slots=True)
class Supersession:
    """Who replaces whom: `by` gives the newer document's id under the older one's."""

    by: Mapping[str, str]
    problems: tuple[Problem, ...]


def supersession(entries: Iterable[Named], on: date) -> Supersession:
    """Decide for the documents of one source which are superseded on a day.

    A document supersedes from the day on which it comes into force, and goes on to do so when it
    is itself replaced, archived or at its end: an old rule does not come back in silence. Drafts
    supersede nothing. Documents that name each other in a circle are all left as they are.
    """
    known = _Known(entries)
    problems: list[Problem] = []
    named: dict[str, set[str]] = {}
    for entry in known.entries:
        if entry.supersedes is not None and _has_held(entry, on):
            found, unknown = known.named_by(entry, entry.supersedes)
            named[entry.id] = {older.id for older in found}
            problems += [Problem(entry.path, sentence) for sentence in unknown]
    by: dict[str, str] = {}
    for entry in known.entries:
        for older in sorted(named.get(entry.id, set())):
            if entry.id in _reached(older, named):
                problems.append(Problem(entry.path, _CIRCLE.format(name=entry.supersedes)))
            else:
                by.setdefault(older, entry.id)
    return Supersession(by, tuple(problems))


_CIRCLE = (
    "It says that it supersedes {name!r}, which supersedes it in turn: neither was taken out. "
    "Correct one of them."
)
_UNKNOWN = (
    "It says that it supersedes {name!r}, and this source has no such page. Name a path, a number "
    "or a title, or leave it out if the page is gone."
)
_SEVERAL = (
    "It says that it supersedes {name!r}, which names more than one page ({pages}): none was taken "
    "out. Name the path."
)


def _has_held(entry: Named, on: date) -> bool:
    has_begun = entry.effective_from is None or entry.effective_from <= on
    return entry.status != Status.DRAFT and has_begun


def _reached(start: str, named: Mapping[str, set[str]]) -> set[str]:
    """All that a document supersedes, by way of others too."""
    reached: set[str] = set()
    waiting = [*named.get(start, ())]
    while waiting:
        older = waiting.pop()
        if older not in reached:
            reached.add(older)
            waiting += named.get(older, ())
    return reached


class _Known:
    """The documents of a source by each of the names that they go by."""

    def __init__(self, entries: Iterable[Named]) -> None:
        self.entries = sorted(entries, key=lambda entry: entry.path)
        self._paths = {name: entry for entry in self.entries for name in (entry.id, entry.path)}
        self._named: dict[str, list[Named]] = defaultdict(list)
        for entry in self.entries:
            for name in _names(entry):
                self._named[name].append(entry)

    def named_by(self, entry: Named, said: str) -> tuple[list[Named], list[str]]:
        """Find the pages that an entry names, and say which names could not be followed."""
        if self._pages(entry, said):
            return self._one(entry, said)
        parts = _LISTED.split(said)
        if len(parts) == 1:
            parts = _COMMAS.split(said)
            if not any(self._pages(entry, part) for part in parts):
                parts = [said]
        found: list[Named] = []
        problems: list[str] = []
        for part in filter(None, parts):
            pages, unknown = self._one(entry, part)
            found += pages
            problems += unknown
        return found, problems

    def _one(self, entry: Named, name: str) -> tuple[list[Named], list[str]]:
        pages = self._pages(entry, name)
        if not pages:
            return [], [_UNKNOWN.format(name=name)]
        if len(pages) > 1:
            paths = ", ".join(page.path for page in pages)
            return [], [_SEVERAL.format(name=name, pages=paths)]
        return pages, []

    def _pages(self, entry: Named, name: str) -> list[Named]:
        """The pages of a name, the one that names left out; a path is exact, and comes first."""
        for path in (name, name.lstrip("/"), normpath(join(dirname(entry.path), name))):
            if path in self._paths and self._paths[path].id != entry.id:
                return [self._paths[path]]
        return [page for page in self._named.get(_plain(name), ()) if page.id != entry.id]


def _names(entry: Named) -> set[str]:
    """What people call a page by: its number, its title, both, its address."""
    names = {entry.title, entry.url}
    if entry.number is not None:
        names |= {entry.number, f"{entry.number} {entry.title}"}
    return {_plain(name) for name in names}


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
