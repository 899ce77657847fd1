"""The numbers of Davenport's moves: the commitment of each card, then its exchange."""

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import law
from cardhouse.games.davenport.moves import card_of, commit_of, exchange_of, verb_of
from cardhouse.games.davenport.state import State

CARDS = len(STANDARD)
ACTIONS = 2 * CARDS


@law
def action_of(t: State, seat: int, choice: int) -> int:
    """Return the number of a listed move."""
    return CARDS * verb_of(choice) + card_of(choice)


@law
def choice_of(t: State, seat: int, action: int) -> int:
    """Return the move with this number."""
    return commit_of(action) if action < CARDS else exchange_of(action - CARDS)
