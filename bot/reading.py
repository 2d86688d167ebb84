"""May this person open this document, and what does it say?"""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from time import monotonic

from bot.identity import Identity, UnknownPersonError
from bot.opened import Opened, Pdf
from connectors.source import Item, Source, UnreadableError
from retrieval.access import NOBODY, NOBODY_MAY, Reader
from storage.moments import now

_LISTED_FOR = 3.0  # seconds: a listing reads every file


class Reading:
    """The documents of sources, as they hold them now and under the access they give them now.

    Where two of them hold the same path, the first one's document is meant.
    """

    def __init__(
        self, identity: Identity, *sources: Source, listed_for: float = _LISTED_FOR
    ) -> None:
        self._identity = identity
        self._listed = _Listed(sources, listed_for)

    async def open(self, path: str, asker: str) -> Opened | None:
        """Open a document as somebody; None where that path holds nothing that they may read.

        A document that is closed to them takes the same steps as one that is not there. Raises
        `UnreadableError` where theirs cannot be read, `SourceUnavailableError` where none can.
        """
        reader = await self._reader(asker)
        listed = await self._readable(path, reader)
        if listed is None:
            return None
        try:
            return await _opened(*listed)
        except UnreadableError:  # it may have changed since it was listed, and its access with it
            self._listed.clear()
            listed = await self._readable(path, reader)
            return None if listed is None else await _opened(*listed)

    async def _reader(self, asker: str) -> Reader:
        try:
            return Reader((await self._identity.employee(asker)).principals)
        except UnknownPersonError:
            return NOBODY

    async def _readable(self, path: str, reader: Reader) -> tuple[Source, Item] | None:
        listed = (await self._listed.by_path()).get(path)
        access = NOBODY_MAY if listed is None else listed[1].access
        return listed if access.admits(reader, now()) else None


async def _opened(source: Source, item: Item) -> Opened:
    path = PurePosixPath(item.path)
    if path.suffix.lower() == ".pdf":
        return Pdf(path.name, await source.contents(item))
    return await source.document(item)


class _Listed:
    """What the sources list, kept for some seconds; many who ask at once cause one listing."""

    def __init__(self, sources: Sequence[Source], seconds: float) -> None:
        self._sources = sources
        self._seconds = seconds
        self._items: Mapping[str, tuple[Source, Item]] = {}
        self._until = 0.0
        self._alone = asyncio.Lock()

    async def by_path(self) -> Mapping[str, tuple[Source, Item]]:
        async with self._alone:
            if monotonic() >= self._until:
                items: dict[str, tuple[Source, Item]] = {}
                for source in self._sources:
                    for item in (await source.listing()).items:
                        items.setdefault(item.path, (source, item))
                self._items = items
                self._until = monotonic() + self._seconds
            return self._items

    def clear(self) -> None:
        self._until = 0.0
