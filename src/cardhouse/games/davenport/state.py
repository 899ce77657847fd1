"""Davenport's state: the zones of its cards, and the other cells.

The cells that every game has are in cards/ledger.py.
"""

from cardhouse.cards.cells import MATCH, OFF_ON, card, flag, fresh, number, option, per_seat, seat, seats, state, word
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import Row
from cardhouse.cards.ledger import SEAT, Ledger
from cardhouse.cards.zones import Zones, custom, face_down, face_up, hands

SEATS, MOST_WINS, MOST_DRAWN = 7, 9, 2
ZONES = Zones(
    STANDARD,
    seats=SEATS,
    stock=face_down(),
    discards=face_up(covered=True),
    hand=hands(),
    commitment=custom(by_seat=True),
    given_up=custom(by_seat=True, called="commitment"),  # rule 2: to others it looks like a commitment
)
COMMITTED = ZONES["commitment"]  # COMMITTED + seat: the card that it will show
GIVEN_UP = ZONES["given_up"]  # GIVEN_UP + seat: the card that it exchanges
ZONE_COUNT, VIEWERS = ZONES.count, SEAT + SEATS
(CARDS,) = STANDARD.limbs  # all of them, as a set
STAGES = ("dealing", "choosing", "exchanging", "drawing", "over")
DEALING, CHOOSING, EXCHANGING, DRAWING, OVER = range(5)
BY_ELIMINATION = 0  # playoff=elimination
ROUNDS, RESHUFFLES, PLAYOFFS, EXCHANGES = range(4)


@state(ZONES, tallies=("rounds", "reshuffles", "playoffs", "exchanges"))
class State(Ledger):
    ace_rule: int = option(
        rule=8, label="Ace rule", meaning="Whether an ace beats a jack, queen or king.", values=OFF_ON, default="off"
    )
    playoff: int = option(
        rule=12,
        label="Playoff",
        meaning="How a playoff is decided.",
        values=("elimination", "wins"),
        labels=("elimination", "count wins"),
        default="elimination",
        rare=True,
    )
    playoff_wins: int = option(
        rule=12,
        label="Wins in a playoff",
        meaning="How many wins decide a playoff, if wins are counted.",
        numbers=range(1, MOST_WINS + 1),
        default=3,
        rare=True,
    )
    dealer: int = seat(lives=MATCH)  # the seat that deals; `turn` is the seat at its left
    stage: int = word(*STAGES, start=DEALING, lives=MATCH)  # of the round
    playing_off: int = flag(lives=MATCH)  # whether this is the playoff
    playing: int = seats(lives=MATCH)  # who takes part: all, or those in the playoff
    chosen: int = seats(shown="committed")  # who has committed a card in this round
    owed: Row = per_seat(number(0, MOST_DRAWN), secret=True)  # cards still to be drawn; it would reveal who exchanges
    first: int = seat()  # the seat that draws first
    shown: Row = per_seat(card())  # the card that each seat showed in the last round
    exchanged: int = seats()  # seats whose card in the last round was drawn unseen
    won: int = seats()  # who won the last round
    wins: Row = per_seat(number(0, MOST_WINS), lives=MATCH)  # in a playoff that counts wins
    places: Row = per_seat(number(0, SEATS), lives=MATCH)  # in the end; 0 before


new_match, new_deal = fresh(State)
