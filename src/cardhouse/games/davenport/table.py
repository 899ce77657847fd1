"""Davenport's table: the places of its cards, and what else there is to know."""

from cardhouse.cards.law import Row, cells, record
from cardhouse.cards.ledger import HAND, SEAT, Ledger

SEATS = 7
CARDS = (1 << 52) - 1  # all of them, as a set
COMMITTED = HAND + SEATS  # COMMITTED + seat: the card that it will show
RETIRED = COMMITTED + SEATS  # RETIRED + seat: the card that it exchanges
PLACES, VIEWERS = RETIRED + SEATS, SEAT + SEATS
DEALING, CHOOSING, EXCHANGING, DRAWING, OVER = range(5)  # stages
BY_ELIMINATION = 0  # playoff=elimination
NOTHING = -1
ROUNDS, RESHUFFLES, PLAYOFFS, EXCHANGES = range(4)  # what is tallied


@record
class Table(Ledger):
    words: int = cells()
    at: Row = cells(PLACES, bits=64)
    seen: Row = cells(VIEWERS, bits=64)
    seats: int = cells()
    ace_rule: int = cells()
    playoff: int = cells()
    playoff_wins: int = cells()
    deal: int = cells()
    waits: int = cells()
    turn: int = cells()  # the seat at the dealer's left
    stage: int = cells()
    playing_off: int = cells()
    playing: int = cells(bits=16)  # the seats that take part, a bit each
    chosen: int = cells(bits=16)  # those that have committed in this round
    owed: Row = cells(SEATS)  # cards still to be drawn, by seat ...
    first: int = cells()  # ... from this one on
    shown: Row = cells(SEATS)  # the card that each seat showed last, or NOTHING
    exchanged: int = cells(bits=16)  # which of them were exchanged, a bit a seat ...
    won: int = cells(bits=16)  # ... and which won that round
    wins: Row = cells(SEATS)  # in a playoff that goes by them
    place: Row = cells(SEATS)  # in the end; 0 before
    tally: Row = cells(4, bits=32)
