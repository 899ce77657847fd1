"""A seat moves to another device with a code: once, for a while, and the device that had it is told."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from cardhouse.house.codes import LIFE, Codes
from cardhouse.house.decide import Take
from cardhouse.wire import Ack, Denial
from tests.house import stores
from tests.house.calls import Call
from tests.house.in_memory import Clock, InMemoryHouse
from tests.house.live import LiveHouse


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("codes")) as house:
        yield house


def code_of(house: LiveHouse, table: str, token: str) -> str:
    return str(house.post(f"/api/tables/{table}/codes", {}, token)["code"])


def use(house: LiveHouse, table: str, code: str) -> Any:
    return house.post(f"/api/tables/{table}/codes/use", {"code": code})


def test_a_seat_moves_and_the_device_that_had_it_is_told(house: LiveHouse) -> None:
    table, (token, ben) = house.table("president", 2, seats=2 + 1, bots=1)
    with Call(house, table, token) as old, Call(house, table, ben) as other:
        moved = use(house, table, code_of(house, table, token))
        assert old.hear("bye")["code"] == "handed"
        assert old.hear("closed")["code"] == 4003
        assert moved["seat"] == 0
        assert moved["token"] != token
        with Call(house, table, moved["token"]) as new:
            assert new.welcome["seat"] == 0
            assert new.ask({"type": "say", "id": new.welcome["id"] + 1, "text": "here"})["type"] == "ack"
        other.hear("event")
        happened = [frame["happened"]["what"] for frame in other.heard if frame["type"] == "event"]
        assert "handed" not in happened  # it is nobody else's business
    nak = house.post(f"/api/tables/{table}/commands", {"type": "say", "id": 9, "text": "still here"}, token)
    assert nak["code"] == "handed"
    house.kill()
    house.start()
    with Call(house, table, moved["token"]) as again:
        assert again.welcome["seat"] == 0
    assert house.post(f"/api/tables/{table}/codes", {}, token)["code"] == "handed"


def test_a_code_works_once_also_for_two_devices_at_the_same_moment(house: LiveHouse) -> None:
    table, (token,) = house.table("president", 1, bots=3)
    code = code_of(house, table, token)
    with ThreadPoolExecutor(4) as devices:
        answers = [*devices.map(lambda _: use(house, table, code), range(4))]
    assert sorted(answer.get("code", "moved") for answer in answers) == ["expired", "expired", "expired", "moved"]


def test_only_the_newest_code_works_only_at_its_table_and_only_for_a_seat(house: LiveHouse) -> None:
    table, (token,) = house.table("president", 1, bots=3)
    other, _ = house.table("president", 1, bots=3)
    first, second = code_of(house, table, token), code_of(house, table, token)
    assert use(house, table, first)["code"] == "expired"
    assert use(house, other, second)["code"] == "expired"
    assert use(house, table, "guess")["code"] == "expired"
    assert use(house, table, second)["seat"] == 0
    assert house.post(f"/api/tables/{table}/codes", {})["code"] == "denied"
    assert house.post(f"/api/tables/{table}/codes", {}, "no-token")["code"] == "denied"


def test_a_code_expires_by_the_clock_of_the_house() -> None:
    clock: Any = Clock()
    codes = Codes(clock)
    codes.issue(1, "early")
    codes.issue(2, "late")
    clock.now += LIFE - 1
    assert codes.redeem("early")[0] == 1
    clock.now += 1
    with pytest.raises(Denial, match="works once, for 5 minutes"):
        codes.redeem("late")


def test_a_code_that_the_old_device_gets_while_the_seat_moves_is_void_with_its_token() -> None:
    memory, answers = InMemoryHouse("president", seats=4, bots=3), list[Ack | Denial]()
    room = memory.room
    room.codes.issue(1, "first")
    player, _ = room.codes.redeem("first")
    room.submit(player, Take("new token"), answers.append)
    room.codes.issue(player, "second")  # the seat has not moved yet
    memory.run()
    assert isinstance(answers[0], Ack)
    with pytest.raises(Denial, match="does not work"):
        room.codes.redeem("second")


def test_a_code_is_neither_stored_nor_logged(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with LiveHouse(tmp_path) as house:
        table, (token,) = house.table("president", 1, bots=3)
        code = code_of(house, table, token)
        moved = use(house, table, code)["token"]
        stored = stores.dump(house.store)
    written = stored.decode("utf-8", "replace") + "".join(capfd.readouterr())
    assert not {secret for secret in (code, token, moved) if secret in written}
