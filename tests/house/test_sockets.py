"""Sockets: what strangers, thieves, flooders and sleepers get, and that nobody else notices."""

import json
import signal
import socket
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from cardhouse.client import Seat, create
from cardhouse.house.stores.opening import read_rows
from tests.house.calls import Call
from tests.house.live import LiveHouse
from tests.house.stores import dump


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("sockets")) as house:
        yield house


def rows(house: LiveHouse, table: str) -> int:
    return len(read_rows(house.store, table))


MOST_SAID = 3000  # a few hundred fill the buffers of the system
COMMANDS: tuple[dict[str, Any], ...] = (
    {"type": "play", "move": "pass", "base": 0},
    {"type": "start"},
    {"type": "deal"},
    {"type": "rematch"},
    {"type": "entropy", "text": "luck"},
    {"type": "say", "text": "hello"},
    {"type": "mute", "seat": 1},
    {"type": "kick", "seat": 1},
    {"type": "pace", "seconds": 0.3},
    {"type": "level", "level": "easy"},
    {"type": "suggest"},
    {"type": "leave"},
    {"type": "vote", "seat": 1},
    {"type": "back"},
)


@pytest.fixture(scope="module")
def crime(house: LiveHouse) -> tuple[str, dict[str, str]]:
    """A table, and tokens of people who may do nothing there."""
    table, _ = house.table("president", 2, seats=4)
    gone = house.post(f"/api/tables/{table}/seats", {"name": "Gone"})["token"]
    assert house.post(f"/api/tables/{table}/commands", {"type": "leave", "id": 1}, gone)["type"] == "ack"
    other = house.post("/api/tables", {"game": "president", "name": "Ann"})["token"]
    return table, {"watcher": "", "guesser": "x" * 43, "neighbour": other, "gone": gone, "hash": "0" * 64}


def must_be_denied(house: LiveHouse, table: str, token: str, command: dict[str, Any]) -> None:
    """Over HTTP and over a socket; and nothing has changed."""
    before = rows(house, table)
    body = json.dumps({**command, "id": 9}).encode()
    status, nak = house.request("POST", f"/api/tables/{table}/commands", body, token)
    assert (status, nak.get("code")) == (403, "denied")
    with Call(house, to=table) as call:
        call.send({"type": "hello", "token": token})
        if token:
            assert call.hear("bye", "welcome").get("code") == "denied"
        else:
            assert call.hear("welcome")["seat"] == -1
            assert call.ask({**command, "id": 9})["code"] == "denied"
    assert rows(house, table) == before


@pytest.mark.parametrize("caller", ["watcher", "guesser", "neighbour", "gone", "hash"])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command["type"]))
def test_promise_10_someone_without_a_seat_can_do_nothing(
    house: LiveHouse, crime: tuple[str, dict[str, str]], caller: str, command: dict[str, Any]
) -> None:
    must_be_denied(house, crime[0], crime[1][caller], command)


def test_promise_10_a_house_that_trusts_everybody_is_found(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="trusts everybody") as house:
        table, _ = house.table("president", 2, seats=4)
        for command in COMMANDS:
            with pytest.raises(AssertionError):
                must_be_denied(house, table, "x" * 43, command)


@pytest.mark.parametrize("number", [1, 6, 7, 8, 9], ids=lambda number: str(COMMANDS[number]["type"]))
def test_promise_10_only_the_creator_starts_mutes_kicks_and_sets_pace_and_level(house: LiveHouse, number: int) -> None:
    table, (_, ben) = house.table("president", 2, seats=4)
    before = rows(house, table)
    with Call(house, table, ben) as call:
        assert call.ask({**COMMANDS[number], "id": 1})["code"] == "denied"
    assert rows(house, table) == before


def test_promise_10_tokens_are_long_and_stored_as_hashes_alone(house: LiveHouse) -> None:
    table, tokens = house.table("president", 2, seats=4)
    assert all(len(token) == 43 for token in tokens)
    stored = dump(house.store)
    assert not any(token.encode() in stored for token in tokens)
    assert table.encode() in stored


def test_promise_10_pages_of_other_sites_cannot_connect(house: LiveHouse) -> None:
    with Call(house, origin="https://evil.example") as call:
        assert call.hear("bye")["code"] == "denied"
    with Call(house, origin="http://[") as call:
        assert call.hear("bye")["code"] == "denied"
    with Call(house, to="nowhere", origin=house.url) as call:
        call.send({"type": "hello"})
        assert call.hear("bye")["code"] == "unknown"


