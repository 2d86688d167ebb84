"""May this person open this document, and what does it say?"""

import asyncio
from collections.abc import Mapping
from pathlib import PurePosixPath
from time import monotonic

from bot.identity import Identity, UnknownPersonError
from bot.opened import Opened, Pdf
from connectors.source import Item, Source, UnreadableError
from retrieval.access import NOBODY, NOBODY_MAY, Reader
from storage.moments import now

_LISTED_FOR = 3.0  # seconds: a listing reads every file


class Reading:
    """The documents of one source, as it holds them now and under the access it gives them now."""

    def __init__(
        self, identity: Identity, source: Source, *, listed_for: float = _LISTED_FOR
    ) -> None:
        self._identity = identity
        self._source = source
        self._listed = _Listed(source, listed_for)

    async def open(self, path: str, asker: str) -> Opened | None:
        """Open a document as somebody; None where that path holds nothing that they may read.

        A document that is closed to them takes the same steps as one that is not there. Raises
        `UnreadableError` where theirs cannot be read, `SourceUnavailableError` where none can.
        """
        reader = await self._reader(asker)
        item = await self._readable(path, reader)
        if item is None:
            return None
        try:
            return await self._opened(item)
        except UnreadableError:  # it may have changed since it was listed, and its access with it
            self._listed.clear()
            item = await self._readable(path, reader)
            return None if item is None else await self._opened(item)

    async def _reader(self, asker: str) -> Reader:
        try:
            return Reader((await self._identity.employee(asker)).principals)
        except UnknownPersonError:
            return NOBODY

    async def _readable(self, path: str, reader: Reader) -> Item | None:
        item = (await self._listed.by_path()).get(path)
        access = NOBODY_MAY if item is None else item.access
        return item if access.admits(reader, now()) else None

    async def _opened(self, item: Item) -> Opened:
        path = PurePosixPath(item.path)
        if path.suffix.lower() == ".pdf":
            return Pdf(path.name, await self._source.contents(item))
        return await self._source.document(item)


class _Listed:
    """What the source lists, kept for some seconds; many who ask at once cause one listing."""

    def __init__(self, source: Source, seconds: float) -> None:
        self._source = source
        self._seconds = seconds
        self._items: Mapping[str, Item] = {}
        self._until = 0.0
        self._alone = asyncio.Lock()

    async def by_path(self) -> Mapping[str, Item]:
        async with self._alone:
            if monotonic() >= self._until:
                listing = await self._source.listing()
                self._items = {item.path: item for item in listing.items}
                self._until = monotonic() + self._seconds
            return self._items

    def clear(self) -> None:
        self._until = 0.0
