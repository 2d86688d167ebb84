"""The life of an engine: the folder for itself, then its users, then nobody, then gone."""

import asyncio
import contextlib
import logging
import secrets
import signal
import time
from collections.abc import AsyncIterator, Iterator

from aiohttp import web

from retrieval.engine.announcement import Announcement
from retrieval.engine.folder import FileLock, Folder
from retrieval.engine.server import application
from retrieval.engine.shards import Collections

log = logging.getLogger("retrieval.engine")

_SECONDS_TO_TAKE_THE_LOCK = 2.0
_SECONDS_BETWEEN_LOOKS = 1.0
_SECONDS_OF_QUIET_BEFORE_SAVING = 2.0
_SECONDS_OF_QUIET_BEFORE_TIDYING = 10.0
_SECONDS_BETWEEN_SAVES_WITHOUT_QUIET = 30.0
_SECONDS_TO_FINISH_ANSWERS = 5.0


class HeldError(Exception):
    """Another engine, or another program, has the folder."""


class Quiet:
    """How long nothing has happened, in seconds."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def broken(self) -> None:
        """Begin anew: something happened."""
        self._since = time.monotonic()

    @property
    def seconds(self) -> float:
        """The seconds since something last happened."""
        return time.monotonic() - self._since


async def live(folder: Folder, *, grace: float) -> None:
    """Serve a folder until it has had no user and no request for `grace` seconds, or a SIGTERM.

    Raises:
        HeldError: The folder is another's.
        DamagedError: A collection does not open.
        OSError: The folder cannot be read or written.
    """
    stop = asyncio.Event()
    for signal_ in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(signal_, stop.set)
    with _owned(folder), _opened(folder) as collections, FileLock(folder.users) as users:
        requests = Quiet()
        async with _served(folder, collections, requests):
            await _until_unneeded(collections, users, requests, stop, grace=grace)


@contextlib.contextmanager
def _owned(folder: Folder) -> Iterator[None]:
    """Hold the folder alone, from before a shard is opened.

    A second opener is refused by the shard as well, but only after it has spoilt a file of the
    first one's.
    """
    deadline = time.monotonic() + _SECONDS_TO_TAKE_THE_LOCK
    with FileLock(folder.lock) as lock:
        while not lock.try_exclusive():
            if time.monotonic() > deadline:
                raise HeldError(f"{folder.lock} is held by another process.")
            time.sleep(0.02)
        folder.announcement.unlink(missing_ok=True)
        yield


@contextlib.contextmanager
def _opened(folder: Folder) -> Iterator[Collections]:
    collections = Collections(folder)
    try:
        yield collections
    finally:
        collections.close()


@contextlib.asynccontextmanager
async def _served(folder: Folder, collections: Collections, requests: Quiet) -> AsyncIterator[None]:
    api_key = secrets.token_urlsafe(32)
    app = application(collections, api_key=api_key, on_request=requests.broken)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_SECONDS_TO_FINISH_ANSWERS)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        port = runner.addresses[0][1]
        Announcement(port, api_key).write(folder)
        log.info("engine answers on port %d, %d collections", port, len(collections.names))
        yield
    finally:
        folder.announcement.unlink(missing_ok=True)
        await runner.cleanup()
        log.info("engine is gone")


async def _until_unneeded(
    collections: Collections, users: FileLock, requests: Quiet, stop: asyncio.Event, *, grace: float
) -> None:
    """Tidy up in quiet moments until nobody is left; the users' lock then stays with the engine.

    Whoever comes while the engine goes waits for that lock, and starts the next engine.
    """
    users_seen, saves = Quiet(), Quiet()
    while not stop.is_set():
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), min(_SECONDS_BETWEEN_LOOKS, grace or 0.05))
        if not users.is_on_disk():
            log.warning("folder was removed")
            return
        _keep_house(collections, requests, saves)
        if not users.try_exclusive():
            users_seen.broken()
        elif min(users_seen.seconds, requests.seconds) >= grace:
            return
        else:
            users.release()


def _keep_house(collections: Collections, requests: Quiet, saves: Quiet) -> None:
    """Save soon after the last write, and every so often in between; tidy when all is quiet."""
    start = time.monotonic()
    is_quiet = requests.seconds >= _SECONDS_OF_QUIET_BEFORE_SAVING
    if is_quiet or saves.seconds >= _SECONDS_BETWEEN_SAVES_WITHOUT_QUIET:
        for collection in collections:
            if not collection.is_saved:
                collection.save()
        saves.broken()
    if requests.seconds >= _SECONDS_OF_QUIET_BEFORE_TIDYING:
        for collection in collections:
            if not collection.is_tidy:
                collection.tidy()
                log.info("collection tidied in %.3f seconds", time.monotonic() - start)
