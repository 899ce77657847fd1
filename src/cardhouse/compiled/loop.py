"""The parts of a loop that plays a match, compiled or not: `playout` and `search` are made of them."""

from collections.abc import Callable
from typing import Any, NamedTuple

from cardhouse.cards.chance import CELLS, draw
from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import Ledger
from cardhouse.games.definition import AnyGame, Weights

MOST_MADE = 100_000  # moves of a match; one that is not over then is stopped

# Integers to work in: a list where a law is plain, a numpy array where it is compiled. No type is both.
Numbers = Any


class Scratch(NamedTuple):
    """Rows to work in: chance of the dealer and of the players, cards in order, moves."""

    dealer: Numbers
    players: Numbers
    order: Numbers
    out: Numbers


def scratch(game: AnyGame, rows: Callable[[int], Numbers] = lambda count: [0] * count) -> Scratch:
    return Scratch(
        dealer=rows(CELLS), players=rows(CELLS), order=rows(longest_order(game)), out=rows(game.law.MOST_MOVES)
    )


def longest_order(game: AnyGame) -> int:
    """Return how many cells an order of the cards, or of the seats, takes."""
    return max(game.law.MOST_CARDS, game.seats[-1])


def dealing(game: AnyGame) -> Callable[[Ledger, Row, Row], None]:
    """Make the law that asks the dealer for the cards that a state waits for."""
    collect, shuffled = game.law.collect, game.law.shuffled

    @law
    def deal(t: Ledger, chance: Row, order: Row) -> None:
        wanted = t.waits
        draw(chance, order, collect(t, order), wanted)
        shuffled(t, order, wanted)

    return deal


def asking(game: AnyGame) -> Callable[[Ledger], int]:
    """Make the law that says which seat is next to act: where several are, the first from `turn` on."""
    to_act = game.law.to_act

    @law
    def next_to_act(t: Ledger) -> int:
        seat = t.turn
        while not to_act(t, seat):
            seat = (seat + 1) % t.seats
        return int(seat)

    return next_to_act


@law
def first_of(t: Ledger, seat: int, out: Row, count: int, w: Weights) -> int:
    """Play the first move: the heuristic of a game that has none."""
    return out[0]
