"""Measure several houses on one database: moves per second and CPU per move of 1, 2 and 3 houses; and open tables.

    .venv/bin/python -m bench.scale

PostgreSQL with a synchronous standby, NATS, the houses and the load all run on this machine, so CPU seconds say more
than moves per second. All seats are people over real sockets; every move is on both servers before it is acknowledged.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import perf_counter
from typing import Any

from msgspec import json
from tools.cluster.nats import Nats
from tools.cluster.postgres import Postgres, shared_folder

from bench.house_load import NO_LIMITS, SEATS, WARM, Seat, asked, encode, tables
from bench.load import Load, cpu_seconds, drained, free_port, memory, paced
from bench.measure import FOLDER, Figure, machine, table_with_targets

HOUSES = (1, 2, 3)
ROUNDS = 3
TABLES = 300
SECONDS = 6.0
MANY, SOCKETS = 10_000, 5_000
SYNCHRONOUS = "ANY 1 (standby)"


class Cluster:
    """Houses on one database, each with its process."""

    def __init__(self, store: str, nats: str, houses: int) -> None:
        self.ports = [free_port() for _ in range(houses)]
        self.servers = [self._start(store, nats, port) for port in self.ports]

    def _start(self, store: str, nats: str, port: int) -> "subprocess.Popen[str]":
        command = [sys.executable, "-c", "from cardhouse.cli import main; main()", "serve", "--store", store]
        command += ["--nats", nats, "--port", str(port), "--deep-workers", "0", "--log-level", "error", *NO_LIMITS]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        if not server.stdout.readline().startswith("Cardhouse is open"):
            raise RuntimeError("A house does not open.")
        return server

    def cpu(self) -> float:
        return sum(cpu_seconds(server.pid) for server in self.servers)

    def stop(self) -> None:
        for server in self.servers:
            server.terminate()
        for server in self.servers:
            server.communicate()


@contextmanager
def databases() -> Iterator[tuple[Postgres, str]]:
    """Yield a primary with a synchronous standby, and the URL of NATS. Everything is synced to the disk."""
    safe = {"fsync": "on", "full_page_writes": "on", "shared_buffers": "256MB"}
    with ExitStack() as stack:
        folder = stack.enter_context(shared_folder())
        primary = stack.enter_context(Postgres(folder / "primary", settings=safe))
        stack.enter_context(primary.standby(folder / "standby"))
        primary.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{SYNCHRONOUS}'")
        primary.sql("SELECT pg_reload_conf()")
        nats = stack.enter_context(Nats())
        yield primary, nats.url


async def measure(cluster: Cluster, elsewhere: bool) -> dict[str, Any]:
    """Measure moves at tables that are spread over the houses; `elsewhere`: every socket is at another house."""
    load, seats = Load(paced(TABLES, None)), list[Seat]()
    each = TABLES // len(cluster.ports)
    for number, port in enumerate(cluster.ports):
        at = cluster.ports[(number + elsewhere) % len(cluster.ports)]
        for table, tokens in await asyncio.to_thread(tables, port, each):
            at_table = [Seat(load, at, table, token) for token in tokens]
            await asyncio.gather(*(seat.connect(at) for seat in at_table))
            seats += at_table
    for seat in seats:
        seat.begin()
    await asyncio.sleep(WARM)
    load.times.clear()
    began, cpu = perf_counter(), cluster.cpu()
    await asyncio.sleep(SECONDS)
    took, cpu, times = perf_counter() - began, cluster.cpu() - cpu, sorted(load.times)
    await drained(load)
    return {
        "moves_per_s": round(len(times) / took),
        "p99_ms": round(1000 * times[int(0.99 * len(times))], 1),
        "server_cpu_us_per_move": round(1e6 * cpu / len(times)),
        "lost": load.said - load.answered,
    }


def moves(primary: Postgres, nats: str, houses: int, *, elsewhere: bool = False) -> dict[str, Any]:
    cluster = Cluster(primary.new_database(), nats, houses)
    try:
        return asyncio.run(measure(cluster, elsewhere))
    finally:
        cluster.stop()


def open_tables(primary: Postgres, nats: str) -> dict[str, Any]:
    """Open many tables at three houses, and many sockets; return what they take."""
    cluster = Cluster(primary.new_database(), nats, HOUSES[-1])

    async def sit(found: list[tuple[int, str, str]]) -> None:
        load = Load(paced(1, None))
        for port, table, token in found:
            await Seat(load, port, table, token).connect(port)

    try:
        before, began, found = sum(memory(server.pid) for server in cluster.servers), perf_counter(), []
        for number in range(MANY):
            port = cluster.ports[number % len(cluster.ports)]
            made = asked(port, "/api/tables", {"game": "president", "name": "Ann", "seats": SEATS, "bots": 3})
            found.append((port, made["table"]["id"], made["token"]))
        opened, kept = perf_counter() - began, sum(memory(server.pid) for server in cluster.servers) - before
        began = perf_counter()
        asyncio.run(sit(found[:SOCKETS]))
        return {
            "tables": MANY,
            "tables_per_s": round(MANY / opened),
            "table_kb": round(kept / MANY / 1000, 1),
            "sockets": SOCKETS,
            "sockets_per_s": round(SOCKETS / (perf_counter() - began)),
        }
    finally:
        cluster.stop()


def taken() -> dict[str, Any]:
    found: dict[str, list[dict[str, Any]]] = {}
    with databases() as (primary, nats):
        for number in range(ROUNDS):
            for houses in HOUSES:
                show(f"round {number + 1} of {ROUNDS}, {houses} houses")
                found.setdefault(str(houses), []).append(moves(primary, nats, houses))
            show(f"round {number + 1} of {ROUNDS}, relayed")
            found.setdefault("relayed", []).append(moves(primary, nats, 2, elsewhere=True))
        show(f"{MANY:,} tables")
        many = open_tables(primary, nats)
    middle = {what: sorted(rounds, key=lambda one: one["moves_per_s"])[ROUNDS // 2] for what, rounds in found.items()}
    return {"machine": machine(), "houses": middle, "many": many}


def figures(found: dict[str, Any]) -> list[Figure]:
    shown = []
    for what, measured in found["houses"].items():
        kind = "two houses, every socket relayed" if what == "relayed" else f"{what} house{'' if what == '1' else 's'}"
        cpu = measured["server_cpu_us_per_move"]
        shown.append(Figure(f"{kind}: moves per second", "", f"{measured['moves_per_s']:,}"))
        shown.append(Figure(f"{kind}: CPU of all houses for a move", "", f"{cpu} µs"))
        shown.append(Figure(f"{kind}: p99 from move to acknowledgement", "", f"{measured['p99_ms']} ms"))
    many = found["many"]
    shown.append(Figure(f"memory of a table, {many['tables']:,} open at three houses", "", f"{many['table_kb']} kB"))
    shown.append(Figure(f"sockets that came in a second, {many['sockets']:,} in all", "", f"{many['sockets_per_s']:,}"))
    return shown


def show(sentence: str) -> None:
    print(f"\r{sentence:60}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    found = taken()
    text = json.format(encode(found), indent=2).decode()
    (FOLDER / "scale.json").write_text(text + "\n", "utf-8")
    print(f"\r{text}\n\n{table_with_targets(figures(found))}")
