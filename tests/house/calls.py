"""Calls over a socket, one at a time: say something, and hear what comes."""

from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

from msgspec import json
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cardhouse.wire import encode
from tests.house.live import LiveHouse
from tests.waiting import HANG


class Call:
    def __init__(self, house: LiveHouse, table: str = "", token: str = "", *, to: str = "", **more: Any) -> None:
        """Call a table, and say hello; or call the table `to`, and say nothing."""
        self._ends = ExitStack()
        patient: dict[str, Any] = {"compression": None, "ping_interval": None, "open_timeout": HANG}
        self.ws = self._ends.enter_context(connect(f"{house.ws}/{to or table}", **patient, **more))
        self.heard: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.version = (0, 0)
        if table:
            self.send({"type": "hello", "token": token})
            self.welcome = self.hear("welcome")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.end()

    def end(self) -> None:
        self._ends.close()

    def send(self, message: Any) -> None:
        self.ws.send(message if isinstance(message, str | bytes) else encode(message).decode())

    def send_at_once(self, messages: list[dict[str, Any]]) -> None:
        """Send many messages in one write: after it nothing is sent, so a house that hangs up loses no answer."""
        with self.ws.protocol_mutex:
            for message in messages:
                self.ws.protocol.send_text(encode(message))
            self.ws.socket.sendall(b"".join(self.ws.protocol.data_to_send()))

    def ask(self, message: Any) -> dict[str, Any]:
        """The answer: an ack or a nak."""
        self.send(message)
        return self.hear("ack", "nak")

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of such a kind; `closed` is what is heard at the end."""
        while True:
            try:
                message: dict[str, Any] = json.decode(self.ws.recv(timeout=HANG))
            except ConnectionClosed as closed:
                message = {"type": "closed", "code": closed.rcvd.code if closed.rcvd else None}
            self.heard.append(message)
            if message["type"] in ("welcome", "event"):
                self.view = message.get("view") or self.view
                self.version = (message["seq"], message.get("draft", 0))
            if message["type"] in kinds:
                return message
            assert message["type"] != "closed", f"closed while waiting for {kinds}"
