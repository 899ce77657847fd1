"""The seeds' interface for the games whose seeds give no form of their own: views, and moves in words."""

from random import Random
from typing import Any

import pytest

import cardhouse
from cardhouse import GAMES, SeededDealer
from cardhouse.play.seed import Turn

OPTIONS: dict[str, dict[str, str | int]] = {
    "blitz": {"max_hands": 2, "target": 200},
    "davenport": {},
    "dynasty": {"monarchies": 1},
    "javelin": {"target": 5},
}


def chooses(seed: int, heard: list[Any]) -> Any:
    chance = Random(seed)

    def create_player(set_name: Any) -> Any:
        set_name(f"chance{seed}")

        def player(is_my_play: bool, my_view: Any) -> Any:
            if is_my_play:
                return chance.choice(my_view.moves)
            heard.append(my_view)
            return None

        return player

    return create_player


@pytest.mark.parametrize("name", OPTIONS)
def test_every_game_has_its_call(name: str) -> None:
    heard: list[list[Any]] = [[] for _ in range(GAMES[name].usual_seats)]
    creators = [chooses(seat, told) for seat, told in enumerate(heard)]
    result = getattr(cardhouse, name)(*creators, options=OPTIONS[name], dealer=SeededDealer(3))
    assert not [turn.fault for turn in result.events if turn.fault]
    assert sorted(result.rank) == [f"chance{seat} {seat}" for seat in range(len(creators))]
    for seat, views in enumerate(heard):
        assert views
        for view in views:
            assert view.seat == seat
            assert isinstance(view.event, Turn)
            assert view.event.after is None


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("answer", [7, None, "nonsense", ["commit"], ""])
def test_a_player_that_answers_nonsense_is_played_for(name: str, answer: Any) -> None:
    def create_player(set_name: Any) -> Any:
        return lambda is_my_play, my_view: answer

    seats = GAMES[name].usual_seats
    result = cardhouse.run(name, [create_player] * seats, options=OPTIONS[name], dealer=SeededDealer(1))
    assert all(turn.fault for turn in result.events if turn.move != "forfeit")
    assert 1 in result.places


def test_of_a_hidden_turn_others_hear_one_turn_with_all_its_cards() -> None:
    heard: list[list[Any]] = [[], [], []]
    creators = [chooses(seat, told) for seat, told in enumerate(heard)]
    result = cardhouse.blitz(*creators, options={"max_hands": 1}, dealer=SeededDealer(3))
    laid = {name for turn in result.events if turn.player.endswith("0") for name in turn.play}
    told = {name for view in heard[1] if view.event.player.endswith("0") for name in view.event.play}
    assert laid == told
    assert {view.event.move for view in heard[1] if view.event.player.endswith("0")} <= {"complete", "deal"}
