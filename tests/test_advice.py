"""Advice: the strongest level's move, and how it compares with others."""

import pytest

from cardhouse import Match, SeededDealer
from cardhouse.bots import master_net, player
from cardhouse.games.davenport import DAVENPORT

pytestmark = pytest.mark.compiles
FEW = "advice:400"


def first_choice(wins: int) -> Match:
    return Match("davenport", seats=3, dealer=SeededDealer(5), options={"playoff_wins": wins})


def test_the_advice_is_what_the_net_likes_best_compared_with_others_in_the_same_worlds() -> None:
    view = first_choice(wins=3).view(0)
    adviser = player(DAVENPORT, FEW, 1)
    assert adviser(view) == master_net(DAVENPORT).ranked(view)[0]
    assert adviser.compared  # type: ignore[attr-defined]
    for one in adviser.compared:  # type: ignore[attr-defined]
        assert one.move in view.moves
        assert 0 <= one.better + one.worse <= one.trials


def test_where_the_net_does_not_fit_the_advice_is_the_deep_bots() -> None:
    view = first_choice(wins=5).view(0)
    adviser = player(DAVENPORT, FEW, 1)
    assert adviser(view) == player(DAVENPORT, "deep:400", 1)(view)
    assert adviser.compared  # type: ignore[attr-defined]
