"""The parts of the loop that plays a match, compiled or plain, which `playout` and `search` share."""

from collections.abc import Callable
from typing import Any, NamedTuple

from cardhouse.cards.chance import CELLS, draw
from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import Ledger
from cardhouse.games.definition import AnyGame, Weights

MOST_MADE = 100_000  # moves in a match; a longer one is stopped

# Working memory: a list in plain laws, a numpy array in compiled ones. No type is both.
Numbers = Any


class Scratch(NamedTuple):
    """Working memory: the random streams of the dealer and of the players, an order of cards, moves."""

    dealer: Numbers
    players: Numbers
    order: Numbers
    out: Numbers


def scratch(game: AnyGame, rows: Callable[[int], Numbers] = lambda count: [0] * count) -> Scratch:
    return Scratch(
        dealer=rows(CELLS), players=rows(CELLS), order=rows(longest_order(game)), out=rows(game.law.MOST_MOVES)
    )


def longest_order(game: AnyGame) -> int:
    """Return how many cells an order of the cards, or of the seats, needs."""
    return max(game.law.MOST_CARDS, game.seats[-1])


def dealing(game: AnyGame) -> Callable[[Ledger, Row, Row], None]:
    """Return a law that shuffles and deals whatever a state waits for."""
    collect, shuffled = game.law.collect, game.law.shuffled

    @law
    def deal(t: Ledger, chance: Row, order: Row) -> None:
        wanted = t.waits
        draw(chance, order, collect(t, order), wanted)
        shuffled(t, order, wanted)

    return deal


def asking(game: AnyGame) -> Callable[[Ledger], int]:
    """Return a law that finds the next seat to act: if there are several, the first from `turn` on."""
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
    """Return the first move: the heuristic of games without one."""
    return out[0]
