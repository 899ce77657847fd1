"""Promises 9 and 11: a connection that asks nothing, or does not read what it asked for, is not held for long."""

import asyncio
import http.client
import socket
from collections.abc import Callable
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request

from cardhouse import BadSetup
from cardhouse.house import archive
from cardhouse.house.connections import (
    MOST_UNREAD,
    READ_TIMEOUT,
    REQUEST_TIMEOUT,
    Connections,
    ReadTimeout,
    most_files,
    waits_for_reader,
    waits_for_request,
)
from cardhouse.house.networks import is_in, networks
from cardhouse.house.packing import PIECE, Packed
from cardhouse.house.replays import MOST_WAITING, Replays
from cardhouse.house.settings import Settings
from cardhouse.house.turnstile import AT_ONCE, Turnstile
from cardhouse.wire import Denial
from tests.house import event_loop
from tests.house.live import LiveHouse
from tests.waiting import HANG, until

ASKS: dict[str, Any] = {"served": 0, "cycle": None, "timeout_keep_alive_task": None}


class FakeConnection:
    """A connection, as the house sees it."""

    def __init__(self, host: str = "10.0.0.1", **more: Any) -> None:
        self.client = (host, 1)
        self.unread, self.drained = 0, 0
        self.closed = False
        self.served: int
        self.transport = SimpleNamespace(abort=self.abort, get_write_buffer_size=lambda: self.unread)
        vars(self).update(more)

    def abort(self) -> None:
        self.closed = True

    def waits(self) -> ReadTimeout | None:
        return waits_for_reader(self) or (waits_for_request(self) if hasattr(self, "cycle") else None)


def several(**settings: Any) -> Connections:
    return Connections(Settings("none", **settings), 1000)


def closed_after(connection: FakeConnection, limit: float, meanwhile: Callable[[], None] = lambda: None) -> bool:
    """Return whether it is closed after this time, and not before."""
    watched = several()
    watched.add(connection)
    for second in (0.0, 0.5, limit):
        watched.close_stuck(second)
        assert not connection.closed
        meanwhile()
    watched.close_stuck(limit + 1)
    return connection.closed


def test_a_connection_without_a_request_is_closed() -> None:
    assert closed_after(FakeConnection(**ASKS), REQUEST_TIMEOUT)


def test_a_connection_with_an_unfinished_request_is_closed() -> None:
    asking = SimpleNamespace(response_complete=False, more_body=True)
    assert closed_after(FakeConnection(**{**ASKS, "cycle": asking}), REQUEST_TIMEOUT)


def test_a_client_that_does_not_read_is_cut_off_even_if_more_is_sent() -> None:
    connection = FakeConnection(unread=1000)

    def more() -> None:
        connection.unread += 1000

    assert closed_after(connection, READ_TIMEOUT, more)


@pytest.mark.parametrize("progress", ["unread", "drained"])
def test_a_client_that_reads_slowly_is_not_cut_off(progress: str) -> None:
    connection = FakeConnection(unread=1000)

    def reads() -> None:
        setattr(connection, progress, getattr(connection, progress) + (-1 if progress == "unread" else 1))

    assert not closed_after(connection, READ_TIMEOUT, reads)


def test_a_client_that_waits_for_the_house_is_not_cut_off() -> None:
    answering = SimpleNamespace(response_complete=False, more_body=False)
    assert not closed_after(FakeConnection(**{**ASKS, "cycle": answering}), REQUEST_TIMEOUT)
    assert not closed_after(FakeConnection(**{**ASKS, "timeout_keep_alive_task": "soon"}), REQUEST_TIMEOUT)
    assert not closed_after(FakeConnection(), READ_TIMEOUT)


def test_a_client_with_one_request_after_another_is_not_cut_off() -> None:
    connection = FakeConnection(**ASKS)

    def served() -> None:
        connection.served += 1

    assert not closed_after(connection, REQUEST_TIMEOUT, served)


