"""From a view back to a table, and on to worlds that look the same. The contract checks the table itself."""

from random import Random
from typing import Any

import pytest

from cardhouse import GAMES, Match, SeededDealer
from cardhouse.cards.ledger import hidden_cards
from cardhouse.compiled.records import unpack
from cardhouse.compiled.search import imagine_states
from cardhouse.games.definition import AnyGame
from cardhouse.testing.setups import random_setup


def moments(game: AnyGame, count: int, seed: int) -> Any:
    """Matches of chance at tables of all kinds, with the seats that are to act."""
    chance, seen = Random(seed), 0
    while seen < count:
        seats, options = random_setup(game, chance)
        match = Match(game, seats=seats, options=options, dealer=SeededDealer(seen))
        for _ in range(150):
            if match.over:
                break
            seat = chance.choice(match.to_act)
            yield match, seat
            match.play(seat, chance.choice(match.moves(seat)))
            seen += 1


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_imagined_worlds_look_the_same_and_differ_where_something_is_hidden(game: AnyGame) -> None:
    assert game.secrecy.recall is not None
    differ = 0
    for match, seat in moments(game, 200, seed=5):
        recalled = game.secrecy.recall(match.view(seat))
        world = unpack(imagine_states(game, recalled, seat, count=2, seed=1)[1:], game.law.State)
        assert game.view_for(world, seat) == game.view_for(recalled, seat)
        hidden = hidden_cards(recalled, seat)
        assert sorted(hidden_cards(world, seat)) == sorted(hidden)
        differ += int(world != recalled)
        for zone in range(len(world.at) // world.limbs):
            here = [limb.bit_count() for limb in world.at[zone * world.limbs : (zone + 1) * world.limbs]]
            there = [limb.bit_count() for limb in recalled.at[zone * world.limbs : (zone + 1) * world.limbs]]
            assert sum(here) == sum(there)
    assert differ > 60
