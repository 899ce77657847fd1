"""The table of Davenport as a seat knows it.

Who has committed a card has not told which: it is back in his hand, and he will choose again.
"""

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, HAND, SEAT, STOCK
from cardhouse.games.davenport.notation import PLAYOFF
from cardhouse.games.davenport.table import CHOOSING, NOTHING, SEATS, Table
from cardhouse.games.davenport.view import View
from cardhouse.games.face import OFF_ON
from cardhouse.games.recall import bits, fill_up, lay


def recall(view: View) -> Table:
    seats = view.seats
    t = Table(words=1, seats=seats, stage=CHOOSING, playoff_wins=view.playoff_wins, playing_off=int(view.playing_off))
    t.ace_rule, t.playoff = OFF_ON.index(view.ace_rule), PLAYOFF.index(view.playoff)
    t.turn, t.playing = (view.dealer + 1) % seats, bits(view.playing)
    t.won, t.exchanged = bits(view.won), bits(view.exchanged)
    shown = [STANDARD.card(name) if name else NOTHING for name in view.shown]
    t.shown = [*shown, *[NOTHING] * (SEATS - seats)]
    t.wins[:seats], t.place[:seats] = view.wins, view.places
    lay(t, STANDARD, DISCARDS, view.discards, EVERYBODY)
    for seat, hand in enumerate(view.hands):
        lay(t, STANDARD, HAND + seat, hand, SEAT + view.seat)
    many = {HAND + seat: view.counts[seat] + view.committed[seat] for seat in range(seats)}
    many |= {STOCK: view.stock, DISCARDS: len(view.discards) + view.discards_hidden}
    fill_up(t, STANDARD.words, many)
    return t
