"""The table of Javelin as a player knows it: face-down cards are as wrong guesses have proved them to be."""

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import count, law
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, SEAT, STOCK
from cardhouse.cards.ranks import KING, value, value_of
from cardhouse.games.face import OFF_ON
from cardhouse.games.javelin.table import NOBODY, NOTHING, ROW, ROWS, Table
from cardhouse.games.javelin.view import View
from cardhouse.games.recall import lay, put, unseen


@law
def lies(t: Table, place: int, card: int) -> bool:
    """Rule 5: may this card lie here, as far as it is proved?"""
    at = place - ROWS
    return at < 0 or t.most[at] == 0 or t.least[at] <= value_of(card) <= t.most[at]


@law
def stake(t: Table, seat: int) -> int:
    """Rule 12: the points of the round."""
    if t.winner == NOBODY:
        return 500
    points = 38 * (5 + count(t.down[t.winner]))
    return 500 + points if t.winner == seat else 500 - points


def recall(view: View) -> Table:
    t = Table(words=1, seats=2, target=view.target, deal=view.deal, dealer=view.dealer, undrawn=view.stock)
    t.peek, t.reshuffle, t.turns = OFF_ON.index(view.peek), OFF_ON.index(view.reshuffle), view.turns
    t.turn, t.replacing, t.winner, t.points = view.to_act[0], NOTHING, NOBODY, list(view.points)
    spots: list[tuple[int, int, int]] = []  # at most, at least, where: of cards that are not known
    for seat, row in enumerate(view.rows):
        for place, spot in enumerate(row):
            at = ROW * seat + place
            t.least[at], t.most[at] = spot.least, spot.most
            if spot.state in ("up", "sideways"):
                t.face[at] = value(spot.card)
                t.up[seat] |= 1 << place
                t.sideways[seat] |= int(spot.state == "sideways") << place
            elif spot.state == "down":
                t.down[seat] |= 1 << place
                t.proved[seat] |= int(spot.least > 1 or spot.most < KING) << place
            if spot.card:
                lay(t, STANDARD, ROWS + at, [spot.card], SEAT + view.seat if spot.state == "down" else EVERYBODY)
            elif spot.state == "down":
                spots.append((spot.most, spot.least, ROWS + at))
    lay(t, STANDARD, DISCARDS, view.discards, EVERYBODY)
    spots += [(KING, 1, STOCK)] * view.stock
    for card in sorted(unseen(t, STANDARD.words), key=value_of):  # to the tightest spot that it fits: no dead end
        tightest = min(spot for spot in spots if spot[1] <= value_of(card))
        spots.remove(tightest)
        put(t, card, tightest[2])
    return t
