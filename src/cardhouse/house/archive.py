"""The archive: what the operator, and everybody after a match, may read of the logs."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import apsw

from cardhouse.cards.errors import BadLog
from cardhouse.cards.ledger import WATCHER
from cardhouse.house import store
from cardhouse.house.entries import AnyEntry, Opened, Row, Started
from cardhouse.house.sitting import Sitting, following, opening
from cardhouse.house.wire import encode
from cardhouse.play import log


def finished(rows: Sequence[Row]) -> str:
    """The log of the last match that is over, every card in it. Those of one that runs are told to nobody."""
    text = ""
    for sitting, lines in _played(rows):
        if sitting.match is not None and sitting.match.over:
            text = log.text(lines)
    if not text:
        raise BadLog("No match is over at this table: the cards of one that runs are told to nobody.", rule="logs")
    return text


def _played(rows: Iterable[Row]) -> Iterable[tuple[Sitting, list[log.Entry]]]:
    """The sitting after each entry, and the log of its match so far."""
    sitting: Sitting | None = None
    lines: list[log.Entry] = []
    for row in rows:
        if isinstance(row.entry, Opened):
            sitting = opening(row.entry, row.secret)
            continue
        assert sitting is not None
        sitting, _ = following(sitting, row.entry, row.secret)
        if sitting.match is None:
            continue
        if isinstance(row.entry, Started):
            lines = []
        lines += sitting.match.logged()
        yield sitting, [*lines, log.foot(sitting.match.seen(WATCHER))] if sitting.match.over else lines


def told(row: Row) -> str:
    """A line for the operator: what everybody at the table may know."""
    at = datetime.fromtimestamp(row.at / 1000, UTC).isoformat(timespec="milliseconds")
    entry: AnyEntry = row.entry
    return f"{at}  {row.number:>5}  {encode(entry).decode()}"


def rows_of(file: Path, table: str) -> list[Row]:
    """The log of a table, read from the file, whether its house is open or not."""
    if not file.exists():
        raise BadLog(f"There is no file {file.name}: no house has been opened there.", rule="store")
    db = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        rows = store.read(db, table)
    finally:
        db.close()
    if not rows:
        raise BadLog(f"There is no table {table!r}.", rule="store")
    return rows


def back_up(file: Path, to: Path) -> None:
    """A copy as of now, while the house goes on."""
    if to.exists():
        raise BadLog(f"{to} exists already: a backup overwrites nothing.", rule="store")
    source, copy = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY), apsw.Connection(str(to))
    with copy.backup("main", source, "main") as backup:
        backup.step()
    copy.close()
    source.close()
