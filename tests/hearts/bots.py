"""A heuristic for Hearts: stay under the trick, and throw away what is dangerous."""

from cardhouse.cards.law import Row, law, lowest
from cardhouse.games.face import Weights
from tests.hearts.law import (
    ALL_POINTS,
    HEART,
    NOTHING,
    QUEEN_OF_SPADES,
    SEATS,
    TRICK,
    Table,
    of_suit,
    over,
    rank_of,
    ranked,
    suit_of,
    worth,
)

# What a move costs.
(
    LEAD,  # each step of rank of a lead
    UNDER,  # to stay under the trick, each step of rank that is thrown away with it
    OVER,  # to go over it, each step of rank ...
    POINT,  # ... and each point in it
    HIGH,  # to throw a card away, each step of its rank ...
    QUEEN,  # ... if it is the queen of spades ...
    HEARTS,  # ... or a heart
) = range(7)
WEIGHTS = (10, -10, 10, 60, -10, -400, -60)
COSTLY = 1 << 30
VERBS = ("lead", "follow", "throw away")
LEADS, FOLLOWS, THROWS = range(3)


@law
def verb_of(t: Table, seat: int, choice: int) -> int:
    if t.led == NOTHING:
        return LEADS
    return FOLLOWS if suit_of(choice) == t.led else THROWS


@law
def cost(t: Table, card: int, w: Weights) -> int:
    if t.led == NOTHING:
        return w[LEAD] * rank_of(card)
    if suit_of(card) != t.led:
        thrown = w[HIGH] * rank_of(card) + (w[HEARTS] if suit_of(card) == HEART else 0)
        return thrown + (w[QUEEN] if card == QUEEN_OF_SPADES else 0)
    best, points = NOTHING, 0
    for other in range(SEATS):
        suited = of_suit(t.at[TRICK + other], t.led)
        points += worth(t.at[TRICK + other])
        if suited and lowest(suited) > best:
            best = lowest(suited)
    if card < best:
        return w[UNDER] * rank_of(card)
    return w[OVER] * rank_of(card) + w[POINT] * (points + (ALL_POINTS if card == QUEEN_OF_SPADES else 0))


@law
def thumb(t: Table, seat: int, out: Row, many: int, w: Weights) -> int:
    """The cheapest of a seat's moves."""
    best, least = out[0], COSTLY
    for i in range(many):
        price = cost(t, out[i], w)
        if price < least:
            best, least = out[i], price
    return best


@law
def stake(t: Table, seat: int) -> int:
    """Rules 7 to 9: the fewer points, the better; at the end of the match only the first place counts."""
    if over(t):
        return 1000 if ranked(t, seat) == 1 else 0
    return 500 - 500 * t.gained[seat] // ALL_POINTS
