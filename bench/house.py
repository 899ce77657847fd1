"""Measure a house: durable moves per second, latency, memory, start time; and boardgame.io under the same load.

    .venv/bin/python -m bench.house
    .venv/bin/python -m bench.house --against ../version-0.1.0      # another checkout with a .venv of its own

All seats are people over real sockets. Every move is synced to the disk, then acknowledged and sent to all four.
"""

import asyncio
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import json
from tests.house.many_tables import fill_store

from bench import boardgame_load
from bench.house_load import SEATS, Seat, asked, encode, house, is_old, measure
from bench.load import Load, free_port, memory, paced
from bench.measure import FOLDER, Figure, machine, table_with_targets

ROUNDS, PAIRS = 3, 5  # against boardgame.io, and against another version
TABLES = 500
SECONDS, SHORT = 8.0, 5.0
RATE = 1000.0
MANY, SOCKETS, STARTS = 10_000, 2_000, 5


FILE = FOLDER / "house.json"


def moves(rate: float | None, *, seconds: float = SECONDS, python: str = sys.executable) -> dict[str, Any]:
    with (
        TemporaryDirectory() as folder,
        house(Path(folder) / "house.db", port := free_port(), python=python) as server,
    ):
        return asyncio.run(measure(port, server.pid, TABLES, seconds, rate, is_old=is_old(python)))


def peers_moves(folder: Path, rate: float | None) -> dict[str, Any]:
    port = free_port()
    with boardgame_load.start(port, folder) as server:
        try:
            return asyncio.run(boardgame_load.measure(port, server.pid, TABLES, SECONDS, rate))
        finally:
            server.terminate()


def side_by_side() -> dict[str, Any]:
    """Measure both servers in alternating rounds, and return the medians."""
    found: dict[str, list[dict[str, Any]]] = {
        "house": [],
        "house paced": [],
        "boardgame.io": [],
        "boardgame.io paced": [],
    }
    with TemporaryDirectory() as name:
        why = boardgame_load.install(Path(name))
        for number in range(ROUNDS):
            for rate, kind in ((None, ""), (RATE, " paced")):
                show(f"round {number + 1} of {ROUNDS}{kind}")
                found["house" + kind].append(moves(rate))
                if why is None:
                    found["boardgame.io" + kind].append(peers_moves(Path(name), rate))
    return {what: medians(rounds) for what, rounds in found.items() if rounds}


def against(other: Path) -> dict[str, Any]:
    """Measure this version and another one in alternating rounds, and return the medians and their ratios."""
    pythons = {"this": sys.executable, "other": str(other / ".venv/bin/python")}
    found: dict[str, list[dict[str, Any]]] = {"this": [], "other": [], "this paced": [], "other paced": []}
    for number in range(PAIRS):
        for rate, kind in ((None, ""), (RATE, " paced")):
            show(f"round {number + 1} of {PAIRS}{kind}")
            for name in sorted(pythons, reverse=number % 2 == 1):  # neither is always the first
                found[name + kind].append(moves(rate, seconds=SHORT, python=pythons[name]))
    compared = {what: medians(rounds) for what, rounds in found.items()}
    return {"machine": machine(), "rounds": PAIRS, "ratios": ratios(found), **compared}


def ratios(found: dict[str, list[dict[str, Any]]]) -> dict[str, float]:
    """Return the medians of the rounds' ratios: how many times the moves per CPU second, and the rest, of the other."""

    def ratio(key: str, kind: str = "") -> float:
        rounds = zip(found[f"this{kind}"], found[f"other{kind}"], strict=True)
        return float(median(this[key] / other[key] for this, other in rounds))

    return {
        "moves_per_cpu_second": round(1 / ratio("server_cpu_us_per_move"), 2),
        "moves_per_cpu_second_paced": round(1 / ratio("server_cpu_us_per_move", " paced"), 2),
        "moves_per_s": round(ratio("moves_per_s"), 2),
        "p99_paced": round(ratio("p99_ms", " paced"), 2),
        "table_with_sockets": round(ratio("table_with_sockets_kb"), 2),
    }


