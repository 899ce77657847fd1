"""WebSocket frames: a limit for every kind of frame, not only for messages, and back-pressure.

While a client does not read what it is sent, nothing more is read from it. Most frames are a whole command in one piece
or an event, so these two take a short way past uvicorn's queue and the general parser.
"""

from asyncio import BaseTransport
from collections.abc import Iterable
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.frames import apply_mask as mask  # type: ignore[attr-defined]  # in C, or in Python where there is no C
from websockets.protocol import State

from cardhouse.house.connections import ReadTimeout, waits_for_reader
from cardhouse.house.house import House
from cardhouse.house.limits import Bucket
from cardhouse.wire import Bye, encode

PIECE = 1024  # bytes parsed at a time: a flood is noticed after a few hundred frames
GOODBYE = 2.0  # close timeout of a refused connection, in seconds
MORE = 2  # frames allowed per command, because pings and fragments count as well
MOST_DROPPED = 1 << 20  # bytes read and dropped from a refused connection, to avoid a TCP reset
FLOOD = Bye(code="flood", reason="Too many messages.")
UNREADABLE = Bye(code="unreadable", reason="A message is text in UTF-8.")
CONNECTION = "cardhouse.connection"  # key of the protocol in the scope of a socket
TEXT, MASKED = 0x81, 0x80  # the first byte of a whole text message, and the bit of the second for a mask
LONG, LONGER = 126, 127  # in place of the length, if it takes 2 bytes, or 8


class Listener(Protocol):
    """The socket behind a connection."""

    def hear(self, text: bytes) -> None: ...
    def flush(self) -> None: ...


def framed(text: bytes) -> bytes:
    """Return a text message as a frame of the server, which has no mask."""
    size = len(text)
    if size < LONG:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return bytes((TEXT, LONG, size >> 8, size & 0xFF)) + text
    return bytes((TEXT, LONGER)) + size.to_bytes(8, "big") + text


def text_in(data: bytes) -> bytes | None:
    """Return the text if these bytes are one whole frame of a client with a text message; otherwise None."""
    if len(data) < 6 or data[0] != TEXT or data[1] < MASKED:
        return None
    size, start = data[1] - MASKED, 6
    if size == LONGER:
        return None
    if size == LONG:
        size, start = int.from_bytes(data[2:4], "big"), 8
    if len(data) != start + size:
        return None
    text: bytes = mask(data[start:], data[start - 4 : start])
    return text


def protocol(house: House) -> type[WebSocketsSansIOProtocol]:
    """Return the WebSocket protocol for uvicorn."""

    class Frames(WebSocketsSansIOProtocol):
        drained = 0  # how often the send buffer was drained
        listener: Listener | None = None  # hears the messages, once it has read the first one from the queue

        def __init__(self, *given: Any, **more: Any) -> None:  # uvicorn's arguments
            super().__init__(*given, **more)
            self._bucket = Bucket(MORE * house.settings.commands, MORE * house.settings.burst)
            self.is_full = False  # whether the send buffer is full
            self._refused, self._dropped = False, 0

        def connection_made(self, transport: BaseTransport) -> None:
            super().connection_made(transport)
            house.connections.add(self)

        def connection_lost(self, exc: Exception | None) -> None:
            house.connections.remove(self)
            super().connection_lost(exc)

        async def run_asgi(self) -> None:
            self.scope[CONNECTION] = self  # type: ignore[literal-required]  # a key of our own
            await super().run_asgi()

        # In

        def data_received(self, data: bytes) -> None:
            if len(data) <= PIECE and self._is_listened_to() and (text := text_in(data)) is not None:
                self._hear(text)
                return
            for start in range(0, len(data), PIECE):
                if self.transport.is_closing():
                    return
                if self._refused:
                    self._drop(len(data) - start)
                    return
                super().data_received(data[start : start + PIECE])

        def _is_listened_to(self) -> bool:
            """Return whether a new message would be the next for the listener: nothing waits, and no frame is open."""
            if self.listener is None or not self.queue.empty() or self._refused:
                return False
            return (
                _is_between_frames(self.conn.parser)
                and self.conn.current_size is None
                and self.conn.state is State.OPEN
            )

        def _hear(self, text: bytes) -> None:
            if not self._bucket.take():
                self._refuse_flood()
            elif not _is_utf8(text):
                self._refuse(CloseCode.INVALID_DATA, UNREADABLE)
            elif self.listener is not None:
                self.listener.hear(text)

        def _drop(self, size: int) -> None:
            """Drop what a refused client still sends, up to a limit."""
            self._dropped += size
            if self._dropped > MOST_DROPPED:
                self.transport.abort()

        def handle_events(self) -> None:
            if all(self._bucket.take() for _ in self.conn.events):
                super().handle_events()
            else:
                self._refuse_flood()

        def _refuse_flood(self) -> None:
            house.counts["floods"] += 1
            self._refuse(CloseCode.POLICY_VIOLATION, FLOOD)

        def send_receive_event_to_app(self) -> None:
            if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
                self._refuse(CloseCode.INVALID_DATA, UNREADABLE)
            else:
                super().send_receive_event_to_app()

        def _refuse(self, code: int, bye: Bye) -> None:
            """Send the reason and a close frame, unless a close frame was sent before, and read nothing more."""
            if self.conn.state is State.OPEN:
                self.conn.send_text(encode(bye))
                self.conn.fail(code, bye.reason)
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": bye.reason})
            self._hang_up()

        def _hang_up(self) -> None:
            """Give the client a moment to read the reason and to close as well."""
            self._refused = self.close_sent = True
            if not self.is_full:
                self.transport.resume_reading()  # unread data would reset the connection
            self.transport.write_eof()
            if self.close_timer is not None:
                self.close_timer.cancel()
            self.close_timer = self.loop.call_later(GOODBYE, self.transport.close)

        # Out

        def write_texts(self, texts: Iterable[bytes]) -> None:
            """Write messages, all at once."""
            if self.conn.state is State.OPEN and not self.transport.is_closing():
                self.transport.write(b"".join(map(framed, texts)))

        def pause_writing(self) -> None:
            super().pause_writing()
            self.is_full = True
            if not self.transport.is_closing():
                self.transport.pause_reading()

        def resume_writing(self) -> None:
            super().resume_writing()
            self.drained += 1
            self.is_full = False
            if not self.read_paused and not self.transport.is_closing():
                self.transport.resume_reading()
            if self.listener is not None:
                self.listener.flush()

        def waits(self) -> ReadTimeout | None:
            return waits_for_reader(self)

        async def receive(self) -> Any:  # an ASGI message
            message = await super().receive()
            if self.is_full and not self.transport.is_closing():
                self.transport.pause_reading()
            return message

    return Frames


def _is_between_frames(parser: Any) -> bool:
    """Return whether a parser of websockets, a generator, has read the last frame to its end: it waits in `at_eof`."""
    while (step := parser.gi_yieldfrom) is not None:
        parser = step
    return bool(parser.__name__ == "at_eof")


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
