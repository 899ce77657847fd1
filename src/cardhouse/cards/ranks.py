"""The values of standard cards where the ace is low."""

from cardhouse.cards.law import law, size
from cardhouse.cards.sets import rank_of_card

ACE, JACK, KING = 1, 11, 13


def value(name: str) -> int:
    """Return the value of a card, by its name."""
    rank = int(name[:-1])
    return ACE if rank == 14 else rank


@law
def value_of(card: int) -> int:
    """Return the value of a card: 1 for an ace, 2 for a 2, ... 13 for a king. Card numbers begin with the 2s."""
    return ACE if card >= 48 else rank_of_card(card) + 2


@law
def aces_low(cards: int) -> int:
    """Return a set of standard cards in the order of their values: the aces first, the kings last."""
    return cards << 4 & (1 << 52) - 1 | cards >> 48


@law
def how_many_valued(cards: int, least: int, most: int) -> int:
    """Count the cards of these values in a set that `aces_low` has put in order."""
    if least > most:
        return 0
    return size(cards >> 4 * (least - 1) & (1 << 4 * (most - least + 1)) - 1)
