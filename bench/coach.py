"""Measure whether the coach slows live tables: the time of moves with analyses at work, and without, in one run.

    .venv/bin/python -m bench.coach         # prints, writes bench/coach.json

One house. People at many tables of President move at random times; every move is stored, acknowledged and timed. While
a match is analysed, rounds with the coach are measured, and then rounds without it, of two kinds. These are compared
with each other, too: this is the noise. The figures are medians over the rounds.
"""

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from msgspec import json

from bench.house_load import Seat, asked, house, tables
from bench.load import Load, counted, cpu_seconds, free_port, paced
from bench.measure import FOLDER, machine
from cardhouse.bots import random_player
from cardhouse.client import create

TABLES, RATE = 100, 200.0  # tables, and moves per second at all of them together
SECONDS, IDLE = 4.0, 3  # of a round, and rounds of each other kind after an analysis
KINDS = ("without", "with", "again")  # again: without once more
MATCHES = 5  # of Dynasty, analysed one after the other; the first starts the coach's process
FILE = FOLDER / "coach.json"


def finished(port: int) -> list[str]:
    """Play matches to analyse, all at once; return their tables."""

    def play(number: int) -> str:
        seat = create(f"http://127.0.0.1:{port}", "dynasty", name="seat 0", bots=3, level="easy", pace=0)
        seat.play(random_player(number))
        return seat.table

    with ThreadPoolExecutor(MATCHES) as players:
        return list(players.map(play, range(MATCHES)))


def workers(pid: int) -> list[int]:
    """Return the coach's processes of this house."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (folder / "stat").read_text("ascii").rpartition(")")[2].split()
            if int(fields[1]) == pid and b"coach_worker" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return found


def coach_seconds(pid: int) -> float:
    """Return the CPU time of all processes that the coach of this house has had, also of those that ended."""
    user, system = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[13:15]
    ended = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return ended + sum(map(cpu_seconds, workers(pid)))


async def analyse(port: int, table: str) -> float:
    """Have a match analysed, asking how far it is as a page does; return the seconds that it took."""
    began, since, of = perf_counter(), 0, 1
    while since < of:
        found = await asyncio.to_thread(asked, port, f"/api/tables/{table}/analysis", {"since": since})
        since, of = found["done"], found["of"] or 1
        await asyncio.sleep(1)
    return perf_counter() - began


async def measure(port: int, pid: int, matches: list[str]) -> dict[str, list[dict[str, Any]]]:
    load, seats = Load(paced(TABLES, RATE)), list[Seat]()
    for table, tokens in await asyncio.to_thread(tables, port, TABLES):
        at_table = [Seat(load, port, table, token) for token in tokens]
        await asyncio.gather(*(seat.connect(port) for seat in at_table))
        seats += at_table
    for seat in seats:
        seat.begin()
    await analyse(port, matches.pop())  # starts the process, and loads the kernels
    rounds: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
    for match in matches:
        asking = asyncio.create_task(analyse(port, match))
        while True:
            figures = await counted_with_coach(load, pid)
            if asking.done():
                break
            note(rounds, "with", figures)
        print("an analysis took", round(await asking, 1), "seconds")
        for _ in range(IDLE):
            for kind in ("without", "again"):
                note(rounds, kind, await counted_with_coach(load, pid))
    return rounds


async def counted_with_coach(load: Load, pid: int) -> dict[str, Any]:
    before = coach_seconds(pid)
    figures = await counted(load, pid, SECONDS)
    figures["coach_cores"] = round((coach_seconds(pid) - before) / SECONDS, 2)
    return figures


def note(rounds: dict[str, list[dict[str, Any]]], kind: str, figures: dict[str, Any]) -> None:
    print(kind, figures, flush=True)
    rounds[kind].append(figures)


def medians(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    return {name: round(median(one[name] for one in rounds), 2) for name in rounds[0]}


def table(found: dict[str, Any]) -> str:
    text = "| the coach | median | p99 | cores that it used |\n|---|---:|---:|---:|\n"
    for kind, what in zip(KINDS, ("idle", "at work", "idle"), strict=True):
        row = found[kind]
        text += f"| {what} | {row['p50_ms']} ms | {row['p99_ms']} ms | {row['coach_cores']} |\n"
    return text


def main() -> None:
    with (
        TemporaryDirectory() as folder,
        house(Path(folder) / "house.db", port := free_port()) as server,
    ):
        matches = finished(port)
        rounds = asyncio.run(measure(port, server.pid, matches))
    found: dict[str, Any] = {"machine": machine(), "tables": TABLES, "rate": RATE, "rounds": len(rounds["with"])}
    found |= {kind: medians(some) for kind, some in rounds.items()}
    for kind in ("with", "again"):
        found[f"p99_ratio_{kind}"] = round(found[kind]["p99_ms"] / found["without"]["p99_ms"], 3)
    FILE.write_bytes(json.format(json.encode(found), indent=1) + b"\n")
    print(found, file=sys.stderr)


if __name__ == "__main__":
    main()
