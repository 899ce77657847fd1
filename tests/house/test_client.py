"""The client of a house, where several houses share its tables."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cardhouse import client
from cardhouse.client import Seat, Visit
from cardhouse.games.view import View
from cardhouse.play.runner import limit_time
from tests.house.live import LiveHouse

MOVED = b'{"type":"bye","code":"moved","reason":"","url":"http://owner"}'


class Enough(Exception):
    pass


class Socket:
    def __init__(self, said: bytes) -> None:
        self._said = said

    def send(self, message: bytes, *, text: bool) -> None:
        pass

    def __iter__(self) -> Iterator[bytes]:
        yield self._said


def follow(entrance: str, answers: list[Any], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return where a client connects that gets these answers."""
    addresses = list[str]()

    @contextmanager
    def connect(address: str, **more: object) -> Iterator[Any]:
        addresses.append(address)
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        yield Socket(answer)

    monkeypatch.setattr(client, "connect", connect)
    monkeypatch.setattr("cardhouse.client.time.sleep", lambda seconds: None)
    seat = Seat(entrance, "table", "token", "president")
    visit = Visit("president", limit_time(lambda view: view.moves[0], None), [], again=False)
    with pytest.raises(Enough):
        list(seat.attend(visit))
    return addresses


def test_a_client_follows_its_table_and_comes_back_when_the_owner_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = follow("http://entrance", [MOVED, OSError("gone"), MOVED, Enough()], monkeypatch)
    entrance, owner = "ws://entrance/socket/table", "ws://owner/socket/table"
    assert addresses == [entrance, owner, entrance, owner]


def test_a_client_that_came_by_tls_sends_its_token_nowhere_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house behind a proxy may name its address in a network of its own, where the client has other machines."""
    safe = MOVED.replace(b"http:", b"https:")
    addresses = follow("https://entrance", [MOVED, safe, MOVED, Enough()], monkeypatch)
    entrance, owner = "wss://entrance/socket/table", "wss://owner/socket/table"
    assert addresses == [entrance, entrance, owner, entrance]


@pytest.mark.house
def test_for_an_answer_that_is_too_long_to_be_read_the_first_legal_move_is_made(tmp_path: Path) -> None:
    answers: list[str] = []

    def choose(view: View) -> str:
        answers.append("x" * 5000 if not answers else view.moves[0])
        return answers[-1]

    with LiveHouse(tmp_path) as house:
        seat = client.create(house.url, "president", name="Bot", seats=3, options={}, bots=2, level="quick", pace=0)
        assert len(seat.play(choose).places) == 3
    assert seat.faults == ["A message has at most 4096 bytes."]
