"""A socket: the WebSocket of a player or a watcher. It receives commands, and sends what its viewer may know."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TypeVar

from msgspec import DecodeError, ValidationError, json
from starlette.types import Receive, Send
from websockets.frames import CloseCode

from cardhouse.house import bans
from cardhouse.house.frames import FLOOD
from cardhouse.house.house import CLOSING, House
from cardhouse.house.journal import journal
from cardhouse.house.limits import Bucket
from cardhouse.house.room import FAULT, Room
from cardhouse.wire import MOST_BYTES, VERSION, Ack, Bye, Denial, Suggestion, encode, read_hello
from cardhouse.wire.commands import NO_PLAYER, AnyCommand, Notice, Suggest, read_command

MOST_FRAMES, MOST_WAITING = 64, 64 * 1024  # frames and bytes in the send queue
FLOODS = 40  # requests that a flood counts as: at 20 a second, the address waits for two seconds
HELLO, GOODBYE = 10.0, 2.0  # timeouts in seconds: for the first message, and for the last
CLOSES = {"left": 1000, "closing": 1012, "slow": 1013, "replaced": 4001, "kicked": 4002}  # the others are 1008
R = TypeVar("R")
SLOW = Bye(code="slow", reason="You do not read what you are sent. Come back, and nothing is lost.")


class Socket:
    """A WebSocket, in plain ASGI without middleware, because every move goes through it."""

    player = NO_PLAYER  # until it says who it is
    reasons = False
    room: Room | None = None

    def __init__(self, house: House, address: str, receive: Receive, send: Send) -> None:
        self._house, self._receive, self._send_out = house, receive, send
        self._caller, self.address = address, bans.personal_address(address)
        self._out: deque[bytes] = deque()
        self._waiting = 0  # bytes in the queue
        self._wake = asyncio.Event()
        self._bye: Bye | None = None
        self._bucket = Bucket(house.settings.commands, house.settings.burst)

    async def serve(self) -> None:
        """Read and send until the connection is closed."""
        sender = asyncio.create_task(self._send())
        reader = self._reader = asyncio.create_task(self._read())
        await asyncio.wait([reader])
        if self.room is not None:
            self.room.exit(self)
        if self._bye is not None:
            await asyncio.wait([sender], timeout=GOODBYE)
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)

    # Out

    def put(self, frame: bytes) -> None:
        """Queue a frame. Close a client that does not read; it resumes when it reconnects."""
        if self._bye is not None:
            return
        if len(self._out) >= MOST_FRAMES or (self._waiting + len(frame) > MOST_WAITING and self._out):
            self._house.counts["slow"] += 1
            self.close(SLOW)
            return
        self._out.append(frame)
        self._waiting += len(frame)
        self._wake.set()

    def close(self, bye: Bye) -> None:
        if self._bye is None:
            self._bye = bye
            self._wake.set()
            self._reader.cancel()

    async def _send(self) -> None:
        send = self._send_out
        while True:
            while self._out:
                frame = self._out.popleft()
                self._waiting -= len(frame)
                await send({"type": "websocket.send", "text": frame.decode()})
            if self._bye is not None:
                await send({"type": "websocket.send", "text": encode(self._bye).decode()})
                code = CLOSES.get(self._bye.code, 1008)
                await send({"type": "websocket.close", "code": code, "reason": self._bye.reason})
                return
            self._wake.clear()
            await self._wake.wait()

    # In

    async def _read(self) -> None:
        try:
            await self._hello()
            while self._bye is None:
                text = await self._text()
                if self._bucket.take():
                    self._command(text)
                else:
                    self._house.counts["floods"] += 1
                    self._house.requests.owe(self._caller, FLOODS)
                    self.close(FLOOD)
        except EOFError:
            pass
        except Exception as error:  # a bug
            journal.error("a socket failed", exc_info=error)
            self.close(Bye(code="failed", reason=FAULT))

    async def _text(self) -> bytes:
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            if message.get("code") == CloseCode.POLICY_VIOLATION:  # too many frames
                self._house.requests.owe(self._caller, FLOODS)
            raise EOFError
        text = message.get("text")
        return b"" if text is None else text.encode("utf-8", "replace")  # binary messages are not valid

    async def _hello(self) -> None:
        """Read the first message: the table and the token, which alone decide what the client may see and do."""
        try:
            async with asyncio.timeout(HELLO):
                text = await self._text()
            hello = _check(text, read_hello)
            if hello.v != VERSION:
                raise Denial("version", f"This house speaks version {VERSION} of the protocol, not {hello.v}.")
            if self._house.closing:
                raise Denial("closing", CLOSING)
            room = await self._house.room_for(hello.table, self._caller)
            self.player = self._house.player(room, hello.token) if hello.token else NO_PLAYER
            self.reasons, self.room = hello.reasons, room
            room.enter(self, hello.last)
        except TimeoutError:
            self.close(Bye(code="unreadable", reason="The first message, hello, did not come."))
        except Denial as denial:
            self.close(Bye(code=denial.code, reason=denial.reason))

    def _command(self, text: bytes) -> None:
        number: int | None = None
        try:
            command: AnyCommand | Suggest | Notice = _check(text, read_command)
            number = command.id
            if self.player == NO_PLAYER:
                raise Denial("denied", "Watchers cannot do anything at the table.")
            self._house.admit(command)
        except Denial as denial:
            return self._answer(number if number is not None else _id_in(text), denial)
        assert self.room is not None
        if isinstance(command, Suggest):
            return self.room.suggestions.ask(self.player, command.id, lambda outcome: self._answer(number, outcome))
        if isinstance(command, Notice):
            return self.room.notice(self.player, command, lambda outcome: self._answer(number, outcome))
        return self.room.submit(self.player, command, lambda outcome: self._answer(number, outcome))

    def _answer(self, number: int | None, outcome: Ack | Suggestion | Denial) -> None:
        self._house.count(outcome)
        if isinstance(outcome, Denial):
            self.put(encode(outcome.nak(number)))
        else:
            self.put(encode(outcome))


def _check(text: bytes, read: Callable[[bytes], R]) -> R:
    if len(text) > MOST_BYTES:
        raise Denial("too_large", f"A message has at most {MOST_BYTES} bytes.")
    try:
        return read(text)
    except (ValidationError, DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Denial("unreadable", f"This is not a message of the protocol: {str(error)[:200]}.") from None


def _id_in(text: bytes) -> int | None:
    """Return the number of an invalid command, if it has one, so that the sender knows which it was."""
    try:
        found = json.decode(text[:MOST_BYTES])
    except (DecodeError, RecursionError, UnicodeDecodeError):
        return None
    number = found.get("id") if isinstance(found, dict) else None
    return number if type(number) is int and 0 < number < 1 << 53 else None
