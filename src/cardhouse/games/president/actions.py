"""The numbers of President's moves: the pass, and for each rank one play for each number of cards."""

from cardhouse.cards.law import law, size
from cardhouse.cards.ledger import HAND
from cardhouse.cards.sets import first_of, rest_of, suits_held
from cardhouse.games.president.moves import PASS, play_of, rank_of, suits_of
from cardhouse.games.president.state import RANKS, State

SUITS = 4
ACTIONS = 1 + SUITS * RANKS


@law
def action_of(t: State, seat: int, choice: int) -> int:
    """Return the number of a listed move."""
    return 0 if choice == PASS else SUITS * rank_of(choice) + size(suits_of(choice))


@law
def choice_of(t: State, seat: int, action: int) -> int:
    """Return the move with this number: a play in the lowest suits that the seat has."""
    if action == 0:
        return PASS
    rank = (action - 1) // SUITS
    unused = suits_held(t.at[HAND + seat], rank)
    suits = 0
    for _ in range(action - SUITS * rank):
        suits |= first_of(unused)
        unused = rest_of(unused)
    return play_of(rank, suits)
