"""A store in PostgreSQL, which several houses share.

Waiting appends are committed together (group commit), in one statement. What the database answers is either certain,
or *in doubt*: the connection was lost, and nobody knows whether the commit took place. An append in doubt is sent
again until the answer is certain. That is safe because of the primary key of the log: if the first attempt was stored,
the second one violates the key, and the rows that are there are compared with those that were sent.

A row that was found by reading is not acknowledged at once. After a crash, PostgreSQL shows commits that have not
reached the standby yet, and a failover would lose them. So the store commits something first: a commit waits until the
standby has everything before it. It does so over the connection that read the row, and so at the same primary.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, TypeVar

import asyncpg
from asyncpg import exceptions
from msgspec.structs import replace

from cardhouse.cards.errors import BadLog
from cardhouse.house.journal import journal
from cardhouse.house.rows import NOTHING, Row, columns, from_columns
from cardhouse.house.stores import Done, Found, Stale, unwell
from cardhouse.house.stores.database import SELECT_ROWS, Link
from cardhouse.house.stores.reasons import LOST, READ_ONLY, name_of, sentence
from cardhouse.wire import Ack, Denial, encode
from cardhouse.wire.commands import Opened

A = TypeVar("A")
MOST_AT_ONCE = 1000  # appends per commit
PATIENCE = 10.0  # seconds for which an append waits for a database that cannot be reached
SOON = 2.0  # timeout of a health check, in seconds
RETRY = 0.1  # seconds between attempts to reconnect
READERS = 2  # connections for questions
APPEND = """
WITH opened AS (
    INSERT INTO tables SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[])
), owned AS (
    INSERT INTO owners SELECT id, $5 FROM unnest($1::text[]) AS id
), kept AS (
    INSERT INTO secrets SELECT * FROM unnest($6::text[], $7::int[], $8::text[])
), noted AS (
    INSERT INTO documents SELECT * FROM unnest($18::text[], $19::text[], $20::text[]) ON CONFLICT DO NOTHING
)
INSERT INTO log SELECT * FROM unnest(
    $9::text[], $10::int[], $11::bigint[], $12::int[], $13::bigint[], $14::int[], $15::int[], $16::text[], $17::text[]
)
"""
SELECT_ACK = "SELECT seq, draft FROM log WHERE table_id = $1 AND player = $2 AND command = $3"
EXISTS = "SELECT 1 FROM tables WHERE id = $1"
LISTED = "SELECT id FROM tables WHERE listed = 1 ORDER BY opened DESC LIMIT $1"
UNLIST = "UPDATE tables SET listed = 0 WHERE id = ANY($1::text[])"
DOCUMENTS = 'SELECT name, text FROM documents WHERE kind = $1 AND name COLLATE "C" >= $2 ORDER BY name COLLATE "C"'
DOCUMENT = "SELECT text FROM documents WHERE kind = $1 AND name = $2"
ADD_DOCUMENT = "INSERT INTO documents VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
ADDED = "INSERT 0 1"
OWNED = "SELECT table_id FROM owners WHERE table_id = $1 AND house = $2 FOR SHARE"  # makes another house's claim wait
PUT_DOCUMENT = f"""
WITH owned AS ({OWNED}), put AS (
    INSERT INTO documents SELECT $3, table_id, $4 FROM owned
    ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text
)
SELECT count(*) FROM owned
"""
REMOVE_DOCUMENT = f"""
WITH owned AS ({OWNED}), removed AS (
    DELETE FROM documents USING owned WHERE kind = $3 AND name = table_id
)
SELECT count(*) FROM owned
"""
REMOVE_DOCUMENTS = "DELETE FROM documents WHERE kind = $1 AND name = ANY($2::text[])"
TIME = "SELECT extract(epoch FROM clock_timestamp())"
BAD_ROWS = (exceptions.UniqueViolationError, exceptions.DataError, ValueError)  # no attempt can store them
CONFIRM = "UPDATE alembic_version SET version_num = version_num"  # writes a row without changing it


class Append(NamedTuple):
    rows: Sequence[Row]
    done: Done
    at: float  # when it was queued


class DatabaseTrouble:
    """Why the database cannot be used at the moment, for `/health` and the journal."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.reason = ""

    def begin(self, error: BaseException) -> None:
        reason = sentence(self._url, error)
        if reason and reason != self.reason:
            self.reason = reason
            journal.error("the database is in trouble", extra={"reason": reason})

    def end(self) -> None:
        if self.reason:
            self.reason = ""
            journal.warning("the database can be written again")


