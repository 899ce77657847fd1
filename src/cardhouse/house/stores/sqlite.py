"""A store in one SQLite file, and the one thread that uses it.

Waiting writes are committed together (group commit), and synced to the disk before they are acknowledged. There is a
single connection, because the write-ahead log of older SQLite versions is not safe with several; apsw also brings a
recent SQLite.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

import apsw

from cardhouse.cards.errors import BadLog
from cardhouse.house.journal import journal
from cardhouse.house.rows import NOTHING, SELECT, Row, columns, from_columns
from cardhouse.house.stores import Done, Found, Stale, unwell
from cardhouse.house.stores.trouble import PROBE, Checkup, FileLost, LostInCommit, Trouble
from cardhouse.wire import Ack, Denial, encode
from cardhouse.wire.commands import Opened

A = TypeVar("A")
Answer = Any  # what a query returns; the queue holds queries of all kinds
Work = Callable[[apsw.Connection], Answer]
Callback = Callable[[Answer, BaseException | None], None]  # called with the answer, or with the error
Outcome = tuple[Callback, Answer, BaseException | None]
FATAL = (apsw.IOError, LostInCommit)
PATIENCE = 1.0  # timeout of a health check, in seconds
MOST_AT_ONCE = 1000  # writes per commit
INSERT_TABLE = "INSERT INTO tables VALUES (?, ?, ?, ?)"
INSERT_LOG = "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_SECRET = "INSERT INTO secrets VALUES (?, ?, ?)"
SELECT_ROWS = f"{SELECT} WHERE log.table_id = ? AND log.number >= ? ORDER BY log.number"
SELECT_ACK = "SELECT seq, draft FROM log WHERE table_id = ? AND player = ? AND command = ?"
LISTED = "SELECT id FROM tables WHERE listed ORDER BY opened DESC LIMIT ?"
UNLIST = "UPDATE tables SET listed = 0 WHERE id = ?"
EXISTS = "SELECT 1 FROM tables WHERE id = ?"
DOCUMENTS = "SELECT name, text FROM documents WHERE kind = ? AND name >= ? ORDER BY name"
DOCUMENT = "SELECT text FROM documents WHERE kind = ? AND name = ?"
ADD_DOCUMENT = "INSERT INTO documents VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
PUT_DOCUMENT = "INSERT INTO documents VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text"
REMOVE_DOCUMENT = "DELETE FROM documents WHERE kind = ? AND name = ?"


def connect(path: Path, *, synchronous: str = "FULL", vfs: str | None = None) -> apsw.Connection:
    db = apsw.Connection(str(path), vfs=vfs)
    db.set_busy_timeout(5000)
    ((mode,),) = db.execute("PRAGMA journal_mode = WAL").fetchall()
    if mode != "wal":
        raise BadLog(f"{path.name} cannot be written ahead: its journal is {mode!r}.", rule="store")
    db.execute(f"PRAGMA synchronous = {synchronous}")
    return db


def _nothing() -> None:
    pass


def write(db: apsw.Connection, rows: Iterable[Row]) -> None:
    for row in rows:
        if isinstance(row.entry, Opened):
            db.execute(INSERT_TABLE, (row.table, row.entry.game, row.at, row.entry.listed))
        db.execute(INSERT_LOG, columns(row))
        if row.secret != NOTHING:
            db.execute(INSERT_SECRET, (row.table, row.number, encode(row.secret).decode()))
        if row.document is not None:
            db.execute(ADD_DOCUMENT, row.document)


def read(db: apsw.Connection, table: str, since: int = 0) -> list[Row]:
    """Read the log of a table, from the row of this number on."""
    return [from_columns(table, *found) for found in db.execute(SELECT_ROWS, (table, since))]


def read_apart(file: Path, table: str) -> list[Row]:
    """Read the log of a table from the file, whether or not a house has it open."""
    db = open_to_read(file)
    try:
        return read(db, table)
    except apsw.Error as error:
        raise BadLog(f"{file.name} is not the file of a house: {error}.", rule="store") from error
    finally:
        db.close()


def open_to_read(file: Path) -> apsw.Connection:
    if not file.exists():
        raise BadLog(f"There is no file {file}: no house has been opened there.", rule="store")
    try:
        db = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
        db.set_busy_timeout(5000)
        db.execute("SELECT version_num FROM alembic_version").fetchall()
    except apsw.Error as error:
        raise BadLog(
            f"{file} is not the file of a house, or cannot be read ({error}): choose another one, or let the user of"
            " the house read it.",
            rule="store",
        ) from error
    return db


class SqliteStore:
    """A store in a file. It calls `broken` when the disk has failed: the last writes may or may not be on the disk.

    They are not acknowledged. The house must stop; when it opens again, it reads what is there.
    """

    def __init__(
        self, path: Path, *, synchronous: str = "FULL", vfs: str | None = None, broken: Callable[[], None] = _nothing
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._wishes: SimpleQueue[tuple[Work, Callback] | None] = SimpleQueue()
        self._path, self._db = path, connect(path, synchronous=synchronous, vfs=vfs)
        self._db.execute("PRAGMA user_version").fetchall()  # opens the log, which no other program can delete then
        self._broken = broken
        self.commits = self.failures = self.writings = 0
        self.works = True
        self.trouble = Trouble(path)
        self._asking: set[asyncio.Future[Answer]] = set()
        self._checkup: Checkup | None = None
        self._thread = Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def append(self, rows: Sequence[Row], done: Done) -> None:
        self._wishes.put((lambda db: write(db, rows), lambda _, error: done(_explained(error))))

    def find(self, table: str, player: int, command: int, found: Found) -> None:
        def look(db: apsw.Connection) -> Ack | None:
            for seq, draft in db.execute(SELECT_ACK, (table, player, command)):
                return Ack(id=command, seq=seq, draft=draft)
            return None

        self._wishes.put((look, found))

    async def ask(self, question: Callable[[apsw.Connection], A]) -> A:
        """Run a query after all earlier writes, and return its result. Raise Denial if the file is in trouble."""
        if not self.works:
            raise unwell()
        future: asyncio.Future[A] = self._loop.create_future()
        self._asking.add(future)
        future.add_done_callback(self._asking.discard)

        def finish(answer: A, error: BaseException | None) -> None:
            if future.done():
                return
            if error is None:
                future.set_result(answer)
            else:
                future.set_exception(unwell() if self.trouble.explains(error) else error)

        self._wishes.put((question, finish))
        return await future

    async def rows(self, table: str, since: int = 0, *, certain: bool = False) -> list[Row]:
        return await self.ask(lambda db: read(db, table, since))

    async def archived(self, table: str) -> list[Row]:
        return await asyncio.to_thread(read_apart, self._path, table)

    async def exists(self, table: str) -> bool:
        return await self.ask(lambda db: bool(db.execute(EXISTS, (table,)).fetchall()))

    async def listed(self, most: int) -> list[str]:
        return await self.ask(lambda db: [str(name) for (name,) in db.execute(LISTED, (most,))])

    async def unlist(self, tables: Sequence[str]) -> None:
        await self.ask(lambda db: db.executemany(UNLIST, [(table,) for table in tables]))

    async def documents(self, kind: str, since: str = "", *, certain: bool = False) -> dict[str, str]:
        return await self.ask(lambda db: {str(name): str(text) for name, text in db.execute(DOCUMENTS, (kind, since))})

    async def document(self, kind: str, name: str) -> str | None:
        return await self.ask(lambda db: _text(db, kind, name))

    async def add_document(self, kind: str, name: str, text: str) -> str:
        def add(db: apsw.Connection) -> str:
            db.execute(ADD_DOCUMENT, (kind, name, text))
            return _text(db, kind, name) or ""

        return await self.ask(add)

    async def put_document(self, kind: str, table: str, text: str) -> bool:
        def put(db: apsw.Connection) -> bool:
            if text:
                db.execute(PUT_DOCUMENT, (kind, table, text))
            else:
                db.execute(REMOVE_DOCUMENT, (kind, table))
            return True

        return await self.ask(put)

    async def remove_documents(self, kind: str, names: Sequence[str]) -> None:
        await self.ask(lambda db: db.executemany(REMOVE_DOCUMENT, [(kind, name) for name in names]))

    async def time(self) -> float:
        return time.time()

    async def flush(self) -> None:
        await self.ask(lambda db: None)

    async def check(self) -> str:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.ask(lambda db: db.execute(PROBE) if self.trouble.reason else None)
        except TimeoutError:
            return self.trouble.reason or f"{self._path.name} has not been written to for {PATIENCE:g} s."
        except Denial:
            pass
        return self.trouble.reason

    def begin_checkup(self) -> None:
        """Check the whole file for damage, in the background."""
        self._checkup = Checkup(self._path, self.trouble)

    async def close(self) -> None:
        if self._checkup is not None:
            self._checkup.stop()
        self._wishes.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        while self.works and (wish := self._wishes.get()) is not None:
            wishes = [wish]
            while not self._wishes.empty() and len(wishes) < MOST_AT_ONCE:
                if (another := self._wishes.get()) is None:
                    self._wishes.put(None)  # ends the queue
                    break
                wishes.append(another)
            try:
                self._loop.call_soon_threadsafe(_tell, self._write_all(wishes))
            except FATAL as error:
                self.works = False
                self.trouble.begin(error)
                journal.critical("what was committed may be lost: the house stops", exc_info=error)
                self._loop.call_soon_threadsafe(self._give_up)
        self._db.close()

    def _give_up(self) -> None:
        for future in [*self._asking]:
            future.set_exception(unwell())
        self._broken()

    def _write_all(self, wishes: list[tuple[Work, Callback]]) -> list[Outcome]:
        """Write everything in one transaction; if that fails, one by one."""
        try:
            return self._write_together(wishes)
        except FATAL:
            raise
        except Exception as error:
            if len(wishes) > 1:
                return [self._write_all([one])[0] for one in wishes]
            self.failures += 1
            self.trouble.begin(error)
            return [(wishes[0][1], None, error)]

    def _write_together(self, wishes: list[tuple[Work, Callback]]) -> list[Outcome]:
        """Write in one transaction. Nothing is reported as written unless the file still has its name afterwards."""
        self.trouble.check_files()
        changes = self._db.total_changes()
        try:
            self._db.execute("BEGIN IMMEDIATE")
            outcomes: list[Outcome] = [(done, work(self._db), None) for work, done in wishes]
            self._db.execute("COMMIT")
        except Exception:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
        if self._db.total_changes() > changes:
            try:
                self.trouble.check_files()
            except FileLost as error:
                raise LostInCommit from error
            self.trouble.end()
        self.commits += 1
        self.writings += len(wishes)
        return outcomes


def _text(db: apsw.Connection, kind: str, name: str) -> str | None:
    for (text,) in db.execute(DOCUMENT, (kind, name)):
        return str(text)
    return None


def _tell(outcomes: list[Outcome]) -> None:
    for done, answer, error in outcomes:
        try:
            done(answer, error)
        except Exception as fault:  # a bug at one table must not stop the others
            journal.error("what was stored could not be reported", exc_info=fault)


def _explained(error: BaseException | None) -> BaseException | None:
    """Return Stale for an error that says that the log has such a row already."""
    return Stale() if isinstance(error, apsw.ConstraintError) else error
