"""The law against an oracle: a second implementation of the rules that shares nothing with it."""

from random import Random
from typing import Any

import pytest

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import lowest
from cardhouse.cards.ledger import DISCARDS, HAND, STOCK, move, trade
from cardhouse.games.davenport import DAVENPORT
from cardhouse.games.davenport.state import COMMITTED, GIVEN_UP, PLAYOFFS, RESHUFFLES, ROUNDS, State
from cardhouse.games.definition import AnyGame
from tests.davenport.oracle import Oracle
from tests.oracles import DealtCards, legal
from tests.planted_faults import with_change

pytestmark = pytest.mark.contract  # long, and no better for coverage


def compare(game: AnyGame, *, matches: int, seed: int) -> list[int]:
    """Play matches side by side, everything compared at every move; returns the tallies."""
    chance, tally = Random(seed), [0] * 4
    for number in range(matches):
        seats = chance.choice(game.seats)
        options: dict[str, Any] = {
            "ace_rule": chance.choice(("off", "on")),
            "playoff": chance.choice(("elimination", "wins")),
            "playoff_wins": chance.randint(1, 4),
        }
        t, cards, seating = game.new_state(seats, options), DealtCards(), chance.sample(range(seats), seats)
        game.law.begin(t, seating)
        cards.deal(game, t, chance)
        oracle = Oracle(seats=seats, seating=seating, draw=cards.draw, **options)
        if number % 2:
            shorten(t, oracle)
        while not oracle.over:
            agree(game, t, oracle)
            seat = chance.choice(game.to_act(t))
            move = chance.choice(sorted(oracle.legal(seat)))
            game.law.play(t, seat, game.notation.read(t, seat, move)[0])
            cards.deal(game, t, chance)
            oracle.play(seat, move)
            assert cards.names == []
        assert game.law.over(t)
        assert [game.law.place_of(t, seat) for seat in range(seats)] == oracle.places()
        assert t.tally[:3] == [oracle.rounds, oracle.reshuffles, oracle.playoffs]
        tally = [sum(pair) for pair in zip(tally, t.tally, strict=True)]
    return tally


def shorten(t: State, oracle: Oracle) -> None:
    """A king each for up to four seats and one card for the others: playoffs are rare otherwise."""
    for seat in range(t.seats):
        more = t.at[HAND + seat] & (t.at[HAND + seat] - 1)
        move(t, more, HAND + seat, STOCK)
        for name in STANDARD.names(more):
            oracle.hands[seat].remove(name)
            oracle.deck.append(name)
    for seat in range(min(4, t.seats)):
        one, other = STANDARD.name(lowest(t.at[HAND + seat])), f"13{'cdhs'[seat]}"
        trade(t, STANDARD.card(one), STANDARD.card(other))
        for row in (*oracle.hands, oracle.deck):
            row[:] = [{one: other, other: one}.get(name, name) for name in row]


def agree(game: AnyGame, t: State, oracle: Oracle) -> None:
    assert set(game.to_act(t)) == oracle.to_act
    committing = oracle.to_act != {seat for seat in range(t.seats) if t.playing >> seat & 1}
    for seat in range(t.seats):
        hand = t.at[HAND + seat] | t.at[COMMITTED + seat] | t.at[GIVEN_UP + seat]
        assert set(STANDARD.names(hand)) == set(oracle.hands[seat])
        shown = None if t.shown[seat] == NOBODY else STANDARD.name(t.shown[seat])
        assert shown == oracle.shown[seat]
        assert legal(game, t, seat) == oracle.legal(seat)
    if not committing:
        assert set(STANDARD.names(t.at[STOCK])) == set(oracle.deck)
        assert set(STANDARD.names(t.at[DISCARDS])) == set(oracle.discards)


def test_the_law_and_the_oracle_agree() -> None:
    tally = compare(DAVENPORT, matches=150, seed=4)
    assert tally[ROUNDS] > 800
    assert tally[RESHUFFLES] > 80
    assert tally[PLAYOFFS] > 20


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if high >= JACK:", "if high > JACK:"),
        ("wins, draws_two = ACE, high", "wins, draws_two = ACE, NO_VALUE"),
        ("t.owed[seat] = 1 if t.playing_off else 0", "t.owed[seat] = 0"),
        ("t.first = left_of(t, first_winner(t))", "t.first = first_winner(t)"),
        ("if size(lows) == 1:", "if size(lows) >= 1:"),
        ("elif size(t.won) == 1:", "elif size(t.won) >= 1:"),
    ],
)
def test_planted_a_wrong_rule_is_noticed(old: str, new: str) -> None:
    with pytest.raises((AssertionError, IndexError)):
        compare(with_change(DAVENPORT, old, new), matches=150, seed=4)
