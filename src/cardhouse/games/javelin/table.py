"""Javelin's table: two rows of eight places for each player, with what is known of the cards in them."""

from cardhouse.cards.law import Row, cells, law, lowest, record
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, SEAT, Ledger, show
from cardhouse.cards.ranks import value_of

SEATS, ROW = 2, 16
CARDS = (1 << 52) - 1  # all of them, as a set
ROWS = DISCARDS + 1  # ROWS + 16 * seat + place: one card or none; there are no hands
PLACES, VIEWERS, DEALT = ROWS + SEATS * ROW, SEAT + SEATS, SEATS * ROW
NOBODY = NOTHING = -1
# What is tallied: rounds, turns, ways in which rounds ended, rounds that the dealer won, reshuffles.
ROUNDS, TURNS, NONE_DOWN, NONE_UP, FORFEITED, FORCED, DRAWN, DEALER_WON, RESHUFFLES = range(9)


@record
class Table(Ledger):
    words: int = cells()
    at: Row = cells(PLACES, bits=64)
    seen: Row = cells(VIEWERS, bits=64)
    seats: int = cells()
    peek: int = cells()
    reshuffle: int = cells()
    target: int = cells()
    deal: int = cells()  # rounds that are over
    waits: int = cells()
    dealer: int = cells()
    turn: int = cells()
    turns: int = cells(bits=16)  # in this round
    down: Row = cells(SEATS, bits=32)  # the places of face-down cards, a bit each
    up: Row = cells(SEATS, bits=32)
    sideways: Row = cells(SEATS, bits=32)  # those of the face-up cards that are
    face: Row = cells(DEALT)  # the value of each face-up card, 0 elsewhere
    proved: Row = cells(SEATS, bits=32)  # the places of face-down cards of which a wrong guess has proved something
    least: Row = cells(DEALT)  # rule 5: what is proved of a face-down card: it is not lower than this ...
    most: Row = cells(DEALT)  # ... nor higher than this; 0 elsewhere
    undrawn: int = cells()  # how many cards the stock has
    replacing: int = cells()  # the place that waits for a card, or NOTHING
    winner: int = cells()  # of the last round, or NOBODY
    ending: int = cells()  # how it ended: NONE_DOWN, NONE_UP, FORFEITED, FORCED or DRAWN; 0 while none has
    points: Row = cells(SEATS, bits=16)
    ended: int = cells()  # 1 when the match is over
    tally: Row = cells(9, bits=32)


@law
def card_at(t: Table, seat: int, place: int) -> int:
    return lowest(t.at[ROWS + ROW * seat + place])


@law
def turn_up(t: Table, at: int, card: int) -> None:
    """A card that lies at a place of the rows is there for everybody to see."""
    show(t, card, EVERYBODY)
    t.face[at] = value_of(lowest(card))
    t.least[at] = t.most[at] = 0
