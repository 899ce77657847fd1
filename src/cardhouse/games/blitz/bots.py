"""A rule of thumb for Blitz: of all moves the one after which the hand, and what has been laid, are worth most."""

from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import HAND, WORD
from cardhouse.games.blitz.plans import (
    DRAW,
    GIVE,
    LAID,
    board_books,
    board_ends,
    end_places,
    promise,
    rank_places,
    unseen_worth,
)
from cardhouse.games.blitz.table import (
    BOOK,
    DISCARD,
    FROM_STOCK,
    NEW,
    TAKE,
    Table,
    part,
    worth,
)
from cardhouse.games.face import Weights

WEIGHTS = (13, 4, 0, 43, 40, 6, 21, 0)
VERBS = ("deal", "draw from the stock", "take discards", "new meld", "add to a meld", "discard", "undo", "complete")
NEVER, URGENT = -(1 << 40), 1 << 30


@law
def verb_of(t: Table, seat: int, choice: int) -> int:
    return choice & 7


@law
def thumb(t: Table, seat: int, out: Row, many: int, w: Weights) -> int:
    best, most = out[0], NEVER
    if many == 1:
        return best
    booked, ends = board_books(t), board_ends(t)
    for i in range(many):
        verb = out[i] & 7
        if verb == TAKE or verb == FROM_STOCK:
            value = drawing(t, seat, out[i], booked, ends, w)
        elif verb == DISCARD:
            value = discarding(t, seat, part(out[i], 0), booked, ends, w)
        else:
            value = laying(t, seat, out[i], booked, ends, w)
        if value > most:
            best, most = out[i], value
    return best


@law
def drawing(t: Table, seat: int, choice: int, booked: int, ends: int, w: Weights) -> int:
    """What the hand is worth with the discards that are taken, or with an unknown card."""
    first, second = t.at[2 * (HAND + seat)], t.at[2 * (HAND + seat) + 1]
    if choice & 7 == FROM_STOCK:
        return promise(t, first, second, booked, ends, goes_on=True, w=w) + (w[DRAW] * unseen_worth(t, seat) >> 4)
    for i in range(part(choice, 0)):
        card = t.pile[t.piled - 1 - i]
        if card < WORD:
            first |= 1 << card
        else:
            second |= 1 << card - WORD
    return promise(t, first, second, booked, ends, goes_on=True, w=w)


@law
def laying(t: Table, seat: int, choice: int, booked: int, ends: int, w: Weights) -> int:
    """The points of a new meld or an addition, and what the rest of the hand is worth then."""
    first, second, laid, what = t.at[2 * (HAND + seat)], t.at[2 * (HAND + seat) + 1], 0, part(choice, 0)
    for i in range(3):
        if choice & 7 == NEW or i == 1:
            card = part(choice, 1 + i)
            first, second, laid = without(first, card, 0), without(second, card, 1), laid + worth(t, card)
    if choice & 7 == NEW:
        suit, low = what // 14, what % 14
        if suit == BOOK:
            booked |= rank_places(low)
        else:
            ends |= end_places(suit, low, low + 2)
    elif t.suit[what] != BOOK:
        ends |= end_places(t.suit[what], max(1, t.low[what]) - 1, min(12, t.high[what]) + 1)
    return LAID * laid + promise(t, first, second, booked, ends, goes_on=True, w=w)


@law
def discarding(t: Table, seat: int, card: int, booked: int, ends: int, w: Weights) -> int:
    """What the rest is worth for another turn; the last turn ends when nothing can be played any more."""
    if t.lap > 0 or t.last:
        return worth(t, card) - URGENT
    first, second = without(t.at[2 * (HAND + seat)], card, 0), without(t.at[2 * (HAND + seat) + 1], card, 1)
    return promise(t, first, second, booked, ends, goes_on=False, w=w) - w[GIVE] * worth(t, card)


@law
def without(cards: int, card: int, word: int) -> int:
    return cards & ~(1 << card % WORD) if card // WORD == word else cards
