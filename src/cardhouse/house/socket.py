"""A socket: the WebSocket of a player or a watcher. It receives commands, and sends what its viewer may know."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from starlette.types import Receive, Send
from websockets.frames import CloseCode

from cardhouse.house.frames import FLOOD, Listener
from cardhouse.house.house import CLOSING, Elsewhere, House, hash_token
from cardhouse.house.journal import journal
from cardhouse.house.limits import Bucket
from cardhouse.house.room import FAULT
from cardhouse.house.visitor import Arrival, Visitor, check
from cardhouse.wire import VERSION, Bye, Denial, encode, read_hello

MOST_FRAMES, MOST_WAITING = 64, 64 * 1024  # frames and bytes in the send queue
FLOODS = 40  # requests that a flood counts as: at 20 a second, the address waits for two seconds
HELLO, GOODBYE = 10.0, 2.0  # timeouts in seconds: for the first message, and for the last
CLOSES = {
    "left": 1000,
    "closing": 1012,
    "slow": 1013,
    "replaced": 4001,
    "kicked": 4002,
    "handed": 4003,
}  # the others are 1008
SLOW = Bye(code="slow", reason="You do not read what you are sent. Come back, and nothing is lost.")


class TextConnection(Protocol):
    """The part of a WebSocket protocol that sockets use directly."""

    listener: Listener | None
    is_full: bool  # whether the send buffer is full

    def write_texts(self, texts: Iterable[bytes]) -> None: ...


class Attendee(Protocol):
    """What a client has come for: a visitor here, or a relay to another house."""

    def hear(self, text: bytes) -> None: ...
    def leave(self) -> None: ...


class Socket:
    """A WebSocket, in plain ASGI without middleware, and past ASGI for commands and events: every move is one."""

    _visit: Attendee | None = None  # after hello

    def __init__(
        self, house: House, table: str, address: str, connection: TextConnection, receive: Receive, send: Send
    ) -> None:
        self._house, self._table = house, table
        self._connection, self._receive, self._send = connection, receive, send
        self._caller = address
        self._out: list[bytes] = []
        self._waiting = 0  # bytes in the queue
        self._bye: Bye | None = None
        self._bucket = Bucket(house.settings.commands, house.settings.burst)

    async def serve(self) -> None:
        """Read until the connection is closed. What there is to send is sent meanwhile, by `put`."""
        self._reader = asyncio.create_task(self._read())
        await asyncio.wait([self._reader])
        if self._visit is not None:
            self._visit.leave()
        if self._bye is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._send_rest(self._bye), GOODBYE)

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
        if len(self._out) == 1:
            self._house.outbox.add(self)

    def flush(self) -> None:
        """Write the frames that wait, all at once. If the send buffer is full, they wait until it has drained."""
        if self._out and not self._connection.is_full:
            frames, self._out = self._out, []
            self._waiting = 0
            self._connection.write_texts(frames)

    def close(self, bye: Bye) -> None:
        """Say goodbye and close. If the send buffer is full, the client has a moment to read."""
        if self._bye is None:
            self._bye = bye
            self._out.append(encode(bye))
            self.flush()
            self._reader.cancel()

    async def _send_rest(self, bye: Bye) -> None:
        frames, self._out = self._out, []
        for frame in frames:
            await self._send({"type": "websocket.send", "text": frame.decode()})
        await self._send({"type": "websocket.close", "code": CLOSES.get(bye.code, 1008), "reason": bye.reason})

    # In

    async def _read(self) -> None:
        try:
            await self._hello()
            self._connection.listener = self  # hears what comes when the queue is empty
            while self._bye is None:
                self.hear(await self._text())
        except EOFError:
            pass
        except Exception as error:  # a bug
            self._fail(error)

    def hear(self, text: bytes) -> None:
        """Do the command in a message."""
        if self._bye is not None:
            return
        if not self._bucket.take():
            self._house.counts["floods"] += 1
            self._house.requests.owe(self._caller, FLOODS)
            self.close(FLOOD)
            return
        assert self._visit is not None
        self._house.coach.give_way()
        try:
            self._visit.hear(text)
        except Exception as error:  # a bug
            self._fail(error)

    def _fail(self, error: Exception) -> None:
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
        """Read the first message: the token, which alone decides what the client may see and do."""
        try:
            async with asyncio.timeout(HELLO):
                text = await self._text()
            hello = check(text, read_hello)
            if hello.v != VERSION:
                raise Denial("version", f"This house speaks version {VERSION} of the protocol, not {hello.v}.")
            if self._house.closing:
                raise Denial("closing", CLOSING)
            arrival = Arrival(
                table=self._table,
                token=hash_token(hello.token) if hello.token else "",
                last=hello.last,
                reasons=hello.reasons,
                caller=self._caller,
            )
            self._visit = await self._enter(arrival)
        except TimeoutError:
            self.close(Bye(code="unreadable", reason="The first message, hello, did not come."))
        except Denial as denial:
            self.close(denial.bye)

    async def _enter(self, arrival: Arrival) -> Attendee:
        """Enter the room of the table, or relay to the house that owns it."""
        try:
            return await Visitor.enter(self._house, arrival, self)
        except Elsewhere as elsewhere:
            if self._house.relays is None or not self._house.relays.bus.works:
                raise
            return self._house.relays.visit(elsewhere.owner, arrival, self)
