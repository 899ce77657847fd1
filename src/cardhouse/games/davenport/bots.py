"""A rule of thumb for Davenport: show the highest card if it may well win, or else exchange the lowest."""

from cardhouse.cards.law import Row, law
from cardhouse.cards.ranks import ACE, KING, value_of
from cardhouse.games.davenport.law import EXCHANGE
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
    return choice >> 6


@law
def strength(t: Table, card: int) -> int:
    """Rule 8: among several players an ace mostly meets a face card, and beats it."""
    value = value_of(card)
    return KING + 1 if value == ACE and t.ace_rule == 1 and t.seats > 2 and not t.playing_off else value


@law
def thumb(t: Table, seat: int, out: Row, many: int, w: Weights) -> int:
    """The more players, the higher a card must be; a playoff is lost by the lowest card, not won by the highest."""
    high = low = out[0]
    commits = exchanges = 0
    for i in range(many):
        verb, card = out[i] >> 6, out[i] & 63
        if verb == EXCHANGE and (not exchanges or strength(t, card) < strength(t, low & 63)):
            low, exchanges = out[i], 1
        elif verb != EXCHANGE and (not commits or strength(t, card) > strength(t, high & 63)):
            high, commits = out[i], 1
    enough = w[PLAYOFF] if t.playing_off else w[t.seats - 2]
    return high if commits and (strength(t, high & 63) >= enough or not exchanges) else low
