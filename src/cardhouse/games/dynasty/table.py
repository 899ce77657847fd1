"""Dynasty's table and cards. A value is a row of neighbouring bits: 1 to 10 in the first word, 11 on in the second."""

from cardhouse.cards.law import Row, cells, count, law, record
from cardhouse.cards.ledger import HAND, SEAT, WORD, Ledger
from cardhouse.games.dynasty.deck import DECK

SEATS = 16  # in a match, those who have left included; 12 at the table at once
TABLE = HAND + SEATS  # the place of the cards to beat
PLACES, VIEWERS = TABLE + 1, SEAT + SEATS
CARDS = DECK.words  # all of them, as sets of cards
WILD = 13  # the value of wilds alone
NAMES = ["", *(str(value) for value in range(1, WILD)), "W"]
CARDS_OF = tuple(sum(1 << card % WORD for card in DECK.numbered(name)) for name in NAMES)  # in their word
NOBODY = -1
DEALS, PILES, TAXED = range(3)  # what is tallied


@record
class Table(Ledger):
    words: int = cells()
    at: Row = cells(2 * PLACES, bits=64)
    seen: Row = cells(2 * VIEWERS, bits=64)
    seats: int = cells()
    monarchies: int = cells()
    taxation: int = cells()
    deal: int = cells(bits=16)
    waits: int = cells()
    ended: int = cells()
    turn: int = cells()
    order: Row = cells(SEATS)  # the seats in turn order ...
    players: int = cells()  # ... so many
    at_turn: int = cells()  # the turn's place in it
    many: int = cells()  # the play to beat: so many cards, 0 when the seat to act leads, ...
    value: int = cells()  # ... of this value ...
    last: int = cells()  # ... by this seat
    passed: int = cells(bits=32)  # the seats that are out of the pile, a bit each
    cleared: int = cells()  # 1 if the last move cleared the pile
    out: int = cells()  # how many seats have finished the deal
    place: Row = cells(SEATS)  # in this deal: 1 for the first to finish, 0 while still in
    monarch: int = cells()  # of this deal, or NOBODY
    crowns: Row = cells(SEATS)  # monarchies earned
    taxes: int = cells()  # how many seats have yet to give cards in return
    owes: Row = cells(SEATS)  # how many cards each has to give ...
    partner: Row = cells(SEATS)  # ... and the other one of its pair, or NOBODY
    fresh: int = cells(bits=32)  # who has joined since the last deal, a bit each
    left: Row = cells(SEATS)  # 1 for the first to leave, 2 for the second; 0 for those who are here
    leavers: int = cells()
    tally: Row = cells(3, bits=32)


@law
def cards_of(t: Table, seat: int, value: int) -> int:
    """The cards of a value in a hand, in place in their word: the second one from 11 on."""
    return t.at[2 * (HAND + seat) + int(value > 10)] & CARDS_OF[value]


@law
def held(t: Table, seat: int, value: int) -> int:
    return count(cards_of(t, seat, value))


@law
def picked(t: Table, seat: int, value: int, many: int) -> int:
    """So many cards of a value: first those that the other of a pair has seen, or what goes would tell what stays."""
    cards, known = cards_of(t, seat, value), 0
    if t.partner[seat] != NOBODY:
        known = cards & t.seen[2 * (SEAT + t.partner[seat]) + int(value > 10)]
    chosen = 0
    for _ in range(many):
        rest = known & ~chosen
        if rest == 0:
            rest = cards & ~chosen
        chosen |= rest & -rest
    return chosen


@law
def turn_of(t: Table, seat: int, leader: int) -> int:
    """The seat's place in turn order, from 0."""
    for i in range(t.players):
        if t.order[i] == seat:
            return i
    return 0
