"""Hearts. Take no hearts, and not the queen of spades. The rules are numbered as in RULES.md."""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import Row, law, lowest, size
from cardhouse.cards.ledger import EVERYBODY, HAND, deal_round, gather, listed, move, show
from cardhouse.cards.scores import placed_by_fewest
from cardhouse.cards.sets import cards_of_suit, holds, only, suit_of_card, without
from tests.hearts.moves import MOVES, card_of, is_move, play_of
from tests.hearts.state import (
    ALL_POINTS,
    BREAKS,
    CARDS,
    MOON_HELPS_SELF,
    MOONS,
    MOST_DEALS,
    SEATS,
    TAKEN,
    TRICK,
    TRICKS_OF_A_DEAL,
    VIEWERS,
    ZONE_COUNT,
    new_deal,
    new_match,
)
from tests.hearts.state import State as State

HEART, SPADE = 2, 3  # suits
HEARTS = cards_of_suit(CARDS, HEART)  # as a set
TWO_OF_CLUBS, QUEEN_OF_SPADES = 0, 4 * 10 + SPADE  # cards
QUEEN_POINTS = 13
CHOICES, MOST_MOVES, MOST_CARDS = MOVES.CHOICES, TRICKS_OF_A_DEAL, size(CARDS)


# The deal


@law
def begin(t: State, seating: Row) -> None:
    new_match(t)
    t.waits = MOST_CARDS


@law
def collect(t: State, out: Row) -> int:
    new_deal(t)
    gather(t, CARDS, ZONE_COUNT, VIEWERS)
    return listed(CARDS, out)


@law
def shuffled(t: State, cards: Row, count: int) -> None:
    """Rule 1. Rule 2: the two of clubs begins, so everybody learns who has it."""
    deal_round(t, cards, count, 0)
    t.turn = 0
    while not holds(t.at[HAND + t.turn], TWO_OF_CLUBS):
        t.turn += 1
    show(t, only(TWO_OF_CLUBS), EVERYBODY)
    t.waits = 0


# What a seat may do


@law
def to_act(t: State, seat: int) -> bool:
    return seat == t.turn and not t.waits and not over(t)


@law
def automatic(t: State) -> bool:
    """Rule 2: the first lead is made for its player."""
    return t.tricks == 0 and t.led == NOBODY and not t.waits


@law
def playable(t: State, seat: int) -> int:
    """Return the cards that a seat may play, as a set."""
    hand = t.at[HAND + seat]
    if automatic(t):
        return only(TWO_OF_CLUBS)
    if t.led == NOBODY:  # rule 5
        others = hand & ~HEARTS
        return others if others and not t.broken else hand
    suited = cards_of_suit(hand, t.led)
    if suited:  # rule 3
        return suited
    harmless = without(hand & ~HEARTS, QUEEN_OF_SPADES)
    return harmless if harmless and t.tricks == 0 else hand  # rule 4


@law
def breaks(t: State, seat: int, choice: int) -> int:
    """Return the number of the rule that forbids this move, or 0."""
    hand = t.at[HAND + seat]
    if not to_act(t, seat):
        return 9 if over(t) else 2
    if not is_move(choice) or not holds(hand, card_of(choice)):
        return 1
    if holds(playable(t, seat), card_of(choice)):
        return 0
    if automatic(t):
        return 2
    if t.led == NOBODY:
        return 5
    return 3 if cards_of_suit(hand, t.led) else 4


@law
def moves(t: State, seat: int, out: Row) -> int:
    return listed(playable(t, seat), out) if to_act(t, seat) else 0


@law
def default(t: State, seat: int) -> int:
    """Return the move for a player who fails: the lowest card that may be played."""
    return play_of(lowest(playable(t, seat)))


# What a move does


@law
def play(t: State, seat: int, choice: int) -> None:
    card = card_of(choice)
    suit = suit_of_card(card)
    if t.led == NOBODY:
        sweep(t, seat)
        t.led = suit
    if suit != t.led:
        t.void[seat] |= only(t.led)
    if suit == HEART and not t.broken:
        t.broken = 1
        t.tally[BREAKS] += 1
    move(t, only(card), HAND + seat, TRICK + seat)
    show(t, only(card), EVERYBODY)
    t.turn = (seat + 1) % SEATS
    if t.at[TRICK + t.turn]:
        end_trick(t)


@law
def sweep(t: State, seat: int) -> None:
    """Rule 6: a seat takes the trick."""
    for other in range(SEATS):
        move(t, t.at[TRICK + other], TRICK + other, TAKEN + seat)


@law
def taker(t: State) -> int:
    """Rule 6: return the seat whose card is the highest of the suit that was led."""
    best = NOBODY
    seat = NOBODY
    for other in range(SEATS):
        suited = cards_of_suit(t.at[TRICK + other], t.led)
        if suited and lowest(suited) > best:
            best = lowest(suited)
            seat = other
    return seat


@law
def end_trick(t: State) -> None:
    """Rule 6: the taker leads to the next trick."""
    t.turn = taker(t)
    t.led = NOBODY
    t.tricks += 1
    if t.tricks == TRICKS_OF_A_DEAL:
        sweep(t, t.turn)
        end_deal(t)


# The end


@law
def worth(cards: int) -> int:
    """Rule 7."""
    return size(cards & HEARTS) + (QUEEN_POINTS if holds(cards, QUEEN_OF_SPADES) else 0)


@law
def points_of(t: State, taken: int, moon: bool) -> int:
    """Rules 7 and 8: return what a player gains who took cards of this worth."""
    if not moon:
        return taken
    if t.moon == MOON_HELPS_SELF:
        return -taken
    return ALL_POINTS - taken


@law
def end_deal(t: State) -> None:
    moon = False
    for seat in range(SEATS):
        moon = moon or worth(t.at[TAKEN + seat]) == ALL_POINTS
    for seat in range(SEATS):
        t.gained[seat] = points_of(t, worth(t.at[TAKEN + seat]), moon)
        t.points[seat] += t.gained[seat]
    t.tally[MOONS] += int(moon)
    t.deal += 1
    t.waits = 0 if over(t) else MOST_CARDS


@law
def over(t: State) -> bool:
    """Rule 9."""
    most = 0
    for seat in range(SEATS):
        most = max(most, t.points[seat])
    return most >= t.target or t.deal == MOST_DEALS


@law
def score(t: State, seat: int) -> int:
    return t.points[seat]


@law
def place_of(t: State, seat: int) -> int:
    return placed_by_fewest(t.points, SEATS, seat)


@law
def may_lie(t: State, zone: int, card: int) -> bool:
    """Rule 3: a player who did not follow suit has no card of it."""
    seat = zone - HAND
    return not 0 <= seat < SEATS or not holds(t.void[seat], suit_of_card(card))
