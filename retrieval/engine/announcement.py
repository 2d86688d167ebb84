"""How an engine says where it is, and a launcher finds it."""

import dataclasses
import os
from typing import Self

import orjson

from retrieval.engine.folder import Folder, write_json

PROTOCOL = 1
"""Raised with each change that makes an engine and a launcher of different age misunderstand."""


@dataclasses.dataclass(frozen=True, slots=True)
class Announcement:
    """What an engine wrote of itself in its folder, for its own user alone to read."""

    port: int
    api_key: str = dataclasses.field(repr=False)
    pid: int = dataclasses.field(default_factory=os.getpid)
    protocol: int = PROTOCOL

    def write(self, folder: Folder) -> None:
        """Put the announcement where launchers look."""
        write_json(folder.announcement, dataclasses.asdict(self))

    @classmethod
    def read(cls, folder: Folder) -> Self | None:
        """Read what is announced, if anything is that can be read."""
        try:
            return cls(**orjson.loads(folder.announcement.read_bytes()))
        except (FileNotFoundError, TypeError, ValueError):
            return None
