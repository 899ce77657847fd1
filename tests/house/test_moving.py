"""A house moves from one store to another, with everything it has."""

import asyncio
import os
from multiprocessing import get_context
from pathlib import Path

import apsw
import asyncpg
import pytest

from cardhouse.cards.errors import BadLog
from cardhouse.house.stores import database, moving, schema, sqlite
from cardhouse.house.stores.moving import DatabaseCopier, Rows, move_store
from cardhouse.house.stores.opening import read_rows
from tests.commands import Done, called
from tests.house import stores
from tests.house.live import LiveHouse
from tests.house.many_tables import fill_store
from tests.waiting import HANG

TABLES = 5


def quietly(done: int, total: int) -> None:
    pass


def test_a_house_moves_to_a_database_and_back(tmp_path: Path) -> None:
    file, back, url = tmp_path / "house.db", tmp_path / "back.db", stores.server().new_database()
    fill_store(file, TABLES)
    there = called("", "move-store", str(file), url)
    assert there.returncode == 0, there.stderr
    assert f"{TABLES} tables with" in there.stdout
    assert asyncio.run(move_store(url, str(back), quietly)) == asyncio.run(
        move_store(str(file), str(tmp_path / "again.db"), quietly)
    )
    for number in range(TABLES):
        first, *copies = (read_rows(store, f"t-{number}") for store in (str(file), url, str(back)))
        assert copies == [first, first]


def test_a_store_that_is_in_use_or_has_tables_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    fill_store(file, 1)
    fill_store(tmp_path / "full.db", 1)
    with pytest.raises(BadLog, match="has tables already"):
        asyncio.run(move_store(str(file), str(tmp_path / "full.db"), quietly))
    with pytest.raises(BadLog, match="cannot be moved onto itself"):
        asyncio.run(move_store(str(file), str(file), quietly))
    with pytest.raises(BadLog, match="no house has been opened there"):
        asyncio.run(move_store(str(tmp_path / "none.db"), str(tmp_path / "new.db"), quietly))
    url = stores.server().new_database()
    with LiveHouse(tmp_path, store=url) as house:
        assert house.is_well()  # its port is open before it has a lease
        with pytest.raises(BadLog, match="A house is open on PostgreSQL"):
            asyncio.run(move_store(url, str(tmp_path / "new.db"), quietly))
    with LiveHouse(tmp_path, store=str(file)), pytest.raises(BadLog, match="Another house is open"):
        asyncio.run(move_store(str(file), str(tmp_path / "new.db"), quietly))


