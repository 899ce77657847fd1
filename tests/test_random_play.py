"""What the rules say of random play is what `cardhouse simulate` prints."""

import pytest
from bench.random_play import PLACE, written

from cardhouse import GAMES
from cardhouse.games.face import AnyGame


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_statistics_in_the_rules_are_those_of_the_law(game: AnyGame) -> None:
    """A new game need not have any; those that are there are true."""
    assert written(game, game.rules) == game.rules


def test_our_own_rules_have_statistics() -> None:
    ours = [game for game in GAMES.values() if game.law.__name__.startswith("cardhouse.games.")]
    assert all(PLACE.search(game.rules) for game in ours)


def test_planted_statistics_that_are_not_true_are_found() -> None:
    game = GAMES["president"]
    changed = game.rules.replace("10,000 matches", "10,001 matches")
    assert written(game, changed) != changed
