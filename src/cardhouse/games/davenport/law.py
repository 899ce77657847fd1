"""Davenport. Be the first to lose all your cards: who shows the highest card draws none.

A move is a verb and a card: `exchange 7s` is `EXCHANGE << 6 | 23`. All seats commit, in any order; then the round goes
on by itself until a seat, or the dealer, is to act. The rules are numbered as in RULES.md.
"""

from cardhouse.cards.law import Row, count, law, lowest
from cardhouse.cards.ledger import (
    DISCARDS,
    EVERYBODY,
    HAND,
    STOCK,
    fill,
    gather,
    give,
    hand_out,
    listed,
    move,
    renew,
    show,
)
from cardhouse.cards.ranks import ACE, JACK, value_of
from cardhouse.cards.scores import placed
from cardhouse.games.davenport.table import (
    BY_ELIMINATION,
    CARDS,
    CHOOSING,
    COMMITTED,
    DEALING,
    DRAWING,
    EXCHANGES,
    EXCHANGING,
    NOTHING,
    OVER,
    PLACES,
    PLAYOFFS,
    RESHUFFLES,
    RETIRED,
    ROUNDS,
    SEATS,
    VIEWERS,
)
from cardhouse.games.davenport.table import Table as Table

COMMIT, EXCHANGE = 0, 1  # verbs
CHOICES, MOST_MOVES, MOST_CARDS = 2 << 6, 26, 52

# The deal


@law
def begin(t: Table, seating: Row) -> None:
    t.words, t.deal, t.turn = 1, 0, (seating[0] + 1) % t.seats  # rule 1: the first dealer is drawn by lot
    t.playing, t.chosen, t.playing_off, t.stage, t.waits = (1 << t.seats) - 1, 0, 0, DEALING, 5 * t.seats
    fill(t.owed, SEATS)
    fill(t.wins, SEATS)
    fill(t.place, SEATS)
    fill(t.tally, 4)


@law
def collect(t: Table, order: Row) -> int:
    """The whole deck for a deal, the stock for draws; rule 6: an empty stock is renewed from the discards."""
    if t.stage == DEALING:
        gather(t, CARDS, PLACES, VIEWERS)
        fill(t.shown, SEATS, NOTHING)
        t.exchanged, t.won, t.first = 0, 0, 0
    for seat in range(t.seats):  # rule 3: the retired cards go first
        t.exchanged |= count(t.at[RETIRED + seat]) << seat
        move(t, t.at[RETIRED + seat], RETIRED + seat, DISCARDS)
    if t.at[STOCK] == 0:
        renew(t, t.at[DISCARDS], VIEWERS)
        t.tally[RESHUFFLES] += 1
    return listed(t.at[STOCK], order)


@law
def shuffled(t: Table, cards: Row, many: int) -> None:
    """The dealer has given cards: a deal (rules 1 and 11), or draws that are owed."""
    t.waits = 0
    if t.stage == DEALING:
        players, dealt = count(t.playing), 0
        for i in range(t.seats):
            seat = (t.turn + i) % t.seats
            if t.playing >> seat & 1:
                hand_out(t, cards, many, dealt, players, seat)
                dealt += 1
        t.stage, t.chosen = CHOOSING, 0
        return
    for i in range(many):
        draw(t, cards[i])
    go_on(t)


# What a seat may do


@law
def to_act(t: Table, seat: int) -> bool:
    """Rule 2: all who play, until they have committed."""
    return t.stage == CHOOSING and (t.playing & ~t.chosen) >> seat & 1 == 1


@law
def automatic(t: Table) -> bool:
    return False


@law
def breaks(t: Table, seat: int, choice: int) -> int:
    """The number of the rule that forbids this move, or 0."""
    if over(t) or (t.stage != DEALING and not t.playing >> seat & 1):
        return 7
    if not to_act(t, seat) or not 0 <= choice < CHOICES:
        return 2
    return 0 if t.at[HAND + seat] >> (choice & 63) & 1 else 2 + (choice >> 6)


@law
def moves(t: Table, seat: int, out: Row) -> int:
    """Suits never matter: a commitment and an exchange for each rank held."""
    if not to_act(t, seat):
        return 0
    n, hand = 0, t.at[HAND + seat]
    while hand:
        card = lowest(hand)
        out[n], out[n + 1] = COMMIT << 6 | card, EXCHANGE << 6 | card
        n += 2
        hand &= -1 << (card | 3) + 1
    return n


@law
def default(t: Table, seat: int) -> int:
    """For a player who fails: commit the highest card."""
    hand, best = t.at[HAND + seat], NOTHING
    while hand:
        card = lowest(hand)
        if best == NOTHING or value_of(card) > value_of(best):
            best = card
        hand &= hand - 1
    return best


# What it does


@law
def play(t: Table, seat: int, choice: int) -> None:
    place = RETIRED if choice >> 6 == EXCHANGE else COMMITTED
    move(t, 1 << (choice & 63), HAND + seat, place + seat)
    t.chosen |= 1 << seat
    if t.chosen != t.playing:
        return
    t.stage, t.exchanged = EXCHANGING, 0
    for other in range(t.seats):
        t.owed[other] = count(t.at[RETIRED + other])
    go_on(t)


