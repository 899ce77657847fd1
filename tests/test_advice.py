"""Advice: the strongest level's move, and how it compares with others."""

import pytest

from cardhouse import Match, SeededDealer
from cardhouse.bots import MASTER, player
from cardhouse.games.president import PRESIDENT

pytestmark = pytest.mark.compiles
FEW = "advice:400"


def first_choice(deals: int) -> Match:
    match = Match("president", seats=4, dealer=SeededDealer(5), options={"deals": deals})
    while len(match.view(match.to_act[0]).moves) < 4:
        seat = match.to_act[0]
        match.play(seat, PRESIDENT.quick(match.view(seat)))
    return match


def test_the_advice_is_the_masters_move_compared_with_others_in_the_same_worlds() -> None:
    match = first_choice(deals=1)
    view = match.view(match.to_act[0])
    adviser = player(PRESIDENT, FEW, 1)
    assert adviser(view) == player(PRESIDENT, MASTER)(view)
    assert adviser.compared  # type: ignore[attr-defined]
    for one in adviser.compared:  # type: ignore[attr-defined]
        assert one.move in view.moves
        assert 0 <= one.better + one.worse <= one.trials


def test_where_the_net_does_not_fit_the_advice_is_the_deep_bots() -> None:
    match = first_choice(deals=50)
    view = match.view(match.to_act[0])
    adviser = player(PRESIDENT, FEW, 1)
    assert adviser(view) == player(PRESIDENT, "deep:400", 1)(view)
    assert adviser.compared  # type: ignore[attr-defined]
