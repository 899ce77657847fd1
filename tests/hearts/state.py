"""The table of Hearts: where its cards lie, and what else there is to know."""

from cardhouse.cards.cells import MATCH, flag, fresh, number, option, per_seat, state, suits, word
from cardhouse.cards.deck import STANDARD, SUITS
from cardhouse.cards.law import Row
from cardhouse.cards.ledger import SEAT, Ledger
from cardhouse.cards.zones import Zones, face_down, face_up, hands

SEATS = 4
TRICKS_OF_A_DEAL = 13
ALL_POINTS = 26
MOST_DEALS = 100
MOST_POINTS = MOST_DEALS * ALL_POINTS
ZONES = Zones(
    STANDARD,
    seats=SEATS,
    stock=face_down(),
    discards=face_up(),
    hand=hands(),
    trick=face_up(by_seat=True),  # the card of each seat, until the next lead
    taken=face_up(by_seat=True),
)
TRICK, TAKEN = ZONES["trick"], ZONES["taken"]
ZONE_COUNT, VIEWERS = ZONES.count, SEAT + SEATS
(CARDS,) = STANDARD.limbs  # all of them, as a set
MOON_HELPS_SELF = 1  # moon=self
BREAKS, MOONS = range(2)


@state(ZONES, tallies=("deals with broken hearts", "moons"))
class State(Ledger):
    target: int = option(
        rule=9, label="Target score", meaning="How many points end the match.", numbers=range(20, 201), default=100
    )
    moon: int = option(
        rule=8,
        label="Shooting the moon",
        meaning="Whose points change when one player takes them all.",
        values=("others", "self"),
        labels=("the others get 26", "you lose 26"),
        default="others",
    )
    led: int = word(*SUITS)  # the suit that was led; nothing if the seat to act leads
    tricks: int = number(0, TRICKS_OF_A_DEAL)
    broken: int = flag()  # whether a heart was played
    void: Row = per_seat(suits())  # the suits that a seat has shown not to have
    gained: Row = per_seat(number(-ALL_POINTS, ALL_POINTS))
    points: Row = per_seat(number(-MOST_POINTS, MOST_POINTS), lives=MATCH)


new_match, new_deal = fresh(State)
