"""The table of President as a seat knows it."""

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import law
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, HAND, SEAT
from cardhouse.games.president.law import TABLE, Table
from cardhouse.games.president.notation import FULL_CIRCLE, SKIP_ON
from cardhouse.games.president.view import View
from cardhouse.games.recall import fill_up, lay


@law
def stake(t: Table, seat: int) -> int:
    """Rule 14: in a match of one deal the first place counts, in a longer one every place."""
    behind = 1000 * (t.seats - t.place[seat]) // (t.seats - 1)
    return behind if t.deals > 1 else behind // 10 + (900 if t.place[seat] == 1 else 0)


def recall(view: View) -> Table:
    t = Table(words=1, seats=view.seats, deals=view.deals, deal=view.deal, way=view.direction, last=view.table_by)
    t.skip_on, t.full_circle = SKIP_ON.index(view.skip_on), FULL_CIRCLE.index(view.full_circle)
    t.turn, t.skipped, t.cleared = view.to_act[0], view.skipped, int(view.cleared)
    t.place[: view.seats], t.points[: view.seats] = view.places, view.points
    t.out = sum(place > 0 for place in view.places)
    lay(t, STANDARD, TABLE, view.table, EVERYBODY)
    lay(t, STANDARD, DISCARDS, view.discards, EVERYBODY)
    for seat, hand in enumerate(view.hands):
        lay(t, STANDARD, HAND + seat, hand, SEAT + view.seat)
    t.opening = int(not view.table and not view.discards)
    if view.table:
        t.many, t.rank = len(view.table), STANDARD.card(view.table[0]) >> 2
    fill_up(t, STANDARD.words, {HAND + seat: many for seat, many in enumerate(view.counts)})
    return t
