"""Measure drivers of PostgreSQL on the path of a move: the CPU time that asyncpg and psycopg take for a commit.

    .peers/bin/python -m bench.drivers          (`make peers` runs it)

Both send the statement of the store with the same rows, prepared, over one connection. What the server does is the same
for both, so only the CPU time of this process counts. Rounds alternate between the drivers; each figure is the median.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from importlib import import_module
from importlib.metadata import version
from itertools import count
from statistics import median
from time import process_time
from typing import Any

import asyncpg
from tools.cluster.postgres import Postgres, shared_folder

from bench.measure import FOLDER, machine
from cardhouse.house.rows import Row
from cardhouse.house.stores import database
from cardhouse.house.stores.postgres import APPEND, arrays_of
from cardhouse.wire.commands import Opened, Said

psycopg: Any = import_module("psycopg")  # only .peers has it
ROUNDS = 9
BATCHES = {1: 400, 20: 200, 300: 40}  # appends per commit, and commits per round
Execute = Callable[[list[object]], Awaitable[object]]


def batches(size: int, commits: int, tables: "count[int]") -> list[list[object]]:
    """Return the arguments of this many commits. Each append opens a table, or adds to one of those."""
    opened = Opened(game="president", seats=4, options={})
    said = Said(seat=0, text="A line of the chat, which is as long as an entry usually is.")
    rows = []
    for number in range(commits):
        if number % 10 == 0:
            names = [f"t-{next(tables)}" for _ in range(size)]
        entry = said if number % 10 else opened
        rows.append([_row(name, number % 10, entry) for name in names])
    return [arrays_of(one, "house") for one in rows]


def _row(table: str, number: int, entry: Any) -> Row:
    return Row(
        table=table,
        number=number,
        at=1_700_000_000_000,
        player=1,
        command=number or None,
        seq=number,
        draft=0,
        entry=entry,
        state="0" * 16,
    )


async def seconds_of(execute: Execute, given: list[list[object]]) -> float:
    began = process_time()
    for arrays in given:
        await execute(arrays)
    return process_time() - began


async def compare(url: str) -> list[dict[str, Any]]:
    with_asyncpg = await asyncpg.connect(url)
    with_psycopg = await psycopg.AsyncConnection.connect(
        url, autocommit=True, prepare_threshold=0, cursor_factory=psycopg.AsyncRawCursor
    )
    drivers: dict[str, Execute] = {
        "asyncpg": lambda arrays: with_asyncpg.execute(APPEND, *arrays),
        "psycopg": lambda arrays: with_psycopg.execute(APPEND, arrays),
    }
    tables, rows = count(), []
    for size, commits in BATCHES.items():
        found: dict[str, list[float]] = {name: [] for name in drivers}
        for _ in range(ROUNDS + 1):
            for name, execute in drivers.items():
                found[name].append(await seconds_of(execute, batches(size, commits, tables)))
        micros = {name: round(median(times[1:]) / commits * 1e6) for name, times in found.items()}  # without warm-up
        rows.append({"appends": size, **{f"{name}, µs a commit": value for name, value in micros.items()}})
    await with_asyncpg.close()
    await with_psycopg.close()
    return rows


def main() -> None:
    with shared_folder() as folder, Postgres(folder / "data") as server:
        url = server.new_database()
        asyncio.run(database.prepare(url))
        rows = asyncio.run(compare(url))
    versions = {"asyncpg": version("asyncpg"), "psycopg": version("psycopg")}
    text = json.dumps({"machine": machine(), "versions": versions, "rows": rows}, indent=2, ensure_ascii=False)
    (FOLDER / "drivers.json").write_text(text + "\n", "utf-8")
    print(text)


if __name__ == "__main__":
    main()