def die_half_way(source: str, target: str) -> None:
    """Move a store in this process, and kill it when half of the tables are copied."""
    asyncio.run(move_store(source, target, lambda done, total: os._exit(9) if done > total // 2 else None))


@pytest.mark.parametrize("kind", ["file", "database"])
def test_a_move_that_is_killed_leaves_the_target_empty_and_can_be_run_again(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    target = str(tmp_path / "new.db") if kind == "file" else stores.server().new_database()
    fill_store(file, TABLES)
    killed = get_context("spawn").Process(target=die_half_way, args=(str(file), target))
    killed.start()
    killed.join(HANG)
    assert killed.exitcode == 9
    tables, _ = asyncio.run(move_store(str(file), target, quietly))
    assert tables == TABLES
    assert read_rows(target, "t-0") == read_rows(str(file), "t-0")


WRITES = {
    "lease": "INSERT INTO houses VALUES ('house', 'http://house', clock_timestamp())",
    "log": "UPDATE log SET at = at",
    "tables": "INSERT INTO tables VALUES ('new', 'president', 0, 0)",
}


@pytest.mark.parametrize("moved", ["from", "to"])
def test_no_house_opens_or_writes_while_its_database_is_moved(moved: str, tmp_path: Path) -> None:
    server = stores.server()
    file, url = str(tmp_path / "house.db"), server.new_database()
    fill_store(tmp_path / "house.db", 1)
    if moved == "from":
        asyncio.run(move_store(file, url, quietly))
    source, target = (url, str(tmp_path / "new.db")) if moved == "from" else (file, url)
    refused = list[str]()

    def write(done: int, total: int) -> None:
        for name, statement in WRITES.items():
            with pytest.raises(RuntimeError, match="lock timeout"):
                server.sql(f"SET lock_timeout = 100; {statement}", url.rpartition("/")[2])
            refused.append(name)

    asyncio.run(move_store(source, target, write))
    assert refused == [*WRITES]


def test_a_database_is_not_moved_onto_itself_under_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "PATIENCE", 0.2)
    url = stores.server().new_database()
    asyncio.run(database.prepare(url))
    with pytest.raises(BadLog, match="is used by another program"):
        asyncio.run(move_store(url, url.replace("127.0.0.1", "localhost"), quietly))


def test_planted_a_copy_that_differs_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = DatabaseCopier.write

    async def forget(self: DatabaseCopier, rows: Rows) -> None:
        await write(self, {**rows, "secrets": rows["secrets"][1:]})

    monkeypatch.setattr(moving.DatabaseCopier, "write", forget)
    fill_store(tmp_path / "house.db", 1)
    with pytest.raises(BadLog, match="The copy of table 't-0' differs"):
        asyncio.run(move_store(str(tmp_path / "house.db"), stores.server().new_database(), quietly))
    assert schema.version_of(tmp_path / "house.db") == schema.VERSION


@pytest.fixture(params=["file", "database"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store with tables."""
    file = tmp_path / "house.db"
    fill_store(file, 2)
    if request.param == "file":
        return str(file)
    asyncio.run(move_store(str(file), url := stores.server().new_database(), quietly))
    return url


def test_nothing_is_changed_in_the_source(source: str, tmp_path: Path) -> None:
    before = stores.content(source)
    asyncio.run(move_store(source, str(tmp_path / "new.db"), quietly))
    assert stores.content(source) == before


def test_a_source_of_another_version_is_not_migrated(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stores.content(source)
    monkeypatch.setattr(schema, "VERSION", "0003")
    with pytest.raises(
        BadLog, match="has version 0002, and this Cardhouse reads version 0003: open a house there first"
    ):
        asyncio.run(move_store(source, str(tmp_path / "new.db"), quietly))
    assert stores.content(source) == before


def test_an_empty_source_is_refused() -> None:
    with pytest.raises(BadLog, match="is empty: no house has been opened there"):
        asyncio.run(move_store(stores.server().new_database(), stores.server().new_database(), quietly))


def end_connections(url: str) -> None:
    server, name = stores.server(), url.rpartition("/")[2]
    server.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")


@pytest.mark.parametrize("lost", ["from", "to"])
def test_a_move_whose_connection_is_lost_ends_with_a_sentence_and_can_be_run_again(lost: str, tmp_path: Path) -> None:
    file, url = str(tmp_path / "house.db"), stores.server().new_database()
    fill_store(tmp_path / "house.db", 2)
    if lost == "from":
        asyncio.run(move_store(file, url, quietly))
    source, target = (url, str(tmp_path / "new.db")) if lost == "from" else (file, url)
    with pytest.raises(BadLog, match=rf"{stores.server().port}/house_\w+ (is starting or|cannot be).*run it again"):
        asyncio.run(move_store(source, target, lambda done, total: end_connections(url) if done == 1 else None))
    assert asyncio.run(move_store(source, target, quietly))[0] == 2


def test_a_full_disk_ends_a_move_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, full = str(tmp_path / "house.db"), tmp_path / "full.db"
    fill_store(tmp_path / "house.db", TABLES)
    connect = sqlite.connect

    def connect_to_small_disk(path: Path) -> apsw.Connection:
        db = connect(path)
        db.execute("PRAGMA max_page_count = 1")
        return db

    async def fail(*given: object, **more: object) -> None:
        raise asyncpg.DiskFullError

    with monkeypatch.context() as patches:
        patches.setattr(sqlite, "connect", connect_to_small_disk)
        patches.setattr(asyncpg.Connection, "copy_records_to_table", fail)
        for target in (str(full), stores.server().new_database()):
            ended = called("", "move-store", file, target)
            assert ended.returncode == 2
            assert "disk is full. Make room. The move was broken off, and the source is unchanged" in unwrapped(ended)
    assert asyncio.run(move_store(file, str(full), quietly))[0] == TABLES


def unwrapped(ended: Done) -> str:
    return " ".join(ended.stderr.split())
