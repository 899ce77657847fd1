"""The table of Dynasty as a seat knows it."""

from cardhouse.cards.law import law
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, HAND, SEAT
from cardhouse.games.dynasty.deck import DECK
from cardhouse.games.dynasty.law import ranked
from cardhouse.games.dynasty.table import NAMES, NOBODY, SEATS, TABLE, Table
from cardhouse.games.dynasty.view import View
from cardhouse.games.face import OFF_ON
from cardhouse.games.recall import bits, fill_up, lay


@law
def stake(t: Table, seat: int) -> int:
    """Rules 3 and 10: the monarchy, and the place in the next turn order; at the end of the match only who has won."""
    if t.ended:
        return 1000 if ranked(t, seat) == 1 else 0
    return (700 if t.monarch == seat else 0) + 300 * (t.players - t.place[seat]) // t.players


def recall(view: View) -> Table:
    seats, seat = view.seats, view.seat
    t = Table(words=2, seats=seats, monarchies=view.monarchies, deal=view.deal, monarch=view.monarch)
    t.taxation, t.last, t.cleared = OFF_ON.index(view.taxation), view.table_by, int(view.cleared)
    t.order = [*view.order, *[NOBODY] * (SEATS - len(view.order))]
    t.players, t.passed = len(view.order), bits(view.passed)
    t.place[:seats], t.crowns[:seats], t.left[:seats] = view.places, view.crowns, map(int, view.left)
    t.owes[:seats], t.partner = view.owes, [*view.partner, *[NOBODY] * (SEATS - seats)]
    t.out, t.taxes = sum(place > 0 for place in view.places), sum(owed > 0 for owed in view.owes)
    t.turn = view.order[0] if t.taxes else view.to_act[0]
    t.at_turn = view.order.index(t.turn)
    lay(t, DECK, HAND + seat, view.shared, SEAT + view.partner[seat])
    others = list(view.hand)
    for name in view.shared:
        others.remove(name)
    lay(t, DECK, HAND + seat, others, SEAT + seat)
    own, mine = 2 * (SEAT + seat), 2 * (HAND + seat)
    t.seen[own : own + 2] = t.at[mine : mine + 2]
    for other, hand in enumerate(view.hands):
        if other != seat:
            lay(t, DECK, HAND + other, hand, SEAT + seat)
    lay(t, DECK, TABLE, view.table, EVERYBODY)
    lay(t, DECK, DISCARDS, view.discards, EVERYBODY)
    if view.table:
        value = next((name for name in view.table if name != "W"), "W")
        t.many, t.value = len(view.table), NAMES.index(value)
    fill_up(t, DECK.words, {HAND + other: many for other, many in enumerate(view.counts)})
    return t
