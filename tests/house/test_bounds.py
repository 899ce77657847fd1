"""How much can be said at a table, and how long its log gets."""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cardhouse.house import bounds
from cardhouse.house.decide import GoOn, Sit
from cardhouse.house.house import House
from cardhouse.house.lobby import Lobby
from cardhouse.house.settings import Settings
from cardhouse.wire import Denial
from cardhouse.wire.commands import HOUSE, Said
from tests.house import event_loop
from tests.house.in_memory import InMemoryHouse, Person, code, mover_of, play_on


def talks(person: Person, times: int) -> list[str]:
    return [code(person.say("say", text="and")) for _ in range(times)]


def test_a_player_says_ten_lines_at_once_and_one_a_second() -> None:
    house = InMemoryHouse("president", people=4)
    ann, ben, *_ = house.people
    assert talks(ann, 12) == ["ack"] * 10 + ["flood"] * 2
    assert talks(ben, 1) == ["ack"]
    house.pass_time(3.0)
    assert talks(ann, 4) == ["ack"] * 3 + ["flood"]
    assert sum(isinstance(row.entry, Said) for row in house.store.rows) == 14


def test_the_chat_limit_of_a_table_is_below_the_sum_of_its_players() -> None:
    house = InMemoryHouse("president", seats=8, people=8)
    found = [talks(person, 10) for person in house.people]
    assert found == [["ack"] * 10] * 4 + [["flood"] * 10] * 4
    house.pass_time(1.0)
    assert [talks(person, 1) for person in house.people[4:]] == [["ack"]] * 4


def test_someone_who_talks_too_much_is_refused_but_may_play() -> None:
    house = InMemoryHouse("president", people=4)
    mover = mover_of(house)
    talks(mover, 10)
    refused = mover.say("say", text="and")
    assert "too fast" in str(refused)
    assert code(mover.play(mover.view.moves[0])) == "ack"


def test_a_line_that_was_said_is_acknowledged_again_however_much_was_said() -> None:
    ann = InMemoryHouse("president", people=2).people[0]
    talks(ann, 10)
    assert code(ann.say("say", text="and")) == "flood"
    assert code(ann.say("say", text="and", id=10)) == "ack"


def test_a_player_can_add_entropy_five_times_at_once_and_every_five_seconds() -> None:
    house = InMemoryHouse("president", seats=4, people=2)
    _, ben = house.people
    added = [code(ben.say("entropy", text=f"luck {number}")) for number in range(7)]
    assert added == ["ack"] * 5 + ["flood"] * 2
    house.pass_time(5.0)
    assert [code(ben.say("entropy", text="luck")) for _ in range(2)] == ["ack", "flood"]


def test_a_table_with_much_talk_has_no_room_for_more_and_matches_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    house = InMemoryHouse("president", people=4)
    monkeypatch.setitem(bounds.MOST, "talk", 2)
    assert talks(house.people[0], 3) == ["ack", "ack", "not_now"]
    for kind, more in (("entropy", {"text": "luck"}), ("mute", {"seat": 1}), ("pace", {"seconds": 1})):
        assert code(house.people[0].say(kind, **more)) == "not_now"
    for person in house.people:
        person.enter()
    play_on(house, Random(1))
    assert house.phase == "over"
    for person in house.people:
        house.must(person.say("rematch"))
    assert house.room.sitting.matches == 2


def test_at_the_end_of_a_log_the_match_is_finished_and_no_other_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    house = InMemoryHouse("president", people=4, options={"deals": 2})
    ann, ben, *_ = house.people
    monkeypatch.setitem(bounds.MOST, "play", 2)
    for person in house.people:
        person.enter()
    play_on(house, Random(1))
    assert house.phase == "over"
    refused = ann.say("rematch")
    assert code(refused) == "closed"
    assert "too long for another match" in str(refused)
    assert code(house.submit(HOUSE, GoOn(rematch=True))) == "closed"
    assert code(house.submit(HOUSE, Sit("Eve", ""))) == "closed"
    house.must(ben.say("leave"))


def test_people_who_come_and_go_do_not_stop_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    house = InMemoryHouse("president", seats=5, people=4)
    monkeypatch.setitem(bounds.MOST, "visits", 8)
    visits = []
    for number in range(3):
        visits.append(code(house.submit(HOUSE, Sit(f"Eve {number}", ""))))
        if visits[-1] == "ack":
            house.must(house.people[0].say("kick", seat=4))
    assert visits == ["ack", "ack", "closed"]


def test_an_endless_match_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one in which somebody takes moves back for ever."""
    house = InMemoryHouse("president", people=4)
    mover = mover_of(house)
    monkeypatch.setattr(bounds, "MOST_OF_PLAY", 2)
    assert code(mover.play(mover.view.moves[0])) == "closed"
    house.must(mover.say("leave"))


def test_a_table_that_was_loaded_knows_how_long_its_log_is(monkeypatch: pytest.MonkeyPatch) -> None:
    house = InMemoryHouse("president", people=4)
    talks(house.people[0], 2)
    monkeypatch.setitem(bounds.MOST, "talk", 2)
    house.restart()
    assert talks(house.people[1], 1) == ["not_now"]


def test_an_address_has_only_so_many_tables_in_play(tmp_path: Path) -> None:
    """However long it took to open them."""
    house = House(Settings(str(tmp_path / "house.db"), tables=3))
    vars(house)["new_tables"] = SimpleNamespace(take=lambda _: True)  # as if an hour went by

    async def create(name: str, *_: Any, **more: Any) -> Any:
        room = SimpleNamespace(name=name, sitting=InMemoryHouse("president", people=1).room.sitting)
        house.rooms[name] = room  # type: ignore[assignment]
        return room, "token"

    async def body() -> Any:
        yield b'{"game": "president", "name": "Ann", "id": "table-%d"}' % (len(house.rooms) + 1)

    async def opens(host: str) -> str:
        found: Any = SimpleNamespace(headers={"content-type": "application/json"}, stream=body)
        found.client, found.state = SimpleNamespace(host=host), SimpleNamespace()
        try:
            await Lobby(house).create(found)
        except Denial as denial:
            return denial.code
        return "opened"

    async def run() -> None:
        assert [await opens("192.0.2.7") for _ in range(5)] == ["opened"] * 3 + ["limit"] * 2
        assert await opens("192.0.2.8") == "opened"
        del house.rooms["table-1"]  # which nobody visits any more
        house.rooms["table-2"].sitting.phase = "closed"
        house.rooms["other"] = house.rooms["another"] = house.rooms["table-3"]
        assert [await opens("192.0.2.7") for _ in range(3)] == ["opened"] * 2 + ["limit"]

    vars(house)["create"] = create
    event_loop.run(run())
