"""Javelin's moves as numbers: a verb, a place of one's own, and a place of the other player.

`guess 9 3 higher` is `move_of(HIGHER, 9, 3)`. What a verb does not need is 0.
"""

from cardhouse.cards.law import law
from cardhouse.games.javelin.table import ROW

HIGHER, LOWER, ATTACK, REPLACE, FORFEIT = range(5)  # verbs
CHOICES = 5 * ROW * ROW  # moves are numbers below this one


@law
def verb_of(choice: int) -> int:
    return choice >> 8


@law
def own_of(choice: int) -> int:
    return choice >> 4 & 15


@law
def target_of(choice: int) -> int:
    return choice & 15


@law
def move_of(verb: int, own: int = 0, target: int = 0) -> int:
    return verb << 8 | own << 4 | target
