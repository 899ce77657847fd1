"""Hearts. Take no hearts, and not the queen of spades. A move is the card to play, by number."""

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import Row, cells, count, law, lowest, record
from cardhouse.cards.ledger import EVERYBODY, HAND, SEAT, Ledger, deal_round, fill, gather, listed, move, show
from cardhouse.cards.scores import placed_by_fewest
from cardhouse.cards.zones import Zones, face_down, face_up, hands, places

SEATS = 4
CARDS = (1 << 52) - 1  # all of them, as a set
CLUBS = 0x1111111111111  # the clubs, as a set; the other suits are this one, shifted
HEART, SPADE = 2, 3
HEARTS = CLUBS << HEART
TWO_OF_CLUBS, QUEEN_OF_SPADES = 0, 4 * 10 + SPADE
ZONES = Zones(
    STANDARD,
    seats=SEATS,
    stock=face_down(),
    discards=face_up(),
    hand=hands(),
    trick=places(by_seat=True),
    taken=places(by_seat=True),
)
TRICK = ZONES["trick"]  # TRICK + seat: the card that it played to this trick, or to the last one before the next lead
TAKEN = ZONES["taken"]  # TAKEN + seat: the tricks that it took
PLACES, VIEWERS = ZONES.places, SEAT + SEATS
CHOICES, MOST_MOVES, MOST_CARDS = 52, 13, 52
ALL_POINTS, QUEEN_POINTS, MOST_DEALS, TRICKS_OF_A_DEAL = 26, 13, 100, 13
NOTHING = -1
MOON_HELPS_SELF = 1  # moon=self
TRICKS, BREAKS, MOONS = range(3)  # what is tallied


@record
class Table(Ledger):
    words: int = cells()
    at: Row = cells(PLACES, bits=64)
    seen: Row = cells(VIEWERS, bits=64)
    seats: int = cells()
    target: int = cells(bits=16)
    moon: int = cells()
    deal: int = cells()
    waits: int = cells()
    first: int = cells()  # the seat that gets the first card of the deal
    opening: int = cells()  # 1 until the two of clubs is led
    turn: int = cells()
    led: int = cells()  # the suit that was led, or NOTHING when the seat to act leads
    played: int = cells()  # cards in this trick
    tricks: int = cells()  # that are complete in this deal
    broken: int = cells()  # 1 if a heart was played in this deal
    void: Row = cells(SEATS)  # by seat, the suits that it has shown not to have, a bit each
    gained: Row = cells(SEATS)  # the points of the last deal
    points: Row = cells(SEATS, bits=16)
    tally: Row = cells(3, bits=32)


Table.ZONES = ZONES  # names the places in events


@law
def rank_of(card: int) -> int:
    return card >> 2


@law
def suit_of(card: int) -> int:
    return card & 3


@law
def of_suit(cards: int, suit: int) -> int:
    """Rule 3: the cards of a suit."""
    return cards & CLUBS << suit


@law
def holds(cards: int, card: int) -> bool:
    return 0 <= card < MOST_CARDS and cards >> card & 1 == 1


# The deal


@law
def begin(t: Table, seating: Row) -> None:
    t.words, t.waits, t.deal, t.first = 1, MOST_CARDS, 0, seating[0]
    fill(t.gained, SEATS)
    fill(t.points, SEATS)
    fill(t.tally, 3)


@law
def collect(t: Table, order: Row) -> int:
    t.opening, t.turn, t.led, t.played, t.tricks, t.broken = 0, 0, NOTHING, 0, 0, 0
    fill(t.void, SEATS)
    gather(t, CARDS, PLACES, VIEWERS)
    return listed(CARDS, order)


@law
def shuffled(t: Table, order: Row, many: int) -> None:
    """Rule 1. Rule 2: the two of clubs begins, so everybody learns who has it."""
    deal_round(t, order, many, t.first)
    while not holds(t.at[HAND + t.turn], TWO_OF_CLUBS):
        t.turn += 1
    show(t, 1 << TWO_OF_CLUBS, EVERYBODY)
    t.waits, t.opening = 0, 1
    fill(t.gained, SEATS)


# What a seat may do


@law
def to_act(t: Table, seat: int) -> bool:
    return seat == t.turn and not t.waits and not over(t)


@law
def automatic(t: Table) -> bool:
    """Rule 2: the first lead is made for its player."""
    return t.opening == 1


