"""A rule of thumb for Dynasty: lead high cards many at a time, answer with whole sets, keep low cards and wilds."""

from cardhouse.cards.law import Row, count, law
from cardhouse.cards.ledger import DISCARDS, HAND
from cardhouse.games.dynasty.law import PASS
from cardhouse.games.dynasty.table import CARDS_OF, TABLE, WILD, Table, cards_of, held
from cardhouse.games.dynasty.taxes import GIVE
from cardhouse.games.face import Weights

(
    RANK,  # each step by which an answer is better than a wild alone ...
    LEAD_RANK,  # ... and a lead ...
    EARLY,  # ... and either, for each value that is held, in sixteenths
    CARDS,  # each card that an answer sheds ...
    LEAD_CARDS,  # ... and a lead
    BREAK,  # to part cards of a value
    WILDS,  # each wild ...
    WILDS_LATE,  # ... less this, divided by the values that are held
    SURE,  # what nobody can beat, so that one leads again ...
    SURE_LATE,  # ... less this, divided by the same
    PASSING,  # a pass ...
    PASS_LATE,  # ... and this, divided by the same
    DANGER,  # a pass, divided by the fewest cards that another holds
) = range(13)
WEIGHTS = (14, 35, 2, -1, -11, 158, 318, 0, -1, 48, 384, 318, 2)
DEAR = 1 << 30
VERBS = ("pass", "a play of naturals", "a play with wilds", "give")


@law
def verb_of(t: Table, seat: int, choice: int) -> int:
    if choice >= GIVE:
        return 3
    return 0 if choice == PASS else 2 if choice & 3 else 1


@law
def thumb(t: Table, seat: int, out: Row, many: int, w: Weights) -> int:
    """The cheapest of a seat's moves."""
    if out[0] >= GIVE:
        return cheapest_gift(t, seat, out, many)
    left = count(t.at[2 * (HAND + seat)]) + count(t.at[2 * (HAND + seat) + 1])
    values, most = surveyed(t, seat)
    best, least, few = out[0], DEAR, fewest(t, seat) if t.many else 1
    step = 16 * (w[RANK] if t.many else w[LEAD_RANK]) + w[EARLY] * values
    card = w[CARDS] if t.many else w[LEAD_CARDS]
    for i in range(many):
        value, naturals, wilds = out[i] >> 6, out[i] >> 2 & 15, out[i] & 3
        if out[i] == PASS:
            price = w[PASSING] + w[PASS_LATE] // values + w[DANGER] // few
        elif naturals + wilds == left:
            return out[i]
        else:
            price = (step * (WILD - value) >> 4) + card * (naturals + wilds)
            price += wilds * (w[WILDS] - w[WILDS_LATE] // values)
            broken = naturals > 0 and held(t, seat, value) > naturals
            price += w[BREAK] if broken else 0
            if naturals + wilds > most >> 4 * value & 15:
                if values == 2 and not broken:  # then it leads the other value, and is out
                    return out[i]
                price -= w[SURE] + w[SURE_LATE] // values
        if price < least:
            best, least = out[i], price
    return best


@law
def surveyed(t: Table, seat: int) -> tuple[int, int]:
    """How many values the seat holds; and, in four bits for each value, of how many cards others may have a better."""
    values = most = high = 0
    wilds = elsewhere(t, seat, WILD)
    for value in range(1, WILD + 1):
        most |= (high + wilds if high else 0) << 4 * value
        high = max(high, elsewhere(t, seat, value))
        values += int(cards_of(t, seat, value) != 0)
    return values, most


@law
def elsewhere(t: Table, seat: int, value: int) -> int:
    """How many cards of a value the others hold."""
    word = int(value > 10)
    gone = t.at[2 * (HAND + seat) + word] | t.at[2 * DISCARDS + word] | t.at[2 * TABLE + word]
    return count(CARDS_OF[value] & ~gone)


@law
def fewest(t: Table, seat: int) -> int:
    """The fewest cards that another who is still in holds."""
    few = 80
    for other in range(t.seats):
        cards = count(t.at[2 * (HAND + other)]) + count(t.at[2 * (HAND + other) + 1])
        if 0 < cards < few and other != seat:
            few = cards
    return few


@law
def cheapest_gift(t: Table, seat: int, out: Row, many: int) -> int:
    best, least = out[0], DEAR
    for i in range(many):
        price = gift(t, seat, out[i] >> 4 & 15) + gift(t, seat, out[i] & 15)
        if price < least:
            best, least = out[i], price
    return best


@law
def gift(t: Table, seat: int, value: int) -> int:
    """Give away single high cards, never wilds."""
    if value == 0:
        return 0
    return 100 if value == WILD else 2 * held(t, seat, value) - value
