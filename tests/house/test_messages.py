"""Messages to viewers, and their frames: what is made once for several viewers is what each would have been sent."""

from random import Random
from typing import Any

import pytest
from msgspec import json
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from cardhouse.games import GAMES
from cardhouse.house import frames, messages
from cardhouse.wire import encode
from tests.house.in_memory import InMemoryHouse, Person, play_on
from tests.house.test_rooms import SHORT

HANDSHAKE = (
    b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Checking(Person):
    """A viewer who compares what they are sent with what is true at that moment."""

    table: Any = None
    checked = 0

    def put(self, frame: bytes) -> None:
        message, sitting = json.decode(frame), self.house.room.sitting
        self.table = message.get("table", self.table)
        if message.get("view") is not None:
            view = messages.view(sitting, messages.viewer(sitting, self.player))
            assert message["view"] == json.decode(encode(view))
            assert self.table == json.decode(encode(messages.info("table", sitting)))
            self.checked += 1


@pytest.mark.parametrize("name", GAMES)
def test_every_viewer_is_sent_their_view_and_every_change_of_the_table(name: str) -> None:
    house = InMemoryHouse(name, people=2, options=SHORT.get(name, {}), pace=0)
    viewers = [Checking(house, number) for number in (1, 2, 0)]
    for viewer in viewers:
        house.room.enter(viewer, -1)
    if house.phase == "open":
        house.must(house.people[0].say("start"))
    play_on(house, Random(1), most=200, to_the_end=False)
    assert all(viewer.checked > 10 for viewer in viewers)


def of_a_client(text: bytes) -> bytes:
    return Frame(Opcode.TEXT, text).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1000, 65_535, 65_536])
def test_frames_are_those_of_websockets(size: int) -> None:
    text = b"x" * size
    assert frames.framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
    assert frames.text_in(of_a_client(text)) == (text if size < 1 << 16 else None)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        of_a_client(b"hello")[:-1],
        of_a_client(b"hello") + b"\x81",
        Frame(Opcode.TEXT, b"hello").serialize(mask=False),
        Frame(Opcode.TEXT, b"hello", fin=False).serialize(mask=True),
        Frame(Opcode.BINARY, b"hello").serialize(mask=True),
        Frame(Opcode.PING, b"hello").serialize(mask=True),
    ],
    ids=["nothing", "a part", "more than one", "without a mask", "the first of two", "bytes", "a ping"],
)
def test_anything_but_one_whole_text_is_left_to_the_parser(data: bytes) -> None:
    assert frames.text_in(data) is None


def test_the_parser_is_between_frames_only_after_a_whole_one() -> None:
    server = ServerProtocol()
    server.receive_data(HANDSHAKE)
    (request,) = server.events_received()
    server.send_response(server.accept(request))  # type: ignore[arg-type]
    frame, between = of_a_client(b"hello"), []
    for byte in frame:
        between.append(frames._is_between_frames(server.parser))
        server.receive_data(bytes([byte]))
    assert between == [True, *[False] * (len(frame) - 1)]
    assert frames._is_between_frames(server.parser)