def test_an_address_has_a_limit_and_a_proxy_does_not() -> None:
    watched = several(connections=3, proxies="10.0.0.2, 10.1.0.0/16")
    of_one, of_proxy, of_other = (
        [FakeConnection(host) for _ in range(5)] for host in ("10.0.0.1", "10.0.0.2", "10.1.7.7")
    )
    for connection in [*of_one, *of_proxy, *of_other]:
        watched.add(connection)
    assert [connection.closed for connection in of_one] == [False] * 3 + [True] * 2
    assert not any(connection.closed for connection in [*of_proxy, *of_other])
    for connection in of_one[2:]:
        watched.remove(connection)
    watched.add(again := FakeConnection())
    assert (again.closed, watched.refused) == (False, 2)


def test_a_reserve_of_files_is_kept_for_the_house() -> None:
    watched = several(connections=10**6)
    taken = [FakeConnection(f"10.0.{number}.1") for number in range(901)]
    for connection in taken:
        watched.add(connection)
    assert [connection.closed for connection in taken] == [False] * 900 + [True]


def test_that_there_is_no_room_is_noted_once_until_there_is_room(caplog: pytest.LogCaptureFixture) -> None:
    watched = several(connections=10**6)
    for _ in range(2):
        taken = [FakeConnection(f"10.0.{number}.1") for number in range(905)]
        for connection in taken:
            watched.add(connection)
        for connection in taken:
            watched.remove(connection)
        watched.close_stuck(0.0)
    assert [record.message for record in caplog.records] == ["no more connections are accepted"] * 2


def test_proxies_are_addresses() -> None:
    with pytest.raises(BadSetup, match="--proxies takes addresses or networks"):
        several(proxies="nonsense")


@pytest.mark.parametrize(
    ("host", "words", "known"),
    [
        ("10.9.9.9", "*", True),
        ("::1", "*", True),
        ("10.9.9.9", "10.9.0.0/16", True),
        ("::ffff:10.9.9.9", "10.9.0.0/16", True),
        ("10.8.9.9", "10.9.0.0/16", False),
        ("10.9.9.9", "", False),
        ("?", "*", False),
    ],
)
def test_addresses_are_in_networks(host: str, words: str, known: bool) -> None:
    assert is_in(host, networks(words, "--proxies")) == known


def hung_up(house: LiveHouse, says: bytes) -> bool:
    with socket.create_connection(("127.0.0.1", house.port), HANG) as caller:
        caller.sendall(says)
        try:
            return caller.recv(1) == b""
        except ConnectionResetError:
            return True


def test_a_real_house_closes_idle_connections(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="no time for a request") as house:
        assert hung_up(house, b"")
        assert hung_up(house, b"GET /health HTTP/1.1\r\nHost: ho")
        head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        assert hung_up(house, head + b"Content-Length: 100\r\n\r\n{")


def test_a_request_with_a_very_long_head_is_refused(tmp_path: Path) -> None:
    with LiveHouse(tmp_path) as house, connected(house) as caller:
        caller.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + 9000 * b"a: b\r\n" + b"\r\n")
        said = answers(caller, lambda said: b"HTTP/1.1" in said)
    assert not said or said.startswith(b"HTTP/1.1 400")


def test_when_much_is_not_read_slow_readers_are_closed_at_once() -> None:
    watched, slow, steady = several(), FakeConnection(unread=MOST_UNREAD), FakeConnection(unread=1000)
    for connection in (slow, steady):
        watched.add(connection)
        watched.close_stuck(0.0)
    watched.close_stuck(1.0)
    assert (slow.closed, steady.closed) == (True, False)


