"""A PostgreSQL database: connections, and its schema."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import resources
from io import StringIO
from typing import TypeVar

import asyncpg

from cardhouse.cards.errors import BadLog
from cardhouse.house.journal import journal
from cardhouse.house.rows import SELECT, Row, from_columns
from cardhouse.house.stores import schema
from cardhouse.house.stores.reasons import FAILURES, LOST, READ_ONLY, UNREADABLE, may_pass, name_of, sentence

A = TypeVar("A")
OLDEST = 15  # the oldest major version that is tested
CONNECT = 5.0  # timeout in seconds
PATIENCE = 5.0  # seconds until the journal says that the database cannot be prepared yet
ANSWER = 5.0  # timeout of a statement, in seconds
RETRY = 1.0  # seconds between attempts to prepare a database
SELECT_ROWS = f"{SELECT} WHERE log.table_id = $1 AND log.number >= $2 ORDER BY log.number"
MIGRATING = 0x63617264  # key of the advisory lock that a house has while it migrates
SETTINGS = {
    "application_name": "cardhouse",
    "synchronous_commit": "on",  # wait for the synchronous standby, if there is one, whatever the database's default
    "client_connection_check_interval": "1000",  # ms: a query whose client is gone must not keep its locks
}
LEASES = {"houses": ["id", "url", "seen"], "owners": ["table_id", "house"]}  # tables that a file does not have
COLUMNS = """
SELECT relname, attname FROM pg_class
LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') ORDER BY relname, attnum
"""


async def connect(url: str) -> asyncpg.Connection:
    """Connect to the primary. Raise OSError, TimeoutError or an error of asyncpg."""
    async with asyncio.timeout(CONNECT):
        return await asyncpg.connect(url, timeout=CONNECT, server_settings=SETTINGS, target_session_attrs="read-write")


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Raise BadLog, with a sentence, instead of an error of the database."""
    try:
        yield
    except FAILURES as error:
        raise BadLog(sentence(url, error), rule="store") from error


async def connect_or_explain(url: str) -> asyncpg.Connection:
    """Connect, or raise BadLog if the address cannot be read. Raise the error of any other failure."""
    try:
        return await connect(url)
    except ValueError:  # its text is not shown, because it may have parts of the password
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
    with explained(url):
        await _prepare(url)


async def prepare_in_time(url: str, failed: Callable[[BaseException], None]) -> None:
    """Prepare a database as soon as it can be used. `failed` is called with each error that may pass.

    Raise BadLog if somebody must do something about the house or its address first.
    """
    with explained(url):
        while True:
            try:
                return await _prepare(url)
            except FAILURES as error:
                if not may_pass(error):
                    raise
                failed(error)
            await asyncio.sleep(RETRY)


async def _prepare(url: str) -> None:
    db = await connect_or_explain(url)
    waiting = asyncio.get_running_loop().call_later(PATIENCE, _say_that_it_waits, url)
    try:
        await _migrate(db, url)
        await db.close(timeout=CONNECT)
    except asyncpg.PostgresError as error:
        if may_pass(error):
            raise
        raise BadLog(f"{sentence(url, error)} ({error})", rule="store") from error
    finally:
        waiting.cancel()
        db.terminate()  # a connection that was lost cannot be closed politely


def _say_that_it_waits(url: str) -> None:
    journal.warning(
        "the database cannot be prepared yet: another house prepares it, or the synchronous standby is away: start it",
        extra={"database": name_of(url)},
    )


async def read_apart(url: str, table: str) -> list[Row]:
    """Read the log of a table over a connection of its own."""
    with explained(url):
        db = await connect_or_explain(url)
        try:
            await must_be_current(db, url)
            return [from_columns(table, *found) for found in await db.fetch(SELECT_ROWS, table, 0)]
        finally:
            db.terminate()  # a connection that was lost cannot be closed politely


async def must_be_current(db: asyncpg.Connection, url: str) -> None:
    """Raise BadLog unless this is the database of a house, with the current schema."""
    schema.must_be_current(name_of(url), await _version_of(db, url))


async def _migrate(db: asyncpg.Connection, url: str) -> None:
    if (major := db.get_server_version().major) < OLDEST:
        raise BadLog(f"{name_of(url)} has version {major}; a house needs {OLDEST} or newer: upgrade it.", rule="store")
    await db.execute("SELECT pg_advisory_lock($1)", MIGRATING)  # several houses may start at once
    version = await _version_of(db, url)
    if version != schema.VERSION:
        await db.execute(migration(version, url))


async def _version_of(db: asyncpg.Connection, url: str) -> str | None:
    """Return the version of the schema, or None if the database is empty. Raise BadLog if it is not a house's."""
    found = schema.by_table(await db.fetch(COLUMNS))
    version = await db.fetchval("SELECT version_num FROM alembic_version") if schema.VERSIONS in found else None
    wanted = {**schema.current(), **LEASES}
    return schema.checked_version(name_of(url), "database", found=found, wanted=wanted, version=version)


def migration(version: str | None, url: str) -> str:
    """Return the statements that migrate a schema of this version to the current one."""
    logging.getLogger("alembic").setLevel(logging.WARNING)  # keep its list of plugins out of the journal
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config(output_buffer=(statements := StringIO()))
    config.set_main_option("script_location", str(resources.files("cardhouse.house.stores") / "migrations"))
    try:
        command.upgrade(config, f"{version or 'base'}:head", sql=True)
    except CommandError as error:
        raise BadLog(f"{name_of(url)} {schema.UNKNOWN}", rule="store") from error
    return statements.getvalue()
