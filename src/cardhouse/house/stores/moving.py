"""Copy a whole house from one store to another, and check the copy."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import apsw

from cardhouse.cards.errors import BadLog
from cardhouse.house.stores import schema, sqlite
from cardhouse.house.stores.opening import describe, is_database

if TYPE_CHECKING:
    from asyncpg import Connection  # needs the extra `postgres`

Row = tuple[object, ...]
Rows = dict[str, list[Row]]  # by table of the database
ORDERS = {"tables": "id", "log": "number", "secrets": "number"}
KEYS = {"tables": "id", "log": "table_id", "secrets": "table_id"}
PATIENCE = 5.0  # seconds to wait for a lock that another program has
WIDTHS = {"tables": 4, "log": 9, "secrets": 3, "documents": 3}
DOCUMENTS = "SELECT * FROM documents ORDER BY kind, name"


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
    Raise BadLog if the target is not empty, if a house is open on one of them, or if the copy differs.
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
        async with _database(store) as copier:
            yield copier
        return
    file = Path(store)
    if not new and not file.exists():
        raise BadLog(f"There is no file {file}: no house has been opened there.", rule="store")
    lock = schema.lock(file)
    try:
        schema.prepare(file)
        db = sqlite.connect(file)
        try:
            with db:
                yield FileCopier(db)
        finally:
            db.close()
    finally:
        lock.close()


@asynccontextmanager
async def _database(store: str) -> AsyncIterator[Copier]:
    from cardhouse.house.stores import database  # needs the extra `postgres`

    await database.prepare(store)
    db = await database.connect(store)
    try:
        async with db.transaction():
            await _lock(db, store)
            yield DatabaseCopier(db)
    finally:
        await db.close()


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
        raise BadLog(f"{describe(store)} is used by another program, or is both FROM and TO.", rule="store") from error


class FileCopier:
    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    async def tables(self) -> list[str]:
        return sorted(str(name) for (name,) in self._db.execute("SELECT id FROM tables"))

    async def read(self, table: str) -> Rows:
        return {
            name: self._db.execute(_select(name, order, "?"), (table,)).fetchall() for name, order in ORDERS.items()
        }

    async def documents(self) -> list[Row]:
        return self._db.execute(DOCUMENTS).fetchall()

    async def write(self, rows: Rows) -> None:
        for name, found in rows.items():
            places = ", ".join("?" * WIDTHS[name])
            self._db.executemany(f"INSERT INTO {name} VALUES ({places})", found)


class DatabaseCopier:
    def __init__(self, db: "Connection") -> None:
        self._db = db

    async def tables(self) -> list[str]:
        return sorted(name for (name,) in await self._db.fetch("SELECT id FROM tables"))

    async def read(self, table: str) -> Rows:
        return {
            name: [tuple(row) for row in await self._db.fetch(_select(name, order, "$1"), table)]
            for name, order in ORDERS.items()
        }

    async def documents(self) -> list[Row]:
        return [tuple(row) for row in await self._db.fetch(DOCUMENTS)]

    async def write(self, rows: Rows) -> None:
        for name, found in rows.items():
            if found:
                await self._db.copy_records_to_table(name, records=found)


def _select(name: str, order: str, value: str) -> str:
    return f"SELECT * FROM {name} WHERE {KEYS[name]} = {value} ORDER BY {order}"
