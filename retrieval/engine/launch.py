"""Taking hold of a folder's engine: found where there is one, started where there is none."""

import asyncio
import contextlib
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from retrieval.engine.announcement import PROTOCOL, Announcement
from retrieval.engine.folder import FileLock, Folder, open_private

EXIT_HELD = 75
"""The exit code of an engine that found its folder held by another."""
EXIT_FAILED = 1
"""The exit code of an engine that could not start; the last line of its log says why."""

_SECONDS_BETWEEN_LOOKS = 0.05
_SECONDS_TO_ANSWER = 5.0


class EngineError(Exception):
    """The index engine could not be started, or does not answer."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where an engine is reached, and the key to show it in the header `api-key`."""

    url: str
    api_key: str = field(repr=False)


class Engine:
    """One user's hold on the engine of a folder, from `running_engine`."""

    def __init__(self, folder: Folder, *, grace: float, patience: float) -> None:
        self._folder = folder
        self._grace = grace
        self._patience = patience

    async def endpoint(self) -> Endpoint:
        """Say where the engine is now; ask again after a connection error, it may have moved.

        An engine that is gone is started again. Raises `EngineError` where that is not possible.
        """
        try:
            async with asyncio.timeout(self._patience):
                found = await self._answering()
                if found is not None:
                    return found
                async with _locked(self._folder.starting):
                    return await self._started()
        except TimeoutError as error:
            raise EngineError(
                f"The index engine of {self._folder.root} did not answer within "
                f"{self._patience:.0f} seconds. {self._folder.log} says what it is doing; another "
                f"program may hold {self._folder.lock}."
            ) from error
        except OSError as error:
            raise _unusable(self._folder.root, error) from error

    async def _started(self) -> Endpoint:
        while (found := await self._answering()) is None:
            if not await asyncio.to_thread(self._folder.has_engine):
                await self._start()
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
        return found

    async def _start(self) -> None:
        """Start an engine; returns as soon as it answers, or another one turns out to be there."""
        process = await asyncio.to_thread(_spawned, self._folder, self._grace)
        while process.poll() is None:
            if await self._answering() is not None:
                return
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
        if process.returncode not in (EXIT_HELD, 0):
            last_words = await asyncio.to_thread(_last_line, self._folder)
            raise EngineError(f"The index engine did not start. {last_words}")

    async def _answering(self) -> Endpoint | None:
        """Find the engine, if one has the folder, has said where it is, and knows its key."""
        announced = await asyncio.to_thread(_announced, self._folder)
        if announced is None:
            return None
        endpoint = Endpoint(f"http://127.0.0.1:{announced.port}", announced.api_key)
        timeout = aiohttp.ClientTimeout(total=_SECONDS_TO_ANSWER)
        try:
            async with (
                aiohttp.ClientSession(headers={"api-key": endpoint.api_key}) as session,
                session.get(endpoint.url, timeout=timeout) as response,
            ):
                answers = response.ok
        except (aiohttp.ClientError, TimeoutError):
            return None
        if answers and announced.protocol != PROTOCOL:
            raise EngineError(
                f"The index engine of {self._folder.root} was started by another version of this "
                f"program (process {announced.pid}). End the other processes that use the folder."
            )
        return endpoint if answers else None


@contextlib.asynccontextmanager
async def running_engine(
    folder: Path, *, grace: float = 20.0, patience: float = 120.0
) -> AsyncIterator[Engine]:
    """Hold the engine of a folder: it stays while anybody holds it and `grace` seconds longer.

    Starting it and every later search for it take `patience` seconds at most. Raises
    `EngineError` when it does not start. It outlives the process that started it, so that the
    next one finds it warm.
    """
    async with contextlib.AsyncExitStack() as held:
        try:
            place = await asyncio.to_thread(_laid_out, folder)
            await held.enter_async_context(_locked(place.users, shared=True))
        except OSError as error:
            raise _unusable(folder, error) from error
        engine = Engine(place, grace=grace, patience=patience)
        await engine.endpoint()
        yield engine


@contextlib.asynccontextmanager
async def _locked(path: Path, *, shared: bool = False) -> AsyncIterator[None]:
    """Hold a lock, waiting for it without blocking others."""
    with await asyncio.to_thread(FileLock, path) as lock:
        while not (lock.try_shared() if shared else lock.try_exclusive()):  # noqa: ASYNC110 - the kernel tells nobody
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
        yield


def _laid_out(folder: Path) -> Folder:
    root = folder.absolute()
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Folder(root)


def _announced(folder: Folder) -> Announcement | None:
    # What stands there without an engine that holds the lock is left over: its port may be
    # anybody's by now, and is not even asked.
    return Announcement.read(folder) if folder.has_engine() else None


def _spawned(folder: Folder, grace: float) -> "subprocess.Popen[bytes]":
    """Start an engine in a session of its own: what ends the terminal or Ctrl-C does not reach it.

    It takes no open file along, and a thread waits for its end, so that it leaves no zombie.
    """
    package = Path(__file__).parents[2]
    command = [sys.executable, "-m", "retrieval.engine", str(folder.root), "--grace", str(grace)]
    with open_private(folder.log) as log:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            command,
            cwd=package,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    threading.Thread(target=process.wait, name="index-engine-reaper", daemon=True).start()
    return process


def _last_line(folder: Folder) -> str:
    lines = folder.log.read_text(errors="replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), "It said nothing.")


def _unusable(folder: Path, error: OSError) -> EngineError:
    return EngineError(
        f"The index folder {folder} cannot be used: {error.strerror or error} "
        f"({error.filename or folder}). Make room or correct its permissions."
    )
