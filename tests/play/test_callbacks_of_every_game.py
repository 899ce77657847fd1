"""The callback interface for the games without a form of their own: views, and moves in words."""

import pickle
from itertools import cycle
from random import Random
from typing import Any

import pytest

import cardhouse
from cardhouse import GAMES, CardhouseError, Match, SeededDealer
from cardhouse.play import runner
from cardhouse.play.callbacks import Turn

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
def test_every_game_has_a_callback_function(name: str) -> None:
    heard: list[list[Any]] = [[] for _ in range(GAMES[name].default_seats)]
    creators = [chooses(seat, views) for seat, views in enumerate(heard)]
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

    seats = GAMES[name].default_seats
    result = cardhouse.run(name, [create_player] * seats, options=OPTIONS[name], dealer=SeededDealer(1))
    assert all(turn.fault for turn in result.events if turn.move != "forfeit")
    assert 1 in result.places


def test_of_a_hidden_turn_others_hear_one_turn_with_all_its_cards() -> None:
    heard: list[list[Any]] = [[], [], []]
    creators = [chooses(seat, views) for seat, views in enumerate(heard)]
    result = cardhouse.blitz(*creators, options={"max_hands": 1}, dealer=SeededDealer(3))
    laid = {name for turn in result.events if turn.player.endswith("0") for name in turn.play}
    seen = {name for view in heard[1] if view.event.player.endswith("0") for name in view.event.play}
    assert laid == seen
    assert {view.event.move for view in heard[1] if view.event.player.endswith("0")} <= {"complete", "deal"}


@pytest.mark.parametrize("name", OPTIONS)
def test_every_turn_is_told_and_kept_with_a_fair_dealer_as_well(name: str) -> None:
    heard: list[list[Any]] = [[] for _ in range(GAMES[name].default_seats)]
    result = cardhouse.run(name, [chooses(seat, views) for seat, views in enumerate(heard)], options=OPTIONS[name])
    last = result.events[-1]
    players = {views[-1].event.player for views in heard}
    assert last.player in players
    playoff = any(getattr(views[-1], "playing_off", False) for views in heard)
    if name != "dynasty" and not playoff:  # those who are out of cards, or of the playoff, hear no more
        assert players == {last.player}
    if name == "blitz":
        assert last.move == "complete"


def test_a_player_who_undoes_for_ever_is_played_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "LONGEST_TURN", 50)

    def create_player(set_name: Any) -> Any:
        answers = cycle(["stock", "undo", "take 1", "new book 2c 2d 2h"])

        def player(is_my_play: bool, my_view: Any) -> Any:
            if not is_my_play:
                return None
            laid = [move for move in my_view.moves if move.startswith(("new", "take"))]
            return "undo" if my_view.may_undo else laid[0] if laid else next(answers) if my_view.drawn else "stock"

        return player

    result = cardhouse.blitz([create_player] * 2, options={"max_hands": 1}, dealer=SeededDealer(7))
    assert 1 in result.places


def test_a_result_travels_to_another_process() -> None:
    result = cardhouse.davenport(*[chooses(seat, []) for seat in range(3)], dealer=SeededDealer(1))
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert [turn.move for turn in again.events] == [turn.move for turn in result.events]


@pytest.mark.parametrize("name", GAMES)
def test_before_the_first_deal_there_is_nothing_to_see(name: str) -> None:
    view: Any = Match(name, pause=True).view(0)
    assert view.moves == ()
    assert view.to_act == ()
    assert getattr(view, "hand", ()) == ()
    assert not getattr(view, "duty", "")
    assert not getattr(view, "discards", ())
    assert getattr(view, "last", -1) == -1
    assert getattr(view, "monarch", -1) == -1
    assert set(getattr(view, "shown", ("",))) == {""}


@pytest.mark.parametrize(
    "value", [10**5000, "x" * 5000, object(), b"\xff", [1] * 5000, float("nan")], ids=["int", "str", "o", "b", "l", "f"]
)
def test_hostile_values_are_quoted_briefly(value: Any) -> None:
    match = Match("president")
    for act in (
        lambda: match.play(value, "pass"),
        lambda: match.view(value),
        lambda: match.play(0, value),
        lambda: Match("president", options={"deals": value}),
        lambda: Match("president", seats=value),
        lambda: Match(value),
        lambda: SeededDealer(value),
        lambda: Match("president", names=[value] * 4),
    ):
        with pytest.raises(CardhouseError) as caught:
            act()
        assert len(str(caught.value)) < 300