def test_a_request_with_two_lengths_is_refused_and_nothing_after_it_is_read(tmp_path: Path) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    both = head + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    with LiveHouse(tmp_path) as house, socket.create_connection(("127.0.0.1", house.port), HANG) as caller:
        caller.sendall(both + b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        said = b""
        while more := caller.recv(1 << 16):
            said += more
    assert said.startswith(b"HTTP/1.1 400")
    assert said.count(b"HTTP/1.1") == 1


def test_a_client_with_too_many_requests_is_not_listened_to_for_a_while(tmp_path: Path) -> None:
    """However many it has sent already: the second answer of this kind would come after a very long time."""
    with (
        LiveHouse(tmp_path, plant="slows down floods") as house,
        socket.create_connection(("127.0.0.1", house.port), HANG) as caller,
    ):
        caller.sendall(25 * 20 * b"GET /assets/none.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
        said = answers(caller, lambda said: said.count(b"HTTP/1.1 404") == 500)
        caller.sendall(5 * b"GET /assets/none.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answers(caller, lambda said: b"HTTP/1.1 429" in said)
        until(house.is_well)  # others are answered, and its worker starts
        house.kill()
        said = answers(caller, lambda said: False)
    assert b"HTTP/1.1" not in said


def connected(house: LiveHouse) -> socket.socket:
    return socket.create_connection(("127.0.0.1", house.port), HANG)


def answers(caller: socket.socket, enough: Callable[[bytes], bool]) -> bytes:
    """What is said until it is enough, or nothing more comes."""
    said = b""
    while not enough(said):
        try:
            more = caller.recv(1 << 16)
        except ConnectionResetError:
            return said
        if not more:
            return said
        said += more
    return said


def test_a_round_of_the_event_loop_has_room_for_few_requests() -> None:
    passed = list[int]()

    async def request(turnstile: Turnstile, number: int) -> None:
        await turnstile.enter()
        passed.append(number)

    async def run() -> list[int]:
        turnstile, rounds = Turnstile(), list[int]()
        asked = [asyncio.ensure_future(request(turnstile, number)) for number in range(3 * AT_ONCE)]
        asked[AT_ONCE].cancel()
        while len(passed) < len(asked) - 1:
            before = len(passed)
            await asyncio.sleep(0)
            rounds.append(len(passed) - before)
        return rounds

    rounds = asyncio.run(run())
    assert max(rounds) == AT_ONCE
    assert passed == [number for number in range(3 * AT_ONCE) if number != AT_ONCE]


def test_assets_have_a_limit_too(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="limits") as house:
        caller = http.client.HTTPConnection("127.0.0.1", house.port, timeout=HANG)
        found = []
        for _ in range(25 * 20 + 5):
            caller.request("GET", "/assets/none.js")
            answer = caller.getresponse()
            found.append(answer.status)
            answer.read()
        caller.close()
    assert found == [404] * 500 + [429] * 5


@pytest.mark.parametrize("size", [0, 1, PIECE, PIECE + 1, 5 * PIECE])
def test_a_large_answer_is_sent_in_pieces(size: int) -> None:
    plain, sent = bytes(range(256)) * (size // 256) + b"x" * (size % 256), list[Any]()

    async def send(message: Any) -> None:
        sent.append(message)

    async def run() -> None:
        request = Request({"type": "http", "headers": []})
        await Packed(plain, "text/plain").answer(request)({"type": "http"}, None, send)  # type: ignore[arg-type]

    event_loop.run(run())
    bodies = sent[1:]
    assert b"".join(body["body"] for body in bodies) == plain
    assert all(len(body["body"]) <= PIECE for body in bodies)
    assert [body["more_body"] for body in bodies] == [True] * (len(bodies) - 1) + [False]


def test_a_log_is_made_once_and_the_queue_for_others_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    made, goes_on = list[str](), Event()

    def find(rows: list[Any], match: int) -> archive.FinishedMatch:
        made.append(rows[0])
        goes_on.wait(HANG)
        return archive.FinishedMatch(rows[0], (), ())

    monkeypatch.setattr(archive, "find_match", find)

    async def read(table: str) -> list[Any]:
        return [table]

    async def run() -> None:
        replays = Replays(read)
        asked = [asyncio.create_task(replays.log(f"table {number}", 1)) for number in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Denial, match="Too many requests for finished matches"):
            await replays.log("another", 1)
        goes_on.set()
        await asyncio.gather(*asked)
        await replays.log("table 3", 1)
        await replays.log("another", 1)

    event_loop.run(run())
    assert sorted(made) == sorted([*(f"table {number}" for number in range(MOST_WAITING)), "another"])


def test_the_limit_of_files_is_raised() -> None:
    resource = pytest.importorskip("resource")
    assert most_files() == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
