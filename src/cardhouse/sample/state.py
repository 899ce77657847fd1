"""The state: the zones of the cards, and the other cells.

Begin your changes here: views, options and the columns of the page are derived from these declarations.
"""

from cardhouse.cards.cells import MATCH, fresh, number, option, per_seat, seat, state
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import Row
from cardhouse.cards.ledger import SEAT, Ledger
from cardhouse.cards.zones import Zones, face_down, face_up, hands

SEATS, HAND_SIZE, MOST_DEALS = 6, 5, 20

# The zones. The first three are the same in every game; add your own below them.
ZONES = Zones(
    STANDARD,  # the deck; `standard(decks=2, jokers=4)` in cardhouse.cards.deck makes another one
    seats=SEATS,
    stock=face_down(),
    discards=face_up(),
    hand=hands(),
    trick=face_up(by_seat=True),  # the card that each seat has played, until the next lead
)
TRICK = ZONES["trick"]  # TRICK + seat
ZONE_COUNT, VIEWERS = ZONES.count, SEAT + SEATS
(CARDS,) = STANDARD.limbs  # the whole deck, as a set of cards


# The cells. Each is declared with its kind and range, and lives for a deal or for a match.
@state(ZONES)
class State(Ledger):
    deals: int = option(
        rule=4, label="Deals", meaning="How many deals make a match.", numbers=range(1, MOST_DEALS + 1), default=3
    )
    first: int = seat(lives=MATCH)  # the seat that leads to the first trick of the deal
    played: int = number(0, SEATS)  # cards in this trick, 0 when the seat to act leads
    points: Row = per_seat(number(0, MOST_DEALS * HAND_SIZE), lives=MATCH)


new_match, new_deal = fresh(State)
