"""Toy. A move is the value of the card to commit: 1 to 12, or 13 for a wild."""

from cardhouse.cards.cells import MATCH, fresh, number, option, per_seat, state
from cardhouse.cards.law import Row, law, lowest, size
from cardhouse.cards.ledger import (
    DISCARDS,
    EVERYBODY,
    HAND,
    LIMB,
    SEAT,
    Ledger,
    deal_round,
    gather,
    listed,
    move,
    renew,
    show,
)
from cardhouse.cards.scores import placed
from cardhouse.cards.zones import Zones, custom, face_down, face_up, hands
from cardhouse.games.dynasty.deck import DECK

SEATS = 4
MOST_ROUNDS = 60
ZONES = Zones(DECK, seats=SEATS, stock=face_down(), discards=face_up(), hand=hands(), committed=custom(by_seat=True))
COMMITTED = ZONES["committed"]  # COMMITTED + seat
ZONE_COUNT, VIEWERS = ZONES.count, SEAT + SEATS
FIRST_WORD, SECOND_WORD = DECK.limbs
CHOICES, MOST_MOVES, MOST_CARDS = 14, 13, 80


@state(ZONES)
class State(Ledger):
    rounds: int = option(
        rule=5, label="Rounds", meaning="How many rounds make a match.", numbers=range(1, MOST_ROUNDS + 1), default=30
    )
    played: int = number(0, MOST_ROUNDS, lives=MATCH)  # rounds
    points: Row = per_seat(number(0, MOST_ROUNDS), lives=MATCH)


new_match, _ = fresh(State)


@law
def value_of(card: int) -> int:
    """Cards go by value: one 1, two 2s, ... ; the elevens begin the second limb."""
    if card >= LIMB:
        return 11 if card < LIMB + 11 else 12 if card < LIMB + 23 else 13
    value = 1
    while card >= value:
        card -= value
        value += 1
    return value


@law
def find(t: State, place: int, value: int) -> int:
    """The first card of this value in a place, or -1."""
    for limb in range(2):
        cards = t.at[2 * place + limb]
        while cards:
            card = limb * LIMB + lowest(cards)
            if value_of(card) == value:
                return card
            cards &= cards - 1
    return -1


@law
def begin(t: State, seating: Row) -> None:
    new_match(t)
    t.waits = 3 * t.seats


@law
def collect(t: State, out: Row) -> int:
    """Rules 1 and 4: the whole deck before the first round, the stock and perhaps the discards later."""
    if t.played == 0:
        gather(t, FIRST_WORD, ZONE_COUNT, VIEWERS)
        gather(t, SECOND_WORD, ZONE_COUNT, VIEWERS, limb=1)
    elif size(t.at[0]) + size(t.at[1]) < t.seats:
        for limb in range(2):
            renew(t, t.at[2 * DISCARDS + limb], VIEWERS, limb)
    return listed(t.at[1], out, listed(t.at[0], out), limb=1)


@law
def shuffled(t: State, cards: Row, count: int) -> None:
    deal_round(t, cards, count, 0)
    t.waits = 0


@law
def committed(t: State, seat: int) -> bool:
    return t.at[2 * (COMMITTED + seat)] + t.at[2 * (COMMITTED + seat) + 1] > 0


@law
def to_act(t: State, seat: int) -> bool:
    return not t.waits and not over(t) and not committed(t, seat)


@law
def breaks(t: State, seat: int, choice: int) -> int:
    if over(t):
        return 5
    if not to_act(t, seat):
        return 2
    return 0 if 1 <= choice <= 13 and find(t, HAND + seat, choice) >= 0 else 1


@law
def moves(t: State, seat: int, out: Row) -> int:
    n = 0
    for choice in range(1, 14):
        if breaks(t, seat, choice) == 0:
            out[n] = choice
            n += 1
    return n


@law
def default(t: State, seat: int) -> int:
    choice = 1
    while find(t, HAND + seat, choice) < 0:
        choice += 1
    return choice


@law
def play(t: State, seat: int, choice: int) -> None:
    card = find(t, HAND + seat, choice)
    move(t, 1 << card % LIMB, HAND + seat, COMMITTED + seat, card // LIMB)
    for other in range(t.seats):
        if not committed(t, other):
            return
    reveal(t)


@law
def reveal(t: State) -> None:
    """Rule 3."""
    best, winner = 14, -1
    for seat in range(t.seats):
        for value in range(1, 14):
            if find(t, COMMITTED + seat, value) >= 0:
                if value == best:
                    winner = -1
                elif value < best:
                    best, winner = value, seat
    if winner >= 0:
        t.points[winner] += 1
    for seat in range(t.seats):
        for limb in range(2):
            cards = t.at[2 * (COMMITTED + seat) + limb]
            show(t, cards, EVERYBODY, limb)
            move(t, cards, COMMITTED + seat, DISCARDS, limb)
    t.played += 1
    t.waits, t.deal = (t.seats, 0) if t.played < t.rounds else (0, 1)


@law
def over(t: State) -> bool:
    return t.deal == 1


@law
def score(t: State, seat: int) -> int:
    return t.points[seat]


@law
def place_of(t: State, seat: int) -> int:
    return placed(t.points, t.seats, seat)
