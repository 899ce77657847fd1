"""Copy a whole house from one store to another, and check the copy."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import apsw

from cardhouse.cards.errors import BadLog
from cardhouse.house.stores import schema, sqlite, trouble
from cardhouse.house.stores.opening import describe, is_database

if TYPE_CHECKING:
    from asyncpg import Connection  # needs the extra `postgres`

Row = tuple[object, ...]
Rows = dict[str, list[Row]]  # by table of the database
ORDERS = {"tables": "id", "log": "number", "secrets": "number"}
KEYS = {"tables": "id", "log": "table_id", "secrets": "table_id"}
PATIENCE = 5.0  # seconds to wait for a lock that another program has
WIDTHS = {"tables": 4, "log": 9, "secrets": 3, "documents": 3}
IDS = "SELECT id FROM tables"
DOCUMENTS = "SELECT * FROM documents ORDER BY kind, name"
AGAIN = "The move was broken off, and the source is unchanged: run it again when that is fixed."


class Copier(Protocol):
    """A store that is read or written as it is, table by table, in one transaction. Nothing else uses it meanwhile."""

    async def tables(self) -> list[str]: ...
    async def read(self, table: str) -> Rows: ...
    async def documents(self) -> list[Row]: ...
    async def write(self, rows: Rows) -> None: ...


async def move_store(source: str, target: str, tell: Callable[[int, int], None]) -> tuple[int, int]:
    """Copy all tables and documents of a house; return how many tables and log entries there are.

    Nothing is changed in the source. The target is written in one transaction: if the move is killed, it is still
    empty, and the move can be run again.
    Raise BadLog if the target is not empty, if a house is open on one of them, if one of them fails, or if the copy
    differs.
    """
    if describe(source) == describe(target):
        raise BadLog("A store cannot be moved onto itself.", rule="store")
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(_opened(source, new=False))
        there = await stack.enter_async_context(_opened(target, new=True))
        if await there.tables() or await there.documents():
            raise BadLog(f"{describe(target)} has tables already: move to an empty store.", rule="store")
        names, entries = await here.tables(), 0
        for done, name in enumerate(names, 1):
            rows = await here.read(name)
            await there.write(rows)
            if _digest(rows) != _digest(await there.read(name)):
                raise BadLog(f"The copy of table {name!r} differs: the move was broken off.", rule="store")
            entries += len(rows["log"])
            tell(done, len(names))
        documents = await here.documents()
        await there.write({"documents": documents})
        if await there.tables() != names or sorted(await there.documents()) != sorted(documents):
            raise BadLog("The copy has other tables or documents: the move was broken off.", rule="store")
    return len(names), entries


def _digest(rows: Rows) -> str:
    return sha256(repr([(name, [*map(tuple, rows[name])]) for name in ORDERS]).encode()).hexdigest()


@asynccontextmanager
async def _opened(store: str, *, new: bool) -> AsyncIterator[Copier]:
    if is_database(store):
        async with _database(store, new=new) as copier:
            yield copier
        return
    file = Path(store)
    if not new and not file.exists():
        raise BadLog(f"There is no file {file}: no house has been opened there.", rule="store")
    lock = schema.lock(file)
    try:
        with _explained(store):
            db = _target(file) if new else _source(file)
        try:
            db.execute("BEGIN")
            yield FileCopier(db, store)
            with _explained(store):
                db.execute("COMMIT")
        finally:
            db.close()
    finally:
        lock.close()


def _target(file: Path) -> apsw.Connection:
    schema.prepare(file)
    return sqlite.connect(file)


def _source(file: Path) -> apsw.Connection:
    db = sqlite.open_to_read(file)
    try:
        schema.must_be_current(file.name, schema.version_in(db, file.name))
    except BaseException:
        db.close()
        raise
    return db


@asynccontextmanager
async def _database(store: str, *, new: bool) -> AsyncIterator[Copier]:
    from cardhouse.house.stores import database  # needs the extra `postgres`

    if new:
        await database.prepare(store)
    with _explained(store):
        db = await database.connect_or_explain(store)
    try:
        transaction = db.transaction()
        with _explained(store):
            await database.must_be_current(db, store)
            await transaction.start()
            await _lock(db, store)
        yield DatabaseCopier(db, store)
        with _explained(store):
            await transaction.commit()
    finally:
        db.terminate()  # a connection that was lost cannot be closed politely


@contextmanager
def _explained(store: str) -> Iterator[None]:
    """Raise BadLog, with a sentence, instead of an error of the store."""
    try:
        yield
    except Exception as error:
        if reason := _reason(store, error):
            raise BadLog(f"{reason} {AGAIN}", rule="store") from error
        raise


def _reason(store: str, error: Exception) -> str:
    if is_database(store):
        from cardhouse.house.stores import reasons  # needs the extra `postgres`

        return reasons.sentence(store, error)
    reason = trouble.sentence(Path(store), error)
    return reason or (f"{store} fails: {error}." if isinstance(error, apsw.Error) else "")


async def _lock(db: "Connection", store: str) -> None:
    """Lock a database until the transaction ends: no house can take a lease or write. Raise BadLog if one is open."""
    from asyncpg.exceptions import LockNotAvailableError

    from cardhouse.house.stores import leases  # needs the extra `postgres`

    await db.execute(f"SET LOCAL lock_timeout = {PATIENCE * 1000:.0f}")
    try:
        await db.execute("LOCK TABLE houses IN EXCLUSIVE MODE")
        if houses := await db.fetch(leases.ALIVE, leases.LEASE):
            count = "A house is" if len(houses) == 1 else f"{len(houses)} houses are"
            raise BadLog(f"{count} open on {describe(store)}: close all houses first.", rule="store")
        # a house that hung has no lease
        await db.execute("LOCK TABLE tables, log, secrets, documents IN EXCLUSIVE MODE")
    except LockNotAvailableError as error:
        raise BadLog(
            f"{describe(store)} is used by another program, or is both FROM and TO: close that program.", rule="store"
        ) from error


class FileCopier:
    def __init__(self, db: apsw.Connection, store: str) -> None:
        self._db, self._store = db, store

    async def tables(self) -> list[str]:
        return sorted(str(name) for (name,) in self._rows(IDS))

    async def read(self, table: str) -> Rows:
        return {name: self._rows(_select(name, order, "?"), table) for name, order in ORDERS.items()}

    async def documents(self) -> list[Row]:
        return self._rows(DOCUMENTS)

    async def write(self, rows: Rows) -> None:
        with _explained(self._store):
            for name, found in rows.items():
                places = ", ".join("?" * WIDTHS[name])
                self._db.executemany(f"INSERT INTO {name} VALUES ({places})", found)

    def _rows(self, query: str, *given: str) -> list[Row]:
        with _explained(self._store):
            return self._db.execute(query, given).fetchall()


class DatabaseCopier:
    def __init__(self, db: "Connection", store: str) -> None:
        self._db, self._store = db, store

    async def tables(self) -> list[str]:
        return sorted(str(name) for (name,) in await self._rows(IDS))

    async def read(self, table: str) -> Rows:
        return {name: await self._rows(_select(name, order, "$1"), table) for name, order in ORDERS.items()}

    async def documents(self) -> list[Row]:
        return await self._rows(DOCUMENTS)

    async def write(self, rows: Rows) -> None:
        with _explained(self._store):
            for name, found in rows.items():
                if found:
                    await self._db.copy_records_to_table(name, records=found)

    async def _rows(self, query: str, *given: str) -> list[Row]:
        with _explained(self._store):
            return [tuple(row) for row in await self._db.fetch(query, *given)]


def _select(name: str, order: str, value: str) -> str:
    return f"SELECT * FROM {name} WHERE {KEYS[name]} = {value} ORDER BY {order}"
