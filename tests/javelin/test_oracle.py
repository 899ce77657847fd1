"""The law against an oracle: a second implementation of the rules that shares nothing with it."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.ledger import DISCARDS, STOCK
from cardhouse.games.definition import AnyGame
from cardhouse.games.javelin import JAVELIN
from cardhouse.games.javelin.rows import row
from cardhouse.games.javelin.state import BY_ENDING, DRAWN, FORFEITED, NONE_DOWN, NONE_UP, STUCK, State
from tests.javelin.oracle import Oracle
from tests.oracles import DealtCards, legal
from tests.planted_faults import with_change

pytestmark = pytest.mark.contract  # long, and no better for coverage

ENDINGS = {
    "no face-down": NONE_DOWN,
    "no face-up": NONE_UP,
    "forfeit": FORFEITED,
    "forced": STUCK,
    "drawn": DRAWN,
}


def compare(game: AnyGame, *, matches: int, seed: int) -> Counter[str]:
    """Play matches side by side, everything compared at every move; returns the ways in which rounds ended."""
    chance, endings = Random(seed), Counter[str]()
    for _ in range(matches):
        options: dict[str, Any] = {
            "peek": chance.choice(("off", "on")),
            "reshuffle": chance.choice(("off", "on")),
            "target": chance.choice((5, 25)),
        }
        t, cards, seating = game.new_state(2, options), DealtCards(), chance.sample(range(2), 2)
        game.law.begin(t, seating)
        cards.deal(game, t, chance)
        oracle = Oracle(seating=seating, draw=cards.draw, **options)
        while not oracle.over:
            agree(game, t, oracle)
            move = by_kind(oracle.legal(), chance)
            make(game, t, move, cards, chance)
            oracle.play(move)
            assert cards.names == []
        assert game.law.over(t)
        assert [game.law.place_of(t, seat) for seat in range(2)] == oracle.places()
        assert Counter({name: t.tally[BY_ENDING + ending] for name, ending in ENDINGS.items()}) == oracle.endings
        endings += oracle.endings
    return endings


def by_kind(moves: set[str], chance: Random) -> str:
    """A move of a kind drawn first, and rarely a forfeit: so all ways of ending come up."""
    kinds = sorted({move.split()[0] for move in moves} - ({"forfeit"} if chance.random() < 0.98 else set()))
    kind = chance.choice(kinds)
    return chance.choice(sorted(move for move in moves if move.startswith(kind)))


def make(game: AnyGame, t: State, move: str, cards: DealtCards, chance: Random) -> None:
    game.law.play(t, t.turn, game.notation.read(t, t.turn, move)[0])
    cards.deal(game, t, chance)
    while game.automatic(t):
        game.law.play(t, t.turn, game.moves(t, t.turn)[0])
        cards.deal(game, t, chance)


def agree(game: AnyGame, t: State, oracle: Oracle) -> None:
    assert (t.turn, t.turns, t.deal, t.points) == (oracle.turn, oracle.turns, oracle.round_number, oracle.totals)
    assert legal(game, t, t.turn) == oracle.legal()
    assert set(STANDARD.names(t.at[STOCK])) == set(oracle.deck)
    assert set(STANDARD.names(t.at[DISCARDS])) == set(oracle.discards)
    for seat in range(2):
        for ours, theirs in zip(row(t, seat), oracle.rows[seat], strict=True):
            if theirs is None:
                assert ours == ("", "empty", 0, 0)
            elif theirs.up:
                assert ours == (theirs.name, "sideways" if theirs.sideways else "up", 0, 0)
            else:
                assert ours == (theirs.name, "down", theirs.least, theirs.most)


def test_the_law_and_the_oracle_agree() -> None:
    endings = compare(JAVELIN, matches=30, seed=4)
    assert all(endings[name] > 3 for name in ("no face-down", "no face-up", "forfeit", "forced"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("theirs > yours if", "theirs >= yours if"),
        (">= value_at(t, other, target) else 6", "> value_at(t, other, target) else 6"),
        ("t.sideways[t.turn] = without(t.sideways[t.turn], t.replacing)", "t.sideways[t.turn] &= ~0"),
        ("min(t.most[spot], value)", "min(t.most[spot], value - 1)"),
        ("FOR_A_ROUND + size(t.down[winner])", "FOR_A_ROUND + size(t.up[winner])"),
        ("t.deal % 2 == 0 and reached", "reached"),
    ],
)
def test_planted_a_wrong_rule_is_noticed(old: str, new: str) -> None:
    fault = with_change(JAVELIN, old, new)
    with pytest.raises((AssertionError, IndexError)):
        compare(fault, matches=30, seed=4)
