"""A rule of thumb for Dynasty: lead high cards many at a time, answer with whole sets, keep low cards and wilds."""

from cardhouse.cards.deck import DYNASTY
from cardhouse.cards.law import Row, count, law
from cardhouse.cards.ledger import HAND, WORD
from cardhouse.games.dynasty.law import PASS
from cardhouse.games.dynasty.notation import choice_of, phrase
from cardhouse.games.dynasty.table import WILD, Table, held
from cardhouse.games.dynasty.taxes import GIVE
from cardhouse.games.dynasty.view import View
from cardhouse.games.face import Weights

FEW, DEAR = 4, 1000
WEIGHTS = (0,)
VERBS = ("pass", "a play of naturals", "a play with wilds", "give")


@law
def verb_of(t: Table, seat: int, choice: int) -> int:
    if choice >= GIVE:
        return 3
    return 0 if choice == PASS else 2 if choice & 3 else 1


@law
def thumb(t: Table, seat: int, out: Row, many: int, w: Weights) -> int:
    """The cheapest of a seat's moves."""
    left = count(t.at[2 * (HAND + seat)]) + count(t.at[2 * (HAND + seat) + 1])
    best, least = out[0], DEAR
    for i in range(many):
        if out[i] >= GIVE:
            price = gift(t, seat, out[i] >> 4 & 15) + gift(t, seat, out[i] & 15)
        else:
            price = cost(t, seat, out[i], left)
        if price < least:
            best, least = out[i], price
    return best


@law
def gift(t: Table, seat: int, value: int) -> int:
    """Give away single high cards, never wilds."""
    if value == 0:
        return 0
    return 100 if value == WILD else 2 * held(t, seat, value) - value


@law
def cost(t: Table, seat: int, choice: int, left: int) -> int:
    """To pass costs little while many cards are left, and more towards the end."""
    value, naturals, wilds = choice >> 6, choice >> 2 & 15, choice & 3
    if choice == PASS:
        return 24 if left > FEW else 40
    if naturals + wilds == left:
        return -DEAR
    broken = naturals > 0 and held(t, seat, value) > naturals
    return 2 * (WILD - value) - (naturals + wilds) + (4 if broken else 0) + 12 * wilds


def choose(view: View) -> str:
    t, out = Table(words=2), [choice_of(move) for move in view.moves]
    hand: dict[str, int] = {}
    for name in view.hand:  # of cards that share a name any will do
        card = DYNASTY.card(name) + hand.setdefault(name, 0)
        hand[name] += 1
        t.at[2 * (HAND + view.seat) + card // WORD] |= 1 << card % WORD
    return phrase(thumb(t, view.seat, out, len(out), WEIGHTS))
