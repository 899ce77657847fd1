"""Dynasty's cards: one 1, two 2s, ... twelve 12s and two wilds. Cards of a value share its name."""

from cardhouse.cards.deck import Deck
from cardhouse.cards.ledger import LIMB

VALUES = range(1, 13)
FIRST_OF_SECOND_LIMB = 11  # the value that begins the second limb, so that no value is split


def dynasty() -> Deck:
    names, card = {}, 0
    for value in VALUES:
        if value == FIRST_OF_SECOND_LIMB:
            card = LIMB
        for _ in range(value):
            names[card] = str(value)
            card += 1
    return Deck("Dynasty's deck", names | {card: "W", card + 1: "W"}, spoken={"W": "wild"})


DECK = dynasty()
