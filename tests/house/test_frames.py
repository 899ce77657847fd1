"""Promises 8, 9 and 11 below the messages: frames without end, and answers that nobody reads."""

import select
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardhouse.house import frames
from tests.house.live import LiveHouse
from tests.waiting import HANG, until

MASK = b"\x00\x00\x00\x00"
PING, PONG, TEXT, BYTES = (bytes([opcode, 0x80]) + MASK for opcode in (0x89, 0x8A, 0x81, 0x82))
OPEN, PART, LAST = (bytes([opcode, 0x80]) + MASK for opcode in (0x01, 0x00, 0x80))
CLOSE = b"\x88"
BIG_PING = b"\x89\xfd" + MASK + bytes(125)
MANY = 1000  # frames: ten times as many as the house with few limits allows at once
MOST = 1 << 26  # bytes that are sent to a house which should long have stopped reading


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("frames"), plant="limits") as house:
        yield house


def opened(house: LiveHouse) -> socket.socket:
    """A socket after its handshake, on which any bytes can be sent."""
    caller = socket.create_connection(("127.0.0.1", house.port), HANG)
    caller.sendall(
        b"GET /socket/our-table HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += caller.recv(1)
    assert head.startswith(b"HTTP/1.1 101"), head
    return caller


def heard(caller: socket.socket) -> bytes:
    """All that the house says, up to the frame that closes."""
    said = b""
    while CLOSE not in said and (more := caller.recv(1 << 16)):
        said += more
    return said


@pytest.mark.parametrize(
    ("first", "then"),
    [(b"", PING), (b"", PONG), (OPEN, PART), (b"", BYTES), (b"", TEXT), (b"", OPEN + LAST)],
    ids=["pings", "pongs", "parts of a message", "bytes", "empty messages", "messages in two parts"],
)
def test_every_kind_of_frame_counts_towards_the_limit(strict: LiveHouse, first: bytes, then: bytes) -> None:
    with opened(strict) as caller:
        caller.sendall(first + MANY * then)
        said = heard(caller)
    assert b'"code":"flood"' in said
    assert said.count(b"\x8a\x00") <= 100 + frames.PIECE // len(PING)  # pongs
    assert strict.is_well()


def test_a_flood_after_the_goodbye_does_not_reset_the_connection(strict: LiveHouse) -> None:
    with opened(strict) as caller:
        caller.sendall(TEXT)  # no hello
        assert b'"code":"unreadable"' in heard(caller)
        caller.sendall(MANY * PING)
        while caller.recv(1 << 16):
            pass  # pongs
        for _ in range(2):
            caller.sendall(MANY * PING)  # the first after a reset is lost, the second raises an error


def test_an_address_that_floods_cannot_come_back_at_once(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="counts floods") as house:
        assert house.is_well()
        with opened(house) as caller:
            caller.sendall(MANY * PING)
            heard(caller)
        until(lambda: house.get("/health").get("code") == "flood")


def test_the_house_stops_reading_from_a_client_that_does_not_read(tmp_path: Path) -> None:
    sent = 0
    with LiveHouse(tmp_path) as house, opened(house) as caller:
        caller.setblocking(False)
        while select.select([], [caller], [], 2.0)[1]:
            sent += caller.send(512 * BIG_PING)
            assert sent < MOST, "the house reads on, and keeps its answers"
        assert house.is_well()


def test_text_that_is_no_text_is_refused_in_words(strict: LiveHouse) -> None:
    with opened(strict) as caller:
        caller.sendall(b"\x81\x82" + MASK + b"\xff\xff")
        assert b"A message is text in UTF-8." in heard(caller)