class PostgresStore:
    def __init__(self, url: str, house: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._url, self._house = url, house
        self._writer, self._readers = Link(url), [Link(url) for _ in range(READERS)]
        self._asked = 0
        self._looking: set[asyncio.Task[None]] = set()
        self._probing: asyncio.Task[None] | None = None
        self._queue: list[Append] = []
        self._wake, self._idle = asyncio.Event(), asyncio.Event()
        self._idle.set()
        self.trouble = DatabaseTrouble(url)
        self.commits = self.failures = self.writings = 0
        self._task = asyncio.create_task(self._write())

    # Appends

    def append(self, rows: Sequence[Row], done: Done) -> None:
        self._queue.append(Append(rows, done, self._loop.time()))
        self._idle.clear()
        self._wake.set()

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                batch, self._queue = self._queue[:MOST_AT_ONCE], self._queue[MOST_AT_ONCE:]
                await self._store(batch)
            self._idle.set()

    async def _store(self, batch: list[Append]) -> None:
        """Store appends in one transaction; if one of them cannot be stored, one by one."""
        in_doubt = False
        while True:
            try:
                await self._insert(batch)
            except READ_ONLY as error:
                self.trouble.begin(error)
            except LOST as error:
                self.trouble.begin(error)
                in_doubt = True
            except BAD_ROWS as error:
                if len(batch) == 1:
                    await self._refuse(batch[0], error)
                    return
                for one in batch:
                    await self._store([one])
                return
            except Exception as error:
                self.trouble.begin(error)
                if not in_doubt:
                    self.failures += 1
                    _tell(batch, error)
                    return
            else:
                self._count(batch)
                _tell(batch, None)
                return
            batch = self._refuse_late(batch, in_doubt=in_doubt)
            if not batch:
                return
            await asyncio.sleep(RETRY)

    async def _insert(self, batch: list[Append]) -> None:
        arrays = arrays_of([row for one in batch for row in one.rows], self._house)
        await self._writer.do(lambda db: db.execute(APPEND, *arrays))

    async def _refuse(self, append: Append, error: Exception) -> None:
        if isinstance(error, exceptions.UniqueViolationError):
            await self._compare(append)
        else:
            self.failures += 1
            _tell([append], error)

    async def _compare(self, append: Append) -> None:
        """Find out whether the rows that are there are ours, from an attempt that was in doubt, or of another house."""
        while True:
            try:
                ours = await self._has(append.rows)
                break
            except Exception as error:
                self.trouble.begin(error)
                await asyncio.sleep(RETRY)
        self._count([append])
        _tell([append], None if ours else Stale())

    async def _has(self, rows: Sequence[Row]) -> bool:
        try:
            found = await self.rows(rows[0].table, rows[0].number, certain=True)
        except BadLog:  # a house of a newer version has written them
            return False
        return found[: len(rows)] == [replace(row, document=None) for row in rows]  # they are read without it

    def _refuse_late(self, batch: list[Append], *, in_doubt: bool) -> list[Append]:
        """Refuse what has waited too long for the database, unless it is in doubt; return what is left of the batch."""
        oldest = self._loop.time() - PATIENCE
        late = [one for one in self._queue if one.at < oldest]
        self._queue = [one for one in self._queue if one.at >= oldest]
        if not in_doubt:
            late += [one for one in batch if one.at < oldest]
            batch = [one for one in batch if one.at >= oldest]
        self.failures += len(late)
        _tell(late, TimeoutError("the database cannot be reached"))
        return batch

    def _count(self, batch: list[Append]) -> None:
        self.trouble.end()
        self.commits += 1
        self.writings += len(batch)

    # Questions

    def find(self, table: str, player: int, command: int, found: Found) -> None:
        async def look() -> None:
            while True:  # until it is known: a command must not be answered in two ways
                try:
                    acks = await self._ask(lambda db: db.fetch(SELECT_ACK, table, player, command))
                    break
                except Denial:
                    await asyncio.sleep(RETRY)
            found(Ack(id=command, seq=acks[0]["seq"], draft=acks[0]["draft"]) if acks else None, None)

        looking = asyncio.create_task(look())
        self._looking.add(looking)
        looking.add_done_callback(self._looking.discard)

    async def rows(self, table: str, since: int = 0, *, certain: bool = False) -> list[Row]:
        found = await self._fetch(SELECT_ROWS, table, since, certain=certain)
        return [from_columns(table, *one) for one in found]

    async def archived(self, table: str) -> list[Row]:
        return await self.rows(table)

    async def exists(self, table: str) -> bool:
        return await self._ask(lambda db: db.fetchval(EXISTS, table)) is not None

    async def listed(self, most: int) -> list[str]:
        return [name for (name,) in await self._ask(lambda db: db.fetch(LISTED, most))]

    async def unlist(self, tables: Sequence[str]) -> None:
        await self._ask(lambda db: db.execute(UNLIST, list(tables)))

    async def documents(self, kind: str, since: str = "", *, certain: bool = False) -> dict[str, str]:
        return dict(await self._fetch(DOCUMENTS, kind, since, certain=certain))

    async def document(self, kind: str, name: str) -> str | None:
        found: str | None = await self._ask(lambda db: db.fetchval(DOCUMENT, kind, name))
        return found

    async def add_document(self, kind: str, name: str, text: str) -> str:
        async def add(db: asyncpg.Connection) -> str:
            if await db.execute(ADD_DOCUMENT, kind, name, text) == ADDED:
                return text
            found = await db.fetchval(DOCUMENT, kind, name)
            await db.execute(CONFIRM)
            return found or ""

        return await self._ask(add)

    async def put_document(self, kind: str, table: str, text: str) -> bool:
        statement = PUT_DOCUMENT if text else REMOVE_DOCUMENT
        owned = await self._ask(lambda db: db.fetchval(statement, table, self._house, kind, *([text] if text else [])))
        return int(owned) == 1

    async def remove_documents(self, kind: str, names: Sequence[str]) -> None:
        await self._ask(lambda db: db.execute(REMOVE_DOCUMENTS, kind, list(names)))

    async def time(self) -> float:
        return float(await self._ask(lambda db: db.fetchval(TIME)))

    async def _fetch(self, query: str, *given: object, certain: bool) -> list[asyncpg.Record]:
        async def fetch(db: asyncpg.Connection) -> list[asyncpg.Record]:
            found: list[asyncpg.Record] = await db.fetch(query, *given)
            if certain:
                await db.execute(CONFIRM)
            return found

        return await self._ask(fetch)

    async def _ask(self, question: Callable[[asyncpg.Connection], Awaitable[A]]) -> A:
        self._asked += 1
        reader = self._readers[self._asked % READERS]
        try:
            return await reader.do(question)
        except (*LOST, *READ_ONLY, asyncpg.PostgresError) as error:
            self.trouble.begin(error)
            raise unwell() from error

    async def flush(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._idle.wait()
        except TimeoutError:
            raise unwell() from None

    async def check(self) -> str:
        """Return why nothing can be stored. All who ask share one probe, so that they do not queue up."""
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self._probe())
        _, late = await asyncio.wait([self._probing], timeout=SOON)
        if late and not self.trouble.reason:
            return f"{name_of(self._url)} has not answered for {SOON:g} s: check its load, its disk and its standby."
        return self.trouble.reason

    async def _probe(self) -> None:
        in_trouble = self.trouble.reason != ""
        try:
            await self._readers[0].do(lambda db: db.execute(CONFIRM if in_trouble else "SELECT 1"))
        except (*LOST, *READ_ONLY, asyncpg.PostgresError) as error:
            self.trouble.begin(error)
        else:
            if in_trouble:
                self.trouble.end()

    async def close(self) -> None:
        tasks = [self._task, *self._looking, *([self._probing] if self._probing else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for link in (self._writer, *self._readers):
            await link.close()


def arrays_of(rows: Sequence[Row], house: str) -> list[object]:
    """Return the arguments of APPEND."""
    opened = [
        (row.table, row.entry.game, row.at, int(row.entry.listed)) for row in rows if isinstance(row.entry, Opened)
    ]
    secrets = [(row.table, row.number, encode(row.secret).decode()) for row in rows if row.secret != NOTHING]
    log = [columns(row) for row in rows]
    documents = [row.document for row in rows if row.document is not None]
    return [
        *_transposed(opened, 4),
        house,
        *_transposed(secrets, 3),
        *_transposed(log, 9),
        *_transposed(documents, 3),
    ]


def _transposed(rows: Sequence[Sequence[object]], width: int) -> list[list[object]]:
    """Return the columns of rows, as arrays."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]


def _tell(batch: Sequence[Append], error: BaseException | None) -> None:
    for one in batch:
        try:
            one.done(error)
        except Exception as fault:  # a bug at one table must not stop the others
            journal.error("what was stored could not be reported", exc_info=fault)
