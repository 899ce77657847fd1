"""The schema of the store's database, and its migrations.

`schema.sql` is the current schema; `migrations/` upgrades older files, with Alembic, which is imported only if it is
needed. A test checks that both lead to the same schema.
"""

import logging
import os
from contextlib import closing
from importlib import resources
from pathlib import Path

import apsw

from cardhouse.cards.errors import BadLog
from cardhouse.house.stores.trouble import PROBE, sentence

VERSION = "0001"  # of the newest migration
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
    """Return the schema version of a file, or None if the file is empty."""
    try:
        db = apsw.Connection(str(path))
    except apsw.CantOpenError as error:
        raise BadLog(f"{path} cannot be opened: {error}.", rule="store") from error
    try:
        if not list(db.execute("SELECT 1 FROM sqlite_schema")):
            return None
        for (version,) in db.execute("SELECT version_num FROM alembic_version"):
            return str(version)
    except (apsw.NotADBError, apsw.SQLError) as error:
        raise BadLog(f"{path.name} is not the file of a house: {error}", rule="store") from error
    finally:
        db.close()
    raise BadLog(f"{path.name} has no version.", rule="store")


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
        raise BadLog(f"{path.name} has a version that this Cardhouse does not know.", rule="store") from error
