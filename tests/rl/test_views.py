"""What a view shows as numbers is what tables show, in every game, so a net that was trained at tables can play."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from cardhouse import GAMES, Match, SeededDealer
from cardhouse.cards.errors import BadSetup
from cardhouse.games.definition import AnyGame
from cardhouse.rl import Batch, Observation, Tables, observe
from cardhouse.testing import check_setup
from cardhouse.testing.broken import Broken
from cardhouse.testing.tables import PlainTables

SEED, STEPS = 5, 120


def differing(game: AnyGame, *, change: Any = lambda view: view) -> set[str]:
    """Play random moves at one table, and return the parts that views show in another way."""
    chance, found = Random(SEED), set[str]()
    tables = PlainTables(game, seed=SEED)
    batch = tables.reset()
    match = match_of(game, tables, batch)
    for _ in range(STEPS):
        found |= parts_that_differ(batch, observe(change(match.view(int(batch.seat[0])))))
        action = chance.randrange(batch.move_count[0])
        match.play(int(batch.seat[0]), match.view(int(batch.seat[0])).moves[action])
        batch = tables.step([batch.moves[0, action]])
        if batch.done[0]:
            match = match_of(game, tables, batch)
    return found


def match_of(game: AnyGame, tables: Tables, batch: Batch) -> Match:
    return Match(game, seats=tables.seats, dealer=SeededDealer(SEED, match=int(batch.number[0])))


def parts_that_differ(batch: Batch, seen: Observation) -> set[str]:
    wanted = {name: getattr(batch, name)[0] for name in Observation._fields}
    wanted["moves"] = wanted["moves"][: batch.move_count[0]]
    return {
        name
        for name, part in seen._asdict().items()
        if part.dtype != wanted[name].dtype or not np.array_equal(part, wanted[name])
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_view_shows_what_tables_show_at_every_move(game: AnyGame) -> None:
    assert differing(game) == set()


def test_planted_a_view_of_other_cards_is_found() -> None:
    def with_another_pile(view: Any) -> Any:
        return replace(view, pile=view.pile[:-1])

    assert differing(GAMES["president"], change=with_another_pile) == {"words", "counts"}


def test_planted_a_recalled_state_without_the_cards_face_down_breaks_the_contract() -> None:
    game = GAMES["davenport"]
    secrecy = replace(game.secrecy, recall_all=None)
    with pytest.raises(Broken, match=r"seat \d is shown other counts at a table than its view recalls"):
        check_setup(replace(game, secrecy=secrecy), seats=4, options={}, seed=1)


def test_only_a_seat_to_act_observes() -> None:
    match = Match("president", seats=4, dealer=SeededDealer(SEED))
    waiting = next(seat for seat in range(4) if seat not in match.to_act)
    with pytest.raises(BadSetup, match=f"The view of seat {waiting} has no moves"):
        observe(match.view(waiting))