@law
def to_follow(t: Table, hand: int) -> int:
    """Rules 3 and 4: the cards of a hand that may follow the lead."""
    suited = of_suit(hand, t.led)
    if suited:
        return suited
    harmless = hand & ~HEARTS & ~(1 << QUEEN_OF_SPADES)
    return harmless if t.tricks == 0 and harmless else hand


@law
def to_lead(t: Table, hand: int) -> int:
    """Rules 2 and 5: the cards of a hand that may be led."""
    if t.opening:
        return 1 << TWO_OF_CLUBS
    others = hand & ~HEARTS
    return others if not t.broken and others else hand


@law
def playable(t: Table, seat: int) -> int:
    hand = t.at[HAND + seat]
    return to_lead(t, hand) if t.led == NOTHING else to_follow(t, hand)


@law
def breaks(t: Table, seat: int, choice: int) -> int:
    if not to_act(t, seat):
        return 9 if over(t) else 2
    if not holds(t.at[HAND + seat], choice):
        return 1
    if holds(playable(t, seat), choice):
        return 0
    if t.opening:
        return 2
    if t.led == NOTHING:
        return 5
    return 3 if of_suit(t.at[HAND + seat], t.led) else 4


@law
def moves(t: Table, seat: int, out: Row) -> int:
    return listed(playable(t, seat), out) if to_act(t, seat) else 0


@law
def default(t: Table, seat: int) -> int:
    """For a player who fails: the lowest card that may be played."""
    return lowest(playable(t, seat))


# What it does


@law
def play(t: Table, seat: int, choice: int) -> None:
    card = 1 << choice
    if t.led == NOTHING:
        sweep(t, seat)
        t.led, t.opening = suit_of(choice), 0
    elif suit_of(choice) != t.led:
        t.void[seat] |= 1 << t.led
    if suit_of(choice) == HEART and not t.broken:
        t.broken = 1
        t.tally[BREAKS] += 1
    move(t, card, HAND + seat, TRICK + seat)
    show(t, card, EVERYBODY)
    t.played += 1
    if t.played < SEATS:
        t.turn = (seat + 1) % SEATS
    else:
        complete(t)


@law
def sweep(t: Table, seat: int) -> None:
    """Rule 6: the last trick goes to the seat that took it, which is the one that leads."""
    for other in range(SEATS):
        move(t, t.at[TRICK + other], TRICK + other, TAKEN + seat)


@law
def taker(t: Table) -> int:
    """Rule 6: the seat of the highest card of the suit that was led."""
    best, seat = NOTHING, 0
    for other in range(SEATS):
        suited = of_suit(t.at[TRICK + other], t.led)
        if suited and lowest(suited) > best:
            best, seat = lowest(suited), other
    return seat


@law
def complete(t: Table) -> None:
    t.turn = taker(t)
    t.led, t.played = NOTHING, 0
    t.tricks += 1
    t.tally[TRICKS] += 1
    if t.tricks == TRICKS_OF_A_DEAL:
        sweep(t, t.turn)
        finish(t)


# The end


@law
def worth(cards: int) -> int:
    """Rule 7."""
    return count(cards & HEARTS) + (QUEEN_POINTS if holds(cards, QUEEN_OF_SPADES) else 0)


@law
def moon_of(t: Table, taken: int) -> int:
    """Rule 8: the points of a player who took so many, where one player took all."""
    if t.moon == MOON_HELPS_SELF:
        return -ALL_POINTS if taken == ALL_POINTS else 0
    return 0 if taken == ALL_POINTS else ALL_POINTS


@law
def finish(t: Table) -> None:
    moon = False
    for seat in range(SEATS):
        moon = moon or worth(t.at[TAKEN + seat]) == ALL_POINTS
    for seat in range(SEATS):
        taken = worth(t.at[TAKEN + seat])
        t.gained[seat] = moon_of(t, taken) if moon else taken
        t.points[seat] += t.gained[seat]
    t.tally[MOONS] += int(moon)
    t.deal += 1
    t.first = (t.first + 1) % SEATS
    t.waits = 0 if over(t) else MOST_CARDS


@law
def over(t: Table) -> bool:
    """Rule 9."""
    most = 0
    for seat in range(SEATS):
        most = max(most, t.points[seat])
    return most >= t.target or t.deal == MOST_DEALS


@law
def score(t: Table, seat: int) -> int:
    return t.points[seat]


@law
def ranked(t: Table, seat: int) -> int:
    return placed_by_fewest(t.points, SEATS, seat)
