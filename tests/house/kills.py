"""A house that is killed in its first write or sync, in its second, and so on, until one comes to its end.

    python -m tests.house.kills SqliteStore        prints {"kills": 103, "kept": 104, "lost": 0, "broken": 0}

A program of its own, for it forks, and a process that forks should have no other threads.
"""

import asyncio
import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from signal import SIGKILL
from tempfile import TemporaryDirectory

from cardhouse.house.stores import schema
from cardhouse.house.stores.sqlite import SqliteStore
from tests.house.disk import Disk
from tests.house.random_appends import Append, AppendChecker, EarlyAckStore, appends_of, commit_all, groups_of

APPENDS, PAGES = 12, 5
KINDS = {"SqliteStore": SqliteStore, "EarlyAckStore": EarlyAckStore}


def work(file: Path, k: int, kind: type[SqliteStore], appends: list[Append], pipe: int) -> None:
    """A house from the making of its file to its closing, unless it is killed."""
    disk = Disk("killed", kill_at=k)

    def tell(rows: Append) -> None:
        os.write(pipe, b"%d\n" % appends.index(rows))

    async def sit() -> None:
        store = kind(file, vfs=disk.name)
        await commit_all(store, [*groups_of(Random(0), appends)], tell, pages=PAGES)

    schema.prepare(file)
    asyncio.run(sit())


def forked(child: Callable[[int], None]) -> tuple[int, list[int]]:
    """How a child ended, and the numbers that it told."""
    ours, its = os.pipe()
    if (number := os.fork()) == 0:
        try:
            child(its)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(its)
    with os.fdopen(ours) as pipe:
        acknowledged = [int(line) for line in pipe]
    return os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]), acknowledged


def kill(k: int, kind: type[SqliteStore]) -> tuple[int, str]:
    """How the child ended, and how the file that it left is judged, before and after a house starts on it again."""
    appends = [*appends_of(Random(0), APPENDS)]
    checker = AppendChecker(appends)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "house.db"
        end, acknowledged = forked(lambda pipe: work(file, k, kind, appends, pipe))
        for number in acknowledged:
            checker.acknowledge(appends[number])
        verdict = checker.judge(file)
        schema.prepare(file)
        again = checker.judge(file)
    assert end == -SIGKILL or (end == 0 and len(acknowledged) == len(appends)), f"The {k}th child ended with {end}."
    return end, verdict if verdict == again else "broken"


def kills(kind: type[SqliteStore]) -> dict[str, int]:
    counts, end = dict.fromkeys(("kills", "kept", "lost", "broken"), 0), -SIGKILL
    while end:
        end, verdict = kill(counts["kills"] + 1, kind)
        counts["kills"] += end != 0
        counts[verdict] += 1
    return counts


if __name__ == "__main__":
    print(json.dumps(kills(KINDS[sys.argv[1]])))
