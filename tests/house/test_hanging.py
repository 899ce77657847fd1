"""A PostgreSQL that hangs: it keeps its connections, and does not answer."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tools.cluster.postgres import Postgres, shared_folder

from cardhouse.house.stores import postgres
from tests.house.live import LiveHouse
from tests.waiting import until

WATCHERS = 20  # who ask for /health at once
SOON = WATCHERS * postgres.SOON / 2  # seconds for all answers of /health: half of what they take if they queue up
LATE = 30.0  # seconds for the refusal of a command


@contextmanager
def hanging(server: Postgres) -> Iterator[None]:
    stopped = server.processes()
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)


def test_a_database_that_hangs_is_told_soon_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    with (
        shared_folder() as folder,
        Postgres(folder / "own") as server,
        LiveHouse(tmp_path, store=server.new_database()) as house,
        ThreadPoolExecutor(WATCHERS) as threads,
    ):
        tables = [house.table("president", 1) for _ in range(3)]

        def say(number: int) -> list[int]:
            """Say the same line at every table, and return the statuses."""

            def at(table: tuple[str, list[str]]) -> int:
                line = b'{"type": "say", "id": %d, "text": "line %d"}' % (number, number)
                return house.request("POST", f"/api/tables/{table[0]}/commands", line, table[1][0])[0]

            return [*threads.map(at, tables)]

        def health(_: int) -> tuple[int, float]:
            began = time.monotonic()
            return house.request("GET", "/health")[0], time.monotonic() - began

        assert say(1) == [200, 200, 200]
        with hanging(server):
            asked = [*threads.map(health, range(WATCHERS))]
            assert max(took for _, took in asked) < SOON
            assert {status for status, _ in asked} == {503}
            began = time.monotonic()
            assert say(2) == [503, 503, 503]
            assert time.monotonic() - began < LATE
        until(house.is_well)
        assert say(2) == [200, 200, 200]
        assert say(3) == [200, 200, 200]
        said = server.sql("SELECT count(*) FROM log WHERE entry LIKE '%\"line %'", house.store.rpartition("/")[2])
        assert said == "9"


class HangingLink:
    """A connection to a database that does not answer."""

    def __init__(self) -> None:
        self.asked = 0

    async def do(self, work: object) -> None:
        self.asked += 1
        await asyncio.Event().wait()

    async def close(self) -> None:
        pass


def test_all_who_ask_for_the_health_of_a_house_share_one_probe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "SOON", 0.01)

    async def run() -> None:
        store, link = postgres.PostgresStore("postgresql://127.0.0.1:1/house", "me"), HangingLink()
        hanging: Any = [link, link]
        monkeypatch.setattr(store, "_readers", hanging)
        said = await asyncio.gather(*(store.check() for _ in range(WATCHERS)))
        assert all("has not answered" in one for one in said)
        assert link.asked == 1
        await store.close()

    asyncio.run(run())
