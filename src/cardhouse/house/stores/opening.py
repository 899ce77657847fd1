"""Open a store by its address: the path of a file, or the URL of a PostgreSQL database."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from cardhouse.cards.errors import BadLog, BadSetup
from cardhouse.extras import needs
from cardhouse.house.rows import Row
from cardhouse.house.stores import Store, schema, sqlite

if TYPE_CHECKING:
    from cardhouse.house.stores.leases import Leases

SCHEMES = ("postgresql://", "postgres://")


def is_database(store: str) -> bool:
    """Return whether a store is a PostgreSQL database. Raise BadSetup if it is, and its driver is not installed."""
    if not store.startswith(SCHEMES):
        return False
    if find_spec("asyncpg") is None:
        raise BadSetup(needs("A store in PostgreSQL", "postgres"), rule="store")
    return True


def describe(store: str) -> str:
    """Return a store's address for people, without a password."""
    if not is_database(store):
        return store
    from cardhouse.house.stores.reasons import name_of  # needs the extra `postgres`

    return name_of(store)


@contextmanager
def prepared(store: str, *, wait: bool = False) -> Iterator[None]:
    """Create or migrate a store, and lock it if it is a file. With `wait`, wait for a database that is away."""
    if is_database(store):
        from cardhouse.house.stores import database

        asyncio.run(_prepare_in_time(store) if wait else database.prepare(store))
        yield
        return
    lock = schema.lock(Path(store))
    try:
        schema.prepare(Path(store))
        yield
    finally:
        lock.close()


async def _prepare_in_time(url: str) -> None:
    from cardhouse.house.stores import database, postgres

    trouble = postgres.DatabaseTrouble(url)
    await database.prepare_in_time(url, trouble.begin)
    trouble.end()


def open_store(store: str, house: str) -> Store:
    """Open a store that is prepared, for the house of this id. A failing disk stops the process."""
    if is_database(store):
        from cardhouse.house.stores.postgres import PostgresStore

        return PostgresStore(store, house)
    file = sqlite.SqliteStore(Path(store), broken=lambda: signal.raise_signal(signal.SIGTERM))
    file.begin_checkup()
    return file


def open_leases(
    store: str, house: str, url: str, *, lost: Callable[[], None], asked: Callable[[str], None]
) -> "Leases":
    """Return the leases of a database's houses, for the house of this id."""
    from cardhouse.house.stores.leases import Leases, Peer

    return Leases(store, Peer(house, url), lost, asked)


def read_rows(store: str, table: str) -> list[Row]:
    """Read the log of a table, whether or not a house has the store open."""
    if is_database(store):
        from cardhouse.house.stores import database

        rows = asyncio.run(database.read_apart(store, table))
    else:
        file = Path(store)
        with closing(sqlite.open_to_read(file)) as db:
            schema.must_be_current(file.name, schema.version_in(db, file.name))
        rows = sqlite.read_apart(file, table)
    if not rows:
        raise BadLog(f"There is no table {table!r}.", rule="store")
    return rows


def back_up(store: str, to: Path) -> None:
    """Copy a file as it is now, while the house runs."""
    if is_database(store):
        raise BadSetup(
            "`cardhouse backup` copies a file; back up a database with pg_basebackup or pg_dump.", rule="store"
        )
    if to.exists():
        raise BadLog(f"{to} already exists, and a backup does not overwrite files.", rule="store")
    source = sqlite.open_to_read(Path(store))
    try:
        to.touch(mode=0o600)
        copy = apsw.Connection(str(to))
        with copy.backup("main", source, "main") as backup:
            backup.step()
        copy.close()
    except (OSError, apsw.Error) as error:
        to.unlink(missing_ok=True)
        raise BadLog(f"{to} cannot be written: {error}.", rule="store") from error
    finally:
        source.close()
