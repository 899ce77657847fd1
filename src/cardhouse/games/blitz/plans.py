"""Evaluate a hand of Blitz: which cards fit on the board, which lack a card for a meld, and which are in the way.

Sets of positions are as in positions.py. Two of them say which cards fit the board: `booked` are the positions of
its books, `ends` those next to its runs.
"""

from cardhouse.cards.law import law, size
from cardhouse.cards.ledger import EVERYBODY, SEAT, seen_by
from cardhouse.cards.sets import cards_above
from cardhouse.games.blitz.cards import KING, NINE, SUITED
from cardhouse.games.blitz.melds import held_positions, twice_positions, wilds_in
from cardhouse.games.blitz.positions import (
    BOOK,
    books,
    cards_of_positions,
    end_positions,
    neighbours,
    positions_of_books,
    positions_of_runs,
    rank_positions,
    runs,
)
from cardhouse.games.blitz.state import State, deck_of, naturals
from cardhouse.games.definition import Weights

LAID = 16  # the weight of a point that is laid: all other weights are in sixteenths of a point
(
    FITS,  # a point that could be laid but is kept for another turn
    LEFT,  # a point that cannot be laid counts against you ...
    ACES,  # ... but a point of aces counts for you, as they may bring many
    CARD,  # a card that cannot be laid is in the way
    PAIR,  # a card that lacks one more for a meld
    WILD,  # a point of wilds that are kept
    DRAW,  # an expected point of an unknown card
    GIVE,  # a point of a discard
) = range(8)


@law
def points(cards: int) -> int:
    """Return the points of natural cards. Rule 15: 5, from the 10s on 5 more, aces another 90."""
    return 5 * size(cards) + 5 * size(cards_above(cards, NINE)) + 90 * size(cards_above(cards, KING))


@law
def worth_of(t: State, cards: int) -> int:
    """Return the points of any cards of a limb. Rule 15: 100 for the wild rank, 500 for a joker."""
    natural = naturals(t)
    of_wild_rank = cards & SUITED & ~natural
    jokers = cards & ~SUITED
    return points(cards & natural) + 100 * size(of_wild_rank) + 500 * size(jokers)


@law
def fitting(held: int, twice: int, booked: int, ends: int) -> int:
    """Return the positions of the cards that can go to the board without a wild; some may be needed twice."""
    in_books = held & (booked | positions_of_books(books(held, twice, 0)))
    in_runs = positions_of_runs(runs(held, 0))
    found = in_books | in_runs
    more = held & ends
    while more & ~found:  # each card that extends a run makes room for its neighbours
        found |= more
        more = held & neighbours(more)
    return found


@law
def lacking(held: int, twice: int) -> int:
    """Return the positions of the cards of which two need one more for a meld."""
    return held & (positions_of_books(books(held, twice, 1)) | positions_of_runs(runs(held, 1)))


@law
def promise(t: State, first: int, second: int, booked: int, ends: int, goes_on: bool, w: Weights) -> int:
    """Return the worth of a hand with such a board, while the turn goes on or for another turn."""
    natural = naturals(t)
    held = held_positions(first, second, natural)
    twice = twice_positions(first, second, natural)
    wilds = wilds_in(first, second, natural)
    fits = fitting(held, twice, booked, ends)
    rest = cards_of_positions(held & ~fits)
    pairs = size(cards_of_positions(lacking(held, twice) & ~fits))
    aces = 100 * size(cards_above(rest, KING))
    low = points(rest) - aces
    value = w[PAIR] * pairs - w[CARD] * size(rest) - w[LEFT] * low + w[ACES] * aces
    value += (LAID if goes_on else w[FITS]) * points(cards_of_positions(fits))
    if wilds:
        has_place = booked != 0 or ends != 0 or pairs > 0 or wilds > 1
        worth = worth_of(t, first & ~natural) + worth_of(t, second & ~natural)
        value += (LAID if goes_on and has_place else w[WILD]) * worth
    return value


@law
def board_books(t: State) -> int:
    """Return the positions of the books on the board."""
    found = 0
    for meld in range(t.melds):
        found |= rank_positions(t.low[meld]) if t.suit[meld] == BOOK else 0
    return found


@law
def board_ends(t: State) -> int:
    """Return the positions next to the runs on the board."""
    found = 0
    for meld in range(t.melds):
        found |= 0 if t.suit[meld] == BOOK else end_positions(t.suit[meld], t.low[meld], t.high[meld])
    return found


@law
def unseen_worth(t: State, seat: int) -> int:
    """Return the expected points of sixteen cards that the seat has not seen."""
    count = total = 0
    for limb in range(t.limbs):
        cards = deck_of(t, limb) & ~(seen_by(t, EVERYBODY, limb) | seen_by(t, SEAT + seat, limb))
        count += size(cards)
        total += worth_of(t, cards)
    return 16 * total // max(1, count)