HELLOS: list[tuple[Any, str]] = [
    ("", "unreadable"),
    ("nonsense", "unreadable"),
    ({"type": "play", "id": 1, "move": "pass", "base": 0}, "unreadable"),
    ({"type": "hello"}, "unknown"),
    ({"type": "hello", "v": 2}, "version"),
    ({"type": "hello", "admin": True}, "unreadable"),
    ({"type": "hello", "token": ["a"]}, "unreadable"),
    ("x" * 5000, "too_large"),
]


@pytest.mark.parametrize(("hello", "code"), HELLOS)
def test_a_wrong_hello_gets_a_bye_that_says_why(house: LiveHouse, hello: Any, code: str) -> None:
    with Call(house, to="nowhere") as call:
        call.send(hello)
        bye = call.hear("bye")
        assert bye["code"] == code
        assert bye["reason"].endswith(".")
        assert call.hear("closed")["code"] == 1008


FRAMES: list[tuple[Any, str, int | None]] = [
    ("", "unreadable", None),
    ("{", "unreadable", None),
    (b"\x00\xff", "unreadable", None),
    ("[]", "unreadable", None),
    ("[" * 4000, "unreadable", None),
    ('{"a":' * 700, "unreadable", None),
    ({"type": "dance", "id": 4}, "unreadable", 4),
    ({"type": "play", "id": 4, "move": 7, "base": 0}, "unreadable", 4),
    ({"type": "play", "id": 4, "move": "pass"}, "unreadable", 4),
    ({"type": "play", "id": 0, "move": "pass", "base": 0}, "unreadable", None),
    ({"type": "play", "id": 1 << 60, "move": "pass", "base": 0}, "unreadable", None),
    ({"type": "play", "id": 4, "move": "pass", "base": -1}, "unreadable", 4),
    ({"type": "play", "id": 4, "move": "pass", "base": 0, "seat": 1}, "unreadable", 4),
    ({"type": "say", "id": 4, "text": "\u202e"}, "unreadable", 4),
    ({"type": "mute", "id": 4, "seat": 99}, "not_now", 4),
    ({"type": "pace", "id": 4, "seconds": 10.1}, "unreadable", 4),
    ({"type": "pace", "id": 4, "seconds": -1}, "unreadable", 4),
    ({"type": "pace", "id": 4}, "unreadable", 4),
    ({"type": "level", "id": 4, "level": "genius"}, "unknown", 4),
    ({"type": "level", "id": 4, "level": "deep"}, "not_now", 4),
    ({"type": "suggest", "id": 4}, "not_now", 4),
    ({"type": "suggest", "id": 4, "level": "deep"}, "unreadable", 4),
    ({"type": "vote", "id": 4, "seat": 1}, "not_now", 4),
    ({"type": "vote", "id": 4, "seat": -1}, "unreadable", 4),
    ({"type": "vote", "id": 4}, "unreadable", 4),
    ({"type": "back", "id": 4, "seat": 0}, "unreadable", 4),
    ({"type": "hello"}, "unreadable", None),
    ("x" * 4097, "too_large", None),
]


@pytest.mark.parametrize(("frame", "code", "number"), FRAMES)
def test_a_wrong_frame_gets_one_nak_and_changes_nothing(
    house: LiveHouse, frame: Any, code: str, number: int | None
) -> None:
    table, (ann, _) = house.table("president", 2, seats=4)
    before = rows(house, table)
    with Call(house, table, ann) as call:
        nak = call.ask(frame)
        assert (nak["type"], nak["code"], nak.get("id")) == ("nak", code, number)
        assert nak["reason"].endswith(".")
        assert rows(house, table) == before
        assert call.ask({"type": "say", "id": 4, "text": "still here"})["type"] == "ack"
        assert sum(1 for heard in call.heard if heard["type"] == "nak") == 1


def test_a_frame_beyond_all_bounds_ends_the_connection(house: LiveHouse) -> None:
    table, (ann, _) = house.table("president", 2, seats=4)
    with Call(house, table, ann) as call:
        call.send("x" * 100_000)
        assert call.hear("closed")["code"] == 1009


def test_the_newest_connection_has_the_seat(house: LiveHouse) -> None:
    table, (ann, _) = house.table("president", 2, seats=4)
    with Call(house, table, ann) as old, Call(house, table, ann) as new:
        assert old.hear("bye")["code"] == "replaced"
        assert old.hear("closed")["code"] == 4001
        assert new.ask({"type": "say", "id": 1, "text": "me"})["type"] == "ack"


