"""Measure several houses on one database: moves per second and CPU per move of 1, 2 and 3 houses; open tables.

    .venv/bin/python -m bench.scale

PostgreSQL with a synchronous standby, NATS, the houses and the load all run on this machine, so CPU seconds say more
than moves per second. All seats are people over real sockets; every move is on both servers before it is acknowledged.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from time import perf_counter
from typing import Any, NamedTuple

from msgspec import json
from tools.cluster.nats import Nats
from tools.cluster.postgres import Postgres, shared_folder

from bench.house_load import NO_LIMITS, SEATS, WARM, Seat, asked, encode, tables
from bench.load import Load, cpu_seconds, drained, free_port, memory, paced
from bench.measure import FOLDER, machine

ROUNDS = 3
SECONDS = 6.0
MANY, SOCKETS, AT_ONCE, HOUSES = 10_000, 5_000, 100, 3
SYNCHRONOUS = "ANY 1 (standby)"


class Case(NamedTuple):
    """How many houses, at how many tables, and whether every socket is at a house that does not own its table."""

    houses: int
    tables: int
    relayed: bool = False

    def __str__(self) -> str:
        houses = "1 house" if self.houses == 1 else f"{self.houses} houses"
        return f"{houses}, {self.tables:,} tables{', every socket relayed' if self.relayed else ''}"


CASES = (Case(1, 300), Case(2, 300), Case(3, 300), Case(2, 50), Case(2, 1000), Case(2, 300, relayed=True))


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


def cpu_of_database(primary: Postgres) -> float:
    """Return the CPU time of all processes of the primary."""
    found = 0.0
    for pid in primary.processes():
        with suppress(OSError):  # it has ended meanwhile
            found += cpu_seconds(pid)
    return found


async def measure(cluster: Cluster, primary: Postgres, case: Case) -> dict[str, Any]:
    """Measure moves at tables that are spread over the houses."""
    load, seats = Load(paced(case.tables, None)), list[Seat]()
    each = case.tables // case.houses
    for number, port in enumerate(cluster.ports):
        at = cluster.ports[(number + case.relayed) % case.houses]
        for table, tokens in await asyncio.to_thread(tables, port, each):
            at_table = [Seat(load, at, table, token) for token in tokens]
            await asyncio.gather(*(seat.connect(at) for seat in at_table))
            seats += at_table
    for seat in seats:
        seat.begin()
    await asyncio.sleep(WARM)
    load.times.clear()
    began, cpu, database = perf_counter(), cluster.cpu(), cpu_of_database(primary)
    await asyncio.sleep(SECONDS)
    times = sorted(load.times)
    took, cpu, database = perf_counter() - began, cluster.cpu() - cpu, cpu_of_database(primary) - database
    await drained(load)
    return {
        "moves_per_s": round(len(times) / took),
        "p99_ms": round(1000 * times[int(0.99 * len(times))], 1),
        "server_cpu_us_per_move": round(1e6 * cpu / len(times)),
        "database_cpu_us_per_move": round(1e6 * database / len(times)),
        "lost": load.said - load.answered,
    }


def moves(primary: Postgres, nats: str, case: Case) -> dict[str, Any]:
    cluster = Cluster(primary.new_database(), nats, case.houses)
    try:
        return asyncio.run(measure(cluster, primary, case))
    finally:
        cluster.stop()


def open_tables(primary: Postgres, nats: str) -> dict[str, Any]:
    """Open many tables at three houses, and many sockets; return what they take."""
    cluster = Cluster(primary.new_database(), nats, HOUSES)

    async def sit(found: list[tuple[int, str, str]]) -> None:
        load = Load(paced(1, None))
        for start in range(0, len(found), AT_ONCE):
            some = found[start : start + AT_ONCE]
            await asyncio.gather(*(Seat(load, port, table, token).connect(port) for port, table, token in some))

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
    found: dict[Case, list[dict[str, Any]]] = {case: [] for case in CASES}
    with databases() as (primary, nats):
        for number in range(ROUNDS):
            for case in CASES:
                show(f"round {number + 1} of {ROUNDS}: {case}")
                found[case].append(moves(primary, nats, case))
        show(f"{MANY:,} tables")
        many = open_tables(primary, nats)
    middle = [
        {**case._asdict(), **sorted(rounds, key=lambda one: one["moves_per_s"])[ROUNDS // 2]}
        for case, rounds in found.items()
    ]
    return {"machine": machine(), "moves": middle, "many": many}


def table(found: dict[str, Any]) -> str:
    """Return the figures of moves as a table in Markdown."""
    lines = [
        "| | moves/s | p99 | CPU of the houses, a move | CPU of the primary, a move |",
        "|---|---:|---:|---:|---:|",
    ]
    for one in found["moves"]:
        case = Case(one["houses"], one["tables"], one["relayed"])
        cpu = f"{one['server_cpu_us_per_move']} µs | {one['database_cpu_us_per_move']} µs"
        lines.append(f"| {case} | {one['moves_per_s']:,} | {one['p99_ms']:.0f} ms | {cpu} |")
    return "\n".join(lines)


def sentence(found: dict[str, Any]) -> str:
    """Return what open tables and sockets take."""
    many = found["many"]
    return (
        f"{many['tables']:,} open tables at {HOUSES} houses took {many['table_kb']} kB each, and {many['sockets']:,} "
        f"sockets came at {many['sockets_per_s']:,} a second."
    )


def show(sentence: str) -> None:
    print(f"\r{sentence:60}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    found = taken()
    text = json.format(encode(found), indent=2).decode()
    (FOLDER / "scale.json").write_text(text + "\n", "utf-8")
    print(f"\r{text}\n\n{table(found)}\n\n{sentence(found)}")
