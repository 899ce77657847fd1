"""Calls: absent players who asked for it are told that it is their turn, once, and nobody else is."""

import asyncio
from collections import Counter
from random import Random
from typing import Any

import pytest

from cardhouse.games import GAMES
from cardhouse.house import calls
from cardhouse.house.attendance import Attendance
from cardhouse.house.calls import AFTER, MOST_DEVICES, Calls
from cardhouse.house.decide import Take
from cardhouse.house.house import hash_token
from cardhouse.house.push.sender import Device
from cardhouse.house.votes import IDLE
from cardhouse.wire import Denial
from tests.house.in_memory import InMemoryHouse, Person, mover_of
from tests.house.test_attendance import moves_of, seated
from tests.house.test_votes import SHORT, at_play

DAY = 24 * 3600.0


def address(person: Person, device: int = 0) -> str:
    return f"https://push/{person.player}/{device}"


def ask(person: Person, device: int = 0) -> int:
    found = Device(endpoint=address(person, device), p256dh="p" * 87, auth="a" * 22)
    count = asyncio.run(person.house.room.calls.add(person.player, found))
    person.house.run()
    return count


def stop(person: Person, device: int = 0) -> int:
    return asyncio.run(person.house.room.calls.remove(person.player, address(person, device)))


def called(house: InMemoryHouse) -> list[str]:
    return house.subscriptions.called


def correspondence(game: str, people: int = 2, **more: Any) -> InMemoryHouse:
    """A table where everybody has asked to be called, and has closed the page."""
    house = at_play(game, max(people, min(GAMES[game].seats)), options=SHORT.get(game, {}), **more)
    for person in house.people:
        ask(person)
    for person in house.people:
        person.exit()
    return house


def movers(house: InMemoryHouse) -> list[Person]:
    match = house.room.sitting.match
    assert match is not None
    return [person for person in house.people if house.phase == "play" and person.seat in match.to_act]


@pytest.mark.parametrize("game", GAMES)
def test_absent_players_are_called_after_some_seconds_and_once_for_each_turn(game: str) -> None:
    house = correspondence(game)
    house.pass_time(AFTER - 1.0)
    assert called(house) == []
    house.pass_time(2.0)
    first = {address(person) for person in movers(house)}
    assert first
    assert Counter(called(house)) == Counter(first)
    house.pass_time(DAY)
    assert Counter(called(house)) == Counter(first)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_calls_alone_comes_to_its_end(game: str) -> None:
    """Each player comes when they are called, makes the moves that they have, and is gone; bots move meanwhile."""
    house = correspondence(game, bots=0 if game in ("javelin", "davenport") else 1)
    played = 0
    while house.phase == "play":
        played += 1
        house.pass_time(AFTER + 60.0)
        waiting = [person for person in movers(house) if address(person) in called(house)]
        assert waiting, "nobody was called, and nobody comes"
        person = waiting[0]
        called(house).remove(address(person))
        person.enter()
        while person in movers(house):
            house.must(person.play(GAMES[game].quick(person.view)))
        person.exit()
        if house.phase == "pause":
            for person in house.people:
                person.enter()
            for person in house.people:
                if house.phase == "pause" and person.player not in house.room.sitting.ready:
                    house.must(person.say("deal"))
            house.pass_time(1.0)
            for person in house.people:
                person.exit()
    assert house.phase == "over"
    assert played > 3


def randomly(house: InMemoryHouse, chance: Random, steps: int) -> None:
    """Let people come, go and play by chance, and check every call when it is made."""
    turns: Counter[tuple[str, Any]] = Counter()

    def check() -> None:
        for endpoint in called(house):
            person = next(person for person in house.people if address(person) == endpoint)
            assert person in movers(house), "somebody was called out of turn"
            assert not house.room.attendance.is_here(person.player), "somebody was called who is here"
            turns[(endpoint, house.room.sitting.turns[person.seat])] += 1
        del called(house)[:]
        assert max(turns.values(), default=0) < 2, "somebody was called twice for a turn"

    for _ in range(steps):
        if house.phase == "over":
            break
        person = chance.choice(house.people)
        if chance.random() < 0.3:
            (person.exit if house.room.attendance.is_here(person.player) else person.enter)()
        elif house.phase == "pause" and person.player not in house.room.sitting.ready:
            person.say("deal")
        elif person in movers(house):
            person.play(chance.choice(person.view.moves))
        check()
        for _ in range(30):  # a second at a time: what is called belongs to the turn that it is
            if chance.random() < 0.1:
                break
            house.pass_time(1.0)
            check()
        else:
            here = house.room.attendance.is_here
            for absent in movers(house):
                if not here(absent.player):
                    assert turns[(address(absent), house.room.sitting.turns[absent.seat])] == 1, "a call is missing"
        if chance.random() < 0.03:
            house.restart()
    assert turns


@pytest.mark.parametrize("game", GAMES)
def test_by_chance_nobody_is_called_twice_or_out_of_turn_or_forgotten(game: str) -> None:
    house = correspondence(game, people=3 if 3 in GAMES[game].seats else 2)
    randomly(house, Random(7), 300)


def is_never_told(self: Calls, token: str, turn: Any) -> None:
    pass