def sleeps_and_comes_back(house: LiveHouse) -> None:
    """Somebody who does not read, while somebody else talks."""
    table, (ann, ben) = house.table("president", 2, seats=4)
    sleeper = socket.socket()
    sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sleeper.connect(("127.0.0.1", house.port))
    with Call(house, table, ben, sock=sleeper, max_queue=1) as asleep, Call(house, table, ann) as call:
        seen, said = asleep.version[0], count(1)
        while "cardhouse_slow_total 0.0" in house.get("/metrics"):
            for _ in range(100):
                assert call.ask({"type": "say", "id": next(said), "text": "z" * 200})["type"] == "ack"
            call.hear("event")
            assert call.version[0] < MOST_SAID, "nobody minds that they do not read"
        with Call(house, to=table) as back:
            back.send({"type": "hello", "token": ben, "last": seen})
            welcome = back.hear("welcome")
            assert welcome["missed"] is True
            assert welcome["seq"] == call.version[0]
        sleeper.close()


def test_promise_9_a_client_that_does_not_read_is_disconnected_and_returns_without_loss(house: LiveHouse) -> None:
    sleeps_and_comes_back(house)


def test_promise_9_a_house_that_buffers_everything_for_a_slow_reader_is_found(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="buffers everything") as house, pytest.raises(AssertionError, match="nobody minds"):
        sleeps_and_comes_back(house)


def test_a_flooding_client_is_disconnected_and_the_table_plays_on(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="limits") as house:
        table, (ann, _) = house.table("president", 2, seats=4)
        seat = create(house.url, "president", name="Control", bots=3, pace=0)
        with Call(house, table, ann) as call:
            call.send_at_once([{"type": "say", "id": number, "text": "spam"} for number in range(1, 500)])
            assert call.hear("bye")["code"] == "flood"
            assert call.hear("closed")["code"] == 1008
        assert seat.play(lambda view: view.moves[0]).places
        for _ in range(200):
            status, nak = house.request("GET", "/api/games")
            if status == 429:
                break
        assert nak["code"] == "flood"


def test_limits_of_tables_and_sockets_of_an_address(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="limits") as house:
        body = json.dumps({"game": "president", "name": "Ann"}).encode()
        answers = [house.request("POST", "/api/tables", body) for _ in range(6)]
        assert [status for status, _ in answers] == [201] * 5 + [429]
        assert answers[-1][1]["code"] == "limit"
        table = answers[0][1]["table"]["id"]
        calls = [Call(house, table) for _ in range(5)]
        with Call(house) as one_too_many:
            assert one_too_many.hear("bye")["code"] == "limit"
        for call in calls:
            call.end()


def test_guessing_table_ids_is_soon_refused(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="limits") as house:
        assert [house.request("GET", f"/api/tables/guess-{one}")[0] for one in range(5)] == [404] * 5
        for one in range(5):
            with Call(house, to=f"guess-{one}") as call:
                call.send({"type": "hello"})
                assert call.hear("bye")["code"] == "unknown"
        assert house.request("GET", "/api/games")[0] == 429


def test_one_watcher_too_many_is_told_so(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="two watchers at most") as house:
        table, (ann,) = house.table("president", 1, seats=4)
        with Call(house, table), Call(house, table), Call(house, to=table) as third, Call(house, table, ann):
            third.send({"type": "hello"})
            assert third.hear("bye")["code"] == "limit"


def test_a_graceful_stop_answers_everything_and_tells_people_to_come_back(tmp_path: Path) -> None:
    with LiveHouse(tmp_path) as house:
        table, (ann, _) = house.table("president", 2, seats=4)
        with Call(house, table, ann) as call:
            for number in range(1, 16):
                call.send({"type": "say", "id": number, "text": f"line {number}"})
            call.hear("ack")
            house.kill(signal.SIGTERM)
            assert call.hear("bye")["code"] == "closing"
            assert call.hear("closed")["code"] == 1012
            acks = [heard["id"] for heard in call.heard if heard["type"] == "ack"]
        house.start()
        with Call(house, table, ann) as call:
            assert call.welcome["id"] == max(acks)
            assert call.welcome["chat"][-1]["happened"]["text"] == f"line {max(acks)}"


def test_a_client_comes_back_by_itself_after_a_restart(tmp_path: Path) -> None:
    with LiveHouse(tmp_path) as house:
        made = house.post("/api/tables", {"game": "president", "name": "Ann", "bots": 3, "pace": 0})
        seat, moves = Seat(house.url, made["table"]["id"], made["token"], "president"), count()

        def choose(view: Any) -> str:
            if next(moves) == 3:
                house.kill(signal.SIGKILL)
                house.start()
            return str(view.moves[0])

        assert sorted(seat.play(choose).places) == [1, 2, 3, 4]
