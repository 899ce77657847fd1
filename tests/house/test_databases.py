"""PostgreSQL as the store: its schema, its sentences, and what happens when it fails or another house writes."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from tools.cluster.postgres import Postgres, free_port, shared_folder

from cardhouse.cards.errors import BadLog
from cardhouse.house.rows import Row, Secret
from cardhouse.house.stores import Stale, database, postgres
from cardhouse.house.stores.leases import Claim, Leases, Peer
from cardhouse.house.stores.postgres import PostgresStore
from cardhouse.wire import Denial
from cardhouse.wire.commands import Opened, Said
from tests.house import stores


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


async def stored(store: PostgresStore, rows: list[Row]) -> BaseException | None:
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


def test_an_append_in_doubt_is_confirmed_by_a_commit_before_it_is_acknowledged(
    prepared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirmed = list[str]()

    async def run() -> None:
        store = PostgresStore(prepared, "me")
        await stored(store, [row(0)])
        do = store._writer.do

        async def watch(work: Any) -> Any:
            async def remember(db: Any) -> Any:
                done = await work(db)
                confirmed.append(str(done))
                return done

            return await do(remember)

        monkeypatch.setattr(store._writer, "do", watch)
        assert await stored(store, [row(0)]) is None  # as if the first attempt had been in doubt
        await store.close()

    asyncio.run(run())
    assert confirmed == ["UPDATE 1"]


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
    assert "is not empty, and not the database of a house" in sentence(foreign)
    later = server.new_database()
    asyncio.run(database.prepare(later))
    server.sql("UPDATE alembic_version SET version_num = '9999'", later.rpartition("/")[2])
    assert "has a version that this Cardhouse does not know" in sentence(later)
    read_only = server.new_database()
    server.sql("ALTER SYSTEM SET default_transaction_read_only = on")
    server.sql("SELECT pg_reload_conf()")
    assert "is read-only" in sentence(read_only)


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
    monkeypatch.setattr("cardhouse.house.stores.leases.LEASE", 0.3)
    monkeypatch.setattr("cardhouse.house.stores.leases.RENEW", 3600.0)
    lost = list[str]()

    async def run() -> None:
        store = PostgresStore(prepared, "a")
        await stored(store, [row(0), row(1)])
        here = Leases(prepared, Peer("a", "http://a"), lambda: lost.append("a"))
        there = Leases(prepared, Peer("b", "http://b"), lambda: lost.append("b"))
        await here.open()
        await there.open()
        assert await here.claim("table") == Claim(None, 2)
        assert await there.claim("table") == Claim(Peer("a", "http://a"), 2)
        assert await there.claim("no such table") == Claim(None, 0)
        await asyncio.sleep(0.4)
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


def test_a_house_at_the_same_address_takes_over_at_once(prepared: str) -> None:
    async def run() -> None:
        store = PostgresStore(prepared, "old")
        await stored(store, [row(0)])
        old = Leases(prepared, Peer("old", "http://a"), lambda: None)
        await old.open()
        assert (await old.claim("table")).owner is None
        new = Leases(prepared, Peer("new", "http://a"), lambda: None)
        await new.open()
        assert (await new.claim("table")).owner is None
        await old.close()
        await new.close()
        await store.close()

    asyncio.run(run())


def test_a_folder_for_servers_can_be_entered_by_all() -> None:
    with shared_folder() as folder:
        assert oct(Path(folder).stat().st_mode & 0o777) == "0o755"
