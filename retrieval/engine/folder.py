"""Where an engine keeps what, and how a file decides who may touch it.

All locks here are `flock`s: the kernel drops them when their holder dies, however it dies, so
none is ever left behind.
"""

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import orjson


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of one index, by absolute path."""

    root: Path

    @property
    def users(self) -> Path:
        """Locked by each user of the engine, together; by the engine alone once it goes."""
        return self.root / "users"

    @property
    def starting(self) -> Path:
        """Locked by the one user that starts an engine."""
        return self.root / "starting"

    @property
    def lock(self) -> Path:
        """Locked by the engine, from before it opens a shard until it is gone."""
        return self.root / "engine.lock"

    @property
    def announcement(self) -> Path:
        """Where the engine says how it is reached."""
        return self.root / "engine.json"

    @property
    def log(self) -> Path:
        """What the engine that runs, or ran last, had to say."""
        return self.root / "engine.log"

    @property
    def collections(self) -> Path:
        """One folder for each collection."""
        return self.root / "collections"

    @property
    def aliases(self) -> Path:
        """Which alias stands for which collection."""
        return self.root / "aliases.json"

    def has_engine(self) -> bool:
        """Tell whether an engine is there: starting, answering or going."""
        with FileLock(self.lock) as lock:
            return not lock.try_shared()


class FileLock:
    """One holder's grip on a lock file; taken without waiting, dropped when closed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def try_shared(self) -> bool:
        """Take the lock beside others that share it; tell whether that was possible."""
        return self._try(fcntl.LOCK_SH)

    def try_exclusive(self) -> bool:
        """Take the lock alone; tell whether that was possible."""
        return self._try(fcntl.LOCK_EX)

    def release(self) -> None:
        """Let go of the lock and keep the file open."""
        fcntl.flock(self._file, fcntl.LOCK_UN)

    def is_on_disk(self) -> bool:
        """Tell whether the path still leads to this very file."""
        try:
            return os.path.samestat(os.fstat(self._file), self._path.stat())
        except FileNotFoundError:
            return False

    def close(self) -> None:
        """Let go of the lock and of the file."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _try(self, kind: int) -> bool:
        try:
            fcntl.flock(self._file, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def write_json(path: Path, value: object) -> None:
    """Put JSON into a file that only this user can read, wholly or not at all, come what may."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open_private(draft) as file:
            file.write(orjson.dumps(value, option=orjson.OPT_INDENT_2))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def open_private(path: Path) -> BinaryIO:
    """Open a file to write it anew; nobody but this user can read it."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def sync_folder(folder: Path) -> None:
    """Make what was created, renamed or removed in a folder outlive a power cut."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
