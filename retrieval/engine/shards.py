"""The collections of a folder: created, found, removed, and whole after any crash."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import orjson

from retrieval.engine.collection import Collection
from retrieval.engine.folder import Folder, sync_folder, write_json
from retrieval.engine.wire.aliases import changed_aliases
from retrieval.engine.wire.definitions import Definition
from retrieval.engine.wire.reading import RefusedError

_LONGEST_NAME = 200
_NAME = re.compile(r'[^<>:"/\\|?*\x00-\x1f]+')
# What bears a name like this is half made or half removed.
_UNFINISHED = "."


class DamagedError(Exception):
    """A collection is on disk and does not open."""


class Collections:
    """The open collections; an alias stands for a collection wherever a name does."""

    def __init__(self, folder: Folder) -> None:
        """Open all that is there and clear away what a crash left unfinished.

        Raises:
            DamagedError: A collection does not open.
        """
        self._folder = folder
        self._open: dict[str, Collection] = {}
        self._aliases: dict[str, str] = {}
        self._folder.collections.mkdir(mode=0o700, exist_ok=True)
        for path in sorted(self._folder.collections.iterdir()):
            if not path.is_dir():
                continue
            if path.name.startswith(_UNFINISHED):
                shutil.rmtree(path)
            else:
                self._open[path.name] = _opened(path)
        if self._folder.aliases.exists():
            aliases = _read_aliases(self._folder.aliases)
            # One whose collection was damaged and moved away stands for nothing any more.
            self._aliases = {alias: held for alias, held in aliases.items() if held in self._open}

    def __iter__(self) -> Iterator[Collection]:
        return iter(self._open.values())

    @property
    def names(self) -> list[str]:
        """The names of all collections."""
        return list(self._open)

    @property
    def aliases(self) -> dict[str, str]:
        """The collection that each alias stands for."""
        return dict(self._aliases)

    def named(self, name: str) -> str:
        """Follow an alias; any other name stays what it is."""
        return self._aliases.get(name, name)

    def get(self, name: str) -> Collection:
        """Find a collection by its name or an alias."""
        collection = self._open.get(self.named(name))
        if collection is None:
            raise RefusedError(f"Not found: Collection `{name}` doesn't exist!", 404)
        return collection

    def create(self, name: str, definition: Definition) -> None:
        """Make a collection; it is whole from the moment it bears its name."""
        if name.startswith(_UNFINISHED) or not _NAME.fullmatch(name):
            raise RefusedError(f"Wrong input: `{name}` cannot be the name of a collection", 422)
        if len(name.encode()) > _LONGEST_NAME:
            raise RefusedError(f"Wrong input: a name has at most {_LONGEST_NAME} bytes", 422)
        if name in self._open or name in self._aliases:
            raise RefusedError(f"Wrong input: Collection `{name}` already exists!", 409)
        path = self._folder.collections / name
        draft = path.with_name(f"{_UNFINISHED}new.{name}")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        Collection.create(draft, definition)
        draft.rename(path)
        sync_folder(path.parent)
        self._open[name] = _opened(path)

    def delete(self, name: str) -> bool:
        """Remove a collection and its aliases; tell whether there was one."""
        if name not in self._open:
            return False
        self._keep_aliases({alias: held for alias, held in self._aliases.items() if held != name})
        self._open.pop(name).shard.close()
        path = self._folder.collections / name
        gone = path.with_name(f"{_UNFINISHED}gone.{name}")
        path.rename(gone)
        sync_folder(path.parent)
        shutil.rmtree(gone)
        return True

    def change_aliases(self, request: object) -> None:
        """Change aliases all at once or, where one change is refused, not at all."""
        self._keep_aliases(changed_aliases(request, self._aliases, self._open.keys()))

    def close(self) -> None:
        """Put everything on disk and let go of it."""
        for collection in self:
            collection.close()

    def _keep_aliases(self, aliases: dict[str, str]) -> None:
        if aliases != self._aliases:
            write_json(self._folder.aliases, aliases)
            self._aliases = aliases


def _read_aliases(path: Path) -> dict[str, str]:
    try:
        aliases: dict[str, str] = orjson.loads(path.read_bytes())
    except orjson.JSONDecodeError as error:
        raise DamagedError(
            f"The aliases do not open ({error}). Move {path} away and sync again."
        ) from error
    return aliases


def _opened(path: Path) -> Collection:
    try:
        return Collection.open(path)
    except Exception as error:  # the engine raises nothing narrower
        raise DamagedError(
            f"The collection {path.name} does not open ({error}). Move {path} away and sync "
            "again: the index is built from the sources."
        ) from error
