"""Find the pages of a folder: which files count, and under which path."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from re import compile as pattern
from unicodedata import normalize

from connectors.extract.characters import without_hidden
from connectors.source import Problem

PAGES = (".md", ".html", ".txt", ".docx", ".pdf")
LINE_ENDS = pattern(r"[\t\n\x0b\x0c\r\x85\u2028\u2029]")
NOT_PAGES = ("LICENSE", "SOURCE.md")  # at the top of a collection they are about it


@dataclass(frozen=True, slots=True)
class Found:
    """A page: its path in the source (NFC, `/` between folders) and the file that holds it.

    `same_as` are other paths of the same contents: who may not read those may not read this.
    """

    path: str
    file: Path
    same_as: tuple[str, ...] = ()


class Walk:
    """One walk through a folder; `complete` unless some folder in it could not be opened."""

    def __init__(self, root: Path, access_file: Path, *, collections: bool) -> None:
        self.complete = True
        self._root = root
        self._access_file = access_file
        self._collections = collections
        self._problems: dict[Problem, None] = {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was left out and why."""
        return tuple(self._problems)

    def report(self, path: str | None, sentence: str) -> None:
        """Tell the operator of something, once."""
        self._problems[Problem(path, sentence)] = None

    def pages(self) -> list[Found]:
        """Find all pages, in the order of their paths."""
        pages: dict[str, Found] = {}
        for page in sorted(self._entries(), key=lambda page: str(page.file)):
            first = pages.setdefault(page.path, page)
            if first is not page:
                self.report(page.path, "Two files have this name; only the first is read.")
                pages[page.path] = replace(first, same_as=(*first.same_as, *page.same_as))
        if not pages:
            self.report(None, f"The folder {self._root} holds no page ({', '.join(PAGES)}).")
        return [pages[path] for path in sorted(pages)]

    def _entries(self) -> Iterator[Found]:
        pending = [self._root]
        while pending:
            folder = pending.pop()
            try:
                entries = list(os.scandir(folder))
            except OSError as error:
                self.complete = False
                self.report(self._path(folder), f"It cannot be opened: {error.strerror}.")
                continue
            for entry in entries:
                if entry.name.startswith(".") or not self._has_a_name(entry):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    pending.append(Path(entry.path))
                elif page := self._page(entry):
                    yield page

    def _has_a_name(self, entry: os.DirEntry[str]) -> bool:
        if not without_hidden(entry.name).hidden and not LINE_ENDS.search(entry.name):
            return True
        shown = entry.name.encode("ascii", "backslashreplace").decode()
        self.report(shown, "Its name holds characters that cannot be shown. Rename it.")
        return False

    def _page(self, entry: os.DirEntry[str]) -> Found | None:
        file = Path(entry.path)
        if entry.is_symlink():
            return self._linked(file)
        if file.suffix.lower() not in PAGES or file == self._access_file or self._is_about(file):
            return None
        return Found(self._path(file), file)

    def _linked(self, link: Path) -> Found | None:
        """Follow a link to a file that is in the folder itself, under the rules of both paths."""
        path = self._path(link)
        try:
            target = link.resolve(strict=True)
        except (OSError, RuntimeError):  # Python before 3.13 raises RuntimeError for a loop
            self.report(path, "It is a link that leads nowhere, and was left out.")
            return None
        if target.is_dir():
            self.report(path, "It is a link to a folder, and was not followed.")
            return None
        if link.suffix.lower() not in PAGES:
            return None
        inside = target.relative_to(self._root) if target.is_relative_to(self._root) else None
        if inside is None or any(part.startswith(".") for part in inside.parts):
            self.report(path, "It is a link that leaves the folder, and was left out.")
            return None
        return None if target == self._access_file else Found(path, link, (self._path(target),))

    def _is_about(self, file: Path) -> bool:
        depth = len(file.relative_to(self._root).parts)
        return file.name in NOT_PAGES and depth <= (2 if self._collections else 1)

    def _path(self, file: Path) -> str:
        return normalize("NFC", file.relative_to(self._root).as_posix())
