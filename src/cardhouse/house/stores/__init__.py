"""Stores: where the logs of all tables are kept.

`sqlite.py` keeps them in a file, which one house has for itself. `postgres.py` keeps them in a PostgreSQL database,
which several houses share. A log only grows, and the number of a row is its place in the log: two houses that both
believe to own a table cannot both append a row of the same number, so a log never forks.

Beside the logs there are *documents*: short texts with a kind and a name, such as the entries of an
evening, or who is called at a table.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from cardhouse.house.rows import Row
from cardhouse.wire import Ack, Denial

Done = Callable[[BaseException | None], None]  # called when rows are stored, or with the error
Found = Callable[[Ack | None, BaseException | None], None]
unwell = partial(Denial, "store", "The house cannot use its store at the moment. Try again later.")


class Stale(Exception):
    """Another house has written to this log since the append was decided."""


class Store(Protocol):
    """What a house needs of a store. A question raises Denial while the store cannot be used."""

    commits: int
    writings: int
    failures: int

    def append(self, rows: Sequence[Row], done: Done) -> None:
        """Write rows of one table with their documents, all or none.

        The error is Stale if the log is not as long as they say.
        """

    def find(self, table: str, player: int, command: int, found: Found) -> None:
        """Look up the answer that a command got before."""

    async def rows(self, table: str, since: int = 0, *, certain: bool = False) -> list[Row]:
        """Read the log of a table, from the row of this number on. What is certain outlives a failover."""

    async def archived(self, table: str) -> list[Row]:
        """Read the log of a table without delaying any writes, however long it is."""

    async def exists(self, table: str) -> bool: ...

    async def listed(self, most: int) -> list[str]:
        """Return the listed tables, the newest first."""

    async def unlist(self, tables: Sequence[str]) -> None: ...

    async def documents(self, kind: str, since: str = "", *, certain: bool = False) -> dict[str, str]:
        """Return the documents of a kind, by name, in the order of their names, from one name on.

        What is certain outlives a failover.
        """

    async def document(self, kind: str, name: str) -> str | None: ...

    async def add_document(self, kind: str, name: str, text: str) -> str:
        """Add a document, unless there is one of this name; return the one that is there afterwards, for certain."""

    async def put_document(self, kind: str, table: str, text: str) -> bool:
        """Store a document of a table, which has its name, in place of the one before; if it is empty, remove it.

        Return False, and change nothing, if this house does not own the table.
        """

    async def remove_documents(self, kind: str, names: Sequence[str]) -> None: ...

    async def time(self) -> float:
        """Return the time by the clock of the store, in seconds since the epoch."""

    async def flush(self) -> None:
        """Wait until everything that was appended before is stored or refused. Raise Denial if that cannot be."""

    async def check(self) -> str:
        """Return why nothing can be stored at the moment, or ""."""

    async def close(self) -> None: ...
