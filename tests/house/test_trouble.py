"""A file that is full, read-only, deleted, replaced or damaged: `/health` says so, and nothing is acknowledged."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from signal import SIGTERM
from typing import Any

import apsw
import pytest

from cardhouse.cards.errors import BadLog
from cardhouse.house.rows import Row
from cardhouse.house.stores import schema, trouble
from cardhouse.house.stores.sqlite import SqliteStore, read
from cardhouse.house.stores.trouble import FileLost, Trouble, identity
from cardhouse.wire import Denial
from tests.house.live import LiveHouse
from tests.house.test_store import row
from tests.waiting import HANG, until

FULL = "house.db cannot be written: the disk is full. Make room."
LOST = "house.db was deleted, replaced or cut: put it back, or start the house again."
DAMAGED = "house.db is damaged: restore a backup, and start the house again."


class SmallDisk(apsw.VFS):
    """A disk that can be full."""

    full = False

    def __init__(self) -> None:
        super().__init__("small", base="")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        disk = self

        class File(apsw.VFSFile):
            def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
                if disk.full:
                    raise apsw.FullError
                super().xWrite(data, offset)

        return File("", name, flags)


async def stored(store: SqliteStore, rows: list[Row]) -> BaseException | None:
    """Return why they were not."""
    outcome: asyncio.Future[BaseException | None] = asyncio.get_running_loop().create_future()
    store.append(rows, outcome.set_result)
    return await asyncio.wait_for(outcome, HANG)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    schema.prepare(tmp_path / "house.db")
    return tmp_path / "house.db"


def journaled(captured: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in captured.records]


def test_a_log_that_was_cut_is_noticed_before_anything_else_is_acknowledged(file: Path) -> None:
    async def cut() -> None:
        store = SqliteStore(file)
        assert await stored(store, [row(0)]) is None
        Path(f"{file}-wal").write_bytes(b"")
        assert isinstance(await stored(store, [row(1)]), FileLost)
        assert await store.check() == LOST
        await store.close()

    asyncio.run(cut())


def test_health_is_told_while_another_program_holds_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def held() -> None:
        store, other = SqliteStore(file), apsw.Connection(str(file))
        other.execute("BEGIN EXCLUSIVE")
        writing = asyncio.ensure_future(stored(store, [row(0)]))
        await asyncio.sleep(0)
        with monkeypatch.context() as impatient:
            impatient.setattr("cardhouse.house.stores.sqlite.PATIENCE", 0.0)
            assert await store.check() == "house.db has not been written to for 0 s."
        other.execute("ROLLBACK")
        other.close()
        if isinstance(await writing, apsw.BusyError):  # on a slow machine it was held for too long
            assert await stored(store, [row(0)]) is None
        monkeypatch.setattr("cardhouse.house.stores.sqlite.PATIENCE", HANG)
        assert await store.check() == ""
        await store.close()

    asyncio.run(held())


def test_a_full_disk_is_reported_once_and_so_is_its_end(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    disk = SmallDisk()

    async def fills() -> None:
        store = SqliteStore(file, vfs="small")
        assert await stored(store, [row(0)]) is None
        disk.full = True
        for _ in range(3):
            assert isinstance(await stored(store, [row(1)]), apsw.FullError)
            assert await store.check() == FULL
        assert await store.ask(lambda db: len(read(db, "table"))) == 1  # what can be read does not end it
        assert store.trouble.reason == FULL
        disk.full = False
        assert await store.check() == ""
        assert await stored(store, [row(1)]) is None
        await store.close()

    asyncio.run(fills())
    assert journaled(caplog) == ["the file is in trouble", "the file can be written again"]


def move(folder: Path, to: Path) -> None:
    to.mkdir(exist_ok=True)
    for name in ("house.db", "house.db-wal", "house.db-shm"):
        (folder / name).rename(to / name)


def replace(folder: Path, to: Path) -> None:
    move(folder, to)
    schema.prepare(folder / "house.db")


def remove_the_log(folder: Path, to: Path) -> None:
    to.mkdir()
    (folder / "house.db-wal").rename(to / "house.db-wal")


@pytest.mark.parametrize("lose", [move, replace, remove_the_log])
def test_a_file_that_lost_its_name_is_not_written_to(file: Path, lose: Callable[[Path, Path], None]) -> None:
    async def loses() -> None:
        store = SqliteStore(file)
        assert await stored(store, [row(0)]) is None
        lose(file.parent, file.parent / "elsewhere")
        assert await store.check() == LOST
        assert await stored(store, [row(1)]) is not None
        assert store.works
        await store.close()

    asyncio.run(loses())


def test_a_file_that_comes_back_is_written_to(file: Path) -> None:
    async def comes_back() -> None:
        store = SqliteStore(file)
        assert await stored(store, [row(0)]) is None
        move(file.parent, file.parent / "elsewhere")
        assert await stored(store, [row(1)]) is not None
        move(file.parent / "elsewhere", file.parent)
        assert await store.check() == ""
        assert await stored(store, [row(1)]) is None
        await store.close()

    asyncio.run(comes_back())


def test_a_file_lost_during_a_commit_stops_the_house_before_any_acknowledgement(file: Path) -> None:
    async def loses() -> None:
        broken, outcomes = asyncio.Event(), list[BaseException | None]()
        store = SqliteStore(file, broken=broken.set)
        assert await stored(store, [row(0)]) is None

        def write_and_lose(db: apsw.Connection) -> None:
            db.execute("UPDATE tables SET listed = 1")
            move(file.parent, file.parent / "elsewhere")

        asked = asyncio.ensure_future(store.ask(write_and_lose))
        await asyncio.sleep(0)  # it is asked
        store.append([row(1)], outcomes.append)
        await asyncio.wait_for(broken.wait(), HANG)
        with pytest.raises(Denial, match="cannot use its store"):
            await asked
        assert (store.works, store.trouble.reason, outcomes) == (False, LOST, [])
        await store.close()

    asyncio.run(loses())


def health(house: LiveHouse) -> tuple[int, Any]:
    return house.request("GET", "/health")


def test_a_house_says_that_its_file_is_gone(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, store=str(tmp_path / "house.db")) as house:
        house.table("davenport", 1)
        assert health(house) == (200, {"ok": True})
        move(tmp_path, tmp_path / "elsewhere")
        assert house.request("POST", "/api/tables", json.dumps({"game": "blitz", "name": "Ann"}).encode())[0] == 503
        assert health(house) == (503, {"ok": False, "reason": LOST})
        move(tmp_path / "elsewhere", tmp_path)
        assert health(house) == (200, {"ok": True})
        house.table("davenport", 1)


def test_a_house_says_that_its_file_is_damaged(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, store=str(tmp_path / "house.db")) as house:
        for _ in range(20):
            house.table("davenport", 3)
        house.kill(SIGTERM)  # what is in the write-ahead log goes to the file
    file = tmp_path / "house.db"
    content = bytearray(file.read_bytes())
    content[-2 * 4096 :] = b"\xa5" * (2 * 4096)
    file.write_bytes(content)
    with LiveHouse(tmp_path, store=str(tmp_path / "house.db")) as house:
        until(lambda: health(house) == (503, {"ok": False, "reason": DAMAGED}))


def test_a_house_that_cannot_write_does_not_open_and_says_why(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = apsw.Connection

    def read_only(path: str, **more: Any) -> apsw.Connection:
        return connection(path, flags=apsw.SQLITE_OPEN_READONLY, **more)

    monkeypatch.setattr(apsw, "Connection", read_only)
    with pytest.raises(BadLog, match=r"house\.db cannot be written: it is read-only"):
        schema.prepare(file)


def test_a_log_that_appears_while_the_files_are_checked_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The checkup's connection creates the write-ahead log at any moment, also between two looks at it."""
    file, log = tmp_path / "house.db", tmp_path / "house.db-wal"
    file.touch()
    checked = Trouble(file)

    def look(path: Path) -> tuple[int, int] | None:
        found = identity(path)
        if path == log:
            log.touch()
        return found

    monkeypatch.setattr(trouble, "identity", look)
    checked.check_files()
    checked.check_files()
    log.unlink()
    monkeypatch.undo()
    with pytest.raises(FileLost):
        checked.check_files()
