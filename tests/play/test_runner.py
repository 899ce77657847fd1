"""The runner: players are functions of a view."""

from threading import Event
from typing import Any

import pytest

from cardhouse import BadDeal, BadSetup, Match, PlayerFault, Refused, ScriptedDealer, SeededDealer, game, play_out, run
from cardhouse.bots import player, random_player
from cardhouse.cards.ledger import numbers
from cardhouse.games.facts import DealOver
from tests.play.conftest import Hang
from tests.toy import TOY
from tests.waiting import HANG


def opened(seed: int = 1) -> Match:
    return Match("president", seats=4, dealer=SeededDealer(seed))


def test_random_players_end_a_match() -> None:
    result = play_out(opened(), [random_player(seed) for seed in range(4)])
    assert sorted(result.places) == [1, 2, 3, 4]
    assert result.events[-1].facts[-1] == DealOver()


def test_play_out_plays_a_game_whose_seats_act_at_the_same_time() -> None:
    assert 1 in play_out(Match(TOY, dealer=SeededDealer(1)), [random_player(1)] * 3).places


def test_the_heuristic_is_better_than_chance() -> None:
    president = game("president")
    wins = 0
    for number in range(40):
        for seat in range(4):
            players = [random_player(number)] * 4
            players[seat] = player(president, "quick")
            match = Match(president, seats=4, dealer=SeededDealer(11, match=number))
            wins += play_out(match, players, strict=True).places[seat] == 1
    assert wins / 160 > 0.5  # by chance a quarter


def test_the_heuristic_against_itself_makes_no_illegal_move() -> None:
    for seats in range(3, 9):
        for seed in range(5):
            match = Match("president", seats=seats, options={"full_circle": "everybody"}, dealer=SeededDealer(seed))
            play_out(match, [player(match.game, "quick")] * seats, strict=True)


@pytest.mark.parametrize("answer", ["nonsense", None, 3, ["pass"], "play 99z"])
def test_a_faulty_player_gets_the_default_move(answer: Any) -> None:
    match = opened()
    play_out(match, [lambda view: answer, *[random_player(1)] * 3])
    faults = [event for event in match.events if event.fault]
    assert faults
    assert all(event.seat == 0 for event in faults)
    with pytest.raises(PlayerFault, match="Player 0"):
        play_out(opened(), [lambda view: answer, *[random_player(1)] * 3], strict=True)


def test_only_the_player_that_hangs_gets_default_moves(hang: Hang) -> None:
    match = opened()
    play_out(match, [lambda view: hang(), *[random_player(1)] * 3], time_limit=0.05)
    assert {event.seat for event in match.events if "TimeoutError" in event.fault} == {0}


def test_a_time_limit_passes_by_the_clock() -> None:
    """Whether others are out of time as well is up to the machine."""
    match, over = opened(), Event()
    try:
        play_out(match, [lambda view: over.wait(HANG), *[random_player(1)] * 3], time_limit=0.05)
    finally:
        over.set()
    assert any("took more than 0.05 s" in event.fault for event in match.events if event.seat == 0)


def test_a_quick_player_that_raises_gets_the_default_move_too() -> None:
    match = opened()
    play_out(match, [lambda view: 1 / 0, *[random_player(1)] * 3], time_limit=HANG)
    assert any("ZeroDivisionError" in event.fault for event in match.events)


class Unprintable(Exception):
    def __str__(self) -> str:
        raise ValueError

    __repr__ = __str__


class Odd(BaseException):
    def __str__(self) -> str:
        raise SystemExit


class Twisted(Refused):
    """A subclass of ours that is not what it seems."""

    def __init__(self) -> None:
        pass

    def __str__(self) -> str:
        return Text("twisted")


class Text(str):
    def __getitem__(self, index: Any) -> str:
        raise RuntimeError


@pytest.mark.parametrize("error", [Unprintable(), Odd(), BadDeal("not mine", rule="none"), GeneratorExit(), Twisted()])
@pytest.mark.parametrize("time_limit", [None, HANG])
def test_any_exception_of_a_player_is_a_fault(error: BaseException, time_limit: float | None) -> None:
    def failing(view: Any) -> str:
        raise error

    match = opened()
    play_out(match, [failing, *[random_player(1)] * 3], time_limit=time_limit)
    assert any(type(error).__name__ in event.fault or "not mine" in event.fault for event in match.events)
    with pytest.raises(PlayerFault):
        play_out(opened(), [failing] * 4, strict=True)


def test_a_match_that_pauses_is_played_out() -> None:
    match = Match("president", options={"deals": 2}, dealer=SeededDealer(1), pause=True)
    assert play_out(match, [random_player(1)] * 4).places


@pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf"), "x", 10**20])
def test_a_time_limit_is_a_number_of_seconds(limit: Any) -> None:
    with pytest.raises(BadSetup, match="A time limit is a number of seconds"):
        play_out(opened(), [random_player(1)] * 4, time_limit=limit)


def test_an_interrupt_is_not_swallowed() -> None:
    def interrupt(view: Any) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_out(opened(), [interrupt] * 4)


def test_a_dealer_who_fails_is_no_fault_of_the_player() -> None:
    def scripted() -> ScriptedDealer:
        deck = [card for word, cards in enumerate(TOY.deck.limbs) for card in numbers(cards, word)]
        return ScriptedDealer([[0, 1], deck[:6]])

    with pytest.raises(BadDeal, match="The script ends before"):
        play_out(Match(TOY, seats=2, dealer=scripted()), [random_player(1)] * 2)
    with pytest.raises(BadDeal, match="The script ends before"):
        run(TOY, [lambda set_name: lambda is_my_play, my_view: my_view.moves[0]] * 2, dealer=scripted())


def test_as_many_players_as_seats() -> None:
    with pytest.raises(BadSetup, match="Players for 4 seats are needed, not for 3"):
        play_out(opened(), [random_player(1)] * 3)
