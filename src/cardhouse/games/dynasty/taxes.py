"""Dynasty's taxes (rule 11): the last pay the first, and get cards of their choice in return.

A gift is `GIVE | 3 << 4 | 7`, or `GIVE | 7` for a single card.
"""

from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import HAND, SEAT, move, show
from cardhouse.games.dynasty.table import NOBODY, TAXED, WILD, Table, held, picked

GIVE = 1 << 10
FEWEST_TAXED = 4


@law
def tax(t: Table) -> None:
    """Rule 11: the last pays the first two cards, the second-last the second one; newcomers are left alone."""
    first = second = second_last = last = NOBODY
    old = 0
    for i in range(t.players):
        seat = t.order[i]
        if not t.fresh >> seat & 1:
            first, second = (seat if old == 0 else first), (seat if old == 1 else second)
            second_last, last = last, seat
            old += 1
    if old >= FEWEST_TAXED:
        pay(t, last, first, 2)
        pay(t, second_last, second, 1)
        t.taxes = 2
        t.tally[TAXED] += 1


@law
def pay(t: Table, poor: int, rich: int, many: int) -> None:
    """The best natural cards go, seen by the two alone; as many are owed in return."""
    t.partner[poor], t.partner[rich], t.owes[rich] = rich, poor, many
    for value in range(1, WILD):
        while many and held(t, poor, value):
            hand_over(t, poor, rich, value)
            many -= 1


@law
def hand_over(t: Table, seat: int, to: int, value: int) -> None:
    card, word = picked(t, seat, value, 1), int(value > 10)
    move(t, card, HAND + seat, HAND + to, word)
    show(t, card, SEAT + to, word)


@law
def may_give(t: Table, seat: int, choice: int) -> bool:
    """Rule 11: one or two cards of the hand, the lower one first."""
    low, high = choice >> 4 & 15, choice & 15
    if not GIVE <= choice < GIVE + 256 or low > high or not 0 < high <= WILD or (low > 0) != (t.owes[seat] == 2):
        return False
    return held(t, seat, high) > int(low == high) and (low == 0 or held(t, seat, low) > 0)


@law
def gifts(t: Table, seat: int, out: Row) -> int:
    n = 0
    for choice in range(GIVE, GIVE + 256):
        if may_give(t, seat, choice):
            out[n] = choice
            n += 1
    return n
