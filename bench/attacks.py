"""Measure what players notice while a house is attacked: a control table, a newcomer, and the house's memory.

    .venv/bin/python -m bench.attacks
    .venv/bin/python -m bench.attacks logs      some attacks alone; the figures of the others stay

The house has its default limits. Each attack comes from one address, then from fifty. The control table, where four
people play President, has an address of its own, and so has the newcomer, who requests /health on a new connection
twice a second. Attackers and players share the machine with the house.
"""

import asyncio
import json
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from bench.attackers import ATTACKS
from bench.house_load import SEATS, Seat, asked, house, tables
from bench.load import HOST, Load, free_port, paced
from bench.measure import FOLDER, machine

FILE, PAGE = FOLDER / "attacks.json", FOLDER.parent / "docs" / "deploy.md"
PLACE = re.compile(r"(<!-- attacks: make bench -->\n).*?(<!-- end of attacks -->)", re.DOTALL)
SECONDS, WARM, REST = 10.0, 1.0, 3.0
RATE = 40.0  # moves per second at the control table
ADDRESSES = (1, 50)
PLAYERS, NEWCOMER = "127.0.2.1", "127.0.2.2"
EVERY = 0.5  # seconds between two newcomers
LONG = {"game": "president", "name": "Ann", "seats": 8, "bots": 7, "pace": 0, "options": {"deals": 10}}
MATCH_LIMIT = 300.0  # timeout for a long match, in seconds


def rss(pid: int) -> float:
    """Return the resident memory of a process, in MB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text("ascii"))
    assert found is not None
    return int(found[1]) / 1024


async def long_match(port: int) -> str:
    """Play a match with a large replay, and return the id of its table."""
    made = await asyncio.to_thread(asked, port, "/api/tables", LONG)
    name, seat = made["table"]["id"], Seat(Load(paced(1, None)), port, made["table"]["id"], made["token"])
    await seat.connect(port, PLAYERS)
    seat.begin()
    async with asyncio.timeout(MATCH_LIMIT):
        while (await asyncio.to_thread(asked, port, f"/api/tables/{name}"))["match"] == 1:
            await asyncio.sleep(1.0)
    seat.load.stopped = True
    assert seat.line.transport is not None
    seat.line.transport.close()
    return str(name)


def paths(port: int, match: str) -> dict[str, str]:
    with urllib.request.urlopen(f"http://{HOST}:{port}/", timeout=30) as answer:
        script = re.search(rb"/assets/[\w-]+\.js", answer.read())
    assert script is not None
    asset = script[0].decode()
    return {
        "half requests": "/",
        "bodies that never come": "/api/tables",
        "assets": asset,
        "assets that are not read": asset,
        "replays that are not read": f"/api/tables/{match}/replay",
        "logs": f"/api/tables/{match}/log",
    }


async def newcomer(port: int, times: list[float]) -> None:
    """Send requests on new connections, and record their times; a refused one counts as waiting until the end."""
    while True:
        start = time.perf_counter()
        times.append(float("inf"))
        try:
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=(NEWCOMER, 0))
            writer.write(f"GET /health HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
            if b"200 OK" in await reader.read(100):
                times[-1] = time.perf_counter() - start
            writer.close()
        except OSError:
            pass
        await asyncio.sleep(EVERY)


async def under(port: int, pid: int, load: Load, kind: str, addresses: int, path: str) -> dict[str, Any]:
    """Return the control table's figures during an attack, or without one if `kind` is empty."""
    command = [sys.executable, "-m", "bench.attackers", kind, str(port), str(addresses), path]
    attackers = subprocess.Popen(command) if kind else None
    await asyncio.sleep(WARM)
    load.times.clear()
    most, times = rss(pid), list[float]()
    asking = asyncio.create_task(newcomer(port, times))
    until = time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        await asyncio.sleep(0.1)
        most = max(most, rss(pid))
    asking.cancel()
    if attackers is not None:
        attackers.kill()
        attackers.wait()
    waits = sorted(1000 * wait for wait in load.times)
    if len(waits) < 2:
        raise RuntimeError(f"{kind or 'peace'}: {len(waits)} moves in {SECONDS} seconds.")
    await asyncio.sleep(REST)
    cuts = quantiles(waits, n=100)
    let_in = [wait for wait in times if wait < float("inf")]
    return {
        "attack": kind or "none",
        "addresses": addresses if kind else 0,
        "moves": len(waits),
        "p50_ms": round(cuts[49], 1),
        "p99_ms": round(cuts[98], 1),
        "newcomers": len(times),
        "let_in": len(let_in),
        "longest_wait_ms": round(1000 * max(let_in, default=0.0)),
        "most_mb": round(most),
    }


async def measured(port: int, pid: int) -> list[dict[str, Any]]:
    where = paths(port, await long_match(port))
    load = Load(paced(1, RATE))
    (table, tokens), *_ = await asyncio.to_thread(tables, port, 1)
    seats = [Seat(load, port, table, token) for token in tokens]
    for seat in seats:
        await seat.connect(port, PLAYERS)
    for seat in seats:
        seat.begin()
    await asyncio.sleep(WARM)
    rows = [await under(port, pid, load, "", 0, "")]
    for kind in sys.argv[1:] or ATTACKS:
        for addresses in ADDRESSES:
            rows.append(await under(port, pid, load, kind, addresses, where.get(kind, "/health")))
            print(rows[-1], file=sys.stderr, flush=True)
    load.stopped = True
    return rows


def table(found: dict[str, Any]) -> str:
    text = "| attack | addresses | moves | median | p99 | newcomers let in | memory |\n"
    text += "|---|---:|---:|---:|---:|---:|---:|\n"
    for row in found["rows"]:
        let_in = f"{row['let_in']} of {row['newcomers']}"
        text += f"| {row['attack']} | {row['addresses'] or ''} | {row['moves']:,} | {row['p50_ms']:,} ms "
        text += f"| {row['p99_ms']:,} ms | {let_in} | {row['most_mb']:,} MB |\n"
    where = f"[bench/attacks.py](../bench/attacks.py) on {found['machine']}"
    return f"Measured by {where}, with the attackers on the same machine:\n\n{text}"


def written(page: str) -> str:
    found = json.loads(FILE.read_text("utf-8"))
    return PLACE.sub(lambda place: place[1] + table(found) + place[2], page)


def main() -> None:
    with TemporaryDirectory() as folder, house(Path(folder) / "house.db", port := free_port(), limits=()) as server:
        rows = asyncio.run(measured(port, server.pid))
    if sys.argv[1:]:
        fresh = {(row["attack"], row["addresses"]): row for row in rows[1:]}
        before = json.loads(FILE.read_text("utf-8"))["rows"]
        rows = [fresh.get((row["attack"], row["addresses"]), row) for row in before]
    found = {"machine": machine(), "seats": SEATS, "seconds": SECONDS, "rate": RATE, "rows": rows}
    FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
    print(table(found))


if __name__ == "__main__":
    main()
