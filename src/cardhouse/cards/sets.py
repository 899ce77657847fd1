"""Operations on sets of cards, so that laws need no bit arithmetic. A set is an integer with a bit for each card.

A standard card is `4 * rank + suit`, so the cards of a rank are four neighbouring bits. A set of seats has a bit for
each seat.
"""

from cardhouse.cards.law import law, lowest

ALL_SUITS = 15  # as a set
ONE_OF_EACH = 0x111111111111111  # the first suit of every rank: a limb has room for 15 ranks


@law
def only(card: int) -> int:
    """Return the set of this card, or this seat, alone."""
    return 1 << card


@law
def holds(cards: int, card: int) -> bool:
    return cards >> card & 1 == 1


@law
def first_of(cards: int) -> int:
    """Return the set of the first card alone, or the empty set if there are no cards."""
    return cards & -cards


@law
def rest_of(cards: int) -> int:
    """Return the cards without the first one."""
    return cards & cards - 1


@law
def nth_of(cards: int, n: int) -> int:
    """Return the number of the nth card of a set, from 0."""
    for _ in range(n):
        cards = rest_of(cards)
    return lowest(cards)


@law
def below(card: int) -> int:
    """Return the set of all cards with lower numbers."""
    return (1 << card) - 1


@law
def without(cards: int, card: int) -> int:
    return cards & ~(1 << card)


@law
def rank_of_card(card: int) -> int:
    return card >> 2


@law
def suit_of_card(card: int) -> int:
    return card & 3


@law
def numbered(rank: int, suit: int) -> int:
    """Return the number of a card."""
    return 4 * rank + suit


@law
def cards_of_suit(cards: int, suit: int) -> int:
    """Return the cards of a suit."""
    return cards & ONE_OF_EACH << suit


@law
def suits_held(cards: int, rank: int) -> int:
    """Return the suits in which a rank is held, as a set."""
    return cards >> 4 * rank & 15


@law
def ranks_held(cards: int) -> int:
    """Return a set with the first card of each rank that is held in any suit; ignore its other bits."""
    return cards | cards >> 1 | cards >> 2 | cards >> 3


@law
def cards_of(rank: int, suits: int) -> int:
    """Return the cards of a rank in these suits."""
    return suits << 4 * rank


@law
def cards_above(cards: int, rank: int) -> int:
    """Return the cards of a higher rank."""
    return cards & -1 << 4 * (rank + 1)


@law
def of_ranks(cards: int, low: int, high: int) -> int:
    """Return the cards whose ranks are from low to high, both included."""
    return cards & (1 << 4 * (high + 1)) - (1 << 4 * low)


@law
def ranks_up(cards: int, count: int) -> int:
    """Return the cards shifted up by `count` ranks."""
    return cards << 4 * count


@law
def ranks_down(cards: int, count: int) -> int:
    """Return the cards shifted down by `count` ranks."""
    return cards >> 4 * count


@law
def suits_counted(cards: int) -> int:
    """Count the suits held of each rank: a number in the four bits of the rank. Such counts can be added.

    All ranks are counted side by side: first by two suits, then by four.
    """
    twos = (cards & 5 * ONE_OF_EACH) + (cards >> 1 & 5 * ONE_OF_EACH)
    return (twos & 3 * ONE_OF_EACH) + (twos >> 2 & 3 * ONE_OF_EACH)


@law
def note(notes: int, rank: int, number: int) -> int:
    """Return notes, four bits for each rank, with a number below 16 added for this rank."""
    return notes | number << 4 * rank


@law
def noted(notes: int, rank: int) -> int:
    """Return the number noted for a rank."""
    return notes >> 4 * rank & 15


@law
def includes(seats: int, seat: int) -> bool:
    """Return whether a seat is in a set of seats."""
    return seats >> seat & 1 == 1


@law
def first_seats(count: int) -> int:
    """Return the set of the seats from 0 to `count` - 1."""
    return (1 << count) - 1
