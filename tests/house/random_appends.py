"""Random appends of a few tables to a store, and a checker that knows what must be there afterwards.

An append is of one table: `[Row("ace", 7, ...), Row("ace", 8, ...)]`. What is found in a file is judged: `kept`;
`lost`, if a row is missing that was acknowledged; `broken`, if it is anything else than the first appends of each
table, whole and in order.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from threading import Event

import apsw

from cardhouse.house.rows import Row, Secret
from cardhouse.house.stores.sqlite import SqliteStore, read
from cardhouse.wire.commands import AnyEntry, Moved, Opened, Said
from tests.house.disk import PLAIN

EVERY = 12  # appends, a table is opened
Append = list[Row]
Acknowledge = Callable[[Append], None]
Made = tuple[AnyEntry, Secret]


def made(chance: Random) -> Made:
    if chance.random() < 0.3:
        seat, length = chance.randrange(4), chance.choice((2, 40, 200, 6000))  # 6000: beyond a page
        return Said(seat=seat, text="x" * length), Secret()
    hidden = chance.random() < 0.3
    moved = Moved(seat=chance.randrange(4), move="" if hidden else "play 9c 9d")
    return moved, Secret(move="take 7h" if hidden else "")


def appends_of(chance: Random, count: int) -> Iterator[Append]:
    lengths: dict[str, int] = {}
    for command in range(count):
        if command % EVERY == 0:
            table = f"{chance.randrange(1 << 40):x}"
            some: list[Made] = [(Opened(game="president", seats=4, options={"deals": 3}), Secret(deal_secret="5eed"))]
        else:
            table = chance.choice([*lengths])
            some = [made(chance) for _ in range(chance.randint(1, 4))]
        start = lengths.get(table, 0)
        lengths[table] = start + len(some)
        yield [rowed(table, start + n, None if n else command, *one) for n, one in enumerate(some)]


def rowed(table: str, number: int, command: int | None, entry: AnyEntry, secret: Secret) -> Row:
    return Row(
        table=table,
        number=number,
        at=1_700_000_000_000 + number,
        player=1,
        command=command,
        seq=number,
        draft=0,
        entry=entry,
        secret=secret,
    )


def groups_of(chance: Random, appends: list[Append]) -> Iterator[list[Append]]:
    """Those that are committed together."""
    while appends:
        count = chance.randint(1, 4)
        yield appends[:count]
        appends = appends[count:]


class EarlyAckStore(SqliteStore):
    """A planted fault: it acknowledges what it has not written yet."""

    def append(self, rows: Sequence[Row], done: Callable[[BaseException | None], None]) -> None:
        done(None)
        super().append(rows, lambda error: None)


async def commit(store: SqliteStore, group: list[Append], acknowledge: Acknowledge) -> None:
    """Exactly these in one commit, however fast the store's thread is: it is held until all of them wait."""
    held, go = Event(), Event()
    errors: list[BaseException] = []

    def hold(_: apsw.Connection) -> None:
        held.set()
        go.wait()

    async def release() -> None:
        go.set()

    def done(rows: Append, error: BaseException | None) -> None:
        acknowledge(rows) if error is None else errors.append(error)

    holding = asyncio.create_task(store.ask(hold))
    await asyncio.to_thread(held.wait)
    for rows in group:
        store.append(rows, partial(done, rows))
    await asyncio.gather(store.ask(lambda db: None), release(), holding)  # in this order
    assert not errors


async def commit_all(store: SqliteStore, groups: list[list[Append]], acknowledge: Acknowledge, *, pages: int) -> None:
    """From the start of a house to its end. A checkpoint comes after so few pages that there are many of them."""
    await store.ask(lambda db: db.execute(f"PRAGMA wal_autocheckpoint = {pages}").get)
    for group in groups:
        await commit(store, group, acknowledge)
    await store.close()


def found(file: Path) -> dict[str, list[Row]]:
    db = apsw.Connection(str(file), vfs=PLAIN)
    db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)  # which would sync, and take most of the time
    try:
        assert db.execute("PRAGMA integrity_check").get == "ok"
        if not list(db.execute("SELECT 1 FROM sqlite_schema")):
            return {}
        tables = [table for (table,) in db.execute("SELECT id FROM tables")]
        assert db.execute("SELECT count(DISTINCT table_id) FROM log").get == len(tables)
        return {table: read(db, table) for table in tables}
    finally:
        db.close()


class AppendChecker:
    def __init__(self, appends: list[Append]) -> None:
        self.planned: dict[str, list[Row]] = {}
        self.whole: set[tuple[str, int]] = set()  # lengths of a log between two appends
        self.acknowledged: dict[str, int] = {}  # rows of each table
        for rows in appends:
            log = self.planned.setdefault(rows[0].table, [])
            log += rows
            self.whole.add((rows[0].table, len(log)))

    def acknowledge(self, rows: Append) -> None:
        assert rows[0].number == self.acknowledged.get(rows[0].table, 0)
        self.acknowledged[rows[0].table] = rows[-1].number + 1

    def judge(self, file: Path) -> str:
        try:
            logs = found(file)
            whole = all(self.has_begun(table, log) for table, log in logs.items())
        except Exception:  # whatever it is that cannot be opened or read
            return "broken"
        lost = any(len(logs.get(table, [])) < count for table, count in self.acknowledged.items())
        return "broken" if not whole else "lost" if lost else "kept"

    def has_begun(self, table: str, log: list[Row]) -> bool:
        return (table, len(log)) in self.whole and log == self.planned[table][: len(log)]
