"""The schema of the store's database, and its migrations.

`schema.sql` is the current schema; `migrations/` upgrades older files, with Alembic, which is imported only if it is
needed. A test checks that both lead to the same schema.

Before a store is used or migrated, its version and its tables are checked, in a file as in PostgreSQL: what is not a
house's is left alone.
"""

import logging
import os
from collections.abc import Iterable
from contextlib import closing
from importlib import resources
from pathlib import Path

import apsw

from cardhouse.cards.errors import BadLog
from cardhouse.house.stores.trouble import PROBE, sentence

VERSION = "0002"  # of the newest migration
RETIRED = {"0001": "0.1.0"}  # versions that are not migrated, because their logs do not replay; and whose they were
UNKNOWN = "has a version that this Cardhouse does not know: update Cardhouse, or choose another store."
VERSIONS = "alembic_version"
OF_EVERY_HOUSE = {VERSIONS, "tables", "log", "secrets"}
Tables = dict[str, list[str]]  # the columns of each table
FOLDER = resources.files("cardhouse.house.stores")


def prepare(path: Path) -> None:
    """Create the file, or migrate it to the current schema. Raise BadLog if it cannot be written."""
    try:
        _prepare(path)
    except (apsw.Error, OSError) as error:
        why = sentence(path, error) or f"{path} cannot be opened: {error}."
        raise BadLog(why, rule="store") from error


def _prepare(path: Path) -> None:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
        for folder in (path.parent, path.parent.parent):  # SQLite syncs the file, but not its directory entry
            _sync(folder)
    version = version_of(path)
    if version is None:
        make(path)
    elif version != VERSION:
        migrate(path)
    else:
        with closing(apsw.Connection(str(path))) as db:
            db.execute(PROBE)


def _sync(folder: Path) -> None:
    if os.name == "posix":
        number = os.open(folder, os.O_RDONLY)
        os.fsync(number)
        os.close(number)


def lock(path: Path) -> apsw.Connection:
    """Lock the file until the connection is closed, because two houses must not write to one file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        held = apsw.Connection(f"{path.resolve()}.lock")  # a symbolic link is the same file
    except (OSError, apsw.Error) as error:
        raise BadLog(f"The folder {path.parent} cannot be used: {error}.", rule="store") from error
    try:
        held.execute("BEGIN EXCLUSIVE")
    except apsw.Error as error:
        held.close()
        if isinstance(error, apsw.BusyError):
            raise BadLog(f"Another house is open on {path}.", rule="store") from error
        raise BadLog(f"The folder {path.parent} cannot be used: {error}.", rule="store") from error
    return held


def version_of(path: Path) -> str | None:
    """Return the schema version of a file, or None if it is empty. Raise BadLog if it is not the file of a house."""
    try:
        with closing(apsw.Connection(str(path))) as db:
            return version_in(db, path.name)
    except apsw.CantOpenError as error:
        raise BadLog(f"{path} cannot be opened: {error}.", rule="store") from error
    except (apsw.NotADBError, apsw.SQLError) as error:
        raise _foreign(path.name, "file") from error


def version_in(db: apsw.Connection, name: str) -> str | None:
    """Return the schema version of an open file, or None if it is empty. Raise BadLog if it is not that of a house."""
    found, version = _tables_in(db), None
    if VERSIONS in found:
        version = next((str(one) for (one,) in db.execute("SELECT version_num FROM alembic_version")), None)
    return checked_version(name, "file", found=found, wanted=current(), version=version)


def _tables_in(db: apsw.Connection) -> Tables:
    return by_table(
        db.execute(
            "SELECT listed.name, columns.name FROM sqlite_schema AS listed, pragma_table_info(listed.name) AS columns"
            " WHERE listed.type = 'table' ORDER BY listed.name, cid"
        )
    )


def by_table(columns: Iterable[Iterable[object]]) -> Tables:
    """Return the columns of each table, from pairs of a table and a column."""
    found = Tables()
    for table, column in columns:
        found.setdefault(str(table), []).append(str(column))
    return found


def current() -> Tables:
    """Return the tables of the current schema."""
    with closing(apsw.Connection(":memory:")) as db:
        db.execute((FOLDER / "schema.sql").read_text("utf-8"))
        return _tables_in(db)


def checked_version(name: str, kind: str, *, found: Tables, wanted: Tables, version: str | None) -> str | None:
    """Return the version of a store, or None if it is empty. Raise BadLog if it is not a house's, or cannot be used."""
    if not found:
        return None
    if OF_EVERY_HOUSE - {*found}:
        raise _foreign(name, kind)
    if version in RETIRED:
        raise BadLog(
            f"{name} was written by Cardhouse {RETIRED[version]}, whose logs this version cannot replay: keep it for"
            f" that version, and choose another {kind}, or an empty one.",
            rule="store",
        )
    if version is None or (version == VERSION and any(found.get(table) != wanted[table] for table in wanted)):
        raise BadLog(
            f"{name} does not have the tables of its version: restore a backup, or choose another {kind}.", rule="store"
        )
    return version


def _foreign(name: str, kind: str) -> BadLog:
    return BadLog(f"{name} is not the {kind} of a house: choose another one, or an empty one.", rule="store")


def must_be_current(name: str, version: str | None) -> None:
    """Raise BadLog if a store of this version is empty, or must be migrated or left to a newer Cardhouse."""
    if version is None:
        raise BadLog(f"{name} is empty: no house has been opened there.", rule="store")
    if version != VERSION:
        raise BadLog(
            f"{name} has version {version}, and this Cardhouse reads version {VERSION}: open a house there first, which"
            " updates it, or update Cardhouse.",
            rule="store",
        )


def make(path: Path) -> None:
    with closing(apsw.Connection(str(path))) as db, db:
        db.execute((FOLDER / "schema.sql").read_text("utf-8"))
        db.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
        db.execute("INSERT INTO alembic_version VALUES (?)", (VERSION,))


def migrate(path: Path) -> None:
    logging.getLogger("alembic").setLevel(logging.WARNING)  # keep its list of plugins out of the journal
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(FOLDER / "migrations"))
    config.set_main_option("sqlalchemy.url", f"sqlite:///{path}")
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise BadLog(f"{path.name} {UNKNOWN}", rule="store") from error
