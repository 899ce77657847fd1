"""Blitz's moves as numbers: a verb and up to four parts.

A new meld has exactly three cards, an addition one: any three neighbours of a run are a run, so a longer meld is
several moves, and what a wild stands for follows from its place.
"""

from cardhouse.cards.law import law

DEAL, FROM_STOCK, TAKE, NEW, ADD, DISCARD, UNDO, COMPLETE = range(8)  # verbs
BOOK, LOW, HIGH = 4, 0, 1  # the "suit" of a book; the ends of a run (a book has the low one alone)
CHOICES = 1 << 31  # moves are numbers below this one: 3 bits for the verb, and 7 for each part


@law
def move_of(verb: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    return verb | a << 3 | b << 10 | c << 17 | d << 24


@law
def part(choice: int, i: int) -> int:
    return choice >> (3 + 7 * i) & 127


@law
def verb_of(choice: int) -> int:
    return choice & 7


@law
def has_other_parts(choice: int) -> bool:
    """Whether a move has more than its first part."""
    return choice >> 10 != 0


# The only part of `deal`, `take` and `discard`


@law
def dealer_of(choice: int) -> int:
    return part(choice, 0)


@law
def many_of(choice: int) -> int:
    return part(choice, 0)


@law
def discard_of(choice: int) -> int:
    return part(choice, 0)


# A new meld


@law
def shape(suit: int, low: int) -> int:
    """What a new meld is to be: a book of a rank, or a run of a suit from a place on."""
    return suit * 14 + low


@law
def suit_of_shape(what: int) -> int:
    return what // 14


@law
def low_of_shape(what: int) -> int:
    """Return the rank of a book, or the first place of a run."""
    return what % 14


@law
def shape_of(choice: int) -> int:
    return part(choice, 0)


@law
def card_of(choice: int, i: int) -> int:
    """Return one of the three cards of a new meld, from 0."""
    return part(choice, 1 + i)


# An addition


@law
def meld_of(choice: int) -> int:
    return part(choice, 0)


@law
def end_of(choice: int) -> int:
    return part(choice, 1)


@law
def added_of(choice: int) -> int:
    """Return the card that is added."""
    return part(choice, 2)
