"""A rule of thumb for President: shed low cards many at a time, answer cheaply, keep 2s and aces for the end."""

from cardhouse.cards.law import Row, count, law
from cardhouse.cards.ledger import HAND
from cardhouse.games.face import Weights
from cardhouse.games.president.law import PASS, Table
from cardhouse.games.president.law import THREE as THREE_RANK
from cardhouse.games.president.law import TWO as TWO_RANK

(
    RANK,  # each step of rank of an answer ...
    LEAD_RANK,  # ... and of a lead ...
    EARLY,  # ... and of either, for each card that is held, in sixteenths
    ACE,  # an ace
    CARDS,  # each card that an answer sheds ...
    LEAD_CARDS,  # ... and a lead
    BREAK,  # to part cards of a rank
    TWO,  # each 2, which clears ...
    TWO_LATE,  # ... less this, divided by the ranks that are held besides
    THREE,  # each 3, which turns ...
    THREE_LATE,  # ... less this, divided by the same
    SKIP,  # an equal play
    PASSING,  # a pass ...
    PASS_LATE,  # ... and this, divided by the cards that are held
    DANGER,  # each step of rank, divided by the fewest cards that another holds: to stop him
    LONE,  # a single card, divided by the same: he may answer it
) = range(16)
WEIGHTS = (30, 24, -2, 106, -4, -3, 204, 531, 152, 1272, 140, 2, 912, 52, -2, 6)
ACE_RANK, DEAR = 12, 1 << 30
OTHERS = 0x1111111111110  # the first card of each rank but the 2s
VERBS = ("pass", "play", "a 2, which clears", "a 3, which turns", "an equal play, which skips")
PASSED, PLAYED, CLEARS, TURNS, SKIPS = range(5)


@law
def verb_of(t: Table, seat: int, choice: int) -> int:
    """Rules 7 to 10."""
    rank = choice >> 4
    if choice == PASS:
        return PASSED
    if rank <= THREE_RANK:
        return CLEARS if rank == TWO_RANK else TURNS
    return SKIPS if t.many and rank == t.rank else PLAYED


@law
def thumb(t: Table, seat: int, out: Row, many: int, w: Weights) -> int:
    """The cheapest of a seat's moves; the last cards of a hand cost nothing."""
    hand, best, least = t.at[HAND + seat], out[0], DEAR
    held, few = count(hand), fewest(t, seat)
    ranks, twos = max(1, count((hand | hand >> 1 | hand >> 2 | hand >> 3) & OTHERS)), count(hand & 15)
    high = w[RANK] if t.many else w[LEAD_RANK]
    step = 16 * high + w[EARLY] * held - 16 * w[DANGER] // few  # of rank, in sixteenths
    card = w[CARDS] if t.many else w[LEAD_CARDS]
    for i in range(many):
        rank, cards = out[i] >> 4, count(out[i] & 15)
        if out[i] == PASS:
            cost = w[PASSING] + w[PASS_LATE] // held
        elif held == cards:
            return out[i]
        elif rank == TWO_RANK:
            if ranks <= twos and t.many:  # a 2, a rank, a 2, a rank: nobody can stop that
                return out[i]
            cost = w[TWO] * cards - w[TWO_LATE] // ranks
        elif rank == THREE_RANK:
            cost = w[THREE] * cards - w[THREE_LATE] // ranks
        else:
            cost = (step * rank >> 4) + card * cards
            cost += w[BREAK] if count(hand >> 4 * rank & 15) > cards else 0
            cost += w[ACE] if rank == ACE_RANK else 0
            cost += w[SKIP] if t.many == cards and t.rank == rank else 0
            cost += w[LONE] // few if cards == 1 else 0
        if cost < least:
            best, least = out[i], cost
    return best


@law
def fewest(t: Table, seat: int) -> int:
    """The fewest cards that another who is still in holds."""
    few = 52
    for other in range(t.seats):
        held = count(t.at[HAND + other])
        if 0 < held < few and other != seat:
            few = held
    return few
