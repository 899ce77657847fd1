"""Player functions of the callback interface that fail, cheat or hang never break a game, and tell others nothing."""

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from cardhouse import BadSetup, PlayerFault, SeededDealer, president, run
from tests.play.conftest import Hang
from tests.play.players import Player, first_play, returning
from tests.toy import TOY
from tests.waiting import HANG


class Tricky(list[str]):
    def __len__(self) -> int:
        raise ValueError

    def __repr__(self) -> str:
        raise ValueError


BAD = {
    "a tricky list": Tricky(["4c"]),
    "a card not held": ["99z"],
    "two ranks": ["4c", "5c"],
    "a number": 7,
    "a set": {"4c"},
    "a list of numbers": [4, 5],
    "a dictionary": {},
}


@pytest.mark.parametrize("answer", BAD.values(), ids=BAD.keys())
def test_nonsense_never_breaks_a_game(answer: Any) -> None:
    result = president(returning(answer), first_play, first_play)
    mine = [turn for turn in result.events[1:] if turn.player == "Player 0"]
    assert mine
    assert all(turn.fault for turn in mine)
    assert all(len(turn.play) <= 1 for turn in mine)


@pytest.mark.parametrize("error", [ValueError("oh"), RecursionError(), SystemExit(3), AssertionError()])
def test_raising_never_breaks_a_game(error: BaseException) -> None:
    def raising(set_name: Callable[[str], None]) -> Player:
        def player(is_my_play: bool, my_view: Any) -> Any:
            raise error

        return player

    result = president(first_play, raising, first_play)
    assert any(type(error).__name__ in turn.fault for turn in result.events)


def test_a_player_s_fault_tells_others_nothing() -> None:
    heard = []

    def boasting(set_name: Callable[[str], None]) -> Player:
        def player(is_my_play: bool, my_view: Any) -> Any:
            if is_my_play:
                raise ValueError(f"my hand is {my_view.hand}")

        return player

    def spying(set_name: Callable[[str], None]) -> Player:
        def player(is_my_play: bool, my_view: Any) -> Any:
            heard.append(my_view.event.fault)
            return first_play(set_name)(is_my_play, my_view)

        return player

    result = president(boasting, spying, spying)
    assert set(heard) == {"", "no valid move"}
    assert any("my hand is" in turn.fault for turn in result.events)


def test_turns_are_told_only_to_those_who_may_know_them() -> None:
    turns_seen: list[list[Any]] = [[], []]

    def watching(seat: int) -> Any:
        def create(set_name: Any) -> Player:
            def player(is_my_play: bool, my_view: Any) -> Any:
                if not is_my_play:
                    turns_seen[seat].append(my_view.event)
                return my_view.moves[0] if is_my_play else None

            return player

        return create

    heard_toy = dataclasses.replace(
        TOY, bots=dataclasses.replace(TOY.bots, my_view=lambda t, seat, event: Heard(TOY.view_for(t, seat), event))
    )
    run(heard_toy, watching(0), watching(1), options={"rounds": 1}, dealer=SeededDealer(1))
    assert [turn.move for turn in turns_seen[1]] == [turns_seen[1][-1].move]
    assert turns_seen[0][0].move.startswith("commit")  # its own
    assert [turn.move for turn in turns_seen[0][1:]] == [turns_seen[1][-1].move]


class Heard:
    def __init__(self, view: Any, event: Any) -> None:
        self.hand, self.moves, self.event = view.hand, view.moves, event


def test_a_fault_whose_description_takes_long_is_cut_short(hang: Hang) -> None:
    class Slow(Exception):
        def __str__(self) -> str:
            hang()
            return "slow"

    def slow(set_name: Callable[[str], None]) -> Player:
        def player(is_my_play: bool, my_view: Any) -> Any:
            if is_my_play:
                raise Slow
            return None

        return player

    result = president(first_play, slow, first_play, time_limit=0.05)
    assert any("took more than" in turn.fault for turn in result.events)


def test_creating_takes_no_longer_than_a_call(hang: Hang) -> None:
    with pytest.raises(BadSetup, match=r"could not be created: TimeoutError: took more than 0.05 s"):
        president(first_play, lambda set_name: hang(), first_play, time_limit=0.05)  # type: ignore[arg-type, return-value]


def test_an_event_cannot_be_changed() -> None:
    def signalling(set_name: Callable[[str], None]) -> Player:
        def player(is_my_play: bool, my_view: Any) -> Any:
            my_view.event.play = ("SIGNAL",)

        return player

    result = president(signalling, first_play, first_play)
    assert any("AttributeError" in turn.fault for turn in result.events)
    assert not any("SIGNAL" in turn.play for turn in result.events)


def test_with_strict_a_fault_raises_and_names_the_player_and_the_rule() -> None:
    with pytest.raises(PlayerFault, match=r"Player 1: .*\(President, rule 4\)"):
        president(first_play, returning(["4c", "5c"]), first_play, strict=True)

    def shy(set_name: Callable[[str], None]) -> Player:
        def player(is_my_play: bool, my_view: Any) -> Any:
            if not is_my_play:
                raise ValueError("not now")
            return first_play(set_name)(is_my_play, my_view)

        return player

    with pytest.raises(PlayerFault, match="Player 2: ValueError: not now"):
        president(first_play, first_play, shy, strict=True)
    assert not any(turn.fault for turn in president(first_play, first_play, shy).events)


@pytest.mark.parametrize("when", [True, False])
def test_an_interrupt_is_not_swallowed(when: bool) -> None:
    def interrupted(set_name: Callable[[str], None]) -> Player:
        def player(is_my_play: bool, my_view: Any) -> Any:
            if is_my_play is when:
                raise KeyboardInterrupt

        return player

    with pytest.raises(KeyboardInterrupt):
        president([interrupted] * 3)


def test_a_player_that_never_returns_is_given_up(hang: Hang) -> None:
    def hanging(set_name: Callable[[str], None]) -> Player:
        def player(is_my_play: bool, my_view: Any) -> Any:
            if is_my_play:
                hang()

        return player

    result = president(first_play, hanging, first_play, time_limit=0.05)
    faults = [turn.fault for turn in result.events if turn.player == "Player 1" and turn.fault]
    assert "took more than 0.05 s" in faults[0]
    assert "has not come back" in faults[-1]


def test_a_time_limit_changes_nothing_for_a_good_player() -> None:
    games = [president([first_play] * 3, dealer=SeededDealer(3), time_limit=limit) for limit in (None, HANG)]
    assert [(turn.player, turn.play, turn.hand) for turn in games[0].events] == [
        (turn.player, turn.play, turn.hand) for turn in games[1].events
    ]
