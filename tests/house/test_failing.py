"""Promise 11: no player, bot or browser can stop a table."""

from random import Random
from typing import Any

import pytest

from cardhouse.games import GAMES
from cardhouse.games.view import View
from cardhouse.house import decide
from cardhouse.house.decide import BotMove
from cardhouse.house.sitting import Sitting
from cardhouse.house.workers import Answered
from cardhouse.wire.commands import Moved
from tests.house.in_memory import InMemoryHouse, Person, play_on
from tests.house.test_attendance import moves_of, seated

FAULTS: dict[str, tuple[str, str]] = {
    "crashing": ("", "died: EOFError"),
    "hanging": ("", "took more than 2 s"),
    "cheating": ("play 2c 2d 2h 2s 3c 3d", ""),
    "talking nonsense": ("\x00 drop table", ""),
}


def finishes(game: str, kind: str) -> InMemoryHouse:
    """A match with such bots."""
    options: dict[str, Any] = {"blitz": {"target": 100, "max_hands": 1}, "dynasty": {"monarchies": 1}}.get(game, {})
    house = InMemoryHouse(game, bots=GAMES[game].default_seats - 1, options=options)

    def choose(_game: str, _bot: str, _view: View, answered: Answered) -> None:
        house.clock.soon(lambda: answered(*FAULTS[kind]))

    house.choose = choose
    play_on(seated(house), Random(3), most=2000)
    return house


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", FAULTS)
def test_promise_11_with_bots_that_fail_every_game_finishes_and_the_events_say_so(game: str, kind: str) -> None:
    house = finishes(game, kind)
    faults = [event for event in house.people[0].messages("event") if event["happened"].get("fault")]
    assert faults
    assert all(event["happened"]["fault"] == "no valid move" for event in faults)


@pytest.mark.parametrize("kind", FAULTS)
def test_promise_11_a_house_that_waits_for_its_bots_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def trusting(sitting: Sitting, wish: BotMove) -> Moved:
        return Moved(seat=wish.seat, move=wish.move, by=wish.by)

    monkeypatch.setattr(decide, "_bot_move", trusting)
    with pytest.raises(AssertionError, match="not over"):
        finishes("president", kind)


@pytest.mark.parametrize("game", GAMES)
def test_promise_11_with_all_but_one_vanished_every_game_finishes(game: str) -> None:
    options: dict[str, Any] = {"blitz": {"target": 100, "max_hands": 1}, "dynasty": {"monarchies": 1}}.get(game, {})
    house = InMemoryHouse(game, people=GAMES[game].default_seats, options=options)
    ann: Person = house.people[0]
    ann.enter()
    vanished, house.people = house.people[1:], [ann]
    play_on(house, Random(4))
    assert {move.by for move in moves_of(house) if move.seat == vanished[0].seat} <= {"bot", "clock"}
