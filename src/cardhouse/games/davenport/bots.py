"""A rule of thumb for Davenport: show the highest card if it may well win, or else exchange the lowest."""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import Row, law
from cardhouse.cards.ranks import ACE, KING, value_of
from cardhouse.games.davenport.moves import EXCHANGE, card_of
from cardhouse.games.davenport.moves import verb_of as verb_of_choice
from cardhouse.games.davenport.table import Table
from cardhouse.games.face import Weights

# How high a card must be to be shown, with so many at the table, and in a playoff.
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
VERBS = ("commit", "exchange")


@law
def verb_of(t: Table, seat: int, choice: int) -> int:
    return verb_of_choice(choice)


@law
def strength(t: Table, card: int) -> int:
    """Rule 8: among several players an ace mostly meets a face card, and beats it."""
    value = value_of(card)
    is_a_trap = value == ACE and t.ace_rule == 1 and t.seats > 2 and not t.playing_off
    return KING + 1 if is_a_trap else value


@law
def thumb(t: Table, seat: int, out: Row, many: int, w: Weights) -> int:
    """The more players, the higher a card must be; a playoff is lost by the lowest card, not won by the highest."""
    high = low = NOBODY  # the commitment of the highest card, and the exchange of the lowest one
    for i in range(many):
        card = strength(t, card_of(out[i]))
        if verb_of_choice(out[i]) == EXCHANGE:
            if low == NOBODY or card < strength(t, card_of(low)):
                low = out[i]
        elif high == NOBODY or card > strength(t, card_of(high)):
            high = out[i]
    if high == NOBODY or low == NOBODY:
        return low if high == NOBODY else high
    enough = w[PLAYOFF] if t.playing_off else w[t.seats - 2]
    return high if strength(t, card_of(high)) >= enough else low
