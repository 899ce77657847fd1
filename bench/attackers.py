"""Hostile clients for `bench.attacks`: each repeats one attack without end, from one address or from many.

.venv/bin/python -m bench.attackers pings 8321 50
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bench.load import HOST, OPEN, framed

MASK = bytes(4)
PING, PART, OPEN_PART = (bytes([opcode, 0x80]) + MASK for opcode in (0x89, 0x00, 0x01))
BIG_PING = b"\x89\xfd" + MASK + bytes(125)
ONE_KIB, ONE_MIB = 1 << 10, 1 << 20
RATE = 2 * ONE_MIB  # bytes per second of all attackers together, if traffic is the attack
IDLE = 1100  # silent connections: more than many systems allow a process by default
BUSY = 400  # connections that send the next request as soon as they are answered
PER_ADDRESS = 18  # requests per second: just below the house's limit
RETRY = 0.05  # seconds before a refused attacker reconnects

Attack = Callable[["Attacker"], Awaitable[None]]


class Attacker:
    """A client that opens one connection after another, from one address."""

    def __init__(self, number: int, addresses: int, port: int, path: str) -> None:
        self.address, self.share = f"127.0.1.{1 + number % addresses}", 1 / addresses
        self.port, self.path = port, path

    async def call(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(HOST, self.port, local_addr=(self.address, 0), limit=ONE_KIB)

    async def call_socket(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await self.call()
        writer.write(OPEN.format(path="/socket/no-such-table", host=HOST, key="AAAAAAAAAAAAAAAAAAAAAA==").encode())
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    async def keep_on(self, attack: Attack) -> None:
        while True:
            try:
                await attack(self)
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                await asyncio.sleep(RETRY)

    def request(self, method: str = "GET", more: str = "\r\n") -> bytes:
        return f"{method} {self.path} HTTP/1.1\r\nHost: {HOST}\r\n{more}".encode()


def sends(first: bytes, then: bytes, *, reads: bool) -> Attack:
    """Return an attack that sends frames without end on a WebSocket."""

    async def attack(attacker: Attacker) -> None:
        reader, writer = await attacker.call_socket()
        try:
            if not reads:
                stop_reading(writer)
            reading = asyncio.ensure_future(drain(reader)) if reads else None
            writer.write(first)
            piece = then * (8 * ONE_KIB // len(then))
            while reading is None or not reading.done():
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(len(piece) / (RATE * attacker.share))
        finally:
            writer.transport.abort()

    return attack


def stop_reading(writer: asyncio.StreamWriter) -> None:
    assert isinstance(writer.transport, asyncio.Transport)
    writer.transport.pause_reading()


async def drain(reader: asyncio.StreamReader) -> None:
    with suppress(ConnectionError):
        while await reader.read(64 * ONE_KIB):
            pass


def holds(words: str) -> Attack:
    """Return an attack that opens a connection, begins to send, and stays silent (slowloris)."""

    async def attack(attacker: Attacker) -> None:
        reader, writer = await attacker.call()
        try:
            if words:
                writer.write(attacker.request(*words.split(" ", 1)))
            await drain(reader)
            raise ConnectionResetError
        finally:
            writer.transport.abort()

    return attack


async def asks(attacker: Attacker) -> None:
    """Send request after request on one connection, and read each answer."""
    reader, writer = await attacker.call()
    try:
        while True:
            writer.write(attacker.request())
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            await reader.readexactly(int(head.partition(b"content-length: ")[2].split()[0]))
    finally:
        writer.transport.abort()


async def asks_and_reads_nothing(attacker: Attacker) -> None:
    _, writer = await attacker.call()
    stop_reading(writer)
    writer.write(attacker.request())
    DEAF.append(writer)
    await asyncio.sleep(1 / PER_ADDRESS)


async def asks_now_and_then(attacker: Attacker) -> None:
    reader, writer = await attacker.call()
    writer.write(attacker.request(more="Connection: close\r\n\r\n"))
    READING.append(asyncio.ensure_future(drain(reader)))
    await asyncio.sleep(1 / PER_ADDRESS)


DEAF: list[asyncio.StreamWriter] = []
READING: list[asyncio.Future[None]] = []
# The attacks, and how many clients do them at once; None is one per address.
ATTACKS: dict[str, tuple[Attack, int | None]] = {
    "pings": (sends(b"", PING, reads=True), None),
    "pings, and pongs not read": (sends(b"", BIG_PING, reads=False), None),
    "empty fragments": (sends(OPEN_PART, PART, reads=True), None),
    "messages": (sends(b"", framed(b"{}"), reads=True), None),
    "silent connections": (holds(""), IDLE),
    "half requests": (holds("GET X-Slow: "), IDLE),
    "bodies that never come": (holds("POST Content-Length: 100\r\n\r\n"), IDLE),
    "assets": (asks, BUSY),
    "health": (asks, BUSY),
    "replays that are not read": (asks_and_reads_nothing, None),
    "assets that are not read": (asks_and_reads_nothing, None),
    "logs": (asks_now_and_then, None),
}


async def main(kind: str, port: int, addresses: int, path: str) -> None:
    attack, count = ATTACKS[kind]
    attackers = [Attacker(number, addresses, port, path) for number in range(count or addresses)]
    async with asyncio.TaskGroup() as group:
        for attacker in attackers:
            group.create_task(attacker.keep_on(attack))


if __name__ == "__main__":
    kind, port, addresses, path = (*sys.argv[1:], "/health")[:4]
    asyncio.run(main(kind, int(port), int(addresses), path))
