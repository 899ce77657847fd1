"""A load client for houses: many seats in one process, each a bare WebSocket over asyncio."""

import asyncio
import base64
import os
import time
from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct, json

OPEN = "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
encode = json.Encoder().encode


class Seen(Struct):
    seat: int
    to_act: list[int]
    moves: list[str]


class Heard(Struct):
    type: str
    seq: int = 0
    draft: int = 0
    id: int | None = None
    code: str = ""
    reason: str = ""
    view: Seen | None = None
    table: dict[str, Any] | None = None


read = json.Decoder(Heard).decode


def framed(text: bytes) -> bytes:
    """A text frame of a client; the mask of zeros changes nothing, and costs nothing."""
    many = len(text)
    head = bytes([0x81, 0x80 | many]) if many < 126 else bytes([0x81, 0xFE]) + many.to_bytes(2, "big")
    return head + b"\0\0\0\0" + text


class Line(asyncio.Protocol):
    """A connection: calls `hear` for every text that comes."""

    def __init__(self, host: str, path: str, opened: Callable[[], None], hear: Callable[[bytes], None]) -> None:
        self._host, self._path, self._opened, self._hear = host, path, opened, hear
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
            many, start = data[at + 1] & 0x7F, at + 2
            if many >= 126:
                width = 2 if many == 126 else 8
                many, start = int.from_bytes(data[start : start + width], "big"), start + width
            if len(data) < start + many:
                break
            if data[at] & 0x0F == 1:
                self._hear(data[start : start + many])
            elif data[at] & 0x0F == 9 and self.transport is not None:
                self.transport.write(bytes([0x8A, 0x80 | many]) + b"\0\0\0\0" + data[start : start + many])
            at = start + many
        self._rest = data[at:]


class Load:
    """All seats of many tables, and the times from each command to its answer."""

    def __init__(self, seed: int = 1) -> None:
        self.chance = Random(seed)
        self.times: list[float] = []
        self.naks: dict[str, int] = {}
        self.pause: Callable[[], float] = lambda: 0.0  # seconds before a move
        self.stopped = False


class Seat:
    """Somebody who plays by chance, match after match."""

    def __init__(self, load: Load, host: str, table: str, token: str) -> None:
        self.load, self.table, self.token = load, table, token
        self.line = Line(host, "/socket", self.hello, self.hear)
        self.id, self.sent, self.version = 0, 0.0, (0, 0)

    async def connect(self) -> None:
        host, _, port = self.line._host.partition(":")
        await asyncio.get_running_loop().create_connection(lambda: self.line, host, int(port))

    def hello(self) -> None:
        self.line.say(encode({"type": "hello", "table": self.table, "token": self.token}))

    def hear(self, text: bytes) -> None:
        heard = read(text)
        if heard.type in ("ack", "nak"):
            self.load.times.append(time.perf_counter() - self.sent)
            if heard.type == "nak":
                self.load.naks[heard.code] = self.load.naks.get(heard.code, 0) + 1
            return
        if heard.type == "welcome":
            self.id = heard.id or 0
        elif heard.type != "event":
            return
        self.version = (heard.seq, heard.draft)
        if heard.table is not None and heard.table["phase"] in ("over", "pause"):
            if not heard.table["seats"][heard.view.seat if heard.view else 0].get("ready"):
                self.say({"type": "rematch" if heard.table["phase"] == "over" else "deal"})
        elif heard.view is not None and heard.view.seat in heard.view.to_act:
            move = {"type": "play", "move": self.load.chance.choice(heard.view.moves)}
            if pause := self.load.pause():
                asyncio.get_running_loop().call_later(pause, self.say, move)
            else:
                self.say(move)

    def say(self, command: dict[str, Any]) -> None:
        if self.load.stopped:
            return
        self.id += 1
        if command["type"] == "play":
            command |= {"base": self.version[0], "draft": self.version[1]}
        self.sent = time.perf_counter()
        self.line.say(encode({**command, "id": self.id}))
