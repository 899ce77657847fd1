"""The store: its schema, its locks, and what happens when it fails."""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from cardhouse.cards.errors import BadLog
from cardhouse.house.rows import Row
from cardhouse.house.stores import schema
from cardhouse.house.stores.sqlite import SqliteStore, read
from cardhouse.wire.commands import Opened, Said
from tests.waiting import HANG


def tables_of(path: Path) -> list[tuple[Any, ...]]:
    """Tables, columns and indexes, however they were written."""
    db, found = apsw.Connection(str(path)), list[tuple[Any, ...]]()
    for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall():
        for row in db.execute(f"PRAGMA table_info({name})").fetchall():
            found.append((name, *row[1:4], row[5]))
        for _, index, unique, _, partial in db.execute(f"PRAGMA index_list({name})").fetchall():
            columns = [column for *_, column in db.execute(f"PRAGMA index_info({index})").fetchall()]
            found.append((name, index if partial else "", unique, partial, columns))
    db.close()
    return found


def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    made, migrated = tmp_path / "made.db", tmp_path / "migrated.db"
    schema.prepare(made)
    schema.migrate(migrated)
    assert tables_of(made) == tables_of(migrated)
    assert schema.version_of(made) == schema.version_of(migrated) == schema.VERSION


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    schema.prepare(file)
    db = apsw.Connection(str(file))
    db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.close()
    with pytest.raises(BadLog, match="has a version that this Cardhouse does not know"):
        schema.prepare(file)


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "data" / "house.db"
    schema.prepare(file)
    assert oct(file.stat().st_mode & 0o777) == "0o600"
    assert oct(file.parent.stat().st_mode & 0o777) == "0o700"


def row(number: int, command: int | None = None) -> Row:
    entry = Said(seat=0, text=f"line {number}") if number else Opened(game="president", seats=4, options={})
    return Row(table="table", number=number, at=0, player=1, command=command, seq=number, draft=0, entry=entry)


def test_a_row_that_cannot_be_written_does_not_delay_the_others(tmp_path: Path) -> None:
    async def run() -> list[str]:
        store = SqliteStore(tmp_path / "house.db")
        outcomes: list[str] = []
        for number, name in ((0, "first"), (1, "second"), (1, "again"), (2, "third")):
            store.append([row(number)], lambda error, name=name: outcomes.append(f"{name} {type(error).__name__}"))  # type: ignore[misc]
        await store.ask(lambda db: None)
        await store.close()
        return outcomes

    schema.prepare(tmp_path / "house.db")
    assert asyncio.run(run()) == ["first NoneType", "second NoneType", "again Stale", "third NoneType"]
    with closing(apsw.Connection(str(tmp_path / "house.db"))) as db:
        assert [one.number for one in read(db, "table")] == [0, 1, 2]


def test_a_command_cannot_be_stored_twice(tmp_path: Path) -> None:
    async def run() -> list[bool]:
        store, stored = SqliteStore(tmp_path / "house.db"), list[bool]()
        for one in (row(0), row(1, command=7), row(2, command=7)):
            store.append([one], lambda error: stored.append(error is None))
        await store.ask(lambda db: None)
        await store.close()
        return stored

    schema.prepare(tmp_path / "house.db")
    assert asyncio.run(run()) == [True, True, False]


def test_a_question_that_fails_is_reported_and_the_next_is_answered(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "house.db")
        with pytest.raises(ZeroDivisionError):
            await store.ask(lambda db: 1 / 0)
        assert await store.rows("table") == []
        await store.close()

    schema.prepare(tmp_path / "house.db")
    asyncio.run(run())


def test_if_the_disk_fails_nothing_is_acknowledged_and_the_house_reports_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be on the disk or not: only a house that is opened again can know."""
    acknowledged: list[str] = []

    async def run() -> None:
        stopped = asyncio.Event()
        store = SqliteStore(tmp_path / "house.db", broken=stopped.set)
        monkeypatch.setattr(store, "_write_together", failing)
        store.append([row(0)], lambda error: acknowledged.append("the command"))
        await asyncio.wait_for(stopped.wait(), HANG)
        assert not store.works
        await store.close()

    def failing(wishes: Any) -> None:
        raise apsw.IOError("fsync")

    schema.prepare(tmp_path / "house.db")
    asyncio.run(run())
    assert acknowledged == []
