"""The archive: what the operator, and everybody after a match, may read of the logs."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import apsw

from cardhouse.cards.errors import BadLog
from cardhouse.cards.ledger import WATCHER
from cardhouse.house import store
from cardhouse.house.entries import Moved, Opened, Row, Started
from cardhouse.house.sitting import Sitting, following, opening
from cardhouse.house.wire import encode
from cardhouse.play import log


def finished(rows: Iterable[Row]) -> str:
    """The log of the last match that is over, every card in it. Those of one that runs are told to nobody."""
    sitting: Sitting | None = None
    lines: list[log.Entry] = []
    done: list[log.Entry] = []
    for row in rows:
        if isinstance(row.entry, Opened):
            sitting = opening(row.entry, row.secret)
            continue
        assert sitting is not None
        sitting, _ = following(sitting, row.entry, row.secret)
        if sitting.match is not None:
            lines = [] if isinstance(row.entry, Started) else lines
            lines += sitting.match.logged()
            if sitting.match.over and lines:
                done, lines = [*lines, log.foot(sitting.match.seen(WATCHER))], []
    if not done:
        raise BadLog("No match is over at this table: the cards of one that runs are told to nobody.", rule="logs")
    return log.text(done)


def exported(file: Path, table: str) -> str:
    return finished(rows_of(file, table))


def told(rows: Iterable[Row]) -> Iterator[str]:
    """Lines for the operator: what everybody at the table may know. Of a hidden turn nothing before it is open."""
    seq = -1
    for row in rows:
        hidden = isinstance(row.entry, Moved) and not row.entry.move and row.seq == seq
        if not hidden:
            at = datetime.fromtimestamp(row.at / 1000, UTC).isoformat(timespec="milliseconds")
            yield f"{at}  {row.number:>5}  {encode(row.entry).decode()}"
        seq = row.seq


def rows_of(file: Path, table: str) -> list[Row]:
    """The log of a table, read from the file, whether its house is open or not."""
    db = _opened(file)
    try:
        rows = store.read(db, table)
    except apsw.Error as error:
        raise BadLog(f"{file.name} is no file of a house: {error}.", rule="store") from error
    finally:
        db.close()
    if not rows:
        raise BadLog(f"There is no table {table!r}.", rule="store")
    return rows


def _opened(file: Path) -> apsw.Connection:
    if not file.exists():
        raise BadLog(f"There is no file {file}: no house has been opened there.", rule="store")
    try:
        db = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
        db.set_busy_timeout(5000)
        db.execute("SELECT version_num FROM alembic_version").fetchall()
    except apsw.Error as error:
        raise BadLog(f"{file} is no file of a house, or cannot be read: {error}.", rule="store") from error
    return db


def back_up(file: Path, to: Path) -> None:
    """A copy as of now, while the house goes on."""
    if to.exists():
        raise BadLog(f"{to} exists already: a backup overwrites nothing.", rule="store")
    source = _opened(file)
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
