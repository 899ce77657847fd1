"""Javelin. Turn up all your opponent's face-down cards, or take all his face-up ones.

A move is a verb and two places: `guess 9 3 higher` is `HIGHER << 8 | 9 << 4 | 3`. A player's places are 0 to 7, dealt
face-down, and 8 to 15, dealt face-up. The rules are numbered as in RULES.md.
"""

from cardhouse.cards.law import Row, count, law, lowest
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, SEAT, STOCK, fill, gather, listed, move, renew, show
from cardhouse.cards.ranks import KING, value_of
from cardhouse.cards.scores import placed
from cardhouse.games.javelin.table import (
    CARDS,
    DEALER_WON,
    DEALT,
    DRAWN,
    FORCED,
    FORFEITED,
    NOBODY,
    NONE_DOWN,
    NONE_UP,
    NOTHING,
    PLACES,
    RESHUFFLES,
    ROUNDS,
    ROW,
    ROWS,
    SEATS,
    TURNS,
    VIEWERS,
    card_at,
    turn_up,
)
from cardhouse.games.javelin.table import Table as Table

HIGHER, LOWER, ATTACK, REPLACE, FORFEIT = range(5)  # verbs
CHOICES, MOST_MOVES, MOST_CARDS = 5 << 8, 400, 52
LONGEST_ROUND, MOST_ROUNDS = 300, 40  # rules 11 and 12

# The deal


@law
def begin(t: Table, seating: Row) -> None:
    t.words, t.deal, t.dealer = 1, 0, seating[0]  # rule 1: the first dealer is drawn by lot
    t.waits, t.replacing, t.winner, t.ending, t.ended = DEALT, NOTHING, NOBODY, 0, 0
    fill(t.points, SEATS)
    fill(t.tally, 9)


@law
def collect(t: Table, order: Row) -> int:
    """The whole deck for a deal, the stock for a card that is replaced."""
    if t.replacing == NOTHING:
        gather(t, CARDS, PLACES, VIEWERS)
        fill(t.least, DEALT)
        fill(t.most, DEALT)
        fill(t.face, DEALT)
        fill(t.proved, SEATS)
        fill(t.down, SEATS)
        fill(t.up, SEATS)
        fill(t.sideways, SEATS)
        t.turn, t.turns, t.undrawn = t.dealer, 0, MOST_CARDS - DEALT
    elif t.at[STOCK] == 0:  # rule 8
        t.undrawn = count(t.at[DISCARDS])
        renew(t, t.at[DISCARDS], VIEWERS)
        t.tally[RESHUFFLES] += 1
    return listed(t.at[STOCK], order)


@law
def shuffled(t: Table, cards: Row, many: int) -> None:
    t.waits = 0
    if t.replacing != NOTHING:
        put(t, cards[0])
        return
    for i in range(many):  # rule 1: alternately, the dealer's opponent first
        seat, place, card = (t.dealer + 1 + i) % 2, i >> 1, 1 << cards[i]
        at = ROW * seat + place
        move(t, card, STOCK, ROWS + at)
        if place >= 8:
            turn_up(t, at, card)
        else:
            t.least[at], t.most[at] = 1, KING
            if t.peek:  # rule 2
                show(t, card, SEAT + seat)
    fill(t.down, SEATS, 0x00FF)
    fill(t.up, SEATS, 0xFF00)


# What a player may do


@law
def to_act(t: Table, seat: int) -> bool:
    return seat == t.turn and not t.waits and not over(t)


@law
def may_replace(t: Table) -> bool:
    """Rule 7: there is a card to draw. Rule 8: or the discards to draw from."""
    return t.undrawn > 0 or (t.reshuffle == 1 and t.at[DISCARDS] != 0)


@law
def automatic(t: Table) -> bool:
    """Rule 9: the forfeit of a player who has nothing else. An upright card can guess: the other has one face-down."""
    return not t.waits and not over(t) and t.up[t.turn] & ~t.sideways[t.turn] == 0 and not may_replace(t)


@law
def breaks(t: Table, seat: int, choice: int) -> int:
    """The number of the rule that forbids this move, or 0."""
    if not to_act(t, seat):
        return 12 if over(t) else 3
    verb, own, target = choice >> 8, choice >> 4 & 15, choice & 15
    if not 0 <= choice < CHOICES or (verb == FORFEIT and choice & 255):
        return 3
    if verb == FORFEIT:
        return 0
    if verb == REPLACE:
        return 0 if t.up[seat] >> own & 1 and target == 0 and may_replace(t) else 7
    upright, other = t.up[seat] & ~t.sideways[seat], 1 - seat
    if verb == ATTACK:
        if not (upright >> own & 1 and t.up[other] >> target & 1):
            return 6
        return 0 if t.face[ROW * seat + own] >= t.face[ROW * other + target] else 6
    return 0 if upright >> own & 1 and t.down[other] >> target & 1 else 4


@law
def moves(t: Table, seat: int, out: Row) -> int:
    """List the moves; return how many. Of the face-down cards of which nothing is proved the first one will do, and a
    forfeit is listed only if there is nothing else."""
    if not to_act(t, seat):
        return 0
    n, own, replaces = 0, t.up[seat], may_replace(t)
    fresh = t.down[1 - seat] & ~t.proved[1 - seat]
    down = t.proved[1 - seat] | fresh & -fresh
    while own:
        place = lowest(own)
        own &= own - 1
        if not t.sideways[seat] >> place & 1:
            n = uses(t, seat, place, down, out, n)
        if replaces:
            out[n] = REPLACE << 8 | place << 4
            n += 1
    if n == 0:
        out[0] = FORFEIT << 8
        return 1
    return n


