"""A rule of thumb for Javelin: guess where the odds are best, take high cards, and keep an upright card in reserve."""

from cardhouse.cards.law import Row, count, law
from cardhouse.cards.ranks import value
from cardhouse.games.face import Weights
from cardhouse.games.javelin.law import ATTACK, FORFEIT, HIGHER, REPLACE
from cardhouse.games.javelin.notation import phrase, read
from cardhouse.games.javelin.table import ROW, Table
from cardhouse.games.javelin.view import View

WEIGHTS = (0,)
VERBS = ("guess higher", "guess lower", "attack", "replace", "forfeit")


@law
def verb_of(t: Table, seat: int, choice: int) -> int:
    return choice >> 8


@law
def thumb(t: Table, seat: int, out: Row, many: int, w: Weights) -> int:
    best, most = out[0], -1
    for i in range(many):
        worth = worth_of(t, seat, out[i])
        if worth > most:
            best, most = out[i], worth
    return best


@law
def worth_of(t: Table, seat: int, choice: int) -> int:
    """A number for a move, the higher the better."""
    verb, mine, theirs = choice >> 8, ROW * seat + (choice >> 4 & 15), ROW * (1 - seat) + (choice & 15)
    if verb == FORFEIT:
        return 0
    if verb == REPLACE:
        tired = t.up[seat] & ~t.sideways[seat] == 0
        sideways = t.sideways[seat] >> (choice >> 4 & 15) & 1
        return (900 if tired else 300 + 200 * sideways) - 5 * t.face[mine]
    if verb == ATTACK:
        upright = t.sideways[1 - seat] >> (choice & 15) & 1 == 0
        few = count(t.up[1 - seat]) <= 2
        return 500 + (200 if upright else 0) + (600 if few else 0) + 20 * t.face[theirs] - 10 * t.face[mine]
    return 1000 * right(t, theirs, t.face[mine], verb) // (t.most[theirs] - t.least[theirs] + 1) + 65 - 5 * t.face[mine]


@law
def right(t: Table, at: int, card: int, verb: int) -> int:
    """With how many of the values that are not ruled out a guess at a face-down card is right."""
    if verb == HIGHER:
        return max(0, t.most[at] - max(card, t.least[at] - 1))
    return max(0, min(card, t.most[at] + 1) - t.least[at])


def choose(view: View) -> str:
    t = Table()
    for seat, row in enumerate(view.rows):
        for place, spot in enumerate(row):
            at = ROW * seat + place
            t.least[at], t.most[at] = spot.least, spot.most
            if spot.state in ("up", "sideways"):
                t.face[at] = value(spot.card)
                t.up[seat] |= 1 << place
                t.sideways[seat] |= int(spot.state == "sideways") << place
    out = [read(t, view.seat, move)[0] for move in view.moves]
    return phrase(thumb(t, view.seat, out, len(out), WEIGHTS))
