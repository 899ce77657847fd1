"""A heuristic for Hearts: stay under the trick, and throw away what is dangerous."""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import Row, law
from cardhouse.cards.sets import only, rank_of_card, suit_of_card
from cardhouse.games.definition import Weights
from tests.hearts.law import HEART, QUEEN_OF_SPADES, over, place_of, taker, worth
from tests.hearts.moves import card_of
from tests.hearts.state import ALL_POINTS, SEATS, TRICK, State

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
MOVE_KINDS = ("lead", "follow", "throw away")
LEADS, FOLLOWS, THROWS = range(3)


@law
def kind_of_move(t: State, seat: int, choice: int) -> int:
    if t.led == NOBODY:
        return LEADS
    return FOLLOWS if suit_of_card(card_of(choice)) == t.led else THROWS


@law
def cost(t: State, seat: int, choice: int, w: Weights) -> int:
    card = card_of(choice)
    rank = rank_of_card(card)
    kind = kind_of_move(t, seat, choice)
    if kind == LEADS:
        return w[LEAD] * rank
    if kind == THROWS:
        heart = w[HEARTS] if suit_of_card(card) == HEART else 0
        queen = w[QUEEN] if card == QUEEN_OF_SPADES else 0
        return w[HIGH] * rank + heart + queen
    if only(card) < t.at[TRICK + taker(t)]:
        return w[UNDER] * rank
    points = ALL_POINTS if card == QUEEN_OF_SPADES else 0
    for other in range(SEATS):
        points += worth(t.at[TRICK + other])
    return w[OVER] * rank + w[POINT] * points


@law
def heuristic(t: State, seat: int, out: Row, count: int, w: Weights) -> int:
    """Return the cheapest of a seat's moves."""
    best, least = out[0], COSTLY
    for i in range(count):
        price = cost(t, seat, out[i], w)
        if price < least:
            best, least = out[i], price
    return best


@law
def utility(t: State, seat: int) -> int:
    """Rules 7 to 9: the fewer points, the better; at the end of the match only the first place counts."""
    if over(t):
        return 1000 if place_of(t, seat) == 1 else 0
    return 500 - 500 * t.gained[seat] // ALL_POINTS
