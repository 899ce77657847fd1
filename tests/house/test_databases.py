"""PostgreSQL as the store: its schema, its sentences, and what happens when it fails or another house writes."""

import asyncio
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from tools.cluster.postgres import Postgres, free_port, shared_folder

from cardhouse.cards.errors import BadLog
from cardhouse.house.rows import Row, Secret
from cardhouse.house.stores import Stale, Store, database, postgres, reasons
from cardhouse.house.stores.leases import Claim, Leases, Peer
from cardhouse.house.stores.postgres import PostgresStore
from cardhouse.wire import Denial
from cardhouse.wire.commands import Opened, Said
from tests.commands import COMMAND
from tests.house import stores
from tests.waiting import HANG


@pytest.fixture
def url() -> str:
    return stores.server().new_database()


@pytest.fixture
def prepared(url: str) -> str:
    asyncio.run(database.prepare(url))
    return url


@pytest.fixture
def server() -> Iterator[Postgres]:
    """A server that a test may kill."""
    with shared_folder() as folder, Postgres(folder / "own") as started:
        yield started


def row(number: int, *, table: str = "table", text: str = "", command: int | None = None, player: int = 1) -> Row:
    opened, said = Opened(game="president", seats=4, options={}), Said(seat=0, text=text or f"line {number}")
    entry: Any = said if number else opened
    secret = Secret(deal_secret="5eed") if number == 0 else Secret()
    return Row(
        table=table,
        number=number,
        at=1_700_000_000_000,
        player=player,
        command=command,
        seq=number,
        draft=0,
        entry=entry,
        secret=secret,
    )


def unasked(table: str) -> None:
    raise AssertionError(f"nobody asks for {table}")


async def stored(store: Store, rows: list[Row]) -> BaseException | None:
    done: asyncio.Future[BaseException | None] = asyncio.get_running_loop().create_future()
    store.append(rows, done.set_result)
    return await done


def test_what_was_appended_is_read_again(prepared: str) -> None:
    async def run() -> None:
        store = PostgresStore(prepared, "me")
        rows = [row(0), row(1, command=7)]
        assert await stored(store, rows) is None
        assert await store.rows("table") == rows
        assert await store.rows("table", 1) == rows[1:]
        assert await store.exists("table")
        assert not await store.exists("another")
        assert await store.listed(10) == []
        found: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        store.find("table", 1, 7, lambda ack, error: found.set_result(ack))
        assert (await found).seq == 1
        await store.flush()
        assert await store.check() == ""
        await store.close()

    asyncio.run(run())


def test_an_append_that_is_late_is_stale_and_the_others_of_its_commit_are_stored(prepared: str) -> None:
    async def run() -> None:
        here, there = PostgresStore(prepared, "here"), PostgresStore(prepared, "there")
        await stored(here, [row(0)])
        await stored(there, [row(1, text="from there")])
        both = [row(1, text="from here")], [row(0, table="other")]
        late, fine = await asyncio.gather(*(stored(here, one) for one in both))
        assert isinstance(late, Stale)
        assert fine is None
        assert [one.entry for one in await here.rows("table")][1] == Said(seat=0, text="from there")
        await here.close()
        await there.close()

    asyncio.run(run())


FAULTY = {
    "a lone surrogate": row(1, text="\ud800"),
    "a command beyond 64 bits": row(1, command=1 << 64),
    "a NUL in the table's id": row(0, table="\0"),
}


