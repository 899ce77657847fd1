"""A rule of thumb for President: shed low cards many at a time, answer cheaply, keep 2s and aces for the end."""

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import Row, count, law
from cardhouse.cards.ledger import HAND
from cardhouse.games.face import Weights
from cardhouse.games.president.law import PASS, THREE, TWO, Table
from cardhouse.games.president.notation import choice_of, phrase
from cardhouse.games.president.view import View

ACE, DEAR = 12, 1000
WEIGHTS = (0,)
VERBS = ("pass", "play", "a 2, which clears", "a 3, which turns", "an equal play, which skips")
PASSED, PLAYED, CLEARS, TURNS, SKIPS = range(5)


@law
def verb_of(t: Table, seat: int, choice: int) -> int:
    """Rules 7 to 10."""
    rank = choice >> 4
    if choice == PASS:
        return PASSED
    if rank <= THREE:
        return CLEARS if rank == TWO else TURNS
    return SKIPS if t.many and rank == t.rank else PLAYED


@law
def thumb(t: Table, seat: int, out: Row, many: int, w: Weights) -> int:
    """The cheapest of a seat's moves; a pass only if there is nothing else."""
    hand, best, least = t.at[HAND + seat], out[0], DEAR
    held = count(hand)
    for i in range(many):
        rank, cards = out[i] >> 4, count(out[i] & 15)
        if out[i] == PASS:
            continue
        if held == cards:
            return out[i]
        cost = 4 * rank - 2 * cards if rank > THREE else 40
        if count(hand >> 4 * rank & 15) > cards:
            cost += 12
        if rank == ACE and held > 6:
            cost += 8
        if cost < least:
            best, least = out[i], cost
    return best


def choose(view: View) -> str:
    t, out = Table(), [choice_of(move) for move in view.moves]
    for name in view.hand:
        t.at[HAND + view.seat] |= 1 << STANDARD.card(name)
    return phrase(thumb(t, view.seat, out, len(out), WEIGHTS))
