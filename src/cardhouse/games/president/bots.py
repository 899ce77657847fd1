"""A heuristic for President: answer with the lowest whole rank, and keep 2s and 3s for the end."""

from cardhouse.cards.law import Row, law, size
from cardhouse.cards.ledger import HAND
from cardhouse.cards.sets import ONE_OF_EACH, ranks_held, suits_held
from cardhouse.games.definition import Weights
from cardhouse.games.president.law import THREE as THREE_RANK
from cardhouse.games.president.law import TWO as TWO_RANK
from cardhouse.games.president.law import TWOS_AND_THREES, is_equal
from cardhouse.games.president.moves import PASS, rank_of, suits_of
from cardhouse.games.president.state import CARDS as ALL_CARDS
from cardhouse.games.president.state import State

# What a move costs.
(
    RANK,  # each step of rank of an answer ...
    LEAD_RANK,  # ... and of a lead ...
    EARLY,  # ... and of either, for each card held, in sixteenths
    CARDS,  # each card of an answer ...
    LEAD_CARDS,  # ... and of a lead
    BREAK,  # splitting the cards of a rank
    TWO,  # each 2, which clears the pile
    THREE,  # each 3, which reverses the direction
    PASSING,  # a pass
) = range(9)
WEIGHTS = (12, 5, -10, 90, 56, 414, 401, 1809, 2223)
TOO_MUCH = 2**30  # more than any move costs
OTHERS = ONE_OF_EACH & ALL_CARDS & ~TWOS_AND_THREES  # the first card of each rank that is not always legal
MOVE_KINDS = ("pass", "play", "a 2, which clears", "a 3, which turns", "an equal play, which skips")
PASSED, PLAYED, CLEARS, TURNS, SKIPS = range(5)


@law
def kind_of_move(t: State, seat: int, choice: int) -> int:
    """Return the index of a move's kind in `MOVE_KINDS`, by rules 7 to 10."""
    rank = rank_of(choice)
    if choice == PASS:
        return PASSED
    if rank <= THREE_RANK:
        return CLEARS if rank == TWO_RANK else TURNS
    return SKIPS if is_equal(t, choice) else PLAYED


@law
def utility(t: State, seat: int) -> int:
    """Return what the end of a deal is worth. Rule 14: in a match of one deal only winning counts, else every place."""
    behind = 1000 * (t.seats - t.places[seat]) // (t.seats - 1)
    return behind if t.deals > 1 else behind // 10 + (900 if t.places[seat] == 1 else 0)


@law
def heuristic(t: State, seat: int, out: Row, count: int, w: Weights) -> int:
    """Return the cheapest of a seat's moves; the last cards of a hand cost nothing."""
    hand = t.at[HAND + seat]
    held = size(hand)
    twos = size(suits_held(hand, TWO_RANK))
    ranks = size(ranks_held(hand) & OTHERS)
    card = w[CARDS] if t.count else w[LEAD_CARDS]
    step = w[RANK] if t.count else w[LEAD_RANK]
    sixteenths = 16 * step + w[EARLY] * held  # sixteenths of the cost of a step of rank
    best = out[0]
    least = TOO_MUCH
    for i in range(count):
        rank = rank_of(out[i])
        cards = size(suits_of(out[i]))
        if out[i] == PASS:
            cost = w[PASSING]
        elif held == cards:
            return out[i]
        elif rank == TWO_RANK:
            if ranks <= twos and t.count:  # nobody can stop a 2, a rank, a 2, a rank ...; and 3s need no lead
                return out[i]
            cost = w[TWO] * cards
        elif rank == THREE_RANK:
            cost = w[THREE] * cards
        else:
            cost = sixteenths * rank // 16 + card * cards
            if size(suits_held(hand, rank)) > cards:
                cost += w[BREAK]
        if cost < least:
            best = out[i]
            least = cost
    return best
