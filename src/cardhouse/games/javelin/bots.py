"""A rule of thumb for Javelin: guess where the odds are best, take cards while it costs little, keep some upright."""

from cardhouse.cards.law import Row, count, law, lowest
from cardhouse.cards.ledger import EVERYBODY, SEAT
from cardhouse.games.face import Weights
from cardhouse.games.javelin.law import ATTACK, FORFEIT, HIGHER, REPLACE, may_replace
from cardhouse.games.javelin.table import CARDS, ROW, Table

VERBS = ("guess higher", "guess lower", "attack", "replace", "forfeit")
# What a move gains and costs. "Last" is divided by how many there are: the last one counts in full, of two each half.
(
    TURNED,  # a card of the other is turned up ...
    TURNED_LAST,  # ... by how many he has face-down
    MISSED,  # a wrong guess
    TAKEN,  # a card of the other is taken ...
    TAKEN_UPRIGHT,  # ... one that was upright ...
    TAKEN_VALUE,  # ... for each point of its value ...
    TAKEN_LAST,  # ... by how many he has face-up
    SPENT,  # a card of one's own turns sideways ...
    SPENT_VALUE,  # ... for each point of its value ...
    SPENT_LAST,  # ... by how many are upright ...
    THREATENED,  # ... less this, for one that he could take ...
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
def verb_of(t: Table, seat: int, choice: int) -> int:
    return choice >> 8


@law
def thumb(t: Table, seat: int, out: Row, many: int, w: Weights) -> int:
    unseen = CARDS & ~(t.seen[EVERYBODY] | t.seen[SEAT + seat])
    unseen = unseen << 4 & CARDS | unseen >> 48  # by value: the aces first
    top, best, most = highest(t, 1 - seat), out[0], -WIN
    for i in range(many):
        worth = worth_of(t, seat, out[i], unseen, top, w)
        if worth > most:
            best, most = out[i], worth
    return best


@law
def highest(t: Table, seat: int) -> int:
    """The highest card that a seat can attack with, or 0."""
    upright, top = t.up[seat] & ~t.sideways[seat], 0
    while upright:
        top = max(top, t.face[ROW * seat + lowest(upright)])
        upright &= upright - 1
    return top


@law
def worth_of(t: Table, seat: int, choice: int, unseen: int, top: int, w: Weights) -> int:
    """A number for a move, the higher the better, when the other can attack with a card as high as `top`."""
    verb, own, target, upright = choice >> 8, choice >> 4 & 15, choice & 15, count(t.up[seat] & ~t.sideways[seat])
    card = t.face[ROW * seat + own]
    if verb == FORFEIT:
        return 0
    if verb == REPLACE:
        if t.sideways[seat] >> own & 1:
            return w[FRESH] - w[FRESH_VALUE] * card + w[FRESH_LAST] // (upright + 1)
        return w[SWAPPED] - w[SWAPPED_VALUE] * card
    spent = w[SPENT] + w[SPENT_VALUE] * card + w[SPENT_LAST] // upright
    spent += (0 if t.undrawn else w[DRY]) - (w[THREATENED] if card <= top else 0)
    if verb == ATTACK:
        return taken(t, 1 - seat, target, w) - spent
    return guessed(t, 1 - seat, target, card, verb, unseen, spent, w)


@law
def taken(t: Table, other: int, target: int, w: Weights) -> int:
    """What it gains to take a card: all, if he then has none, or, with no deck, none that is upright (rule 9)."""
    few, upright = count(t.up[other]), t.up[other] & ~t.sideways[other]
    if few == 1 or (upright == 1 << target and not may_replace(t)):
        return WIN
    gain = w[TAKEN] + w[TAKEN_VALUE] * t.face[ROW * other + target] + w[TAKEN_LAST] // few
    return gain + (w[TAKEN_UPRIGHT] if upright >> target & 1 else 0)


@law
def guessed(t: Table, other: int, target: int, card: int, verb: int, unseen: int, spent: int, w: Weights) -> int:
    """What a guess gains in the mean of the cards that it may meet."""
    at, down = ROW * other + target, count(t.down[other])
    gain = WIN if down == 1 else w[TURNED] + w[TURNED_LAST] // down - spent
    might = max(1, among(unseen, t.least[at], t.most[at]))
    right = among(unseen, max(card + 1, t.least[at]), t.most[at])
    if verb != HIGHER:
        right = among(unseen, t.least[at], min(card - 1, t.most[at]))
    return (right * gain + (might - right) * w[MISSED]) // might


@law
def among(unseen: int, least: int, most: int) -> int:
    """How many unseen cards have one of these values."""
    return count(unseen >> 4 * (least - 1) & (1 << 4 * (most - least + 1)) - 1) if least <= most else 0
