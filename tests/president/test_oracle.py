"""The law against an oracle: a second implementation of the rules that shares nothing with it."""

from random import Random

import pytest

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.ledger import HAND
from cardhouse.games.definition import AnyGame
from cardhouse.games.president import PRESIDENT
from cardhouse.games.president.moves import PASS
from cardhouse.games.president.notation import cards_of
from cardhouse.games.president.state import PILE, State
from cardhouse.testing.setups import random_setup
from tests.oracles import DealtCards
from tests.planted_faults import with_fault
from tests.president.oracle import Oracle


def compare(game: AnyGame, *, matches: int, seed: int) -> int:
    """Play matches side by side, all legal moves and the whole state compared at every move; returns how many."""
    chance, made = Random(seed), 0
    for _ in range(matches):
        seats, options = random_setup(game, chance)
        t, first = game.new_state(seats, options), chance.randrange(seats)
        game.law.begin(t, [first])
        oracle = Oracle(seats=seats, first=first, **options)  # type: ignore[arg-type]
        while not oracle.over:
            if oracle.waiting:
                deal(game, t, oracle, chance)
            agree(game, t, oracle)
            choice = chance.choice([c for c in game.notation.every(t, t.turn) if game.may(t, t.turn, c)])
            oracle.play(frozenset(cards_of(choice)))
            game.law.play(t, t.turn, choice)
            made += 1
        assert game.law.over(t)
        assert [game.law.place_of(t, seat) for seat in range(seats)] == oracle.places()
        assert t.points[:seats] == oracle.points
    return made


def deal(game: AnyGame, t: State, oracle: Oracle, chance: Random) -> None:
    given = DealtCards()
    given.deal(game, t, chance)
    game.law.play(t, t.turn, game.moves(t, t.turn)[0])
    oracle.deal(given.names)


def agree(game: AnyGame, t: State, oracle: Oracle) -> None:
    assert t.turn == oracle.turn
    assert t.direction == oracle.way
    assert (None if t.last == NOBODY else t.last) == oracle.last
    assert set(STANDARD.names(t.at[PILE])) == set(oracle.table)
    for seat in range(t.seats):
        assert set(STANDARD.names(t.at[HAND + seat])) == set(oracle.hands[seat])
    every = [choice for choice in game.notation.every(t, t.turn) if game.may(t, t.turn, choice)]
    assert {frozenset(cards_of(choice)) for choice in every} == oracle.legal()
    assert cards_of(PASS) == ()


def test_the_law_and_the_oracle_agree() -> None:
    assert compare(PRESIDENT, matches=60, seed=4) > 5000


@pytest.mark.parametrize(
    "fault", ["equal play refused", "more cards skip too", "direction turns once", "pile cleared too late"]
)
def test_planted_a_wrong_rule_is_noticed(fault: str) -> None:
    with pytest.raises((AssertionError, ValueError)):
        compare(with_fault(fault), matches=60, seed=4)