@law
def go_on(t: Table) -> None:
    """The round goes on from where it stopped, until the dealer or a seat is to act."""
    ask(t)
    if t.stage == EXCHANGING and not t.waits:
        t.stage = DRAWING
        reveal(t)
        ask(t)
    if t.stage == DRAWING and not t.waits:
        end_round(t)


@law
def ask(t: Table) -> None:
    """Ask the dealer for the cards that are owed, or as many as there are; rule 6: if there are none, forgo them."""
    owed, discards = 0, t.at[DISCARDS]
    for seat in range(t.seats):
        owed += t.owed[seat]
        discards |= t.at[RETIRED + seat]
    t.waits = min(owed, count(t.at[STOCK] if t.at[STOCK] else discards))
    if not t.waits:
        fill(t.owed, SEATS)


@law
def draw(t: Table, card: int) -> None:
    """The next seat to which a card is owed gets it: rule 3, unseen, as its commitment; rules 4 and 11, in its hand."""
    seat = t.turn if t.stage == EXCHANGING else t.first
    while not t.owed[seat]:
        seat = (seat + 1) % t.seats
    t.owed[seat] -= 1
    if t.stage == EXCHANGING:
        move(t, 1 << card, STOCK, COMMITTED + seat)
    else:
        give(t, card, seat)


@law
def reveal(t: Table) -> None:
    """Rule 4: the highest value wins. The cards shown go to the discards (rule 5)."""
    high, low, aces = 0, 14, False
    for seat in range(t.seats):
        t.shown[seat] = NOTHING
        if t.playing >> seat & 1:
            t.shown[seat] = card = lowest(t.at[COMMITTED + seat])
            show(t, 1 << card, EVERYBODY)
            move(t, 1 << card, COMMITTED + seat, DISCARDS)
            value = value_of(card)
            high, low, aces = max(high, value), min(low, value), aces or value == ACE
    aces = aces and t.ace_rule == 1 and not t.playing_off
    best, worst = high, 0  # who shows the worst draws two
    if aces and high >= JACK:  # rule 8
        best, worst = ACE, high
    elif aces and high > ACE:  # rule 9; rule 10: aces alone all win
        worst = ACE
    settle(t, best, worst, low)
    t.tally[ROUNDS] += 1
    t.tally[EXCHANGES] += count(t.exchanged)


@law
def settle(t: Table, best: int, worst: int, low: int) -> None:
    """Who has won, what draws are owed, and from which seat on; then the playoff goes on, if there is one."""
    t.won = lows = 0
    for i in range(t.seats - 1, -1, -1):
        seat = (t.turn + i) % t.seats
        if t.playing >> seat & 1:
            value = value_of(t.shown[seat])
            t.owed[seat] = 2 if value == worst else 1
            if value == best:
                t.won |= 1 << seat
                t.owed[seat] = t.playing_off  # rule 11: there the winner draws too
                t.first = (seat + 1) % t.seats  # rule 5: of several, the first from the dealer's left counts
            if value == low:
                lows |= 1 << seat
    if t.playing_off:
        play_off(t, lows)


@law
def play_off(t: Table, lows: int) -> None:
    """Rule 11: a single lowest card is eliminated. Rule 12: or a single highest one is a win."""
    winner, loser = lowest(t.won), lowest(lows)
    if t.playoff != BY_ELIMINATION:
        t.wins[winner] += int(count(t.won) == 1)
    elif count(lows) == 1:
        t.place[loser], t.owed[loser] = count(t.playing), 0
        t.playing &= ~lows
        move(t, t.at[HAND + loser], HAND + loser, DISCARDS)
    if count(t.playing) == 1 or t.wins[winner] == t.playoff_wins:
        finish(t)


# The end


@law
def end_round(t: Table) -> None:
    t.stage, t.chosen, out = CHOOSING, 0, 0
    for seat in range(t.seats):
        out |= int(t.at[HAND + seat] == 0) << seat
    if out == 0 or t.playing_off:
        return
    for seat in range(t.seats):  # rule 13: the others by fewest cards
        fewer = 0
        for other in range(t.seats):
            fewer += int(count(t.at[HAND + other]) < count(t.at[HAND + seat]))
        t.place[seat] = 1 + fewer if fewer else 0
    t.playing = out
    if count(out) == 1:  # rule 7
        finish(t)
    else:
        t.playing_off, t.stage, t.waits = 1, DEALING, 3 * count(out)
        t.tally[PLAYOFFS] += 1


@law
def finish(t: Table) -> None:
    """Rules 12 and 13: those who are left, by wins."""
    for seat in range(t.seats):
        if t.playing >> seat & 1:
            t.place[seat] = placed(t.wins, t.seats, seat)
    fill(t.owed, SEATS)
    show(t, CARDS, EVERYBODY)
    t.stage, t.deal = OVER, 1


@law
def over(t: Table) -> bool:
    return t.stage == OVER


@law
def score(t: Table, seat: int) -> int:
    return t.wins[seat]


@law
def ranked(t: Table, seat: int) -> int:
    return t.place[seat]
