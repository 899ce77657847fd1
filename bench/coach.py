"""Measure whether the coach slows live tables: the time of moves with analyses at work, and without, in one run.

    .venv/bin/python -m bench.coach         # prints, writes bench/coach.json

One house. People at many tables of President move at random times; every move is stored, acknowledged and timed. The
rounds alternate: in two of three the coach's process is stopped (SIGSTOP), so that those without it can be compared with
each other, too: this is the noise. The figures are medians over the rounds.
"""

import asyncio
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import json

from bench.house_load import Seat, asked, house, tables
from bench.load import Load, counted, cpu_seconds, free_port, paced
from bench.measure import FOLDER, machine
from cardhouse.bots import random_player
from cardhouse.client import create

TABLES, RATE = 100, 200.0  # tables, and moves per second at all of them together
ROUNDS, SECONDS, WARM = 20, 3.5, 3.0  # rounds of each kind
KINDS = ("without", "with", "again")  # again: without once more
MATCHES = 24  # of Dynasty: the coach has some 5 seconds of work for each, and keeps the result
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


async def analyse(port: int, matches: list[str]) -> None:
    """Ask for one analysis after the other, each while the last one goes on, so that the coach always has one to do."""

    async def ask(table: str, since: int = 0) -> Any:
        return await asyncio.to_thread(asked, port, f"/api/tables/{table}/analysis", {"since": since})

    for table, following in pairwise(matches):
        found = await ask(table)
        await ask(following)
        while not found["of"] or found["done"] < found["of"]:
            await asyncio.sleep(0.5)
            found = await ask(table, found["done"])


async def measure(port: int, pid: int, matches: list[str]) -> dict[str, list[dict[str, Any]]]:
    load, seats = Load(paced(TABLES, RATE)), list[Seat]()
    for table, tokens in await asyncio.to_thread(tables, port, TABLES):
        at_table = [Seat(load, port, table, token) for token in tokens]
        await asyncio.gather(*(seat.connect(port) for seat in at_table))
        seats += at_table
    for seat in seats:
        seat.begin()
    asking = asyncio.create_task(analyse(port, matches))
    await asyncio.sleep(WARM)
    rounds: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
    for number in range(len(KINDS) * ROUNDS):
        turn, at = divmod(number, len(KINDS))
        kind = KINDS[(turn + at) % len(KINDS)]  # each is as often the first as the others
        for worker in workers(pid):
            os.kill(worker, signal.SIGCONT if kind == "with" else signal.SIGSTOP)
        before = coach_seconds(pid)
        figures = await counted(load, pid, SECONDS)
        figures["coach_cores"] = round((coach_seconds(pid) - before) / SECONDS, 2)
        print(kind, figures, flush=True)
        rounds[kind].append(figures)
    asking.cancel()
    for worker in workers(pid):
        os.kill(worker, signal.SIGCONT)
    return rounds


def medians(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    return {name: round(median(one[name] for one in rounds), 2) for name in rounds[0]}


def table(found: dict[str, Any]) -> str:
    text = "| the coach | median | p99 | cores that it used |\n|---|---:|---:|---:|\n"
    for kind, what in zip(KINDS, ("stopped", "at work", "stopped"), strict=True):
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
    found: dict[str, Any] = {"machine": machine(), "tables": TABLES, "rate": RATE, "rounds": ROUNDS}
    found |= {kind: medians(some) for kind, some in rounds.items()}
    for kind in ("with", "again"):
        found[f"p99_ratio_{kind}"] = round(found[kind]["p99_ms"] / found["without"]["p99_ms"], 3)
    FILE.write_bytes(json.format(json.encode(found), indent=1) + b"\n")
    print(found, file=sys.stderr)


if __name__ == "__main__":
    main()
