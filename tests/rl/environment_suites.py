"""The suites of Gymnasium and PettingZoo in full, for every game: `make peers` runs them."""

import pytest

from cardhouse.games import GAMES
from tests.rl.suites import SUITES, Suite, vector_plays_as_single_ones

CYCLES, STEPS = 1000, 2000


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.__name__)
def test_the_suite_passes(suite: Suite, game: str) -> None:
    suite(game, CYCLES)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("game", GAMES)
def test_a_vector_plays_as_single_environments(game: str, mode: str) -> None:
    assert vector_plays_as_single_ones(game, STEPS, autoreset_mode=mode, opponents="quick", seat="rotates") > 0
