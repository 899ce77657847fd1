"""Load clients: bare WebSockets over asyncio, many in one process, and statistics of the answers."""

import asyncio
import base64
import os
import socket
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter, process_time
from typing import Any

OPEN = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
HOST = "127.0.0.1"
PATIENCE = 3.0  # seconds to wait for the last answers
TICKS = os.sysconf("SC_CLK_TCK")
Pause = Callable[[Random], float]


def framed(text: bytes) -> bytes:
    """Return a client's text frame, with a mask of zeros, which costs nothing."""
    count = len(text)
    head = bytes([0x81, 0x80 | count]) if count < 126 else bytes([0x81, 0xFE]) + count.to_bytes(2, "big")
    return head + b"\0\0\0\0" + text


class Line(asyncio.Protocol):
    """A connection that calls `hear` for every text message."""

    def __init__(self, host: str, path: str, opened: Callable[[], None], hear: Callable[[bytes], None]) -> None:
        self._host = host
        self._path = path
        self._opened = opened
        self._hear = hear
        self._rest, self._open = b"", False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(OPEN.format(path=self._path, host=self._host, key=key).encode())

    def say(self, text: bytes) -> None:
        assert self.transport is not None
        self.transport.write(framed(text))

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self._open:
            head, blank, data = data.partition(b"\r\n\r\n")
            if not blank:
                self._rest = head
                return
            self._open = True
            self._opened()
        at = 0
        while len(data) - at >= 2:
            count, start = data[at + 1] & 0x7F, at + 2
            if count >= 126:
                width = 2 if count == 126 else 8
                count, start = int.from_bytes(data[start : start + width], "big"), start + width
            if len(data) < start + count:
                break
            if data[at] & 0x0F == 1:
                self._hear(data[start : start + count])
            elif data[at] & 0x0F == 9 and self.transport is not None:
                self.transport.write(bytes([0x8A, 0x80 | count]) + b"\0\0\0\0" + data[start : start + count])
            at = start + count
        self._rest = data[at:]


class Load:
    """Statistics that all seats share. A move is refused if the answer says so, and lost if there is no answer."""

    def __init__(self, pause: Pause) -> None:
        self.chance = Random(1)
        self._pause = pause
        self.times: list[float] = []
        self.said = self.answered = self.refused = 0
        self.stopped = False

    def pause(self) -> float:
        """Return the seconds to wait before a move."""
        return self._pause(self.chance)


def paced(tables: int, rate: float | None) -> Pause:
    """Return the pause for this rate of moves at all tables together; None for as fast as they are answered."""
    return (lambda chance: chance.expovariate(rate / tables)) if rate else (lambda chance: 0.0)


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process, in all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> int:
    """Return the resident memory of a process, in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def counted(load: Load, pid: int, seconds: float) -> dict[str, Any]:
    """Return the figures of this number of seconds."""
    load.times.clear()
    start, server, client = perf_counter(), cpu_seconds(pid), process_time()
    await asyncio.sleep(seconds)
    took, server, client = perf_counter() - start, cpu_seconds(pid) - server, process_time() - client
    times = [1000 * time for time in load.times]
    if len(times) < 2:
        raise RuntimeError(f"The server answered {len(times)} moves in {seconds} seconds.")
    cuts = quantiles(times, n=100)
    return {
        "moves_per_s": round(len(times) / took),
        "p50_ms": round(cuts[49], 2),
        "p99_ms": round(cuts[98], 2),
        "server_cpu_us_per_move": round(1e6 * server / len(times)),
        "server_cores": round(server / took, 2),
        "client_cores": round(client / took, 2),
    }


async def drained(load: Load) -> None:
    """Stop all seats, and wait for the last answers, up to a timeout."""
    load.stopped = True
    until = perf_counter() + PATIENCE
    while load.answered < load.said and perf_counter() < until:
        await asyncio.sleep(0.05)


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])
