"""A view in parts is the same view: what viewers share, and each viewer's own."""

from dataclasses import fields
from random import Random

import pytest

from cardhouse.cards.ledger import WATCHER
from cardhouse.games import GAMES, game
from cardhouse.games.definition import AnyGame
from cardhouse.play.match import Match
from tests.hearts import HEARTS
from tests.toy import TOY

MOVES = 400
EVERY_GAME = [*map(game, GAMES), HEARTS, TOY]


@pytest.mark.parametrize("played", EVERY_GAME, ids=lambda one: one.name)
def test_the_parts_of_a_view_make_the_view(played: AnyGame) -> None:
    random = Random(1)
    match = Match(played)
    for _ in range(MOVES):
        if match.over:
            match = Match(played)
        for seat in range(WATCHER, match.seats):
            view, views = match.view(seat), match.views(present=match.sees(seat))
            own = views.own(seat)
            assert not views.shared.keys() & own.keys()
            assert views.shared | own == {one.name: getattr(view, one.name) for one in fields(view)}
        seat = random.choice(match.to_act)
        match.play(seat, random.choice(match.moves(seat)))
