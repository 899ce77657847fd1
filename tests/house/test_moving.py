"""A house moves from one store to another, with everything it has."""

import asyncio
from pathlib import Path

import pytest

from cardhouse.cards.errors import BadLog
from cardhouse.house.stores import moving, schema
from cardhouse.house.stores.moving import DatabaseCopier, Rows, move_store
from cardhouse.house.stores.opening import read_rows
from tests.commands import called
from tests.house import stores
from tests.house.live import LiveHouse
from tests.house.many_tables import fill_store

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
    with LiveHouse(tmp_path, store=url), pytest.raises(BadLog, match="1 houses are open"):
        asyncio.run(move_store(url, str(tmp_path / "new.db"), quietly))
    with LiveHouse(tmp_path, store=str(file)), pytest.raises(BadLog, match="Another house is open"):
        asyncio.run(move_store(str(file), str(tmp_path / "new.db"), quietly))


def test_planted_a_copy_that_differs_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = DatabaseCopier.write

    async def forget(self: DatabaseCopier, rows: Rows) -> None:
        await write(self, {**rows, "secrets": rows["secrets"][1:]})

    monkeypatch.setattr(moving.DatabaseCopier, "write", forget)
    fill_store(tmp_path / "house.db", 1)
    with pytest.raises(BadLog, match="The copy of table 't-0' differs"):
        asyncio.run(move_store(str(tmp_path / "house.db"), stores.server().new_database(), quietly))
    assert schema.version_of(tmp_path / "house.db") == schema.VERSION
