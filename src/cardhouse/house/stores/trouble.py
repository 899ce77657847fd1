"""Trouble with a house's file: a sentence for `/health`, and a line of the journal, that say why nothing is stored.

The house recovers by itself from a full disk, another program's lock, and a file that was moved away and back.
If the file is damaged, the house must be started again with a good one.
"""

from pathlib import Path
from threading import Thread

import apsw

from cardhouse.house.journal import journal

DAMAGED = "is damaged: restore a backup, and start the house again"
PROBE = "UPDATE alembic_version SET version_num = version_num"  # writes a page without changing it


class FileLost(Exception):
    """The open file no longer has its name, so what is written to it is lost when the house stops."""


class LostInCommit(FileLost):
    """The file lost its name during a commit."""


SENTENCES: dict[type[Exception], str] = {
    apsw.FullError: "cannot be written: the disk is full. Make room",
    apsw.ReadOnlyError: "cannot be written: it is read-only. Make it and its folder writable",
    apsw.BusyError: "cannot be written: another program has locked it. Close that program",
    apsw.CorruptError: DAMAGED,
    apsw.NotADBError: DAMAGED,
    apsw.IOError: "cannot be written: the disk fails. Check the disk, and start the house again",
    FileLost: "was deleted, replaced or cut: put it back, or start the house again",
}


class Trouble:
    def __init__(self, path: Path) -> None:
        self.reason = ""
        self._damaged = False
        self._path, self._log = path.resolve(), Path(f"{path.resolve()}-wal")
        self._file, self._log_file = identity(self._path), identity(self._log)
        self._log_size = 0

    def check_files(self) -> None:
        """Raise FileLost if the file or its write-ahead log was replaced, or if that log was truncated."""
        log = identity(self._log)  # once: the checkup may create it at any moment
        if self._log_file is None:  # there is none before the first change
            self._log_file = log
        if self._file != identity(self._path) or self._log_file != log:
            raise FileLost
        size = self._log.stat().st_size if self._log_file else 0
        if size < self._log_size:  # SQLite never makes it shorter while it is open
            raise FileLost
        self._log_size = size

    def begin(self, error: Exception) -> None:
        """Note why something could not be stored, if the cause is the file."""
        reason = sentence(self._path, error)
        if reason and reason != self.reason and not self._damaged:
            self.reason, self._damaged = reason, DAMAGED in reason
            journal.error("the file is in trouble", extra={"reason": reason})

    def explains(self, error: BaseException) -> bool:
        return sentence(self._path, error) != ""

    def end(self) -> None:
        """Note that something was stored."""
        if self.reason and not self._damaged:
            self.reason = ""
            journal.warning("the file can be written again")


class Checkup:
    """An integrity check of the whole file, once, in the background."""

    def __init__(self, path: Path, trouble: Trouble) -> None:
        self._db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        self._trouble = trouble
        self._thread = Thread(target=self._check, name="checkup", daemon=True)
        self._thread.start()

    def _check(self) -> None:
        try:
            ((found,), *_) = self._db.execute("PRAGMA quick_check(1)").fetchall()
        except apsw.InterruptError:
            return
        except apsw.Error as error:
            self._trouble.begin(error)
        else:
            if found != "ok":
                self._trouble.begin(apsw.CorruptError(found))

    def stop(self) -> None:
        self._db.interrupt()
        self._thread.join()
        self._db.close()


def sentence(path: Path, error: BaseException) -> str:
    """Return what is wrong with the file, or "" if the error has another cause."""
    return next((f"{path.name} {what}." for kind, what in SENTENCES.items() if isinstance(error, kind)), "")


def identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
