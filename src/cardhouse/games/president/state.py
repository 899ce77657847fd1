"""President's state: the zones of its cards, and the other cells.

The cells that every game has are in cards/ledger.py.
"""

from cardhouse.cards.cells import MATCH, flag, fresh, number, option, per_seat, seat, state
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import Row
from cardhouse.cards.ledger import SEAT, Ledger
from cardhouse.cards.zones import Zones, face_down, face_up, hands

SEATS, RANKS, MOST_DEALS = 8, 13, 50
ZONES = Zones(STANDARD, seats=SEATS, stock=face_down(), discards=face_up(), hand=hands(), pile=face_up())
PILE = ZONES["pile"]  # the cards to beat
ZONE_COUNT, VIEWERS = ZONES.count, SEAT + SEATS
(CARDS,) = STANDARD.limbs  # all of them, as a set: 52 cards fit in one limb
BY_RANK, EVERYBODY_IS_ASKED = 1, 1  # indexes into `values`: skip_on=rank, full_circle=everybody
CLOCKWISE = 1
CLEARS, SKIPS, TURNS = range(3)


@state(ZONES, tallies=("clears", "skips", "reversals"))
class State(Ledger):
    skip_on: int = option(
        rule=9,
        label="What skips a player",
        meaning="Which plays on the pile skip the next player.",
        values=("rank_and_count", "rank"),
        labels=("equal rank and number", "equal rank"),
        default="rank_and_count",
        rare=True,
    )
    full_circle: int = option(
        rule=11,
        label="Who may answer",
        meaning="Who gets a turn to beat the last cards before the pile is cleared.",
        values=("others", "everybody"),
        labels=("the others", "everybody"),
        default="others",
        rare=True,
    )
    deals: int = option(
        rule=14, label="Deals", meaning="How many deals make a match.", numbers=range(1, MOST_DEALS + 1), default=1
    )
    first: int = seat(lives=MATCH)  # the seat that gets the first card of the deal
    opening: int = flag()  # whether the four of clubs is still to be played
    direction: int = number(-1, 1, start=CLOCKWISE)  # of play: 1 is clockwise, -1 the other way
    count: int = number(0, 4)  # how many cards the play to beat has, 0 when the seat to act leads
    rank: int = number(0, RANKS - 1)  # of the play to beat: 0 for twos, 12 for aces
    last: int = seat()  # the seat that made the play to beat
    skipped: int = seat()  # the seat that the last move skipped
    cleared: int = flag()  # whether the last move cleared the pile
    out: int = number(0, SEATS)  # how many seats have shed all their cards
    places: Row = per_seat(number(0, SEATS))  # in this deal: 1 for the winner, 0 while still in
    points: Row = per_seat(number(0, MOST_DEALS * (SEATS - 1)), lives=MATCH)  # of each seat so far


new_match, new_deal = fresh(State)  # laws that reset the cells: all of them, and those that last for one deal
