"""A seat moves to another device with a code: once, for a while, and the device that had it is told."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from cardhouse.house.codes import LIFE, Codes
from cardhouse.house.decide import Take
from cardhouse.house.house import House
from cardhouse.house.room import Room
from cardhouse.house.settings import Settings
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


def use(house: LiveHouse, table: str, code: str, **more: str) -> Any:
    return house.post(f"/api/tables/{table}/codes/use", {"code": code, **more})


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


def test_the_same_code_and_key_give_the_same_seat_again_because_the_first_answer_may_be_lost(house: LiveHouse) -> None:
    table, (token,) = house.table("president", 1, bots=3)
    code, key = code_of(house, table, token), "a key that only the new device knows"
    with ThreadPoolExecutor(4) as requests:  # a client that gave up may have sent the first one for nothing
        answers = [*requests.map(lambda _: use(house, table, code, key=key), range(4))]
    assert [(answer["seat"], answer["token"]) for answer in answers] == [(0, key)] * 4
    assert use(house, table, code, key="the key of another device, which is late")["code"] == "expired"
    house.kill()
    house.start()
    assert use(house, table, code, key=key)["seat"] == 0
    newer = code_of(house, table, key)
    assert use(house, table, newer)["seat"] == 0
    assert use(house, table, code, key=key)["code"] == "expired"  # it has handed the seat on
    assert use(house, table, newer, key="short")["code"] == "unreadable"


def test_a_device_that_asks_again_while_its_seat_is_moving_gets_it() -> None:
    memory = InMemoryHouse("president", seats=4, bots=3)
    memory.room.codes.issue(1, "code")

    async def ask_twice() -> list[int | BaseException]:
        house, moved = House(Settings(store="unused")), asyncio.Event()

        async def hand_seat(room: Room, player: int, token: str) -> int:
            await moved.wait()  # the store is slow
            return 0

        house.hand_seat = hand_seat  # type: ignore[method-assign]
        asking = [house.move_seat(memory.room, "code", token, "address") for token in ("mine", "mine", "another's")]
        waiting = asyncio.gather(*asking, return_exceptions=True)
        await asyncio.sleep(0)
        moved.set()
        return await waiting

    first, again, stranger = asyncio.run(ask_twice())
    assert (first, again) == (0, 0)
    assert isinstance(stranger, Denial)


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
        newer, key = code_of(house, table, moved), "a key that only the new device knows"
        assert use(house, table, newer, key=key)["token"] == key
        stored = stores.dump(house.store)
    written = stored.decode("utf-8", "replace") + "".join(capfd.readouterr())
    assert not {secret for secret in (code, token, moved, newer, key) if secret in written}
