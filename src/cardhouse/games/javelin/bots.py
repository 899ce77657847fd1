"""A heuristic for Javelin: guess where the odds are best, take cards while it costs little, keep some upright."""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import Row, law, lowest, size
from cardhouse.cards.ledger import EVERYBODY, SEAT
from cardhouse.cards.ranks import aces_low, how_many_valued
from cardhouse.cards.sets import holds, only, rest_of
from cardhouse.games.definition import Weights
from cardhouse.games.javelin.law import may_replace
from cardhouse.games.javelin.moves import ATTACK, FORFEIT, HIGHER, REPLACE, own_of, target_of, verb_of
from cardhouse.games.javelin.state import CARDS, FOR_A_ROUND, State, spot_of, upright, value_at

MOVE_KINDS = ("guess higher", "guess lower", "attack", "replace", "forfeit")
# What a move gains and costs. "Last" is divided by how many there are: the last one counts in full, one of two half.
(
    TURNED,  # a card of the opponent is turned up ...
    TURNED_LAST,  # ... by how many they have face-down
    MISSED,  # a wrong guess
    TAKEN,  # a card of the opponent is taken ...
    TAKEN_UPRIGHT,  # ... one that was upright ...
    TAKEN_VALUE,  # ... for each point of its value ...
    TAKEN_LAST,  # ... by how many they have face-up
    SPENT,  # an own card turns sideways ...
    SPENT_VALUE,  # ... for each point of its value ...
    SPENT_LAST,  # ... by how many are upright ...
    THREATENED,  # ... less this, for one that the opponent could take ...
    DRY,  # ... when the deck is empty
    FRESH,  # a sideways card is replaced by a new one ...
    FRESH_VALUE,  # ... for each point of the old one's value ...
    FRESH_LAST,  # ... by how many are upright, the new one included
    SWAPPED,  # an upright card is replaced ...
    SWAPPED_VALUE,  # ... for each point of the old one's value
) = range(17)
WEIGHTS = (568, 236, 0, 287, 251, 11, 695, 100, 11, 198, 2, 50, 250, 8, 441, 256, 17)
WIN = 1_000_000


@law
def kind_of_move(t: State, seat: int, choice: int) -> int:
    return verb_of(choice)


@law
def utility(t: State, seat: int) -> int:
    """Return what the end of a round is worth. Rule 12: its points, 13 at most."""
    if t.winner == NOBODY:
        return 500
    points = 38 * (FOR_A_ROUND + size(t.down[t.winner]))
    return 500 + points if t.winner == seat else 500 - points


@law
def heuristic(t: State, seat: int, out: Row, count: int, w: Weights) -> int:
    """Return the move that is worth most."""
    unseen = aces_low(CARDS & ~(t.seen[EVERYBODY] | t.seen[SEAT + seat]))
    top = highest(t, 1 - seat)
    best = out[0]
    most = -WIN
    for i in range(count):
        worth = worth_of(t, seat, out[i], unseen, top, w)
        if worth > most:
            best = out[i]
            most = worth
    return best


@law
def highest(t: State, seat: int) -> int:
    """Return the value of the highest card that a seat can attack with, or 0."""
    slots = upright(t, seat)
    top = 0
    while slots:
        top = max(top, value_at(t, seat, lowest(slots)))
        slots = rest_of(slots)
    return top


@law
def worth_of(t: State, seat: int, choice: int, unseen: int, top: int, w: Weights) -> int:
    """Return the worth of a move, the higher the better, if the opponent can attack with a card as high as `top`."""
    verb = verb_of(choice)
    own = own_of(choice)
    target = target_of(choice)
    if verb == FORFEIT:
        return 0
    card = value_at(t, seat, own)
    standing = size(upright(t, seat))
    if verb == REPLACE:
        if holds(t.sideways[seat], own):
            return w[FRESH] - w[FRESH_VALUE] * card + w[FRESH_LAST] // (standing + 1)
        return w[SWAPPED] - w[SWAPPED_VALUE] * card
    spent = w[SPENT] + w[SPENT_VALUE] * card + w[SPENT_LAST] // standing
    spent += (0 if t.undrawn else w[DRY]) - (w[THREATENED] if card <= top else 0)
    if verb == ATTACK:
        return taken(t, 1 - seat, target, w) - spent
    return guessed(t, 1 - seat, target, card, verb, unseen, spent, w)


@law
def taken(t: State, other: int, target: int, w: Weights) -> int:
    """Return the gain of taking a card: all, if the opponent then has none, or none upright and no deck (rule 9)."""
    few = size(t.up[other])
    standing = upright(t, other)
    if few == 1 or (standing == only(target) and not may_replace(t)):
        return WIN
    gain = w[TAKEN] + w[TAKEN_VALUE] * value_at(t, other, target) + w[TAKEN_LAST] // few
    return gain + (w[TAKEN_UPRIGHT] if holds(standing, target) else 0)


@law
def guessed(t: State, other: int, target: int, card: int, verb: int, unseen: int, spent: int, w: Weights) -> int:
    """Return the expected gain of a guess, over the cards that it may meet."""
    spot = spot_of(other, target)
    least = t.least[spot]
    most = t.most[spot]
    down = size(t.down[other])
    gain = WIN if down == 1 else w[TURNED] + w[TURNED_LAST] // down - spent
    possible = max(1, how_many_valued(unseen, least, most))
    if verb == HIGHER:
        right = how_many_valued(unseen, max(card + 1, least), most)
    else:
        right = how_many_valued(unseen, least, min(card - 1, most))
    return (right * gain + (possible - right) * w[MISSED]) // possible
