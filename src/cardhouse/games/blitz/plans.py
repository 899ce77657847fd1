"""What a hand of Blitz promises: what of it fits on the board, what lacks a card, and what is in the way.

Sets of places are as in melds.py, `4 * place + suit`. Two of them tell what the board takes: `booked` are the places of
its books, `ends` those next to its runs.
"""

from cardhouse.cards.law import count, law
from cardhouse.cards.ledger import SEAT
from cardhouse.games.blitz.melds import books, runs, spread
from cardhouse.games.blitz.table import ACE, BOOK, JOKER, SUITED, Table, naturals
from cardhouse.games.face import Weights

LOW_CARDS = (1 << 48) - 1  # all but the aces
LAID = 16  # what a point that is laid counts: all other weights are in sixteenths of a point
(
    FITS,  # a point that could be laid, and is kept for another turn
    LEFT,  # a point that cannot be laid counts against you ...
    ACES,  # ... but one of aces counts for you: they may bring much
    CARD,  # a card that cannot be laid is in the way
    PAIR,  # a card that lacks one more for a meld
    WILD,  # a point of wilds that are kept
    DRAW,  # a point of an unknown card, in the mean
    GIVE,  # a point of a discard
) = range(8)


@law
def rank_places(rank: int) -> int:
    """Of a rank all four, and the aces at both ends."""
    return 15 << 4 * (rank + 1) | (15 if rank == ACE else 0)


@law
def end_places(suit: int, low: int, high: int) -> int:
    """The places next to a run, where there are any."""
    return (1 << 4 * (high + 1) + suit if high < 13 else 0) | (1 << 4 * (low - 1) + suit if low > 0 else 0)


@law
def points(cards: int) -> int:
    """Rule 15, of natural cards: 5, from the 10s on 10, aces 100."""
    return 5 * count(cards) + 5 * count(cards >> 32) + 90 * count(cards >> 48)


@law
def cards_at(places: int) -> int:
    """A set of places as a set of cards: aces are at both ends."""
    return places >> 4 & SUITED | (places & 15) << 48


@law
def worth_of(t: Table, cards: int) -> int:
    """Rule 15, of any cards of a word."""
    natural = naturals(t)
    return points(cards & natural) + 100 * count(cards & ~natural & SUITED) + 500 * count(cards & ~SUITED)


@law
def fitting(held: int, twice: int, booked: int, ends: int) -> int:
    """The places of the cards that can go to the board without a wild; some may be wanted twice."""
    lows = runs(held, 0)
    found = held & (booked | 15 * (books(held, twice, 0) >> 3) << 4) | lows | lows << 4 | lows << 8
    more = ends & held
    while more & ~found:
        found |= more
        more = (more << 4 | more >> 4) & held
    return found


@law
def lacking(held: int, twice: int) -> int:
    """The places of the cards of which two lack one for a meld."""
    lows = runs(held, 1)
    return held & (15 * (books(held, twice, 1) >> 3) << 4 | lows | lows << 4 | lows << 8)


@law
def promise(t: Table, first: int, second: int, booked: int, ends: int, goes_on: bool, w: Weights) -> int:
    """What a hand is worth with such a board, while the turn goes on or for another turn."""
    natural = naturals(t)
    held, twice = spread((first | second) & natural), spread(first & second & natural)
    wilds = count(first & ~natural) + count(second & ~natural)
    fits = fitting(held, twice, booked, ends)
    rest, pairs = cards_at(held & ~fits), count(cards_at(lacking(held, twice) & ~fits))
    low, aces = points(rest & LOW_CARDS), points(rest & ~LOW_CARDS)
    value = w[PAIR] * pairs - w[CARD] * count(rest) - w[LEFT] * low + w[ACES] * aces
    value += (LAID if goes_on else w[FITS]) * points(cards_at(fits))
    if wilds:
        usable = goes_on and (booked | ends | pairs != 0 or wilds > 1)
        value += (LAID if usable else w[WILD]) * (worth_of(t, first & ~natural) + worth_of(t, second & ~natural))
    return value


@law
def board_books(t: Table) -> int:
    found = 0
    for meld in range(t.melds):
        found |= rank_places(t.low[meld]) if t.suit[meld] == BOOK else 0
    return found


@law
def board_ends(t: Table) -> int:
    found = 0
    for meld in range(t.melds):
        found |= 0 if t.suit[meld] == BOOK else end_places(t.suit[meld], t.low[meld], t.high[meld])
    return found


@law
def unseen_worth(t: Table, seat: int) -> int:
    """What sixteen cards that the seat has not seen count in the mean."""
    many = total = 0
    for word in range(2):
        cards = SUITED | ((1 << t.jokers) - 1) << JOKER if word == 0 else SUITED if t.decks == 2 else 0
        cards &= ~(t.seen[word] | t.seen[2 * (SEAT + seat) + word])
        many += count(cards)
        total += worth_of(t, cards)
    return 16 * total // max(1, many)
