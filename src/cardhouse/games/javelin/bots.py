"""A rule of thumb for Javelin: guess where the odds are best, take cards while it costs little, keep some upright."""

from cardhouse.cards.law import Row, count, law
from cardhouse.cards.ledger import EVERYBODY, SEAT
from cardhouse.games.face import Weights
from cardhouse.games.javelin.law import ATTACK, FORFEIT, HIGHER, REPLACE
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
    SPENT_LAST,  # ... by how many are upright
    SPENT_MIDDLE,  # ... for each step that its value is nearer to the middle: it guesses badly
    FRESH,  # a sideways card is replaced by a new one ...
    FRESH_VALUE,  # ... for each point of the old one's value ...
    FRESH_LAST,  # ... by how many are upright, the new one included
    SWAPPED,  # an upright card is replaced ...
    SWAPPED_VALUE,  # ... for each point of the old one's value
    DRY,  # to spend a card when the deck is empty
) = range(17)
WEIGHTS = (400, 300, 0, 320, 200, 11, 273, 100, 10, 200, 0, 141, 3, 311, 100, 38, 67)
WIN = 1_000_000


@law
def verb_of(t: Table, seat: int, choice: int) -> int:
    return choice >> 8


@law
def thumb(t: Table, seat: int, out: Row, many: int, w: Weights) -> int:
    unseen = CARDS & ~(t.seen[EVERYBODY] | t.seen[SEAT + seat])
    unseen = unseen << 4 & CARDS | unseen >> 48  # by value: the aces first
    best, most = out[0], -WIN
    for i in range(many):
        worth = worth_of(t, seat, out[i], unseen, w)
        if worth > most:
            best, most = out[i], worth
    return best


@law
def worth_of(t: Table, seat: int, choice: int, unseen: int, w: Weights) -> int:
    """A number for a move, the higher the better."""
    verb, own, target = choice >> 8, choice >> 4 & 15, choice & 15
    card, at = t.face[ROW * seat + own], ROW * (1 - seat) + target
    if verb == FORFEIT:
        return 0
    upright = count(t.up[seat] & ~t.sideways[seat])
    if verb == REPLACE:
        if t.sideways[seat] >> own & 1:
            return w[FRESH] - w[FRESH_VALUE] * card + w[FRESH_LAST] // (upright + 1)
        return w[SWAPPED] - w[SWAPPED_VALUE] * card
    spent = w[SPENT] + w[SPENT_VALUE] * card + w[SPENT_LAST] // upright - w[SPENT_MIDDLE] * (6 - abs(card - 7))
    spent += 0 if t.undrawn else w[DRY]
    if verb == ATTACK:
        few = count(t.up[1 - seat])
        if few == 1:
            return WIN
        taken = w[TAKEN] + w[TAKEN_VALUE] * t.face[at] + w[TAKEN_LAST] // few
        return taken - spent + (0 if t.sideways[1 - seat] >> target & 1 else w[TAKEN_UPRIGHT])
    down = count(t.down[1 - seat])
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
