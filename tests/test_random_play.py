"""What docs/random-play.md says is what `cardhouse simulate` prints."""

import pytest
from bench.random_play import PAGE, figures_of, written

from cardhouse import GAMES
from cardhouse.games.definition import AnyGame

TEXT = PAGE.read_text("utf-8")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_figures_of_random_play_are_those_of_the_law(game: AnyGame) -> None:
    """A game from elsewhere need not have any; those that are there are true."""
    assert written(game, TEXT) == TEXT


def test_our_own_games_have_figures() -> None:
    ours = [game for game in GAMES.values() if game.law.__name__.startswith("cardhouse.games.")]
    assert all(figures_of(game).search(TEXT) for game in ours)


def test_planted_figures_that_are_not_true_are_found() -> None:
    changed = TEXT.replace("10,000 matches of President", "10,001 matches of President")
    assert written(GAMES["president"], changed) != changed
