"""A heuristic for Dynasty: lead high cards many at a time, answer with whole sets, keep low cards and wilds."""

from cardhouse.cards.law import Row, law, size
from cardhouse.cards.ledger import DISCARDS, HAND, cards_at, size_of
from cardhouse.cards.sets import note, noted
from cardhouse.games.definition import Weights
from cardhouse.games.dynasty.deck import DECK
from cardhouse.games.dynasty.law import place_of
from cardhouse.games.dynasty.moves import (
    NO_CARD,
    PASS,
    cards_in,
    high_of,
    is_gift,
    low_of,
    naturals_of,
    value_of,
    wilds_of,
)
from cardhouse.games.dynasty.state import CARDS_OF, PILE, WILD, State, cards_held, held, limb_of_value

(
    RANK,  # each step by which an answer is better than a wild alone ...
    LEAD_RANK,  # ... and a lead ...
    EARLY,  # ... and either, for each value held, in sixteenths
    CARDS,  # each card that an answer sheds ...
    LEAD_CARDS,  # ... and a lead
    BREAK,  # splitting the cards of a value
    WILDS,  # each wild ...
    WILDS_LATE,  # ... less this, divided by the number of values held
    SURE,  # a play that nobody can beat, so that the player leads again ...
    SURE_LATE,  # ... less this, divided by the same
    PASSING,  # a pass ...
    PASS_LATE,  # ... and this, divided by the same
    DANGER,  # a pass, divided by the fewest cards that another holds
) = range(13)
WEIGHTS = (14, 35, 2, -1, -11, 158, 318, 0, -1, 48, 384, 318, 2)
TOO_MUCH = 2**30  # more than any move costs
ALL_CARDS = len(DECK)
MOVE_KINDS = ("pass", "a play of naturals", "a play with wilds", "give")
PASSED, PLAYED, PLAYED_WILDS, GAVE = range(4)


@law
def kind_of_move(t: State, seat: int, choice: int) -> int:
    """Return the index of a move's kind in `MOVE_KINDS`."""
    if is_gift(choice):
        return GAVE
    if choice == PASS:
        return PASSED
    return PLAYED_WILDS if wilds_of(choice) else PLAYED


@law
def utility(t: State, seat: int) -> int:
    """Return what the end of a deal is worth.

    Rules 3 and 10: the monarchy, and the place in the next turn order; at the end of the match only winning counts.
    """
    if t.ended:
        return 1000 if place_of(t, seat) == 1 else 0
    return (700 if t.monarch == seat else 0) + 300 * (t.players - t.places[seat]) // t.players


@law
def heuristic(t: State, seat: int, out: Row, count: int, w: Weights) -> int:
    """Return the cheapest of a seat's moves."""
    if is_gift(out[0]):
        return cheapest_gift(t, seat, out, count)
    left = size_of(t, HAND + seat)
    values, better = surveyed(t, seat)
    few = fewest(t, seat) if t.count else 1
    card = w[CARDS] if t.count else w[LEAD_CARDS]
    step = w[RANK] if t.count else w[LEAD_RANK]
    sixteenths = 16 * step + w[EARLY] * values  # sixteenths of the cost of a step of value
    best = out[0]
    least = TOO_MUCH
    for i in range(count):
        value = value_of(out[i])
        naturals = naturals_of(out[i])
        wilds = wilds_of(out[i])
        if out[i] == PASS:
            cost = w[PASSING] + w[PASS_LATE] // values + w[DANGER] // few
        elif cards_in(out[i]) == left:
            return out[i]
        else:
            cost = sixteenths * (WILD - value) // 16 + card * cards_in(out[i])
            cost += wilds * (w[WILDS] - w[WILDS_LATE] // values)
            broken = naturals > 0 and held(t, seat, value) > naturals
            cost += w[BREAK] if broken else 0
            if cards_in(out[i]) > noted(better, value):
                if values == 2 and not broken:  # then it leads the other value and is out
                    return out[i]
                cost -= w[SURE] + w[SURE_LATE] // values
        if cost < least:
            best = out[i]
            least = cost
    return best


@law
def surveyed(t: State, seat: int) -> tuple[int, int]:
    """Return how many values the seat holds, and for each value the most cards that others may have of a better one."""
    values = 0
    better = 0
    high = 0
    wilds = elsewhere(t, seat, WILD)
    for value in range(1, WILD + 1):
        better = note(better, value, high + wilds if high else 0)
        high = max(high, elsewhere(t, seat, value))
        values += int(cards_held(t, seat, value) != 0)
    return values, better


@law
def elsewhere(t: State, seat: int, value: int) -> int:
    """Return how many cards of a value the others hold."""
    limb = limb_of_value(value)
    gone = cards_at(t, HAND + seat, limb) | cards_at(t, DISCARDS, limb) | cards_at(t, PILE, limb)
    return size(CARDS_OF[value] & ~gone)


@law
def fewest(t: State, seat: int) -> int:
    """Return the fewest cards in the hand of any other player who is still in."""
    few = ALL_CARDS
    for other in range(t.seats):
        cards = size_of(t, HAND + other)
        if 0 < cards < few and other != seat:
            few = cards
    return few


@law
def cheapest_gift(t: State, seat: int, out: Row, count: int) -> int:
    best = out[0]
    least = TOO_MUCH
    for i in range(count):
        cost = cost_of_gift(t, seat, low_of(out[i])) + cost_of_gift(t, seat, high_of(out[i]))
        if cost < least:
            best = out[i]
            least = cost
    return best


@law
def cost_of_gift(t: State, seat: int, value: int) -> int:
    """Return what it costs to give away a card: single high cards cost least, wilds most."""
    if value == NO_CARD:
        return 0
    return 100 if value == WILD else 2 * held(t, seat, value) - value
