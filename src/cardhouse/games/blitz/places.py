"""Sets of places: what a hand has for runs and books, told by one bit for each place and suit.

A run's places go from 0, the low ace, to 13, the high one; a card of rank r has place r + 1, an ace both of its own.
The bit of a place in a suit is `4 * place + suit`, so all places of a rank are four neighbouring bits, and the next
place of the same suit is four bits farther. Two sets tell what a hand can do: `held`, the places that it has a card
for, and `twice`, those for which it has both copies.
"""

from cardhouse.cards.law import count, law
from cardhouse.cards.sets import ALL_SUITS
from cardhouse.games.blitz.cards import ACE, SUITED

LAST = 13  # the place of the high ace
BOOK = 4  # in place of the suit of a run
LAST_LOW = LAST - 2  # the last place at which a run of three can begin
LADDER = 0x11111111111111  # one suit in all 14 places
LOWS = (1 << 4 * (LAST_LOW + 1)) - 1  # all places at which a run of three can begin
# Of the four bits of every rank: the first, every second one, the lower two, the last.
EACH = LADDER >> 4
ODD, LOWER, EIGHTS = 5 * EACH, 3 * EACH, 8 * EACH


@law
def place_of(rank: int) -> int:
    """Return the place of a rank in a run; of an ace, the high one."""
    return rank + 1


@law
def places_of(cards: int) -> int:
    """Return a set of cards as a set of places: the aces, which come last, are also the first."""
    return cards << 4 | cards >> 48


@law
def cards_of_places(places: int) -> int:
    """Return a set of places as a set of cards: aces are at both ends."""
    return places >> 4 & SUITED | (places & ALL_SUITS) << 48


@law
def has(held: int, suit: int, place: int) -> bool:
    return held >> (4 * place + suit) & 1 == 1


@law
def suits_at(held: int, place: int) -> int:
    """Return the suits that are held at a place, as a set."""
    return held >> 4 * place & ALL_SUITS


@law
def of_rank(held: int, twice: int, rank: int) -> int:
    """Count the cards of a rank."""
    return count(suits_at(held, place_of(rank))) + count(suits_at(twice, place_of(rank)))


@law
def rank_places(rank: int) -> int:
    """Return the four places of a rank, and of the aces those at both ends."""
    return ALL_SUITS << 4 * place_of(rank) | (ALL_SUITS if rank == ACE else 0)


@law
def end_places(suit: int, low: int, high: int) -> int:
    """Return the places next to a run, where there are any."""
    after = 1 << 4 * (high + 1) + suit if high < LAST else 0
    before = 1 << 4 * (low - 1) + suit if low > 0 else 0
    return after | before


@law
def neighbours(places: int) -> int:
    """Return the places next to these in their suits."""
    return places << 4 | places >> 4


@law
def books(held: int, twice: int, wilds: int) -> int:
    """Return the ranks of which a hand can make a book, with a card of the rank in it: bit `4 * rank + 3` for each.

    All ranks are counted side by side, in four bits each: first by two suits, then by four. Then what makes 3, less the
    wilds, an 8 is added.
    """
    ones = held >> 4
    more = twice >> 4
    ones = (ones & ODD) + (ones >> 1 & ODD)
    more = (more & ODD) + (more >> 1 & ODD)
    many = (ones & LOWER) + (ones >> 2 & LOWER) + (more & LOWER) + (more >> 2 & LOWER)
    return many + EACH * (5 + min(wilds, 2)) & EIGHTS


@law
def places_of_books(ranks: int) -> int:
    """Return the places of all ranks that `books` has found."""
    return ALL_SUITS * (ranks >> 3) << 4


@law
def runs(held: int, wilds: int) -> int:
    """Return the places from which on a hand can make a run of three, with a card of the suit in it."""
    second = held >> 4
    third = held >> 8
    lows = held & second & third
    if wilds > 0:
        lows |= held & second | held & third | second & third
    if wilds > 1:
        lows |= held | second | third
    return lows & LOWS


@law
def places_of_runs(lows: int) -> int:
    """Return the places of the runs of three that begin at these places."""
    return lows | lows << 4 | lows << 8


@law
def run_with(held: int, wilds: int, suit: int, place: int) -> bool:
    """Can a run of three be made that has this place in it?"""
    return runs(held, wilds) & 0x111 << 4 * place + suit >> 8 != 0


@law
def between(held: int, suit: int, start: int, end: int) -> int:
    """Count the places from start to end, both included, that the hand has a card for."""
    if start > end:
        return 0
    return count(held >> (4 * start + suit) & LADDER & ((1 << 4 * (end - start + 1)) - 1))


@law
def gap(held: int, suit: int, start: int, end: int) -> int:
    """Count the places from start to end that it has no card for."""
    return max(0, end - start + 1) - between(held, suit, start, end)
