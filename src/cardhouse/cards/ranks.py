"""What a card of the standard deck counts where the ace is low."""

from cardhouse.cards.law import law

ACE, JACK, KING = 1, 11, 13


def value(name: str) -> int:
    """What a card counts, by its name."""
    rank = int(name[:-1])
    return ACE if rank == 14 else rank


@law
def value_of(card: int) -> int:
    """An ace 1, a 2 two, ... a king 13; the deck's numbers begin with the 2s."""
    return ACE if card >= 48 else (card >> 2) + 2
