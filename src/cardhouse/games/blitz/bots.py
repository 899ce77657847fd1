"""A rule of thumb for Blitz: of all moves the one after which the hand, and what has been laid, are worth most."""

from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import HAND, WORD
from cardhouse.games.blitz.melds import spread
from cardhouse.games.blitz.plans import (
    BLITZ,
    DRAW,
    GIVE,
    HOLD,
    LAID,
    OFFER,
    OUT,
    board_books,
    board_ends,
    end_places,
    fewest,
    held_by_others,
    promise,
    rank_places,
    unseen_worth,
)
from cardhouse.games.blitz.plans import TAKE as EACH_TAKEN
from cardhouse.games.blitz.table import (
    BOOK,
    DISCARD,
    FROM_STOCK,
    NEW,
    TAKE,
    Table,
    kind,
    part,
    wild,
    worth,
)
from cardhouse.games.face import Weights

WEIGHTS = (16, 14, 4, 7, 76, 15, 6, 9, 100, 395, 200, 20, 0, 8, 49, 2, 8)
VERBS = ("deal", "draw from the stock", "take discards", "new meld", "add to a meld", "discard", "undo", "complete")
NEVER, URGENT = -(1 << 40), 1 << 30


@law
def verb_of(t: Table, seat: int, choice: int) -> int:
    return choice & 7


@law
def thumb(t: Table, seat: int, out: Row, many: int, w: Weights) -> int:
    """A turn that could go on ends only if that is better by far; the last one, when there is nothing else."""
    best, most = out[0], NEVER
    if many == 1:
        return best
    booked, ends, few = board_books(t), board_ends(t), fewest(t, seat)
    for i in range(many):
        verb = out[i] & 7
        if verb == TAKE or verb == FROM_STOCK:
            value = drawing(t, seat, out[i], booked, ends, few, w)
        elif verb == DISCARD:
            value = discarding(t, seat, part(out[i], 0), booked, ends, few, w)
            value -= w[HOLD] if out[0] & 7 != DISCARD else 0
        else:
            value = laying(t, seat, out[i], booked, ends, few, w)
        if value > most:
            best, most = out[i], value
    return best


@law
def drawing(t: Table, seat: int, choice: int, booked: int, ends: int, few: int, w: Weights) -> int:
    first, second = t.at[2 * (HAND + seat)], t.at[2 * (HAND + seat) + 1]
    many = part(choice, 0) if choice & 7 == TAKE else 0
    for i in range(many):
        card = t.pile[t.piled - 1 - i]
        if card < WORD:
            first |= 1 << card
        else:
            second |= 1 << card - WORD
    more = w[EACH_TAKEN] * many if many else w[DRAW] * unseen_worth(t, seat) >> 4
    return promise(t, first, second, booked, ends, few, w) + more


@law
def without(words: int, card: int, word: int) -> int:
    return words & ~(1 << card % WORD) if card // WORD == word else words


@law
def discarding(t: Table, seat: int, card: int, booked: int, ends: int, few: int, w: Weights) -> int:
    first = without(t.at[2 * (HAND + seat)], card, 0)
    second = without(t.at[2 * (HAND + seat) + 1], card, 1)
    offered = w[GIVE] * worth(t, card)
    if wild(t, card) or spread(1 << kind(card)) & (booked | ends):
        offered += w[OFFER] * worth(t, card)
    if first | second == 0:
        return w[OUT] * held_by_others(t, seat) - offered
    if t.lap > 0 or t.last:
        return 16 * worth(t, card) - URGENT
    return promise(t, first, second, booked, ends, few, w) - offered


@law
def laying(t: Table, seat: int, choice: int, booked: int, ends: int, few: int, w: Weights) -> int:
    first, second, laid, what = t.at[2 * (HAND + seat)], t.at[2 * (HAND + seat) + 1], 0, part(choice, 0)
    for i in range(3):
        if choice & 7 == NEW or i == 1:
            card = part(choice, 1 + i)
            first, second, laid = without(first, card, 0), without(second, card, 1), laid + worth(t, card)
    if first | second == 0:
        return w[LAID] * laid + w[BLITZ] * held_by_others(t, seat)
    if choice & 7 == NEW:
        suit, low = what // 14, what % 14
        if suit == BOOK:
            booked |= rank_places(low)
        else:
            ends |= end_places(suit, low, low + 2)
    elif t.suit[what] != BOOK:
        ends |= end_places(t.suit[what], max(1, t.low[what]) - 1, min(12, t.high[what]) + 1)
    return w[LAID] * laid + promise(t, first, second, booked, ends, few, w)