@pytest.mark.parametrize(
    ("owner", "name", "fault", "found"),
    [
        (Calls, "_tell", is_never_told, "called twice"),
        (Attendance, "is_here", lambda self, number: False, "who is here"),
        (calls, "AFTER", 1e9, "missing"),
    ],
)
def test_planted_calls_that_are_wrong_are_found(
    owner: Any, name: str, fault: Any, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = correspondence("president", people=3)
    here = house.room.attendance.is_here
    monkeypatch.setattr(owner, name, fault)
    if name == "is_here":  # the calls alone are mistaken
        monkeypatch.setattr(Attendance, name, lambda self, number: here(number))
        monkeypatch.setattr(Calls, "_is_absent", lambda self, token, turn: True)
    with pytest.raises(AssertionError, match=found):
        randomly(house, Random(7), 300)


def test_a_call_that_waits_is_not_sent_after_the_move_or_when_the_player_is_back() -> None:
    house = correspondence("president")
    ann = mover_of(house)
    house.subscriptions.delay = 100.0
    house.pass_time(AFTER + 1.0)
    ann.enter()
    house.pass_time(200.0)
    assert called(house) == []
    ann.exit()
    house.pass_time(AFTER + 1.0)
    ann.act()
    house.pass_time(AFTER + 101.0)
    assert called(house) == [address(mover_of(house))]


def test_after_a_restart_nobody_is_called_twice_and_nobody_is_forgotten() -> None:
    house = correspondence("president")
    ann = mover_of(house)
    house.pass_time(AFTER + 1.0)
    assert called(house) == [address(ann)]
    house.restart()
    house.pass_time(DAY)
    assert called(house) == [address(ann)]
    ann.act()
    ben = mover_of(house)
    house.restart()
    house.pass_time(AFTER + 1.0)
    assert called(house) == [address(ann), address(ben)]


def test_both_devices_are_called_and_there_are_few() -> None:
    house = correspondence("president")
    ann = mover_of(house)
    assert [ask(ann, device) for device in range(1, 5)] == [2, 3, MOST_DEVICES, MOST_DEVICES]
    assert ask(ann, 4) == MOST_DEVICES  # again
    house.pass_time(AFTER + 1.0)
    assert sorted(called(house)) == [address(ann, device) for device in (2, 3, 4)]
    assert [stop(ann, device) for device in (2, 2, 3, 4, 4)] == [2, 2, 1, 0, 0]


@pytest.mark.parametrize("ends", ["moved", "left", "stopped", "gone"])
def test_a_device_is_forgotten_when_its_seat_is_moved_or_left(ends: str) -> None:
    house = correspondence("president", people=3)
    ann = mover_of(house)
    assert address(ann).encode() in house.subscriptions.kept["table"]
    if ends == "moved":
        house.must(house.submit(ann.player, Take(hash_token("another device"))))
    elif ends == "left":
        house.must(ann.say("leave"))
    elif ends == "stopped":
        stop(ann)
    else:
        house.subscriptions.outcome = "gone"
    house.pass_time(AFTER + 1.0)
    assert (address(ann) in called(house)) is (ends == "gone")
    assert address(ann).encode() not in house.subscriptions.kept["table"]


def test_a_push_service_that_fails_is_not_tried_again_in_this_turn() -> None:
    house = correspondence("president")
    house.subscriptions.outcome = "failed"
    house.pass_time(DAY)
    assert len(called(house)) == 1
    mover_of(house).act()
    house.pass_time(DAY)
    assert len(called(house)) == 2


def test_with_a_clock_or_among_bots_alone_nobody_is_called() -> None:
    timed = seated(InMemoryHouse("president", people=4, clock=30.0))
    with pytest.raises(Denial, match="with a clock"):
        ask(timed.people[0])
    alone = seated(InMemoryHouse("president", bots=3, pace=0.5))
    ask(alone.people[0])
    alone.people[0].exit()
    alone.pass_time(DAY)
    assert called(alone) == []
    with pytest.raises(Denial, match="Not to this one"):
        asyncio.run(alone.room.calls.add(1, Device("https://elsewhere/", "p", "a")))


def test_bots_move_while_nobody_is_here_until_somebody_can_be_called() -> None:
    house = seated(InMemoryHouse("president", people=2, seats=4, bots=2))
    for person in house.people:
        ask(person)
    ann = mover_of(house) if movers(house) else None
    while ann is None:
        house.pass_time(1.0)
        ann = mover_of(house) if movers(house) else None
    ann.act()
    for person in house.people:
        person.exit()
    house.pass_time(60.0)
    assert len(called(house)) == 1
    assert movers(house)


def test_without_anybody_to_call_a_table_waits_while_nobody_is_here() -> None:
    house = seated(InMemoryHouse("president", people=2, seats=4, bots=2))
    for person in house.people:
        person.exit()
    before = len(moves_of(house))
    house.pass_time(DAY)
    assert len(moves_of(house)) == before


def test_the_table_waits_for_called_players_and_the_others_may_vote() -> None:
    house = at_play("president", 4, grace=30)
    ann = mover_of(house)
    others = [person for person in house.people if person is not ann]
    ask(ann)
    ann.exit()
    house.pass_time(IDLE - 5.0)
    assert called(house) == [address(ann)]
    assert not others[0].messages("presence")[-1]["away"][ann.seat]
    assert ann in movers(house)
    house.pass_time(10.0)
    for other in others[:2]:
        house.must(other.notice("vote", seat=ann.seat))
    house.pass_time(5.0)
    assert ann not in movers(house)