@pytest.mark.parametrize("fault", FAULTY)
@pytest.mark.parametrize("lost", [0, 1])
def test_a_row_that_cannot_be_stored_is_refused_alone(
    prepared: str, fault: str, lost: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    insert, attempts = PostgresStore._insert, list[int]()

    async def lose_and_insert(self: PostgresStore, batch: Any) -> None:
        attempts.append(len(batch))
        if len(attempts) <= lost:
            raise ConnectionResetError  # the appends are in doubt from now on
        await insert(self, batch)

    monkeypatch.setattr(PostgresStore, "_insert", lose_and_insert)

    async def run() -> None:
        store = PostgresStore(prepared, "me")
        async with asyncio.timeout(HANG):
            refused, fine = await asyncio.gather(stored(store, [FAULTY[fault]]), stored(store, [row(0)]))
        assert isinstance(refused, ValueError | asyncpg.DataError)
        assert fine is None
        assert await store.check() == ""
        await store.close()

    asyncio.run(run())
    assert attempts[0] == 2


def test_a_late_append_is_stale_even_if_the_rows_of_a_newer_house_cannot_be_read(prepared: str) -> None:
    async def run() -> None:
        store = PostgresStore(prepared, "me")
        await stored(store, [row(0), row(1)])
        db = await asyncpg.connect(prepared)
        await db.execute("""UPDATE log SET entry = '{"what": "new"}' WHERE number = 1""")
        await db.close()
        async with asyncio.timeout(HANG):
            assert isinstance(await stored(store, [row(1)]), Stale)
        await store.close()

    asyncio.run(run())


def test_an_append_in_doubt_that_was_stored_is_acknowledged_and_stored_once(
    prepared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    insert, attempts = PostgresStore._insert, list[int]()

    async def insert_and_lose(self: PostgresStore, batch: Any) -> None:
        """Lose the connection after the commit."""
        attempts.append(len(batch))
        await insert(self, batch)
        if len(attempts) == 1:
            raise ConnectionResetError

    monkeypatch.setattr(PostgresStore, "_insert", insert_and_lose)

    async def run() -> None:
        store = PostgresStore(prepared, "me")
        assert await stored(store, [row(0), row(1)]) is None
        assert len(await store.rows("table")) == 2
        assert await stored(store, [row(2)]) is None
        await store.close()

    asyncio.run(run())
    assert len(attempts) == 3


class Commits:
    """Tells whether a store has committed something in order to wait for the standby."""

    def __init__(self, url: str) -> None:
        self._database = url.rpartition("/")[2]
        self._last = self._read()

    def _read(self) -> str:
        return stores.server().sql("SELECT xmin FROM alembic_version", self._database)

    def are_new(self) -> bool:
        last, self._last = self._last, self._read()
        return last != self._last


def test_an_append_in_doubt_is_confirmed_by_a_commit_before_it_is_acknowledged(prepared: str) -> None:
    async def run() -> None:
        store, commits = PostgresStore(prepared, "me"), Commits(prepared)
        assert await stored(store, [row(0)]) is None
        assert not commits.are_new()
        assert await stored(store, [row(0)]) is None  # as if the first attempt had been in doubt
        assert commits.are_new()
        await store.close()

    asyncio.run(run())


def test_a_database_that_is_down_is_told_in_a_sentence_and_used_again_when_it_is_back(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = server.new_database()
    monkeypatch.setattr(postgres, "PATIENCE", 0.2)
    server.sql("ALTER SYSTEM SET fsync = off")

    async def run() -> None:
        await database.prepare(url)
        store = PostgresStore(url, "me")
        assert await stored(store, [row(0)]) is None
        await asyncio.to_thread(server.kill)
        with pytest.raises(Denial, match="cannot use its store at the moment"):
            await store.rows("table")
        assert "PostgreSQL at 127.0.0.1" in await store.check()
        waiting = asyncio.create_task(stored(store, [row(1)]))
        await asyncio.sleep(0)
        await asyncio.to_thread(server.start)
        outcome = await waiting
        while await store.check():
            await asyncio.sleep(0.01)
        length = len(await store.rows("table"))
        assert length == (1 if isinstance(outcome, TimeoutError) else 2)
        assert await stored(store, [row(length)]) is None
        await store.close()

    asyncio.run(run())


def test_errors_name_the_database_but_never_its_password(server: Postgres) -> None:
    def sentence(url: str) -> str:
        with pytest.raises(BadLog) as found:
            asyncio.run(database.prepare(url))
        return found.value.sentence

    nowhere = sentence(f"postgresql://house:secret@127.0.0.1:{free_port()}/house")
    assert "cannot be reached" in nowhere
    assert "secret" not in nowhere
    assert "does not exist: create the database first" in sentence(server.url("no_such_database"))
    foreign = server.new_database()
    server.sql("CREATE TABLE other (id int)", foreign.rpartition("/")[2])
    assert "is not the database of a house: choose another one" in sentence(foreign)
    later = server.new_database()
    asyncio.run(database.prepare(later))
    server.sql("UPDATE alembic_version SET version_num = '9999'", later.rpartition("/")[2])
    assert "has a version that this Cardhouse does not know" in sentence(later)
    read_only = server.new_database()
    server.sql("ALTER SYSTEM SET default_transaction_read_only = on")
    server.sql("SELECT pg_reload_conf()")
    assert "is read-only" in sentence(read_only)


def test_a_house_waits_for_rights_in_its_database_and_ends_at_a_signal(server: Postgres) -> None:
    url = server.new_database()
    server.sql("CREATE ROLE reader LOGIN")
    reader = url.replace("house@", "reader@")
    with pytest.raises(BadLog, match=r"let the user own the database. \(permission denied for schema public\)"):
        asyncio.run(database.prepare(reader))
    asyncio.run(database.prepare(url))
    server.sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader", url.rpartition("/")[2])
    with subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--store", reader], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as house:
        assert house.stderr is not None
        assert "denies the user something that a house needs" in house.stderr.readline()
        house.send_signal(signal.SIGTERM)
        out, errors = house.communicate(timeout=HANG)
    assert house.returncode == 0, errors
    assert (out, errors) == ("Cardhouse is closed.\n", "")


def test_the_journal_says_what_a_house_waits_for_that_cannot_prepare_its_database(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.0)

    async def run() -> None:
        other = await asyncpg.connect(url)
        await other.execute("SELECT pg_advisory_lock($1)", database.MIGRATING)
        preparing = asyncio.create_task(database.prepare(url))
        async with asyncio.timeout(HANG):
            while "another house prepares it" not in caplog.text:
                await asyncio.sleep(0.01)
        await other.close()
        await preparing

    asyncio.run(run())


PASSWORDS = ["se/cret", "se#cret", "se?cret", "se@cret", "se[cret", "se:cret", "se%cret"]


@pytest.mark.parametrize("password", PASSWORDS)
def test_a_password_that_is_not_escaped_is_not_shown_either(password: str) -> None:
    for url in (
        f"postgresql://house:{password}@127.0.0.1:1/house",
        f"postgresql://127.0.0.1:1/house?password={password}",
    ):
        assert "se" not in reasons.name_of(url).replace("house", "")
        assert "cret" not in reasons.name_of(url)
        for use in (database.prepare(url), database.read_apart(url, "table")):
            with pytest.raises(BadLog) as found:
                asyncio.run(use)
            said = found.value.sentence
            assert said.startswith(reasons.name_of(url))
            assert "cret" not in said
            assert "'se" not in said


def test_a_connection_that_is_lost_while_a_log_is_read_is_told_in_a_sentence(
    prepared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lose(*given: object) -> None:
        raise asyncpg.InternalClientError("lost")

    monkeypatch.setattr(asyncpg.Connection, "fetch", lose)
    with pytest.raises(BadLog, match=r"PostgreSQL at 127.0.0.1:\d+/house_\w+ cannot be reached: check that"):
        asyncio.run(database.read_apart(prepared, "table"))


def test_an_old_server_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "OLDEST", 99)
    with pytest.raises(BadLog, match="a house needs 99 or newer"):
        asyncio.run(database.prepare(url))


def test_houses_that_start_together_prepare_the_database_once(url: str) -> None:
    async def run() -> None:
        await asyncio.gather(*(database.prepare(url) for _ in range(4)))
        db = await asyncpg.connect(url)
        assert await db.fetchval("SELECT count(*) FROM alembic_version") == 1
        await db.close()

    asyncio.run(run())


def test_a_table_belongs_to_one_house_until_its_lease_is_lost(prepared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardhouse.house.stores.leases.LEASE", 600.0)
    monkeypatch.setattr("cardhouse.house.stores.leases.RENEW", 3600.0)
    lost = list[str]()

    async def run() -> None:
        store = PostgresStore(prepared, "a")
        await stored(store, [row(0), row(1)])
        here = Leases(prepared, Peer("a", "http://a"), lambda: lost.append("a"), unasked)
        there = Leases(prepared, Peer("b", "http://b"), lambda: lost.append("b"), unasked)
        await here.open()
        await there.open()
        assert await here.claim("table") == Claim(None, 2)
        assert await there.claim("table") == Claim(Peer("a", "http://a"), 2)
        assert await there.claim("no such table") == Claim(None, 0)
        db = await asyncpg.connect(prepared)
        await db.execute("UPDATE houses SET seen = seen - interval '1 hour'")
        await db.close()
        assert await there.claim("table") == Claim(None, 2)
        await there._renew()
        await here._renew()
        assert lost == ["b", "a"]
        assert (await here.claim("table")).owner == Peer("b", "http://b")
        await there.release(["table"])
        assert await here.claim("table") == Claim(None, 2)
        await here.close()
        await there.close()
        await store.close()

    asyncio.run(run())


def test_a_connection_that_is_closed_in_the_middle_of_a_statement_counts_as_lost(prepared: str) -> None:
    """asyncpg raises AttributeError if that happens between two steps."""

    async def close_and_fail(db: asyncpg.Connection) -> None:
        db.terminate()
        raise AttributeError("'NoneType' object has no attribute 'bind_execute'")

    async def fail(db: asyncpg.Connection) -> None:
        raise AttributeError("a bug")

    async def run() -> None:
        link = database.Link(prepared)
        with pytest.raises(ConnectionResetError):
            await link.do(close_and_fail)
        with pytest.raises(AttributeError, match="a bug"):
            await link.do(fail)
        assert await link.do(lambda db: db.fetchval("SELECT 1")) == 1
        await link.close()

    asyncio.run(run())


def test_a_lease_is_renewed_also_after_a_bug(
    prepared: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("cardhouse.house.stores.leases.RENEW", 0.01)
    renewals, renew = list[int](), Leases._renew

    async def fail_once(self: Leases) -> None:
        renewals.append(1)
        if len(renewals) == 2:
            raise AttributeError
        await renew(self)

    monkeypatch.setattr(Leases, "_renew", fail_once)

    async def run() -> None:
        lease = Leases(prepared, Peer("a", "http://a"), lambda: None, unasked)
        await lease.open()
        async with asyncio.timeout(HANG):
            while len(renewals) < 4:
                await asyncio.sleep(0.01)
        await lease.close()

    asyncio.run(run())
    assert "the lease could not be renewed" in caplog.text


def test_a_lease_from_the_future_is_lost_too(prepared: str) -> None:
    """As if the database's clock was an hour ahead when the house died."""

    async def run() -> None:
        store = PostgresStore(prepared, "dead")
        await stored(store, [row(0)])
        db = await asyncpg.connect(prepared)
        await db.execute("INSERT INTO houses VALUES ('dead', 'http://a', clock_timestamp() + interval '1 hour')")
        await db.close()
        new = Leases(prepared, Peer("new", "http://b"), lambda: None, unasked)
        await new.open()
        assert await new.claim("table") == Claim(None, 1)
        assert [*new.peers] == ["new"]
        await new.close()
        await store.close()

    asyncio.run(run())


def test_a_house_at_the_same_address_takes_over_at_once(prepared: str) -> None:
    async def run() -> None:
        store = PostgresStore(prepared, "old")
        await stored(store, [row(0)])
        old = Leases(prepared, Peer("old", "http://a"), lambda: None, unasked)
        await old.open()
        assert (await old.claim("table")).owner is None
        new = Leases(prepared, Peer("new", "http://a"), lambda: None, unasked)
        await new.open()
        assert (await new.claim("table")).owner is None
        await old.close()
        await new.close()
        await store.close()

    asyncio.run(run())


def test_nobody_is_sent_to_an_address_that_two_houses_give(prepared: str, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        store = PostgresStore(prepared, "a")
        await stored(store, [row(0)])
        here, there = (Leases(prepared, Peer(name, "http://127.0.0.1:8000"), lambda: None, unasked) for name in "ab")
        await here.open()
        await there.open()
        await here._renew()  # its lease was replaced: it takes another
        await here.claim("table")
        await there._renew()
        assert await there.claim("table") == Claim(Peer("a", ""), 1)
        await here.close()
        await there.close()
        await store.close()

    asyncio.run(run())
    assert "give each its own --url" in caplog.text


def test_a_folder_for_servers_can_be_entered_by_all() -> None:
    with shared_folder() as folder:
        assert oct(Path(folder).stat().st_mode & 0o777) == "0o755"
