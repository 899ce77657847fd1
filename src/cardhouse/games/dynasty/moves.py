"""Dynasty's moves as numbers: the pass, plays and gifts.

A play is a value and how many naturals and wilds: `play 9 9 W` is `9 << 6 | 2 << 2 | 1`; wilds alone have the value 13.
A gift is two values, the lower one first, or one: `give 3 7` is `GIVE | 3 << 4 | 7`, and `give 7` is `GIVE | 7`.
"""

from cardhouse.cards.law import law

PASS = 0
GIVE = 1 << 10
CHOICES = GIVE + (1 << 8)
NO_CARD = 0  # the lower value of a gift of one card


@law
def play_of(value: int, naturals: int, wilds: int) -> int:
    return value << 6 | naturals << 2 | wilds


@law
def value_of(choice: int) -> int:
    return choice >> 6


@law
def naturals_of(choice: int) -> int:
    return choice >> 2 & 15


@law
def wilds_of(choice: int) -> int:
    return choice & 3


@law
def cards_in(choice: int) -> int:
    """Return how many cards a play has."""
    return naturals_of(choice) + wilds_of(choice)


@law
def gift_of(low: int, high: int) -> int:
    return GIVE | low << 4 | high


@law
def is_gift(choice: int) -> bool:
    return GIVE <= choice < CHOICES


@law
def low_of(choice: int) -> int:
    """Return the lower value of a gift, or NO_CARD."""
    return choice >> 4 & 15


@law
def high_of(choice: int) -> int:
    return choice & 15
