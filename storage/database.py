"""Where is everything kept, and what holds while it is written?"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from sqlite3 import SQLITE_CORRUPT, SQLITE_NOTADB
from sqlite3 import Error as SQLiteError
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

_MIGRATIONS = Path(__file__).parent / "migrations"
_IMMEDIATE = "immediate"
_WAIT = 30  # seconds for the writers of this process, and again for those of others
_BRIEFLY = 500  # milliseconds


class StorageUnavailableError(RuntimeError):
    """The database did not take a read or a write."""


class Database:
    """One SQLite file in WAL mode; every writing transaction takes the write lock at its start."""

    def __init__(self, path: Path) -> None:
        self._path = path
        address = f"sqlite+aiosqlite:///{path}"
        waiting = {"timeout": _WAIT}
        self._turn = asyncio.Lock()
        # Hidden parameters: what was to be written stays out of errors, and of logs with them.
        self._writer = create_async_engine(address, connect_args=waiting, hide_parameters=True)
        event.listen(self._writer.sync_engine, "connect", _prepare)
        event.listen(self._writer.sync_engine, "begin", _begin)
        event.listen(self._writer.sync_engine, "invalidate", _take_back)
        # Reads stand alone: no transaction is begun for them, and none has to be taken back.
        self._reader = create_async_engine(
            address,
            connect_args=waiting,
            isolation_level="AUTOCOMMIT",
            pool_reset_on_return=None,
            hide_parameters=True,
        )

    async def open(self) -> None:
        """Bring the tables to the newest form, making the file where there is none."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            async with self.writing() as connection:
                await connection.run_sync(_migrate)
        except CommandError as error:
            raise StorageUnavailableError(
                f"The database {self._path} has a form that this version does not know: {error}. "
                "A newer version has used it: install that one, or set POLICYBOT_DATA to another "
                "folder."
            ) from error
        except OSError as error:
            raise StorageUnavailableError(
                f"The folder {self._path.parent} cannot be used: {error.strerror}. "
                "Set POLICYBOT_DATA to one that can be written."
            ) from error

    async def close(self) -> None:
        """Let every connection go."""
        await self._reader.dispose()
        await self._writer.dispose()

    async def empty_log(self) -> None:
        """Bring the write-ahead log into the file and empty it, unless somebody reads from it.

        What was deleted stands in it until then; left as it is, it is emptied a little later.
        """
        async with self.reading() as connection:
            await connection.exec_driver_sql(f"PRAGMA busy_timeout = {_BRIEFLY}")
            try:
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                await connection.exec_driver_sql(f"PRAGMA busy_timeout = {_WAIT * 1000}")

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection for statements that stand alone."""
        with _our_errors(self._path):
            async with self._reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection in a transaction: all of it is kept at the end, or nothing.

        The writers of a process go one after another, as they come; SQLite would let them try
        again and again, whoever is lucky first.
        """
        with _our_errors(self._path):
            async with self._in_turn(), self._writer.connect() as connection:
                options = {_IMMEDIATE: True}
                locking = await connection.execution_options(**options)
                async with locking.begin():
                    yield locking

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(_WAIT):
                await self._turn.acquire()
        except TimeoutError as error:
            raise StorageUnavailableError(
                f"The database {self._path} has been busy for {_WAIT} seconds. "
                "Look at what else uses it, and how fast its disk is."
            ) from error
        try:
            yield
        finally:
            self._turn.release()


@contextmanager
def _our_errors(path: Path) -> Iterator[None]:
    """Turn the driver's errors into ours, with the file and what to do."""
    try:
        yield
    except DBAPIError as error:
        raise StorageUnavailableError(
            f"The database {path} did not work: {error.orig}. {_remedy(error)}"
        ) from error


def _remedy(error: DBAPIError) -> str:
    if getattr(error.orig, "sqlite_errorcode", None) in (SQLITE_CORRUPT, SQLITE_NOTADB):
        return (
            "It is damaged. Put a copy from before back; or move it away, with the files beside "
            "it that are called alike, and sync again: the record of the questions stays in it."
        )
    return (
        "Look at the free space and the rights of its folder; nothing that was being written is "
        "kept in part."
    )


def _prepare(raw: DBAPIConnection, _record: object) -> None:
    """Leave transactions to us (the driver would begin them late), and set what must hold."""
    connection: Any = raw
    connection.isolation_level = None
    cursor = raw.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Take the write lock at once: a transaction that reads first and writes later could fail."""
    immediate = connection.get_execution_options().get(_IMMEDIATE, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _take_back(connection: DBAPIConnection, _record: object, _error: object) -> None:
    """Let the write lock go before a connection is given up, as it is when a write is cancelled.

    Closing alone does not: SQLite keeps a connection, and its lock, until its last cursor is gone,
    and Python keeps the cursor for as long as anything holds the exception's traceback.
    """
    with suppress(SQLiteError):
        connection.rollback()


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
