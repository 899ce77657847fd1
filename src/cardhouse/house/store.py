"""The store: the logs of all tables in one SQLite file, and the one thread that uses it.

Waiting writes are committed together (group commit), and synced to the disk before they are acknowledged. There is a
single connection, because the write-ahead log of older SQLite versions is not safe with several; apsw also brings a
recent SQLite.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

import apsw
from msgspec import json

from cardhouse.cards.errors import BadLog
from cardhouse.house.journal import journal
from cardhouse.house.rows import NOTHING, Row, Secret
from cardhouse.house.trouble import PROBE, FileLost, LostInCommit, Trouble
from cardhouse.wire import Ack, Denial, encode
from cardhouse.wire.commands import AnyEntry, Opened

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
SELECT = (
    "SELECT log.number, at, player, command, seq, draft, entry, state, secret"
    " FROM log LEFT JOIN secrets USING (table_id, number) WHERE log.table_id = ? ORDER BY log.number"
)
SELECT_ACK = "SELECT seq, draft FROM log WHERE table_id = ? AND player = ? AND command = ?"
unwell = partial(Denial, "store", "The house cannot use its file at the moment. Try again later.")
read_entry = json.Decoder(AnyEntry).decode
read_secret = json.Decoder(Secret).decode


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
        entry = encode(row.entry).decode()
        head = (row.table, row.number, row.at, row.player, row.command, row.seq, row.draft)
        db.execute(INSERT_LOG, (*head, entry, row.state))
        if row.secret != NOTHING:
            db.execute(INSERT_SECRET, (row.table, row.number, encode(row.secret).decode()))


def read(db: apsw.Connection, table: str) -> list[Row]:
    """Read the whole log of a table."""
    rows = []
    for *head, entry, state, secret in db.execute(SELECT, (table,)):
        number, at, player, command, seq, draft = head
        kept = NOTHING if secret is None else read_secret(secret)
        row = Row(
            table=table,
            number=number,
            at=at,
            player=player,
            command=command,
            seq=seq,
            draft=draft,
            entry=read_entry(entry),
            secret=kept,
            state=state,
        )
        rows.append(row)
    return rows


class Store:
    """The store. It calls `broken` when the disk has failed: the last writes may or may not be on the disk.

    They are not acknowledged. The house must stop; when it opens again, it reads what is there.
    """

    def __init__(
        self, path: Path, *, synchronous: str = "FULL", vfs: str | None = None, broken: Callable[[], None] = _nothing
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._wishes: SimpleQueue[tuple[Work, Callback] | None] = SimpleQueue()
        self._path, self._db = path, connect(path, synchronous=synchronous, vfs=vfs)
        self._broken = broken
        self.commits = self.failures = self.writings = 0
        self.works = True
        self.trouble = Trouble(path)
        self._asking: set[asyncio.Future[Answer]] = set()
        self._thread = Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def append(self, rows: Sequence[Row], done: Callable[[BaseException | None], None]) -> None:
        """Write rows, all or none; `done` is called when they are on the disk, or with the error."""
        self._wishes.put((lambda db: write(db, rows), lambda _, error: done(error)))

    def find(self, table: str, player: int, command: int, found: Callback) -> None:
        """Look up the answer that a command got before."""

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

    async def rows(self, table: str) -> list[Row]:
        return await self.ask(lambda db: read(db, table))

    async def check(self) -> str:
        """Return why nothing can be stored at the moment, or ""."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.ask(lambda db: db.execute(PROBE) if self.trouble.reason else None)
        except TimeoutError:
            return self.trouble.reason or f"{self._path.name} has not been written to for {PATIENCE:g} s."
        except Denial:
            pass
        return self.trouble.reason

    async def close(self) -> None:
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


def _tell(outcomes: list[Outcome]) -> None:
    for done, answer, error in outcomes:
        try:
            done(answer, error)
        except Exception as fault:  # a bug at one table must not stop the others
            journal.error("what was stored could not be reported", exc_info=fault)
