"""Dynasty's taxes (rule 11): the last players pay the first ones, who give cards of their choice in return."""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import HAND, SEAT, move, show
from cardhouse.cards.sets import includes
from cardhouse.games.dynasty.moves import NO_CARD, gift_of, high_of, is_gift, is_move, low_of
from cardhouse.games.dynasty.state import TAXED, WILD, State, held, limb_of_value, picked

FEWEST_TAXED = 4


@law
def tax(t: State) -> None:
    """Let the last player pay the first two cards, and the second-last the second one card; newcomers pay nothing."""
    first = second = second_last = last = NOBODY
    stayed = 0
    for i in range(t.players):
        seat = t.order[i]
        if not includes(t.newcomers, seat):
            if stayed == 0:
                first = seat
            if stayed == 1:
                second = seat
            second_last = last
            last = seat
            stayed += 1
    if stayed >= FEWEST_TAXED:
        pay(t, last, first, 2)
        pay(t, second_last, second, 1)
        t.taxes = 2
        t.tally[TAXED] += 1


@law
def pay(t: State, poor: int, rich: int, count: int) -> None:
    """Move the best natural cards from poor to rich, seen only by the two; as many are owed in return."""
    t.partner[poor] = rich
    t.partner[rich] = poor
    t.owes[rich] = count
    for value in range(1, WILD):
        while count and held(t, poor, value):
            hand_over(t, poor, rich, value)
            count -= 1


@law
def hand_over(t: State, seat: int, to: int, value: int) -> None:
    """Give a card of this value from one seat to another, who sees it."""
    card = picked(t, seat, value, 1)
    move(t, card, HAND + seat, HAND + to, limb_of_value(value))
    show(t, card, SEAT + to, limb_of_value(value))


@law
def may_give(t: State, seat: int, choice: int) -> bool:
    """Return whether these are as many cards as are owed, all of them in the hand."""
    low = low_of(choice)
    high = high_of(choice)
    if not is_move(choice) or not is_gift(choice) or low > high:
        return False
    count = 1 if low == NO_CARD else 2
    if count != t.owes[seat]:
        return False
    if low == high:
        return held(t, seat, high) > 1
    return held(t, seat, high) > 0 and (low == NO_CARD or held(t, seat, low) > 0)


@law
def gifts(t: State, seat: int, out: Row) -> int:
    """List all gifts that a seat may give; return how many."""
    n = 0
    for low in range(WILD + 1):
        for high in range(low, WILD + 1):
            choice = gift_of(low, high)
            if may_give(t, seat, choice):
                out[n] = choice
                n += 1
    return n
