"""The law: which moves are legal, and what they do.

Write RULES.md first and number the rules; then write the law in their order, and cite them.
A law is plain Python with integers only, so that it can also be compiled: no lists, no strings, no exceptions.
A set of cards is an integer with a bit for each card; cardhouse.cards.sets has the functions for it.
"""

from cardhouse.cards.law import Row, law, lowest, size
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, HAND, deal_round, gather, listed, move, show
from cardhouse.cards.scores import placed
from cardhouse.cards.sets import holds, only

from .moves import MOVES, card_of, is_move, play_of
from .state import CARDS, HAND_SIZE, TRICK, VIEWERS, ZONE_COUNT, new_deal, new_match
from .state import State as State

CHOICES = MOVES.CHOICES  # moves are numbers below this one
MOST_MOVES, MOST_CARDS = HAND_SIZE, size(CARDS)  # what the rows given to `moves` and `collect` must hold


# The deal


@law
def begin(t: State, seating: Row) -> None:
    """Begin a match. `seating` has the seats in an order drawn by lot (rule 2)."""
    new_match(t)
    t.first = seating[0]
    t.waits = HAND_SIZE * t.seats  # how many cards the dealer has to draw


@law
def collect(t: State, out: Row) -> int:
    """List the cards to draw from in `out`; return how many."""
    new_deal(t)
    gather(t, CARDS, ZONE_COUNT, VIEWERS)
    return listed(CARDS, out)


@law
def shuffled(t: State, cards: Row, count: int) -> None:
    """Rule 1: deal the cards that were drawn."""
    deal_round(t, cards, count, t.first)
    t.turn = t.first
    t.waits = 0


# What a seat may do


@law
def to_act(t: State, seat: int) -> bool:
    return seat == t.turn and not t.waits and not over(t)


@law
def breaks(t: State, seat: int, choice: int) -> int:
    """Return the number of the rule that forbids this move, or 0 if it is legal."""
    if over(t):
        return 4
    if not to_act(t, seat):
        return 2
    if not is_move(choice) or not holds(t.at[HAND + seat], card_of(choice)):
        return 1
    return 0


@law
def moves(t: State, seat: int, out: Row) -> int:
    """List the moves of a seat; return how many. The number of a move is the number of its card."""
    return listed(t.at[HAND + seat], out) if to_act(t, seat) else 0


@law
def default(t: State, seat: int) -> int:
    """Return the default move, for a player who is absent: the lowest card."""
    return play_of(lowest(t.at[HAND + seat]))


# What a move does


@law
def play(t: State, seat: int, choice: int) -> None:
    if t.played == 0:
        sweep(t)
    card = only(card_of(choice))
    move(t, card, HAND + seat, TRICK + seat)
    show(t, card, EVERYBODY)
    t.played += 1
    t.turn = (seat + 1) % t.seats
    if t.played == t.seats:
        end_trick(t)


@law
def sweep(t: State) -> None:
    """Put the last trick away."""
    for seat in range(t.seats):
        move(t, t.at[TRICK + seat], TRICK + seat, DISCARDS)


@law
def taker(t: State) -> int:
    """Rule 3: return the seat of the highest card. Sets compare like their highest cards."""
    best = 0
    for seat in range(t.seats):
        if t.at[TRICK + seat] > t.at[TRICK + best]:
            best = seat
    return best


@law
def end_trick(t: State) -> None:
    """Rule 3: the taker gets a point and leads."""
    t.turn = taker(t)
    t.points[t.turn] += 1
    t.played = 0
    if t.at[HAND + t.turn] == 0:
        end_deal(t)


# The end


@law
def end_deal(t: State) -> None:
    """End a deal. Rule 4: the next deal, if there is one, waits for the dealer."""
    t.deal += 1
    t.first = (t.first + 1) % t.seats
    t.waits = 0 if over(t) else HAND_SIZE * t.seats


@law
def over(t: State) -> bool:
    return t.deal == t.deals


@law
def score(t: State, seat: int) -> int:
    return t.points[seat]


@law
def place_of(t: State, seat: int) -> int:
    """Rule 4: return the seat's place in the match."""
    return placed(t.points, t.seats, seat)
