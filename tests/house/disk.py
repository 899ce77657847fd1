"""A disk on which the power can be cut at any moment: a VFS of SQLite that notes every write and every sync.

A `File` is what is synced, and the changes since. An image is what may be found after the cut: of those changes any
part, in any order, torn between sectors; and of the names made or deleted since the folder was synced, any part.
With `kill_at=7` the process kills itself in the middle of its seventh write, or at it, if it is a sync.
"""

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

import apsw

PLAIN = apsw.vfs_names()[0]  # SQLite's own
SECTOR = 512  # bytes; the most that a disk writes whole
SHARES = (0.0, 0.1, 0.5, 0.9, 1.0)  # of the changes that arrive before the cut
JOURNALS = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL
Change = tuple[int, bytes | None]  # bytes at an offset; or None, and the file ends there
Name = str | apsw.URIFilename | None


def after(content: bytearray, changes: list[Change]) -> bytearray:
    content = content[:]
    for at, data in changes:
        content.extend(bytes(max(0, at - len(content))))
        if data is None:
            del content[at:]
        else:
            content[at : at + len(data)] = data
    return content


def torn(at: int, data: bytes | None) -> Iterator[Change]:
    """Its sectors."""
    if data is None:
        yield at, None
    else:
        end = at + len(data)
        for start, stop in pairwise([at, *range((at // SECTOR + 1) * SECTOR, end, SECTOR), end]):
            yield start, data[start - at : stop - at]


def arrived(changes: list[Change], chance: Random) -> list[Change]:
    """Those that the disk had written before the cut: the first ones, or any."""
    pieces = [piece for at, data in changes for piece in torn(at, data)]
    if chance.random() < 0.25:
        return pieces[: chance.randint(0, len(pieces))]
    share = chance.choice(SHARES)
    some = [piece for piece in pieces if chance.random() < share]
    chance.shuffle(some)
    return some


@dataclass
class File:
    synced: bytearray
    since: list[Change] = field(default_factory=list)

    def sync(self) -> None:
        self.synced = after(self.synced, self.since)
        self.since.clear()

    def cut(self, chance: Random) -> bytearray:
        """What may be left of it."""
        return after(self.synced, arrived(self.since, chance))


class Disk(apsw.VFS):
    """`moment` is called after every change, from within SQLite."""

    def __init__(self, name: str, *, moment: Callable[[], None] = lambda: None, kill_at: int = 0) -> None:
        # The default, for the schema is made by a connection that asks for no disk in particular.
        super().__init__(name, base=PLAIN, makedefault=True)
        self.name = name
        self.moment = moment
        self.kill_at = kill_at
        self.counted = 0
        # What each name may stand for after a cut. The last is what it stands for now.
        self.names: dict[str, list[File | None]] = {}

    def xOpen(self, name: Name, flags: list[int]) -> apsw.VFSFile:  # noqa: N802, SQLite's name, as all these
        return Handle(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self.names.setdefault(filename, []).append(None)
        if syncdir:
            self.sync_folder()
        self.moment()

    def file(self, path: str, *, existed: bool) -> File:
        """What the name stands for now. What was there before this disk was, is synced."""
        if path not in self.names:
            self.names[path] = [File(bytearray(Path(path).read_bytes())) if existed else None]
        if (file := self.names[path][-1]) is None:
            file = File(bytearray())
            self.names[path].append(file)
        return file

    def sync_folder(self) -> None:
        for files in self.names.values():
            del files[:-1]

    def calm(self) -> bool:
        """Whether a cut would change nothing."""
        return all(len(files) == 1 and not (files[0] and files[0].since) for files in self.names.values())

    def image(self, folder: Path, chance: Random) -> None:
        for path, files in self.names.items():
            if (file := chance.choice(files)) is not None:
                (folder / Path(path).name).write_bytes(file.cut(chance))

    def last(self) -> bool:
        self.counted += 1
        return self.counted == self.kill_at


class Handle(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Name, flags: list[int]) -> None:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        existed = path is not None and Path(path).exists()
        super().__init__(PLAIN, name, flags)
        self.disk = disk
        self.file = File(bytearray()) if path is None else disk.file(path, existed=existed)
        self.syncs_folder = bool(flags[0] & JOURNALS)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        if self.disk.last():
            super().xWrite(data[: len(data) // 2], offset)
            die()
        super().xWrite(data, offset)
        self._change(offset, bytes(data))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self._change(newsize, None)

    def xSync(self, flags: int) -> None:  # noqa: N802
        """The disk below need not sync: it is the images that count, and a kill leaves what was written."""
        if self.disk.last():
            die()
        self.file.sync()
        if self.syncs_folder:  # SQLite's own VFS does so at the first sync of a journal that it opened
            self.disk.sync_folder()
            self.syncs_folder = False
        self.disk.moment()

    def _change(self, at: int, data: bytes | None) -> None:
        self.file.since.append((at, data))
        self.disk.moment()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
