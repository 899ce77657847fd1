"""The numbers of Javelin's moves: guesses and attacks by both slots, replacements by their slot, and the forfeit."""

from cardhouse.cards.law import law
from cardhouse.games.javelin.moves import FORFEIT, REPLACE, move_of, own_of, target_of, verb_of
from cardhouse.games.javelin.state import ROW, State

PAIRS = ROW * ROW  # of an own slot and a target, for each of the verbs before REPLACE
FIRST_REPLACEMENT = PAIRS * REPLACE
ACTIONS = FIRST_REPLACEMENT + ROW + 1


@law
def action_of(t: State, seat: int, choice: int) -> int:
    """Return the number of a listed move, without a branch: verbs of listed moves cannot be predicted."""
    verb = verb_of(choice)
    own = own_of(choice)
    slots = own if verb == REPLACE else ROW * own + target_of(choice)
    return min(PAIRS * verb + slots, ACTIONS - 1)  # of the forfeit, the last verb


@law
def choice_of(t: State, seat: int, action: int) -> int:
    """Return the move with this number."""
    if action == ACTIONS - 1:
        return move_of(FORFEIT)
    if action >= FIRST_REPLACEMENT:
        return move_of(REPLACE, action - FIRST_REPLACEMENT)
    return move_of(action // PAIRS, action // ROW % ROW, action % ROW)
