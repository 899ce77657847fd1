"""Dynasty's state: the zones of its cards, and the other cells.

The cells that every game has are in cards/ledger.py.

The cards of a value are neighbouring bits: values 1 to 10 in the first limb of a set of cards, others in the second.
"""

from cardhouse.cards.cells import (
    MATCH,
    NOBODY,
    OFF_ON,
    flag,
    fresh,
    number,
    option,
    per_seat,
    row,
    seat,
    seats,
    state,
)
from cardhouse.cards.law import Row, law, size
from cardhouse.cards.ledger import HAND, SEAT, Ledger, cards_at, only_card, seen_by
from cardhouse.cards.sets import first_of
from cardhouse.cards.zones import Zones, face_down, face_up, hands
from cardhouse.games.dynasty.deck import DECK, FIRST_OF_SECOND_LIMB, VALUES

SEATS = 16  # in a match, including those who have left; 12 at a time
WILD, WILDS = 13, 2  # the value of wilds alone, and how many there are
MOST_MONARCHIES, MOST_OWED = 9, 2
ZONES = Zones(DECK, seats=SEATS, stock=face_down(), discards=face_up(), hand=hands(), pile=face_up())
PILE = ZONES["pile"]  # the cards to beat
ZONE_COUNT, VIEWERS = ZONES.count, SEAT + SEATS
CARDS = DECK.limbs  # all of them, as sets of cards
NAMES = ["", *map(str, VALUES), "W"]
CARDS_OF = tuple(sum(map(only_card, DECK.numbered(name))) for name in NAMES)  # by value, as sets in their limb
DEALS, PILES, TAXED = range(3)


@state(ZONES, tallies=("deals", "piles", "taxed deals"))
class State(Ledger):
    monarchies: int = option(
        rule=10,
        label="Monarchies",
        meaning="How often you must be the monarch to win.",
        numbers=range(1, MOST_MONARCHIES + 1),
        default=3,
    )
    taxation: int = option(
        rule=11,
        label="Taxes",
        meaning="Whether the last players give their best cards to the first ones before a deal.",
        values=OFF_ON,
        default="off",
    )
    ended: int = flag(lives=MATCH)  # whether the match is over
    order: Row = row(SEATS, seat(), length="players", lives=MATCH)  # the seats in the turn order of this deal
    players: int = number(0, SEATS, lives=MATCH)  # how many seats the turn order has
    at_turn: int = number(0, SEATS - 1)  # the position in the turn order of the seat whose turn it is
    count: int = number(0, VALUES[-1] + WILDS)  # how many cards the play to beat has, 0 when the seat to act leads
    value: int = number(0, WILD)  # of the play to beat
    last: int = seat()  # the seat that made the play to beat
    passed: int = seats()  # who has passed since the pile was last cleared
    cleared: int = flag()  # whether the last move cleared the pile
    out: int = number(0, SEATS)  # how many seats have finished the deal
    places: Row = per_seat(number(0, SEATS))  # in this deal: 1 for the first to finish, 0 while still in
    monarch: int = seat()  # of this deal
    crowns: Row = per_seat(number(0, MOST_MONARCHIES), lives=MATCH)  # monarchies earned
    taxes: int = number(0, 2)  # how many seats have yet to give cards in return
    owes: Row = per_seat(number(0, MOST_OWED))  # how many cards each seat still has to give in return
    partner: Row = per_seat(seat())  # for each seat, the one that it exchanges cards with
    newcomers: int = seats(lives=MATCH)  # who has joined since the last deal
    left: Row = per_seat(number(0, SEATS), lives=MATCH)  # 1 for the first to leave, 2 for the second; 0 if still here
    leavers: int = number(0, SEATS, lives=MATCH)  # how many have left


new_match, new_deal = fresh(State)


@law
def limb_of_value(value: int) -> int:
    """Return the limb of the cards of a value."""
    return int(value >= FIRST_OF_SECOND_LIMB)


@law
def cards_held(t: State, seat: int, value: int) -> int:
    """Return the cards of a value in a hand, as a set in their limb."""
    return cards_at(t, HAND + seat, limb_of_value(value)) & CARDS_OF[value]


@law
def held(t: State, seat: int, value: int) -> int:
    """Return how many cards of a value a seat holds: `cards_held`, counted.

    `cards_held` is written out here: plain laws call this function most often, and each call would double its cost.
    """
    limb = int(value >= FIRST_OF_SECOND_LIMB)
    return size(cards_at(t, HAND + seat, limb) & CARDS_OF[value])


@law
def picked(t: State, seat: int, value: int, count: int) -> int:
    """Pick cards of a value from a hand; return them as a set.

    Cards that the other seat of the pair has seen (rule 11) go first. If another card of the value went instead, that
    seat would know that the card it has seen is still there.
    """
    cards = cards_held(t, seat, value)
    seen = 0
    if t.partner[seat] != NOBODY:
        seen = cards & seen_by(t, SEAT + t.partner[seat], limb_of_value(value))
    chosen = 0
    for _ in range(count):
        rest = seen & ~chosen
        if rest == 0:
            rest = cards & ~chosen
        chosen |= first_of(rest)
    return chosen


@law
def turn_of(t: State, seat: int, leader: int) -> int:
    """Return the seat's position in the turn order, from 0, whoever leads."""
    for i in range(t.players):
        if t.order[i] == seat:
            return i
    return 0
