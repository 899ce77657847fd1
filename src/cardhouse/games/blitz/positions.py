"""Sets of positions: what a hand has for runs and books, with one bit for each position and suit.

A run's positions go from 0, the low ace, to 13, the high ace; a card of rank r has position r + 1, and an ace has both
0 and 13. A set of positions is like a set of cards whose ranks are the positions, so the functions of `cards/sets.py`
apply. Two sets say what a hand can do: `held`, the positions that it has a card for, and `twice`, those for which it
has both copies.
"""

from cardhouse.cards.law import law, size
from cardhouse.cards.sets import (
    ALL_SUITS,
    ONE_OF_EACH,
    below,
    cards_of,
    cards_of_suit,
    holds,
    numbered,
    of_ranks,
    only,
    ranks_down,
    ranks_up,
    suits_counted,
    suits_held,
)
from cardhouse.games.blitz.cards import ACE, SUITED

LAST = 13  # the position of the high ace
BOOK = 4  # instead of the suit of a run
LAST_LOW = LAST - 2  # the last position at which a run of three can begin
LOWS = below(numbered(LAST_LOW + 1, 0))  # all positions at which a run of three can begin
EACH_RANK = ONE_OF_EACH & SUITED  # a 1 in the four bits of every rank
AN_EIGHT = 8  # the last of these bits


@law
def position_of(rank: int) -> int:
    """Return the position of a rank in a run; of an ace, the high one."""
    return rank + 1


@law
def positions_of(cards: int) -> int:
    """Return a set of cards as a set of positions: the aces, which come last, are also the first."""
    return ranks_up(cards, 1) | ranks_down(cards, ACE)


@law
def cards_of_positions(positions: int) -> int:
    """Return a set of positions as a set of cards: aces are at both ends."""
    low_aces = positions & ALL_SUITS
    return ranks_down(positions, 1) & SUITED | ranks_up(low_aces, ACE)


@law
def has(held: int, suit: int, position: int) -> bool:
    """Return whether there is a card for this position of a suit."""
    return holds(held, numbered(position, suit))


@law
def of_rank(held: int, twice: int, rank: int) -> int:
    """Count the cards of a rank."""
    return size(suits_held(held, position_of(rank))) + size(suits_held(twice, position_of(rank)))


@law
def rank_positions(rank: int) -> int:
    """Return the four positions of a rank; for aces, those at both ends."""
    return cards_of(position_of(rank), ALL_SUITS) | (cards_of(0, ALL_SUITS) if rank == ACE else 0)


@law
def end_positions(suit: int, low: int, high: int) -> int:
    """Return the positions next to a run, where there are any."""
    after = only(numbered(high + 1, suit)) if high < LAST else 0
    before = only(numbered(low - 1, suit)) if low > 0 else 0
    return after | before


@law
def neighbours(positions: int) -> int:
    """Return the positions next to these in their suits."""
    return ranks_up(positions, 1) | ranks_down(positions, 1)


@law
def books(held: int, twice: int, wilds: int) -> int:
    """Return the ranks of which a hand can make a book with a natural card: bit `4 * rank + 3` for each.

    The cards of all ranks are counted side by side, in four bits each. Each count is increased by 8 - `enough`, so that
    the bit of the 8 is set where there are enough cards.
    """
    count = suits_counted(ranks_down(held, 1)) + suits_counted(ranks_down(twice, 1))
    enough = 3 - min(wilds, 2)
    return count + EACH_RANK * (AN_EIGHT - enough) & EACH_RANK * AN_EIGHT


@law
def positions_of_books(ranks: int) -> int:
    """Return the positions of all ranks that `books` has found."""
    return ranks_up(ALL_SUITS * (ranks // AN_EIGHT), 1)


@law
def runs(held: int, wilds: int) -> int:
    """Return the positions at which a hand can begin a run of three with a natural card."""
    second = ranks_down(held, 1)
    third = ranks_down(held, 2)
    lows = held & second & third
    if wilds > 0:
        lows |= held & second | held & third | second & third
    if wilds > 1:
        lows |= held | second | third
    return lows & LOWS


@law
def positions_of_runs(lows: int) -> int:
    """Return the positions of the runs of three that begin at these positions."""
    return lows | ranks_up(lows, 1) | ranks_up(lows, 2)


@law
def run_with(held: int, wilds: int, suit: int, position: int) -> bool:
    """Return whether a run of three can be made that has this position in it."""
    here = only(numbered(position, suit))
    lows = here | ranks_down(here, 1) | ranks_down(here, 2)
    return runs(held, wilds) & lows != 0


@law
def between(held: int, suit: int, start: int, end: int) -> int:
    """Count the positions from start to end, both included, that the hand has a card for."""
    if start > end:
        return 0
    return size(cards_of_suit(of_ranks(held, start, end), suit))


@law
def gap(held: int, suit: int, start: int, end: int) -> int:
    """Count the positions from start to end, both included, that the hand has no card for."""
    return max(0, end - start + 1) - between(held, suit, start, end)
