"""The deep player: it sees what its seat may know, tries its moves in the same worlds, and drops what is worse."""

from dataclasses import replace
from math import inf
from random import Random
from typing import Any

import numpy as np
import pytest

from cardhouse import GAMES, Match, SeededDealer
from cardhouse.bots import player
from cardhouse.bots.compared import Comparing
from cardhouse.bots.deep import (
    Budget,
    Thought,
    are_alike,
    better_half,
    clearly_best,
    deep_player,
    read_budget,
    ready,
    think,
    warm,
)
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.errors import BadSetup
from cardhouse.cards.ledger import DISCARDS, HAND, SEAT
from cardhouse.compiled.search import searcher
from cardhouse.games.definition import AnyGame
from cardhouse.games.president import PRESIDENT
from tests.toy import TOY

FEW = Budget(seconds=inf, playouts=200)


def cards(names: str) -> int:
    return sum(1 << STANDARD.card(name) for name in names.split())


def endgame(*hands: str) -> Any:
    """Seat 0 of President leads; all other cards have been played."""
    t = PRESIDENT.new_state(len(hands))
    t.waits, t.turn = 0, 0
    t.last, t.skipped = -1, -1
    for seat, hand in enumerate(hands):
        t.at[HAND + seat] = cards(hand)
    t.at[DISCARDS] = (1 << 52) - 1 & ~sum(t.at)
    t.seen[0], t.seen[SEAT] = t.at[DISCARDS], t.at[HAND]
    return t


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_deep_makes_legal_moves_and_the_same_ones_with_the_same_seed(game: AnyGame) -> None:
    logs = []
    for _ in range(2):
        match, chance = Match(game, dealer=SeededDealer(2)), Random(1)
        choose = deep_player(game, FEW, seed=9)
        for _ in range(24):
            seat = match.to_act[0]
            match.play(seat, choose(match.view(seat)) if seat == 0 else chance.choice(match.moves(seat)))
            if match.over:
                break
        logs.append(match.log())
    assert ready(game)
    assert logs[0] == logs[1]
    assert searcher(game).dispatcher.targetoptions["nogil"]  # others go on while it thinks


def test_deep_finds_the_winning_move_and_the_losing_one_if_losing_is_the_aim() -> None:
    t = endgame("2c 9d", "10c 11c 12c", "10d 11d 12d")  # a 2 clears the table: then the 9 is the last card
    chosen = PRESIDENT.notation.text(t, think(PRESIDENT, t, 0, FEW, seed=1).best)
    assert chosen == "play 2c"

    def lost(t: Any, seat: int) -> int:
        return 1000 if t.places[seat] == 3 else 0

    upside_down = replace(PRESIDENT, bots=replace(PRESIDENT.bots, utility=lost))
    assert PRESIDENT.notation.text(t, think(upside_down, t, 0, FEW, seed=1).best) == "play 9d"


def thought(*columns: list[int], fallback: int = 0) -> Thought:
    return Thought(list(range(len(columns))), np.array(columns).T, 0, fallback, {})


def test_clearly_worse_moves_are_dropped_and_only_then_the_heuristics_move() -> None:
    good, noisy, bad = [500, 510] * 50, [0, 1000] * 49 + [0, 900], [0, 10] * 50
    assert clearly_best(thought(good, noisy, bad)).moves == [0, 1]
    assert better_half(thought(good, noisy, bad, bad, fallback=3)).moves == [0, 1, 3]
    assert thought(good, noisy, fallback=1).best == 1, "not better by more than the error"
    assert thought(good, bad, fallback=1).best == 0
    assert are_alike(thought(good, [501, 511] * 50))
    assert not are_alike(thought(good, noisy))


def test_a_move_is_compared_with_its_best_rival_and_with_the_default_move_also_if_they_were_dropped() -> None:
    good, noisy, bad = [500, 510] * 50, [0, 1000] * 49 + [0, 900], [0, 10] * 50
    left = clearly_best(thought(good, noisy, bad))
    assert left.compared(0, default=2) == [(1, 50, 50, 100), (2, 100, 0, 100)]
    assert left.compared(0, default=0) == [(1, 50, 50, 100)]
    later = left._replace(seen=np.concatenate([left.seen, left.seen]))
    assert later.compared(0, default=2) == [(1, 100, 100, 200), (2, 100, 0, 100)], (
        "in the worlds that both were tried in"
    )
    assert thought(good).compared(0, default=0) == []


def test_a_deep_player_says_what_it_measured_for_its_last_move() -> None:
    choose = player(PRESIDENT, "deep:400", 1)
    assert isinstance(choose, Comparing)
    match = Match("president", dealer=SeededDealer(1))
    while len(match.view(match.to_act[0]).moves) == 1:
        match.play(match.to_act[0], match.moves(match.to_act[0])[0])
    view = match.view(match.to_act[0])
    move = choose(view)
    assert choose.compared
    for one in choose.compared:
        assert one.move in view.moves
        assert one.move != move
        assert 0 <= one.better + one.worse <= one.trials


def test_in_simultaneous_games_deep_mixes_nearly_equal_moves() -> None:
    near, far = thought([500, 500], [495, 495], [300, 300]), Random(3)
    made = [near.mixed(far) for _ in range(400)]
    assert made.count(0) > made.count(1) > 30 > made.count(2)


def test_budgets_are_read_and_obeyed() -> None:
    assert read_budget("50ms") == Budget(seconds=0.05)
    assert read_budget("2000") == Budget(seconds=inf, playouts=2000)
    t = endgame("4c 9d 10h 12s", "10c 11c 12c", "10d 11d 12d")
    assert think(PRESIDENT, t, 0, Budget(seconds=inf, playouts=100), seed=1).playouts <= 110
    for text in ("0", "fast", "-5", "5s", "1" * 30):
        with pytest.raises(BadSetup, match="A budget is a time, as in `deep:50ms`"):
            player(PRESIDENT, f"deep:{text}")


def test_a_game_whose_views_cannot_be_recalled_has_no_deep_player() -> None:
    with pytest.raises(BadSetup, match="has no deep bots: its views cannot be recalled"):
        warm(TOY)