@law
def uses(t: Table, seat: int, place: int, down: int, out: Row, n: int) -> int:
    """List the guesses and attacks of one upright card after the n moves that are listed already."""
    while down:
        guess = place << 4 | lowest(down)
        out[n], out[n + 1] = HIGHER << 8 | guess, LOWER << 8 | guess
        n += 2
        down &= down - 1
    value, other, up = t.face[ROW * seat + place], ROW * (1 - seat), t.up[1 - seat]
    while up:
        target = lowest(up)
        out[n] = ATTACK << 8 | place << 4 | target  # written, then counted or not: a processor guesses badly
        n += int(t.face[other + target] <= value)
        up &= up - 1
    return n


@law
def default(t: Table, seat: int) -> int:
    """For a player who fails: replace the lowest sideways card, else the lowest; else attack, guess, forfeit."""
    if may_replace(t):
        own = t.up[seat] & t.sideways[seat] if t.sideways[seat] else t.up[seat]
        best = lowest(own)
        while own:
            if t.face[ROW * seat + lowest(own)] < t.face[ROW * seat + best]:
                best = lowest(own)
            own &= own - 1
        return REPLACE << 8 | best << 4
    for verb in (ATTACK, HIGHER):
        for places in range(256):
            if breaks(t, seat, verb << 8 | places) == 0:
                return verb << 8 | places
    return FORFEIT << 8


# What it does


@law
def play(t: Table, seat: int, choice: int) -> None:
    verb, own, target = choice >> 8, choice >> 4 & 15, choice & 15
    if verb == FORFEIT:
        end_round(t, 1 - seat, FORCED if automatic(t) else FORFEITED)
    elif verb == REPLACE:
        t.replacing, t.waits = own, 1
    elif verb == ATTACK:  # rule 6
        other = ROW * (1 - seat) + target
        move(t, t.at[ROWS + other], ROWS + other, DISCARDS)
        t.face[other] = 0
        t.up[1 - seat] &= ~(1 << target)
        t.sideways[1 - seat] &= ~(1 << target)
        t.sideways[seat] |= 1 << own
        end_turn(t)
    else:
        guess(t, seat, verb, own, target)
        end_turn(t)


@law
def guess(t: Table, seat: int, verb: int, own: int, target: int) -> None:
    """Rule 4: if it is right, the target is turned up. Rule 5: what a wrong guess proves is kept."""
    other, place = 1 - seat, ROW * (1 - seat) + target
    value, hidden = t.face[ROW * seat + own], value_of(card_at(t, other, target))
    if hidden > value if verb == HIGHER else hidden < value:
        t.sideways[seat] |= 1 << own
        t.down[other] &= ~(1 << target)
        t.proved[other] &= ~(1 << target)
        t.up[other] |= 1 << target
        turn_up(t, place, t.at[ROWS + place])
        return
    if verb == HIGHER:
        t.most[place] = min(t.most[place], value)
    else:
        t.least[place] = max(t.least[place], value)
    t.proved[other] |= int(t.least[place] > 1 or t.most[place] < KING) << target


@law
def put(t: Table, card: int) -> None:
    """Rule 7: the card drawn takes the place of the one replaced, upright."""
    place = ROW * t.turn + t.replacing
    move(t, t.at[ROWS + place], ROWS + place, DISCARDS)
    move(t, 1 << card, STOCK, ROWS + place)
    turn_up(t, place, 1 << card)
    t.undrawn -= 1
    t.sideways[t.turn] &= ~(1 << t.replacing)
    t.replacing = NOTHING
    end_turn(t)


# The end


@law
def end_turn(t: Table) -> None:
    """Rule 10: who has no card face-down, or none face-up, loses. Rule 11: a round that goes on too long is drawn."""
    t.turns += 1
    t.turn = 1 - t.turn
    for seat in range(SEATS):
        if t.down[seat] == 0 or t.up[seat] == 0:
            end_round(t, 1 - seat, NONE_UP if t.down[seat] else NONE_DOWN)
            return
    if t.turns == LONGEST_ROUND:
        end_round(t, NOBODY, DRAWN)


@law
def end_round(t: Table, winner: int, ending: int) -> None:
    """Rule 12: 5 points, and 1 for each card still face-down."""
    if winner != NOBODY:
        t.points[winner] += 5 + count(t.down[winner])
    show(t, CARDS, EVERYBODY)
    t.winner, t.ending = winner, ending
    t.tally[ROUNDS] += 1
    t.tally[TURNS] += t.turns
    t.tally[ending] += 1
    t.tally[DEALER_WON] += int(winner == t.dealer)
    t.deal += 1
    t.dealer = 1 - t.dealer
    t.ended = int(decided(t))
    t.waits = 0 if t.ended else DEALT


@law
def decided(t: Table) -> bool:
    """Rule 12: when both have dealt equally often, one has reached the target, and they are not equal."""
    reached = max(t.points[0], t.points[1]) >= t.target and t.points[0] != t.points[1]
    return (t.deal % 2 == 0 and reached) or t.deal == MOST_ROUNDS


@law
def over(t: Table) -> bool:
    return t.ended == 1


@law
def score(t: Table, seat: int) -> int:
    return t.points[seat]


@law
def ranked(t: Table, seat: int) -> int:
    return placed(t.points, t.seats, seat)