def medians(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    return {key: median(one[key] for one in rounds) for key in rounds[0] if rounds[0][key] is not None}


def seconds_to_start(file: Path) -> float:
    """Return the time from the start of a house to its first answer."""
    began = time.perf_counter()
    with house(file, port := free_port()):
        asked(port, "/health")
        return time.perf_counter() - began


def seconds_to_first_move(file: Path, people: list[str]) -> float:
    """Return the time from the start of a house with many open tables to the acknowledgement of a move."""

    async def first_move(port: int) -> None:
        load = Load(paced(1, None))
        seats = [Seat(load, port, f"t-{MANY // 2}", token) for token in people]
        for seat in seats:
            await seat.connect(port)
        for seat in seats:
            seat.begin()
        while not load.answered:
            await asyncio.sleep(0.001)

    began = time.perf_counter()
    with house(file, port := free_port()):
        asyncio.run(first_move(port))
        return time.perf_counter() - began


def sizes(file: Path, people: list[str]) -> dict[str, float]:
    """Return the memory of a table that is loaded, and of an idle socket."""

    async def sit(port: int) -> int:
        load, before = Load(paced(1, None)), memory(server.pid)
        seats = [Seat(load, port, f"t-{number}", people[0]) for number in range(SOCKETS)]
        for seat in seats:
            await seat.connect(port)
        await asyncio.sleep(1.0)
        return memory(server.pid) - before

    with house(file, port := free_port()) as server:
        asked(port, "/api/tables/t-0")
        before = memory(server.pid)
        for number in range(MANY):
            asked(port, f"/api/tables/t-{number}")
        per_table = (memory(server.pid) - before) / MANY
        return {"table_kib": round(per_table / 1024, 1), "socket_kb": round(asyncio.run(sit(port)) / SOCKETS / 1000, 1)}


def show(sentence: str) -> None:
    print(f"\r{sentence:60}", end="", file=sys.stderr, flush=True)


def taken() -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        empty = []
        for number in range(STARTS):
            show(f"start {number + 1} of {STARTS}")
            empty.append(seconds_to_start(Path(folder) / f"empty-{number}.db"))
        show(f"{MANY:,} tables")
        file = Path(folder) / "many.db"
        people = fill_store(file, MANY)
        first = [seconds_to_first_move(file, people) for _ in range(STARTS)]
        found = {"start_s": round(median(empty), 2), "first_move_s": round(median(first), 2), **sizes(file, people)}
    return {"machine": machine(), "tables": TABLES, "seats": SEATS, **found, "load": side_by_side()}


def figures(found: dict[str, Any]) -> list[Figure]:
    load = found["load"]
    ours, paced_ours = load["house"], load["house paced"]
    shown = [
        Figure(
            f"durable acknowledged moves per second, {TABLES} tables of {SEATS} people",
            "3,000",
            f"{ours['moves_per_s']:,.0f}",
        ),
        Figure("p99 from move to acknowledgement at 1,000 moves/s", "50 ms", f"{paced_ours['p99_ms']:.1f} ms"),
        Figure("memory per open table", "20 KiB", f"{found['table_kib']} KiB"),
        Figure("memory per idle socket", "40 kB", f"{found['socket_kb']} kB"),
        Figure(f"first move after a restart with {MANY:,} open tables", "3 s", f"{found['first_move_s']} s"),
        Figure("start of an empty house", "1 s", f"{found['start_s']} s"),
    ]
    if "boardgame.io" in load:
        peer, paced_peer = load["boardgame.io"], load["boardgame.io paced"]
        ratio = ours["moves_per_s"] / peer["moves_per_s"]
        shown += [
            Figure("boardgame.io, in memory: moves per second", "", f"{peer['moves_per_s']:,.0f}"),
            Figure("moves per second of the house, divided by boardgame.io's", "", f"{ratio:.2f}"),
            Figure("boardgame.io, p99 at 1,000 moves/s", "", f"{paced_peer['p99_ms']:.1f} ms"),
        ]
    return shown


def store(found: dict[str, Any]) -> str:
    """Store figures beside those that the file has already, and return them as text."""
    kept = json.decode(FILE.read_bytes()) if FILE.exists() else {}
    FILE.write_bytes(json.format(encode(kept | found), indent=2) + b"\n")
    return json.format(encode(found), indent=2).decode()


if __name__ == "__main__":
    parser = ArgumentParser(description="Measure a house.")
    parser.add_argument("--against", type=Path, help="only compare this version with another checkout")
    other: Path | None = parser.parse_args().against
    if other is not None:
        print(f"\r{store({'against': against(other)})}")
    else:
        found = taken()
        print(f"\r{store(found)}\n\n{table_with_targets(figures(found))}")
