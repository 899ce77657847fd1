"""Promise 6: with the contract's 10,000 moves of each game half a million moves, and no card lost or doubled."""

import pytest

from cardhouse.games import GAMES, game
from cardhouse.testing import Broken
from tests.conservation import conserve
from tests.planted_faults import with_fault

MOVES = 90_000


@pytest.mark.contract
@pytest.mark.parametrize("name", GAMES)
def test_no_card_is_lost_or_doubled(name: str) -> None:
    assert conserve(game(name), MOVES, seed=7) == MOVES


@pytest.mark.parametrize("fault", ["cards lost", "cards doubled"])
def test_planted_faults_are_found(fault: str) -> None:
    with pytest.raises(Broken, match="lost or doubled"):
        conserve(with_fault(fault), 1000, seed=1)
