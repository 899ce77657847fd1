"""A PostgreSQL database: connections, its schema, and sentences about what is wrong with it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib import resources
from io import StringIO
from typing import TypeVar

import asyncpg
from asyncpg import exceptions

from cardhouse.cards.errors import BadLog
from cardhouse.house.journal import journal
from cardhouse.house.rows import SELECT, Row, from_columns
from cardhouse.house.stores.schema import VERSION

A = TypeVar("A")
OLDEST = 15  # the oldest major version that is tested
CONNECT = 5.0  # timeout in seconds
PATIENCE = 5.0  # seconds until the journal says that the database cannot be prepared yet
ANSWER = 5.0  # timeout of a statement, in seconds
SELECT_ROWS = f"{SELECT} WHERE log.table_id = $1 AND log.number >= $2 ORDER BY log.number"
MIGRATING = 0x63617264  # key of the advisory lock that a house has while it migrates
SETTINGS = {
    "application_name": "cardhouse",
    "synchronous_commit": "on",  # wait for the synchronous standby, if there is one, whatever the database's default
    "client_connection_check_interval": "1000",  # ms: a query whose client is gone must not keep its locks
}
LOST = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that was lost in the middle of a statement
    exceptions.PostgresConnectionError,
    exceptions.OperatorInterventionError,  # the server shuts down, or has crashed
)
READ_ONLY = (exceptions.ReadOnlySQLTransactionError, exceptions.TargetServerAttributeNotMatched)


def name_of(url: str) -> str:
    """Return the database's address without its password, for sentences and the journal.

    The password may have characters that should have been escaped, so only what follows the last @ is shown.
    """
    user, _, address = url.partition("://")[2].rpartition("@")
    if "?" in user:  # the @ may be part of a password in the query
        return "PostgreSQL"
    address = address.partition("?")[0]
    return f"PostgreSQL at {'the default address' if address.startswith('/') else ''}{address}"


async def connect(url: str) -> asyncpg.Connection:
    """Connect to the primary. Raise OSError, TimeoutError or an error of asyncpg."""
    async with asyncio.timeout(CONNECT):
        return await asyncpg.connect(url, timeout=CONNECT, server_settings=SETTINGS, target_session_attrs="read-write")


def sentence(url: str, error: BaseException) -> str:
    """Return what is wrong with the database, or "" if the error has another cause."""
    if isinstance(error, TimeoutError):
        return f"{name_of(url)} does not answer, or waits for its synchronous standby."
    if isinstance(error, exceptions.TargetServerAttributeNotMatched | exceptions.ReadOnlySQLTransactionError):
        return f"{name_of(url)} is read-only: it is a standby that nobody has promoted, or its disk is full."
    if isinstance(error, exceptions.DiskFullError):
        return f"{name_of(url)} cannot be written: its disk is full."
    if isinstance(error, exceptions.TooManyConnectionsError):
        return f"{name_of(url)} has no connections left: raise max_connections."
    if isinstance(error, exceptions.InvalidAuthorizationSpecificationError):
        return f"{name_of(url)} refuses the user or the password."
    if isinstance(error, exceptions.InvalidCatalogNameError):
        return f"{name_of(url)} does not exist: create the database first."
    if isinstance(error, exceptions.InsufficientPrivilegeError):
        return f"{name_of(url)} denies the user something that a house needs: let the user own the database."
    if isinstance(error, OSError | asyncpg.InterfaceError | asyncpg.InternalClientError):
        return f"{name_of(url)} cannot be reached: {type(error).__name__}."
    if isinstance(error, asyncpg.PostgresError):
        return f"{name_of(url)} fails: {type(error).__name__}."
    return ""


UNREADABLE = "has an address that cannot be read: escape special characters of the password, such as %2F for a slash."


async def _connect_or_explain(url: str) -> asyncpg.Connection:
    """Connect, or raise BadLog. The text of a ValueError is not shown, because it may have parts of the password."""
    try:
        return await connect(url)
    except (*LOST, *READ_ONLY, asyncpg.PostgresError) as error:
        raise BadLog(sentence(url, error), rule="store") from error
    except ValueError:
        raise BadLog(f"{name_of(url)} {UNREADABLE}", rule="store") from None


async def _do_nothing(db: asyncpg.Connection) -> None:
    pass


class Link:
    """A connection that is made again when it was lost. `begin` runs first on every new connection."""

    def __init__(self, url: str, begin: Callable[[asyncpg.Connection], Awaitable[None]] = _do_nothing) -> None:
        self._url, self._begin = url, begin
        self._db: asyncpg.Connection | None = None
        self._lock = asyncio.Lock()

    async def do(self, work: Callable[[asyncpg.Connection], Awaitable[A]]) -> A:
        """Do one thing at a time. If the connection is lost or does not answer, it is dropped."""
        # Without a timeout of their own, those that queue for a database that hangs would wait one after the other.
        async with asyncio.timeout(ANSWER):
            await self._lock.acquire()
        try:
            return await self._do(work)
        finally:
            self._lock.release()

    async def _do(self, work: Callable[[asyncpg.Connection], Awaitable[A]]) -> A:
        if is_new := self._db is None or self._db.is_closed():
            self._db = await connect(self._url)
        db = self._db
        # asyncio's timeout would have asyncpg send a cancel request, which ends the wait for the standby.
        timer = asyncio.get_running_loop().call_later(ANSWER, db.terminate)
        try:
            if is_new:
                await self._begin(db)
            return await work(db)
        except Exception as error:
            is_ours = isinstance(error, (*LOST, *READ_ONLY))
            if not is_ours and (isinstance(error, asyncpg.PostgresError) or not db.is_closed()):
                raise
            db.terminate()
            if timer.when() <= asyncio.get_running_loop().time():
                raise TimeoutError from error
            if is_ours:
                raise
            raise ConnectionResetError from error  # asyncpg may fail in any way if it is closed between two steps
        finally:
            timer.cancel()

    async def close(self) -> None:
        if self._db is not None:
            with suppress(*LOST):
                await self._db.close(timeout=ANSWER)


async def prepare(url: str) -> None:
    """Create the schema, or migrate it to the current one. Raise BadLog if the database cannot be used."""
    db = await _connect_or_explain(url)
    waiting = asyncio.get_running_loop().call_later(PATIENCE, _say_that_it_waits, url)
    try:
        await _migrate(db, url)
    except exceptions.InsufficientPrivilegeError as error:
        raise BadLog(f"{sentence(url, error)} ({error})", rule="store") from error
    except asyncpg.PostgresError as error:
        raise BadLog(f"{name_of(url)} cannot be prepared: {error}.", rule="store") from error
    finally:
        waiting.cancel()
        await db.close()


def _say_that_it_waits(url: str) -> None:
    journal.warning(
        "the database cannot be prepared yet: another house prepares it, or the synchronous standby is away",
        extra={"database": name_of(url)},
    )


async def read_apart(url: str, table: str) -> list[Row]:
    """Read the log of a table over a connection of its own."""
    db = await _connect_or_explain(url)
    try:
        return [from_columns(table, *found) for found in await db.fetch(SELECT_ROWS, table, 0)]
    except (*LOST, *READ_ONLY, asyncpg.PostgresError) as error:
        raise BadLog(sentence(url, error), rule="store") from error
    finally:
        db.terminate()  # a connection that was lost cannot be closed politely


async def _migrate(db: asyncpg.Connection, url: str) -> None:
    if (major := db.get_server_version().major) < OLDEST:
        raise BadLog(f"{name_of(url)} has version {major}; a house needs {OLDEST} or newer.", rule="store")
    await db.execute("SELECT pg_advisory_lock($1)", MIGRATING)  # several houses may start at once
    version = await _version_of(db, url)
    if version == VERSION:
        return
    await db.execute(migration(version, url))


async def _version_of(db: asyncpg.Connection, url: str) -> str:
    """Return the version of the schema, or "base" if the database is empty."""
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    found = [name for (name,) in await db.fetch(tables)]
    if not found:
        return "base"
    if "alembic_version" not in found or "log" not in found:
        raise BadLog(f"{name_of(url)} is not empty, and not the database of a house.", rule="store")
    return str(await db.fetchval("SELECT version_num FROM alembic_version"))


def migration(version: str, url: str) -> str:
    """Return the statements that migrate a schema of this version to the current one."""
    logging.getLogger("alembic").setLevel(logging.WARNING)  # keep its list of plugins out of the journal
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config(output_buffer=(statements := StringIO()))
    config.set_main_option("script_location", str(resources.files("cardhouse.house.stores") / "migrations"))
    try:
        command.upgrade(config, f"{version}:head", sql=True)
    except CommandError as error:
        raise BadLog(f"{name_of(url)} has a version that this Cardhouse does not know.", rule="store") from error
    return statements.getvalue()
