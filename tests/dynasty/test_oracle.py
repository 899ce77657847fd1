"""The law against an oracle: a second implementation of the rules that shares nothing with it."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.ledger import HAND
from cardhouse.games.definition import AnyGame
from cardhouse.games.dynasty import DYNASTY
from cardhouse.games.dynasty.law import join, leave
from cardhouse.games.dynasty.notation import names
from cardhouse.games.dynasty.state import PILE, State
from tests.dynasty.oracle import Oracle
from tests.oracles import DealtCards, legal
from tests.planted_faults import with_change

pytestmark = pytest.mark.contract  # long, and no better for coverage


def compare(game: AnyGame, *, matches: int, seed: int) -> Counter[str]:
    """Play matches side by side, with people coming and going, everything compared at every move."""
    chance, done = Random(seed), Counter[str]()
    for _ in range(matches):
        seats = chance.choice(game.seats)
        options: dict[str, Any] = {"monarchies": chance.randint(1, 3), "taxation": chance.choice(("off", "on"))}
        t, cards, seating = game.new_state(seats, options), DealtCards(), chance.sample(range(seats), seats)
        game.law.begin(t, seating)
        oracle = Oracle(seats=seats, seating=seating, draw=cards.draw, **options)
        while not oracle.over:
            come_and_go(t, oracle, chance, done)
            if oracle.waiting:
                deal(game, t, oracle, cards, chance, done)
                continue
            agree(game, t, oracle)
            seat = chance.choice(game.to_act(t))
            move = chance.choice(sorted(oracle.legal(seat)))
            game.law.play(t, seat, game.notation.read(t, seat, move)[0])
            oracle.play(seat, move)
            done["moves"] += 1
        assert game.law.over(t)
        assert [game.law.place_of(t, seat) for seat in range(t.seats)] == oracle.places()
        assert t.crowns[: t.seats] == oracle.monarchs
        done["matches"] += 1
    return done


def come_and_go(t: State, oracle: Oracle, chance: Random, done: Counter[str]) -> None:
    here = [seat for seat in range(t.seats) if not t.left[seat]]
    if oracle.waiting and t.deal and chance.random() < 0.3 and len(here) < 12 and t.seats < 16:
        join(t)
        assert oracle.join() == t.seats - 1
        done["joined"] += 1
    if here and chance.random() < (0.2 if oracle.waiting else 0.001):
        seat = chance.choice(here)
        leave(t, seat)
        oracle.leave(seat)
        done["left"] += 1


def deal(game: AnyGame, t: State, oracle: Oracle, cards: DealtCards, chance: Random, done: Counter[str]) -> None:
    cards.deal(game, t, chance)
    oracle.deal()
    assert cards.names == []
    assert game.law.over(t) == oracle.over
    done["taxed"] += t.taxes > 0
    done["too few"] += oracle.over


def agree(game: AnyGame, t: State, oracle: Oracle) -> None:
    assert set(game.to_act(t)) == oracle.to_act
    assert t.order[: t.players] == oracle.order
    assert (None if t.last == NOBODY else t.last) == oracle.last
    assert sorted(names(t, PILE)) == sorted(oracle.pile)
    assert t.crowns[: t.seats] == oracle.monarchs
    for seat in range(t.seats):
        assert sorted(names(t, HAND + seat)) == sorted(oracle.hands[seat])
        assert legal(game, t, seat) == oracle.legal(seat)


def test_the_law_and_the_oracle_agree() -> None:
    done = compare(DYNASTY, matches=30, seed=4)
    assert done["moves"] > 8000
    assert min(done["joined"], done["left"], done["taxed"]) > 10
    assert done["too few"] > 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("value_of(choice) < t.value", "value_of(choice) <= t.value"),
        ("and not includes(t.passed, t.turn):", "and True:"),
        ("stayed // 2 + joined", "(stayed + 1) // 2 + joined"),
        ("if t.monarch == NOBODY and not t.left[seat]:", "if t.monarch == NOBODY:"),
        ("HAVING_LEFT + t.left[seat]", "HAVING_LEFT - t.left[seat]"),
        ("if t.taxation and t.deal > 0:", "if t.taxation:"),
    ],
)
def test_planted_a_wrong_rule_is_noticed(old: str, new: str) -> None:
    with pytest.raises((AssertionError, IndexError)):
        compare(with_change(DYNASTY, old, new), matches=30, seed=4)
