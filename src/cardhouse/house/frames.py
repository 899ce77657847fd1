"""WebSocket frames: a limit for every kind of frame, not only for messages, and back-pressure.

While a client does not read what it is sent, nothing more is read from it.
"""

from asyncio import BaseTransport
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
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


def protocol(house: House) -> type[WebSocketsSansIOProtocol]:
    """Return the WebSocket protocol for uvicorn."""

    class Frames(WebSocketsSansIOProtocol):
        drained = 0  # how often the send buffer was drained

        def __init__(self, *given: Any, **more: Any) -> None:  # uvicorn's arguments
            super().__init__(*given, **more)
            self._bucket = Bucket(MORE * house.settings.commands, MORE * house.settings.burst)
            self._full = False  # whether the send buffer is full
            self._refused, self._dropped = False, 0

        def connection_made(self, transport: BaseTransport) -> None:
            super().connection_made(transport)
            house.connections.add(self)

        def connection_lost(self, exc: Exception | None) -> None:
            house.connections.remove(self)
            super().connection_lost(exc)

        # In

        def data_received(self, data: bytes) -> None:
            for start in range(0, len(data), PIECE):
                if self.transport.is_closing():
                    return
                if self._refused:
                    self._drop(len(data) - start)
                    return
                super().data_received(data[start : start + PIECE])

        def _drop(self, size: int) -> None:
            """Drop what a refused client still sends, up to a limit."""
            self._dropped += size
            if self._dropped > MOST_DROPPED:
                self.transport.abort()

        def handle_events(self) -> None:
            if all(self._bucket.take() for _ in self.conn.events):
                super().handle_events()
            else:
                house.counts["floods"] += 1
                self._refuse(CloseCode.POLICY_VIOLATION, FLOOD)

        def send_receive_event_to_app(self) -> None:
            try:
                if self.curr_msg_data_type == "text":
                    b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._refuse(CloseCode.INVALID_DATA, Bye(code="unreadable", reason="A message is text in UTF-8."))
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
            if not self._full:
                self.transport.resume_reading()  # unread data would reset the connection
            self.transport.write_eof()
            if self.close_timer is not None:
                self.close_timer.cancel()
            self.close_timer = self.loop.call_later(GOODBYE, self.transport.close)

        # Out

        def pause_writing(self) -> None:
            super().pause_writing()
            self._full = True
            if not self.transport.is_closing():
                self.transport.pause_reading()

        def resume_writing(self) -> None:
            super().resume_writing()
            self.drained += 1
            self._full = False
            if not self.read_paused and not self.transport.is_closing():
                self.transport.resume_reading()

        def waits(self) -> ReadTimeout | None:
            return waits_for_reader(self)

        async def receive(self) -> Any:  # an ASGI message
            message = await super().receive()
            if self._full and not self.transport.is_closing():
                self.transport.pause_reading()
            return message

    return Frames
