"""The law against an oracle: a second implementation of the rules that shares nothing with it."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.errors import CardhouseError
from cardhouse.cards.ledger import HAND, STOCK, WATCHER, cards_at, numbers
from cardhouse.games.blitz import BLITZ
from cardhouse.games.blitz.board import board, discards
from cardhouse.games.blitz.cards import DECK, JOKER
from cardhouse.games.blitz.state import BLITZED, BY_ENDING, DRY, LAP_OVER, RESHUFFLES, State
from cardhouse.games.definition import AnyGame
from cardhouse.play.referee import judge
from tests.blitz.oracle import Oracle
from tests.oracles import DealtCards
from tests.planted_faults import with_change

pytestmark = pytest.mark.contract  # long, and no better for coverage


def compare(game: AnyGame, *, matches: int, seed: int) -> Counter[str]:
    """Play matches side by side, the tables compared at every move, and many lines, good and bad, tried on both."""
    chance, done = Random(seed), Counter[str]()
    for _ in range(matches):
        decks = chance.randint(1, 2)
        seats = chance.randint(2, 3 + decks)
        options: dict[str, Any] = {
            "decks": decks,
            "jokers": chance.randint(0, 6),
            "target": chance.choice((100, 1000)),
            "max_hands": chance.randint(1, 3),
            "dealer": chance.choice(("selects", "rotates")),
        }
        t, cards, seating = game.new_state(seats, options), DealtCards(), chance.sample(range(seats), seats)
        game.law.begin(t, seating)
        cards.deal(game, t, chance)
        oracle = Oracle(seats=seats, seating=seating, draw=cards.draw, **options)
        while not oracle.over:
            agree(game, t, oracle)
            seat = chance.choice(game.to_act(t))
            lines_agree(game, t, oracle, seat, chance, done)
            line = chosen(game, t, seat, chance)
            t = judge(game, t, seat, line)[0]
            cards.deal(game, t, chance)
            oracle.play(seat, line)
            assert cards.names == []
            done["moves"] += 1
        assert game.law.over(t)
        assert [game.law.place_of(t, seat) for seat in range(seats)] == oracle.places()
        assert t.points[:seats] == oracle.totals
        endings = {"blitz": BLITZED, "lap": LAP_OVER, "stock": DRY}
        assert Counter({name: t.tally[BY_ENDING + ending] for name, ending in endings.items()}) == oracle.endings
        assert t.tally[RESHUFFLES] == oracle.reshuffles
        done += oracle.endings
        done["reshuffles"] += oracle.reshuffles
    return done


def names(t: State, place: int) -> set[str]:
    return {DECK.name(card) for limb in range(2) for card in numbers(cards_at(t, place, limb), limb)}


def agree(game: AnyGame, t: State, oracle: Oracle) -> None:
    assert set(game.to_act(t)) == oracle.to_act
    assert t.points[: t.seats] == oracle.totals
    assert (None if t.wild_rank == NOBODY else t.wild_rank + 2) == oracle.wild_rank
    for seat in range(t.seats):
        assert names(t, HAND + seat) == set(oracle.hands[seat])
    assert names(t, STOCK) == set(oracle.stock)
    assert list(discards(t, WATCHER)) == oracle.discards
    ours = [(meld.kind, sorted(meld.cards) if meld.kind == "book" else list(meld.cards)) for meld in board(t, WATCHER)]
    theirs = [(meld.kind, sorted(meld.cards) if meld.kind == "book" else list(meld.cards)) for meld in oracle.board]
    assert ours == theirs
    duty = oracle.duty and oracle.duty.rstrip("'")
    assert (None if t.duty == NOBODY else "J" if t.duty == JOKER else DECK.name(t.duty)) == (
        "J" if duty and duty[0] == "J" else duty
    )


def exact(game: AnyGame, t: State, seat: int) -> list[str]:
    return [game.notation.text(t, choice) for choice in game.notation.every(t, seat)]


def lines_agree(game: AnyGame, t: State, oracle: Oracle, seat: int, chance: Random, done: Counter[str]) -> None:
    """Exact moves, and these with a word changed, dropped or put in: both say the same of every one."""
    lines = exact(game, t, seat)
    for line in chance.sample(lines, min(len(lines), 12)):
        words = line.split()
        mutated = list(words)
        at = chance.randrange(len(words))
        others = [*" ".join(lines).split(), "J1=7", "14s", "9", "high", "low", "book", "2h=2h"]
        kind = chance.randrange(3)
        mutated[at : at + (kind < 2)] = [chance.choice(others)] if kind else []
        for text in (line, " ".join(mutated)):
            done[str(same(game, t, oracle, seat, text))] += 1


def same(game: AnyGame, t: State, oracle: Oracle, seat: int, text: str) -> bool:
    try:
        judge(game, t, seat, text)
        legal = True
    except CardhouseError:
        legal = False
    assert legal == oracle.may(seat, text), text
    return legal


def chosen(game: AnyGame, t: State, seat: int, chance: Random) -> str:
    """Mostly a canonical move, sometimes any exact one, so that there are undos and odd boards too."""
    if chance.random() < 0.7:
        return game.notation.text(t, chance.choice(game.moves(t, seat)))
    legal = [choice for choice in game.notation.every(t, seat) if game.may(t, seat, choice)]
    return game.notation.text(t, chance.choice(legal))


def test_the_law_and_the_oracle_agree() -> None:
    done = compare(BLITZ, matches=40, seed=4)
    assert done["moves"] > 2000
    assert min(done["True"], done["False"]) > 5000
    assert min(done["blitz"], done["lap"], done["stock"], done["reshuffles"]) > 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rank == ACE and at == 0", "rank == ACE and at == 13"),
        ("        return rank == at\n", "        return rank >= at\n"),
        ("t.lap = t.seats - 1", "t.lap = t.seats"),
        ("t.piled > 1 and not t.reshuffled", "t.piled > 1"),
        ("if rank == ACE or rank == t.wild_rank:", "if rank == ACE:"),
        ("    t.drawn = NOT_YET\n    t.taken = 0\n\n\n@law\ndef complete", "    t.taken = 0\n\n\n@law\ndef complete"),
        ("gap(held, t.suit[meld], at + 1, t.low[meld] - 1) <= wilds", "at + 1 == t.low[meld]"),
    ],
)
def test_planted_a_wrong_rule_is_noticed(old: str, new: str) -> None:
    fault = with_change(BLITZ, old, new)
    with pytest.raises((AssertionError, IndexError, CardhouseError)):
        compare(fault, matches=40, seed=4)
