"""Players over real sockets who come back whatever happens, send again what was not answered, and keep account."""

import asyncio
from random import Random
from typing import Any

from msgspec import json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from cardhouse.wire import encode
from tests.waiting import HANG


class Wrong(AssertionError):
    """A promise that was broken."""


class Account:
    """What all players of a table have heard: one event for each number, and it stays the same."""

    def __init__(self) -> None:
        self.events: dict[int, tuple[int, str]] = {}

    def hear(self, frame: dict[str, Any]) -> None:
        happened = frame["happened"]
        if frame.get("draft") or "seat" not in happened:
            return
        heard = happened["seat"], happened["move"] if happened["what"] == "move" else happened["what"]
        known = self.events.setdefault(frame["seq"], heard)
        if known[1] and heard[1] and known != heard:
            raise Wrong(f"event {frame['seq']} was {known}, and is {heard}")


class Player:
    def __init__(self, address: str, table: str, token: str, account: Account, chance: Random) -> None:
        self.address = address
        self.table = table
        self.token = token
        self.account = account
        self.chance = chance
        self.player = 0
        self.id = 0
        self.sent: dict[int, bytes] = {}
        self.acks: dict[int, bytes] = {}
        self.version, self.until = (-1, 0), (-1, 0)
        self.waits_for = 0  # the number of a command that has not been answered
        self.view: dict[str, Any] | None = None
        self.info: dict[str, Any] = {}
        self.comebacks = self.repeats = 0

    async def run(self) -> None:
        """For ever; whoever started it stops it."""
        while True:
            try:
                async with connect(
                    self.address, compression=None, ping_interval=None, open_timeout=HANG, close_timeout=0.2
                ) as ws:
                    await self.visit(ws)
            except (OSError, WebSocketException, TimeoutError, EOFError):
                self.comebacks += 1
                await asyncio.sleep(self.chance.uniform(0.0, 0.02))

    async def visit(self, ws: ClientConnection) -> None:
        hello = {"type": "hello", "token": self.token, "last": self.version[0]}
        await ws.send(encode(hello).decode())
        async for text in ws:
            message = json.decode(text)
            await self.hear(ws, message, text if isinstance(text, bytes) else text.encode())

    async def hear(self, ws: ClientConnection, message: dict[str, Any], text: bytes) -> None:
        kind = message["type"]
        if kind == "welcome":
            for frame in message["tail"]:
                self.account.hear(frame)
            self.learn(message)
            if self.waits_for:  # was it done? Whatever the case, it is sent again.
                done = message["id"] >= self.waits_for
                await ws.send(self.sent[self.waits_for].decode())
                if not done and message["id"] != self.waits_for - 1 and self.acks.keys() & {self.waits_for}:
                    raise Wrong(f"command {self.waits_for} was acknowledged, and is forgotten")
            if self.acks and message["id"] < max(self.acks):
                raise Wrong(f"the house knows of {message['id']} commands, but acknowledged {max(self.acks)}")
        elif kind == "event":
            self.account.hear(message)
            if not message.get("draft") and message["seq"] > self.version[0] + 1 and self.version[0] >= 0:
                raise Wrong(f"after event {self.version[0]} comes {message['seq']}")
            self.learn(message)
        elif kind in ("ack", "nak"):
            self.answered(message, text)
        if kind in ("welcome", "event", "ack", "nak") and not self.waits_for and self.version >= self.until:
            await self.act(ws)

    def learn(self, message: dict[str, Any]) -> None:
        self.version = (message["seq"], message.get("draft", 0))
        self.view = message.get("view") or self.view
        self.info = message.get("table") or self.info

    def answered(self, message: dict[str, Any], text: bytes) -> None:
        number = message.get("id", 0)
        known = self.acks.get(number)
        if known is not None and known != text:
            raise Wrong(f"command {number} was answered {known!r}, and then {text!r}")
        if message["type"] == "ack":
            self.acks[number] = text
            self.until = max(self.until, (message["seq"], message["draft"]))
        elif message["code"] == "store":
            return
        if number == self.waits_for:
            self.waits_for = 0

    async def act(self, ws: ClientConnection) -> None:
        if self.acks and self.chance.random() < 0.05:  # once more, out of the blue
            self.repeats += 1
            await ws.send(self.sent[self.chance.choice([*self.acks])].decode())
        view = self.view
        if view is None or view["seat"] < 0:
            return
        seat = view["seat"]
        if self.info["phase"] in ("pause", "over"):
            if not self.info["seats"][seat].get("ready"):
                await self.say(ws, {"type": "deal" if self.info["phase"] == "pause" else "rematch"})
        elif seat in view["to_act"]:
            base, draft = self.version
            move = self.chance.choice(view["moves"])
            await self.say(ws, {"type": "play", "move": move, "base": base, "draft": draft})

    async def say(self, ws: ClientConnection, command: dict[str, Any]) -> None:
        self.id += 1
        self.waits_for = self.id
        self.sent[self.id] = encode({**command, "id": self.id})
        await ws.send(self.sent[self.id].decode())
