"""Promise 1 on the disk: what is acknowledged outlives a power cut, and a kill, at whatever moment.

A run is played on a `Disk`, of which images are made meanwhile: between two writes, within a commit or a checkpoint,
and when something is acknowledged. Each is opened as after a power cut, and the checker judges it.
"""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from cardhouse.house.stores import schema
from cardhouse.house.stores.sqlite import SqliteStore
from tests.house.disk import Disk, after
from tests.house.random_appends import Append, AppendChecker, EarlyAckStore, appends_of, commit_all, groups_of

IMAGES = 2_000  # `make prove` makes more
AT_ONCE = 4  # images of one moment
LOOKS = 0.06  # of all moments
APPENDS = 60  # in each run
PAGES = (5, 20, 60)  # between two checkpoints
ROOT = Path(__file__).parents[2]
Counts = dict[str, int]


class Run:
    def __init__(self, seed: int, counts: Counts, most: int) -> None:
        self.chance = Random(seed)
        self.counts, self.most = counts, most
        appends = [*appends_of(self.chance, APPENDS)]
        self.checker = AppendChecker(appends)
        self.groups = [*groups_of(self.chance, appends)]
        self.pages = self.chance.choice(PAGES)
        self.disk = Disk(f"run {seed}", moment=lambda: self.look(inside=True))

    def play(self, file: Path, synchronous: str, kind: type[SqliteStore]) -> None:
        """Commit all appends, with a restart of the house halfway."""

        async def sit(groups: list[list[Append]]) -> None:
            store = kind(file, synchronous=synchronous, vfs=self.disk.name)
            await commit_all(store, groups, self.acknowledge, pages=self.pages)

        half = len(self.groups) // 2
        try:
            schema.prepare(file)
            asyncio.run(sit(self.groups[:half]))
            asyncio.run(sit(self.groups[half:]))
        finally:
            self.disk.unregister()

    def acknowledge(self, rows: Append) -> None:
        self.checker.acknowledge(rows)
        self.look(inside=False)

    def look(self, *, inside: bool) -> None:
        """At this moment, perhaps: cut the power, and see what is left. `inside`: SQLite is at work."""
        if self.chance.random() < LOOKS:
            for _ in range(1 if self.disk.calm() else AT_ONCE):
                if self.counts["images"] < self.most:
                    self.counts["images"] += 1
                    self.counts["inside"] += inside
                    self.counts[self.cut()] += 1

    def cut(self) -> str:
        with TemporaryDirectory() as folder:
            self.disk.image(Path(folder), self.chance)
            return self.checker.judge(Path(folder) / "house.db")


def power_cuts(
    count: int, *, seed: int = 0, synchronous: str = "FULL", kind: type[SqliteStore] = SqliteStore
) -> Counts:
    """As many images, of as many runs as it takes."""
    counts = dict.fromkeys(("runs", "images", "inside", "kept", "lost", "broken"), 0)
    while counts["images"] < count:
        with TemporaryDirectory() as folder:
            run = Run(1000 * seed + counts["runs"], counts, count)
            run.play(Path(folder) / "house.db", synchronous, kind)
        counts["runs"] += 1
    return counts


def kills(kind: str) -> Counts:
    command = [sys.executable, "-m", "tests.house.kills", kind]
    counts: Counts = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    return counts


def test_the_disk_notes_all_that_is_written(tmp_path: Path) -> None:
    run, same = Run(0, {}, most=0), list[bool]()

    def compare() -> None:
        for path, (*_, file) in run.disk.names.items():
            noted = after(file.synced, file.since) if file else None
            same.append(noted == (bytearray(Path(path).read_bytes()) if Path(path).exists() else None))

    run.disk.moment = compare
    run.play(tmp_path / "house.db", "FULL", SqliteStore)
    assert len(same) > 500
    assert all(same)


def test_promise_1_no_power_cut_loses_what_is_acknowledged() -> None:
    counts = power_cuts(IMAGES)
    assert counts["lost"] == counts["broken"] == 0
    assert counts["kept"] == IMAGES
    assert counts["inside"] > IMAGES / 2


def test_a_store_that_does_not_sync_every_commit_is_found() -> None:
    counts = power_cuts(IMAGES // 10, synchronous="NORMAL")
    assert counts["lost"] > 0
    assert counts["broken"] == 0


def test_a_store_that_never_syncs_is_found() -> None:
    assert power_cuts(IMAGES // 10, synchronous="OFF")["broken"] > 0


def test_a_store_that_acknowledges_too_early_is_found_by_power_cuts() -> None:
    assert power_cuts(IMAGES // 10, kind=EarlyAckStore)["lost"] > 0


def test_promise_1_no_kill_at_any_write_or_sync_loses_what_is_acknowledged() -> None:
    counts = kills("SqliteStore")
    assert counts["lost"] == counts["broken"] == 0
    assert counts["kept"] == counts["kills"] + 1 > 50


def test_a_store_that_acknowledges_too_early_is_found_by_kills() -> None:
    assert kills("EarlyAckStore")["lost"] > 0
