"""What the rules say of random play is what `cardhouse simulate` prints."""

import pytest
from bench.random_play import PLACE, written

from cardhouse import GAMES
from cardhouse.games.face import AnyGame


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_statistics_in_the_rules_are_those_of_the_law(game: AnyGame) -> None:
    assert PLACE.search(game.rules)
    assert written(game, game.rules) == game.rules
