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

from cardhouse import BadTable
from cardhouse.house import archive, lines
from cardhouse.house.lines import PATIENCE, STUCK, Lines, Wait, is_in, networks, waits_for_reader, waits_for_request
from cardhouse.house.packing import PIECE, Packed
from cardhouse.house.replays import MOST_WAITING, Replays
from cardhouse.house.settings import Settings
from cardhouse.house.wire import Denial
from tests.house import loops
from tests.house.live import LiveHouse
from tests.patience import HANG

ASKS: dict[str, Any] = {"served": 0, "cycle": None, "timeout_keep_alive_task": None}


class Line:
    """A connection, as the house sees it."""

    def __init__(self, host: str = "10.0.0.1", **more: Any) -> None:
        self.client, self.unread, self.drained, self.cut = (host, 1), 0, 0, False
        self.served: int
        self.transport = SimpleNamespace(abort=self.abort, get_write_buffer_size=lambda: self.unread)
        vars(self).update(more)

    def abort(self) -> None:
        self.cut = True

    def waits(self) -> Wait | None:
        return waits_for_reader(self) or (waits_for_request(self) if hasattr(self, "cycle") else None)


def several(**settings: Any) -> Lines:
    return Lines(Settings(Path("none"), **settings), 1000)


def cut_after(line: Line, limit: float, meanwhile: Callable[[], None] = lambda: None) -> bool:
    """Whether it is cut off after this time, and not before."""
    watched = several()
    watched.come(line)
    for second in (0.0, 0.5, limit):
        watched.look(second)
        assert not line.cut
        meanwhile()
    watched.look(limit + 1)
    return line.cut


def test_who_asks_nothing_is_cut_off() -> None:
    assert cut_after(Line(**ASKS), PATIENCE)


def test_who_does_not_finish_a_request_is_cut_off() -> None:
    asking = SimpleNamespace(response_complete=False, more_body=True)
    assert cut_after(Line(**{**ASKS, "cycle": asking}), PATIENCE)


def test_who_does_not_read_is_cut_off_even_if_more_and_more_is_sent() -> None:
    line = Line(unread=1000)

    def more() -> None:
        line.unread += 1000

    assert cut_after(line, STUCK, more)


@pytest.mark.parametrize("progress", ["unread", "drained"])
def test_who_reads_slowly_is_not_cut_off(progress: str) -> None:
    line = Line(unread=1000)

    def reads() -> None:
        setattr(line, progress, getattr(line, progress) + (-1 if progress == "unread" else 1))

    assert not cut_after(line, STUCK, reads)


def test_who_waits_for_the_house_or_has_a_socket_is_not_cut_off() -> None:
    answering = SimpleNamespace(response_complete=False, more_body=False)
    assert not cut_after(Line(**{**ASKS, "cycle": answering}), PATIENCE)
    assert not cut_after(Line(**{**ASKS, "timeout_keep_alive_task": "soon"}), PATIENCE)
    assert not cut_after(Line(), STUCK)


def test_who_asks_one_thing_after_another_is_not_cut_off() -> None:
    line = Line(**ASKS)

    def served() -> None:
        line.served += 1

    assert not cut_after(line, PATIENCE, served)


def test_an_address_has_so_many_lines_and_a_proxy_more() -> None:
    watched = several(lines=3, proxies="10.0.0.2, 10.1.0.0/16")
    of_one, of_proxy, of_other = ([Line(host) for _ in range(5)] for host in ("10.0.0.1", "10.0.0.2", "10.1.7.7"))
    for line in [*of_one, *of_proxy, *of_other]:
        watched.come(line)
    assert [line.cut for line in of_one] == [False] * 3 + [True] * 2
    assert not any(line.cut for line in [*of_proxy, *of_other])
    for line in of_one[2:]:
        watched.go(line)
    watched.come(again := Line())
    assert (again.cut, watched.refused) == (False, 2)


def test_when_all_lines_are_taken_no_more_are_and_the_rest_is_for_the_house() -> None:
    watched = several(lines=10**6)
    taken = [Line(f"10.0.{number}.1") for number in range(901)]
    for line in taken:
        watched.come(line)
    assert [line.cut for line in taken] == [False] * 900 + [True]


def test_proxies_are_addresses() -> None:
    with pytest.raises(BadTable, match="--proxies takes addresses or networks"):
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


def test_a_real_house_hangs_up(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="impatient") as house:
        assert hung_up(house, b"")
        assert hung_up(house, b"GET /health HTTP/1.1\r\nHost: ho")
        head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        assert hung_up(house, head + b"Content-Length: 100\r\n\r\n{")


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

    loops.run(run())
    bodies = sent[1:]
    assert b"".join(body["body"] for body in bodies) == plain
    assert all(len(body["body"]) <= PIECE for body in bodies)
    assert [body["more_body"] for body in bodies] == [True] * (len(bodies) - 1) + [False]


def test_a_log_is_made_once_and_only_so_many_wait_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    made, goes_on = list[str](), Event()

    def exported(file: Path, table: str, match: int) -> str:
        made.append(table)
        goes_on.wait(HANG)
        return table

    monkeypatch.setattr(archive, "exported", exported)

    async def run() -> None:
        replays = Replays(Path("none"))
        asked = [asyncio.create_task(replays.log(f"table {number}", 1)) for number in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Denial, match="Many ask for old matches"):
            await replays.log("another", 1)
        goes_on.set()
        await asyncio.gather(*asked)
        await replays.log("table 3", 1)
        await replays.log("another", 1)

    loops.run(run())
    assert sorted(made) == sorted([*(f"table {number}" for number in range(MOST_WAITING)), "another"])


def test_the_limit_of_files_is_raised() -> None:
    resource = pytest.importorskip("resource")
    assert lines.most_files() == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
