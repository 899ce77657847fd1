"""A heuristic for Davenport: show the highest card if it may well win, or else exchange the lowest."""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import Row, law
from cardhouse.cards.ranks import ACE, KING, value_of
from cardhouse.games.davenport.moves import EXCHANGE, card_of, verb_of
from cardhouse.games.davenport.state import State
from cardhouse.games.definition import Weights

# How high a card must be to be shown, by the number of seats, and in a playoff.
(
    TWO_SEATS,
    THREE_SEATS,
    FOUR_SEATS,
    FIVE_SEATS,
    SIX_SEATS,
    SEVEN_SEATS,
    PLAYOFF,
) = range(7)
WEIGHTS = (9, 10, 11, 11, 12, 12, 9)
MOVE_KINDS = ("commit", "exchange")


@law
def kind_of_move(t: State, seat: int, choice: int) -> int:
    return verb_of(choice)


@law
def strength(t: State, card: int) -> int:
    """Return the strength of a card. Rule 8: among several players an ace mostly meets a face card, and beats it."""
    value = value_of(card)
    is_a_trap = value == ACE and t.ace_rule == 1 and t.seats > 2 and not t.playing_off
    return KING + 1 if is_a_trap else value


@law
def heuristic(t: State, seat: int, out: Row, count: int, w: Weights) -> int:
    """Return the move: commit the highest card if it is high enough, or else exchange the lowest.

    The more players, the higher it must be. A playoff is lost by the lowest card, not won by the highest.
    """
    high = low = NOBODY  # the commitment of the highest card, and the exchange of the lowest one
    for i in range(count):
        card = strength(t, card_of(out[i]))
        if verb_of(out[i]) == EXCHANGE:
            if low == NOBODY or card < strength(t, card_of(low)):
                low = out[i]
        elif high == NOBODY or card > strength(t, card_of(high)):
            high = out[i]
    if high == NOBODY or low == NOBODY:
        return low if high == NOBODY else high
    enough = w[PLAYOFF] if t.playing_off else w[t.seats - 2]
    return high if strength(t, card_of(high)) >= enough else low
