"""The numbers of Dynasty's moves: the pass, then plays by value, natural cards and wilds, then gifts.

There are as many cards of a value as the value says, so the plays of the values before it are as many as the sum of
these values, times the possible numbers of wilds.
"""

from cardhouse.cards.law import law
from cardhouse.games.dynasty.moves import (
    GIVING,
    NO_CARD,
    PASS,
    gift_of,
    high_of,
    low_of,
    naturals_of,
    play_of,
    value_of,
    verb_of,
    wilds_of,
)
from cardhouse.games.dynasty.state import WILD, WILDS, State

WITH_WILDS = WILDS + 1  # plays of the same natural cards: with no wild, one, or two
FIRST_OF_WILDS = 1 + WITH_WILDS * (WILD * (WILD - 1) // 2)  # plays of wilds alone
FIRST_GIFT = FIRST_OF_WILDS + WILDS
ACTIONS = FIRST_GIFT + (WILD + 1) * (WILD + 2) // 2 - 1  # two values, the lower of which may be NO_CARD


@law
def plays_below(value: int) -> int:
    """Return the number of plays of lower values, without wilds."""
    return value * (value - 1) // 2


@law
def gifts_below(high: int) -> int:
    """Return the number of gifts whose higher value is lower."""
    return high * (high + 1) // 2 - 1


@law
def action_of(t: State, seat: int, choice: int) -> int:
    """Return the number of a listed move."""
    if choice == PASS:
        return 0
    if verb_of(choice) == GIVING:
        return FIRST_GIFT + gifts_below(high_of(choice)) + low_of(choice)
    value = value_of(choice)
    if value == WILD:
        return FIRST_OF_WILDS + wilds_of(choice) - 1
    return 1 + WITH_WILDS * (plays_below(value) + naturals_of(choice) - 1) + wilds_of(choice)


@law
def choice_of(t: State, seat: int, action: int) -> int:
    """Return the move with this number."""
    if action == 0:
        return PASS
    if action >= FIRST_GIFT:
        high = 1
        while gifts_below(high + 1) <= action - FIRST_GIFT:
            high += 1
        return gift_of(NO_CARD + action - FIRST_GIFT - gifts_below(high), high)
    if action >= FIRST_OF_WILDS:
        return play_of(WILD, 0, action - FIRST_OF_WILDS + 1)
    naturals = (action - 1) // WITH_WILDS
    value = 1
    while plays_below(value + 1) <= naturals:
        value += 1
    return play_of(value, naturals - plays_below(value) + 1, (action - 1) % WITH_WILDS)
