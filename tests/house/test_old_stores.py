"""Stores that this version did not write: an older layout, or a foreign file or database, is refused and left alone."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from cardhouse.cards.errors import BadLog
from cardhouse.house.stores import schema
from cardhouse.house.stores.moving import move_store
from cardhouse.house.stores.opening import prepared, read_rows
from tests.house import stores

VERSIONS = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);"
OF_0_1_0 = """
CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, opened INTEGER NOT NULL, listed INTEGER NOT NULL);
CREATE TABLE log (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    player INTEGER NOT NULL,
    command INTEGER,
    seq INTEGER NOT NULL,
    draft INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE UNIQUE INDEX log_commands ON log (table_id, player, command) WHERE command IS NOT NULL;
CREATE TABLE secrets (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    secret TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);
INSERT INTO tables VALUES ('x', 'blitz', 0, 0);
INSERT INTO log VALUES ('x', 0, 0, 1, NULL, 0, 0, '{"what":"opened","game":"blitz","seats":2,"options":{}}');
"""
Make = Callable[[str], str]


def stamp(version: str) -> str:
    return f"{VERSIONS} INSERT INTO alembic_version VALUES ('{version}');"


@pytest.fixture(params=["file", "database"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """Return a function that makes a store with statements, and returns its address."""

    def make_file(statements: str) -> str:
        db = apsw.Connection(str(tmp_path / "house.db"))
        db.execute(statements)
        db.close()
        return str(tmp_path / "house.db")

    def make_database(statements: str) -> str:
        server, url = stores.server(), stores.server().new_database()
        server.sql(statements, url.rpartition("/")[2])
        return url

    return make_file if request.param == "file" else make_database


def refusals(store: str, tmp_path: Path) -> set[str]:
    """Return why a store cannot be opened, read or moved, and check that it is left as it is."""
    before, reasons = stores.content(store), set[str]()

    def opened() -> None:
        with prepared(store, wait=True):
            pass

    def moved() -> None:
        asyncio.run(move_store(store, str(tmp_path / "new.db"), lambda done, total: None))

    for use in (opened, lambda: read_rows(store, "x"), moved):
        with pytest.raises(BadLog) as refused:
            use()
        reasons.add(refused.value.sentence)
    assert stores.content(store) == before
    assert not (tmp_path / "new.db").exists()
    return reasons


def test_a_store_of_version_0_1_0_is_refused_with_what_to_do(make: Make, tmp_path: Path) -> None:
    (reason,) = refusals(make(stamp("0001") + OF_0_1_0), tmp_path)
    assert "was written by Cardhouse 0.1.0, whose logs this version cannot replay: keep it for that version" in reason


FOREIGN = {
    "the version of 0.1.0 alone": stamp("0001"),
    "this version alone": stamp(schema.VERSION),
    "a version that nobody knows": stamp("5b3f"),
    "no version": OF_0_1_0,
    "another program's tables": stamp("0001") + "CREATE TABLE users (id INTEGER PRIMARY KEY);",
}


@pytest.mark.parametrize("foreign", FOREIGN)
def test_the_store_of_another_program_is_refused(make: Make, foreign: str, tmp_path: Path) -> None:
    for reason in refusals(make(FOREIGN[foreign]), tmp_path):
        assert re.search("is not the (file|database) of a house.*: choose another one", reason)


@pytest.mark.parametrize("made", [stamp(schema.VERSION) + OF_0_1_0, VERSIONS + OF_0_1_0])
def test_a_store_without_the_tables_of_its_version_is_refused(make: Make, made: str, tmp_path: Path) -> None:
    (reason,) = refusals(make(made), tmp_path)
    assert "does not have the tables of its version: restore a backup, or choose another" in reason


def test_planted_without_the_check_an_old_store_is_opened_and_then_breaks(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make(stamp(schema.VERSION) + OF_0_1_0)
    monkeypatch.setattr(schema, "checked_version", lambda name, kind, *, found, wanted, version: version)
    with prepared(store), pytest.raises(BadLog, match=r"no such column|does not have the tables"):
        read_rows(store, "x")
