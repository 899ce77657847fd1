"""A heuristic, for the bot called `quick`. Without one a game has only random players, so it is worth writing."""

from cardhouse.cards.law import Row, law
from cardhouse.cards.sets import only
from cardhouse.games.definition import Weights

from .law import taker
from .moves import card_of
from .state import TRICK, State


@law
def heuristic(t: State, seat: int, out: Row, count: int, w: Weights) -> int:
    """Return one of the `count` moves in `out`, which are listed from the lowest card to the highest.

    Lead the highest card. Otherwise take the trick as cheaply as possible, or play the lowest card.
    """
    if t.played == 0:
        return out[count - 1]
    for i in range(count):
        if only(card_of(out[i])) > t.at[TRICK + taker(t)]:
            return out[i]
    return out[0]
