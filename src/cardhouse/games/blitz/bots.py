"""A heuristic for Blitz: choose the move after which the hand and the cards laid are worth most."""

from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import with_card, without_card
from cardhouse.games.blitz.moves import (
    DISCARD,
    FROM_STOCK,
    NEW,
    TAKE,
    card_of,
    card_of_new,
    count_of,
    low_of_new,
    meld_of,
    suit_of_new,
    verb_of,
)
from cardhouse.games.blitz.plans import DRAW, GIVE, LAID, board_books, board_ends, promise, unseen_worth
from cardhouse.games.blitz.positions import BOOK, LAST, end_positions, rank_positions
from cardhouse.games.blitz.state import NOTHING, State, held_by, worth
from cardhouse.games.definition import Weights

WEIGHTS = (13, 4, 0, 43, 40, 6, 21, 0)
MOVE_KINDS = (
    "deal",
    "draw from the stock",
    "take discards",
    "new meld",
    "add to a meld",
    "discard",
    "undo",
    "complete",
)
NEVER, URGENT = -(2**40), 2**30


@law
def kind_of_move(t: State, seat: int, choice: int) -> int:
    return verb_of(choice)


@law
def utility(t: State, seat: int) -> int:
    """Return what the end of a hand is worth. Rule 15: having the most points of the hand, and by how many."""
    best = -10_000
    for other in range(t.seats):
        if other != seat:
            best = max(best, t.gained[other])
    more = t.gained[seat] - best
    return 500 + max(-100, min(100, more // 10)) + (400 if more > 0 else -400 if more < 0 else 0)


@law
def heuristic(t: State, seat: int, out: Row, count: int, w: Weights) -> int:
    """Return the move that is worth most."""
    best = out[0]
    most = NEVER
    if count == 1:
        return best
    booked = board_books(t)
    ends = board_ends(t)
    for i in range(count):
        verb = verb_of(out[i])
        if verb == TAKE or verb == FROM_STOCK:
            value = drawing(t, seat, out[i], booked, ends, w)
        elif verb == DISCARD:
            value = discarding(t, seat, card_of(out[i]), booked, ends, w)
        else:
            value = laying(t, seat, out[i], booked, ends, w)
        if value > most:
            best = out[i]
            most = value
    return best


@law
def drawing(t: State, seat: int, choice: int, booked: int, ends: int, w: Weights) -> int:
    """Return the worth of the hand with the discards taken, or with an unknown card."""
    first = held_by(t, seat, 0)
    second = held_by(t, seat, 1)
    if verb_of(choice) == FROM_STOCK:
        return promise(t, first, second, booked, ends, goes_on=True, w=w) + w[DRAW] * unseen_worth(t, seat) // LAID
    for i in range(count_of(choice)):
        card = t.pile[t.piled - 1 - i]
        first = with_card(first, card, 0)
        second = with_card(second, card, 1)
    return promise(t, first, second, booked, ends, goes_on=True, w=w)


@law
def laying(t: State, seat: int, choice: int, booked: int, ends: int, w: Weights) -> int:
    """Return the points of a new meld or an addition, plus the worth of the rest of the hand."""
    first = held_by(t, seat, 0)
    second = held_by(t, seat, 1)
    laid = 0
    is_new = verb_of(choice) == NEW
    for i in range(3 if is_new else 1):
        card = card_of_new(choice, i) if is_new else card_of(choice)
        first = without_card(first, card, 0)
        second = without_card(second, card, 1)
        laid += worth(t, card)
    if is_new:
        suit = suit_of_new(choice)
        low = low_of_new(choice)
        if suit == BOOK:
            booked |= rank_positions(low)
        else:
            ends |= end_positions(suit, low, low + 2)
    elif t.suit[meld_of(choice)] != BOOK:
        meld = meld_of(choice)
        ends |= end_positions(t.suit[meld], max(1, t.low[meld]) - 1, min(LAST - 1, t.high[meld]) + 1)
    return LAID * laid + promise(t, first, second, booked, ends, goes_on=True, w=w)


@law
def discarding(t: State, seat: int, card: int, booked: int, ends: int, w: Weights) -> int:
    """Return the worth of the rest of the hand for another turn; the last turn ends when nothing more can be played."""
    if t.lap > 0 or t.drawn == NOTHING:
        return worth(t, card) - URGENT
    first = without_card(held_by(t, seat, 0), card, 0)
    second = without_card(held_by(t, seat, 1), card, 1)
    return promise(t, first, second, booked, ends, goes_on=False, w=w) - w[GIVE] * worth(t, card)
