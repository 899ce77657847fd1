"""The stores that tests use: files by default; databases if CARDHOUSE_TEST_STORE is `postgresql`."""

import os
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from tools.cluster.postgres import Postgres

IS_DATABASE = os.environ.get("CARDHOUSE_TEST_STORE") == "postgresql"


def new_store(folder: Path) -> str:
    """Return the address of a store that nobody has used yet."""
    return server().new_database() if IS_DATABASE else str(folder / "house.db")


def dump(store: str) -> bytes:
    """Return everything that is stored."""
    if IS_DATABASE:
        return server().dump(store)
    return b"".join(Path(store + end).read_bytes() for end in ("", "-wal"))


def content(store: str) -> bytes:
    """Return a file as it is, or the dump of a database without what is random in it."""
    if store.endswith(".db"):
        return Path(store).read_bytes()
    return b"".join(line for line in server().dump(store).splitlines() if b"restrict" not in line)


@cache
def server() -> Postgres:
    """Return the PostgreSQL server of this process, which runs until all tests have ended."""
    folder = Path(mkdtemp(prefix="cardhouse-postgres-"))
    folder.chmod(0o755)
    return Postgres(folder / "data").__enter__()


def end_server() -> None:
    if server.cache_info().currsize:
        server().kill()
        shutil.rmtree(server().folder.parent, ignore_errors=True)
