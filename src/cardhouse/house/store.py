"""The store: the logs of all tables in one SQLite file, and the one thread that touches it.

What waits to be written is committed together, and synced to the disk, before anybody hears of it. There is a single
connection: the write-ahead log of older SQLites is not safe with several, and apsw brings a new one besides.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import apsw
from msgspec import json

from cardhouse.house.entries import NOTHING, AnyEntry, Opened, Row, Secret
from cardhouse.house.journal import journal
from cardhouse.house.wire import Ack, encode

Work = Callable[[apsw.Connection], Any]
Told = Callable[[Any, BaseException | None], None]  # with an answer, or what failed
Outcome = tuple[Told, Any, BaseException | None]
MOST_AT_ONCE = 1000  # writings in a commit
INSERT_TABLE = "INSERT INTO tables VALUES (?, ?, ?, ?)"
INSERT_LOG = "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_SECRET = "INSERT INTO secrets VALUES (?, ?, ?)"
SELECT = (
    "SELECT log.number, at, player, command, seq, draft, entry, secret"
    " FROM log LEFT JOIN secrets USING (table_id, number) WHERE log.table_id = ? ORDER BY log.number"
)
SELECT_ACK = "SELECT seq, draft FROM log WHERE table_id = ? AND player = ? AND command = ?"
read_entry = json.Decoder(AnyEntry).decode
read_secret = json.Decoder(Secret).decode


def connect(path: Path, *, synchronous: str = "FULL", vfs: str | None = None) -> apsw.Connection:
    db = apsw.Connection(str(path), vfs=vfs)
    db.set_busy_timeout(5000)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute(f"PRAGMA synchronous = {synchronous}")
    return db


def write(db: apsw.Connection, rows: Iterable[Row]) -> None:
    for row in rows:
        if isinstance(row.entry, Opened):
            db.execute(INSERT_TABLE, (row.table, row.entry.game, row.at, row.entry.listed))
        entry = encode(row.entry).decode()
        db.execute(INSERT_LOG, (row.table, row.number, row.at, row.player, row.command, row.seq, row.draft, entry))
        if row.secret != NOTHING:
            db.execute(INSERT_SECRET, (row.table, row.number, encode(row.secret).decode()))


def read(db: apsw.Connection, table: str) -> list[Row]:
    """The whole log of a table."""
    rows = []
    for *head, entry, secret in db.execute(SELECT, (table,)):
        number, at, player, command, seq, draft = head
        kept = NOTHING if secret is None else read_secret(secret)
        rows.append(Row(table, number, at, player, command, seq, draft, read_entry(entry), kept))
    return rows


class Store:
    def __init__(self, path: Path, *, synchronous: str = "FULL", vfs: str | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._wishes: SimpleQueue[tuple[Work, Told] | None] = SimpleQueue()
        self._db = connect(path, synchronous=synchronous, vfs=vfs)
        self._thread = Thread(target=self._work, name="store", daemon=True)
        self._thread.start()
        self.commits = self.failures = self.writings = 0

    def append(self, rows: Sequence[Row], done: Callable[[BaseException | None], None]) -> None:
        """Write them, all or none; `done` is called when they are safe, or with the reason why they are not."""
        self._wishes.put((lambda db: write(db, rows), lambda _, error: done(error)))

    def find(self, table: str, player: int, command: int, found: Callable[[Ack | None], None]) -> None:
        """The answer that a command once got."""

        def look(db: apsw.Connection) -> Ack | None:
            for seq, draft in db.execute(SELECT_ACK, (table, player, command)):
                return Ack(command, seq, draft)
            return None

        self._wishes.put((look, lambda answer, _: found(answer)))

    async def ask(self, question: Work) -> Any:
        """An answer from the file, as of now."""
        future: asyncio.Future[Any] = self._loop.create_future()

        def told(answer: Any, error: BaseException | None) -> None:
            if not future.done():
                future.set_result(answer) if error is None else future.set_exception(error)

        self._wishes.put((question, told))
        return await future

    async def rows(self, table: str) -> list[Row]:
        rows: list[Row] = await self.ask(lambda db: read(db, table))
        return rows

    async def close(self) -> None:
        self._wishes.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        while (wish := self._wishes.get()) is not None:
            wishes = [wish]
            while not self._wishes.empty() and len(wishes) < MOST_AT_ONCE:
                if (another := self._wishes.get()) is None:
                    self._wishes.put(None)  # after these
                    break
                wishes.append(another)
            try:
                outcomes = self._together(wishes)
            except apsw.Error:  # one of them fails: the others stand
                outcomes = [self._alone(*one) for one in wishes]
            self._loop.call_soon_threadsafe(_tell, outcomes)
        self._db.close()

    def _together(self, wishes: list[tuple[Work, Told]]) -> list[Outcome]:
        """All in one transaction."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            outcomes: list[Outcome] = [(told, work(self._db), None) for work, told in wishes]
            self._db.execute("COMMIT")
        except apsw.Error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
        self.commits += 1
        self.writings += len(wishes)
        return outcomes

    def _alone(self, work: Work, told: Told) -> Outcome:
        try:
            return self._together([(work, told)])[0]
        except apsw.Error as error:
            self.failures += 1
            return told, None, error


def _tell(outcomes: list[Outcome]) -> None:
    for told, answer, error in outcomes:
        try:
            told(answer, error)
        except Exception as fault:  # of one table: the others must hear
            journal.error("what was stored could not be told", exc_info=fault)
