"""Blitz's cards: one or two decks with jokers, and which of them are equal."""

from cardhouse.cards.deck import STANDARD, standard
from cardhouse.cards.law import law
from cardhouse.cards.ledger import LIMB
from cardhouse.cards.sets import rank_of_card, suit_of_card

MOST_JOKERS = 6
NINE, TEN = 7, 8  # ranks: 0 is a 2
KING, ACE = 11, 12
JOKER = 52  # the number of the first joker; the kind of all of them
CARDS = 112  # card numbers are below this one
(SUITED,) = STANDARD.limbs  # the cards of a limb that are not jokers, as a set
RANKS = tuple(str(rank) for rank in range(2, 15))
SECOND_DECK = {LIMB + card: ("decks", 2) for card in range(JOKER)}
JOKERS = {JOKER + joker: ("jokers", joker + 1) for joker in range(MOST_JOKERS)}
DECK = standard(decks=2, jokers=MOST_JOKERS, title="Blitz", needs=SECOND_DECK | JOKERS)


@law
def kind(card: int) -> int:
    """Return a number that equal cards share: the first deck's card, and JOKER for all jokers."""
    return min(card if card < LIMB else card - LIMB, JOKER)


@law
def rank_of(card: int) -> int:
    """Return the rank of a card; a joker's is above the ace."""
    return rank_of_card(kind(card))


@law
def suit_of(card: int) -> int:
    """Return the suit of a card that is not a joker."""
    return suit_of_card(kind(card))
