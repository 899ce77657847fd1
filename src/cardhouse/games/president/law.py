"""President. Be the first to shed every card; the last seat holding cards loses.

A move is PASS, or cards of one rank: `rank << 4 | suits`, with one bit for each suit. `play 4d 4h` is
`2 << 4 | 0b0110`. The rules are numbered as in RULES.md.
"""

from cardhouse.cards.law import Row, cells, count, law, lowest, record
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, HAND, SEAT, Ledger, deal_round, fill, gather, listed, move, show
from cardhouse.cards.scores import placed

SEATS, RANKS = 8, 13
CARDS = (1 << 52) - 1  # all of them, as a set
TABLE = HAND + SEATS  # the place of the cards to beat
PLACES, VIEWERS = TABLE + 1, SEAT + SEATS
TWO, THREE, FOUR = 0, 1, 2  # rule 1: ranks run 2, 3, 4 ... ace = 0, 1, 2 ... 12
PASS, OPENING = 0, FOUR << 4 | 1  # the opening is the four of clubs
CHOICES = RANKS << 4  # moves are numbers below this one
MOST_MOVES, MOST_CARDS = 64, 52  # what the rows given to `moves` and `collect` must hold
NOBODY = -1
BY_RANK, EVERYBODY_IS_ASKED = 1, 1  # skip_on=rank, full_circle=everybody
CLEARS, SKIPS, TURNS = range(3)  # what is tallied


@record
class Table(Ledger):
    words: int = cells()
    at: Row = cells(PLACES, bits=64)
    seen: Row = cells(VIEWERS, bits=64)
    seats: int = cells()
    skip_on: int = cells()
    full_circle: int = cells()
    deals: int = cells()
    deal: int = cells()
    waits: int = cells()
    first: int = cells()  # the seat that gets the first card of the deal
    opening: int = cells()  # 1 until the four of clubs lies on the table
    turn: int = cells()
    way: int = cells()  # 1 clockwise, -1 against it
    many: int = cells()  # the play to beat: so many cards, 0 when the seat to act leads, ...
    rank: int = cells()  # ... of this rank ...
    last: int = cells()  # ... by this seat
    skipped: int = cells()  # the seat that the last move skipped, or NOBODY
    cleared: int = cells()  # 1 if the last move cleared the table
    out: int = cells()  # how many seats have shed all their cards
    place: Row = cells(SEATS)  # in this deal: 1 for the winner, 0 while still in
    points: Row = cells(SEATS, bits=16)
    tally: Row = cells(3, bits=32)


# The deal


@law
def begin(t: Table, seating: Row) -> None:
    """A match begins with the dealer, who has drawn the seat to start from (rule 2)."""
    t.words, t.waits, t.deal, t.first = 1, MOST_CARDS, 0, seating[0]
    fill(t.points, SEATS)
    fill(t.tally, 3)


@law
def collect(t: Table, order: Row) -> int:
    """The dealer picks up the cards: list them by number; return how many."""
    t.opening, t.turn, t.way, t.many, t.rank, t.out = 0, 0, 1, 0, 0, 0
    t.last, t.skipped, t.cleared = NOBODY, NOBODY, 0
    fill(t.place, SEATS)
    gather(t, CARDS, PLACES, VIEWERS)
    return listed(CARDS, order)


@law
def shuffled(t: Table, order: Row, many: int) -> None:
    """Rule 2: one card at a time round the table. Rule 3: who opens."""
    deal_round(t, order, many, t.first)
    while not t.at[HAND + t.turn] >> 4 * FOUR & 1:
        t.turn += 1
    show(t, 1 << 4 * FOUR, EVERYBODY)
    t.waits, t.opening = 0, 1


# What a seat may do


@law
def to_act(t: Table, seat: int) -> bool:
    return seat == t.turn and not t.waits and not over(t)


@law
def automatic(t: Table) -> bool:
    """Rule 3: the opening is made by itself."""
    return t.opening == 1


@law
def least(rank: int, to_beat: int, rank_to_beat: int) -> int:
    """Rules 5 and 6: how many cards of a rank it takes against so many (0: none) of another."""
    if rank <= THREE:
        return 1
    return to_beat if rank >= rank_to_beat else to_beat + 1


@law
def breaks(t: Table, seat: int, choice: int) -> int:
    """The number of the rule that forbids this move, or 0."""
    if not to_act(t, seat):
        return 13 if over(t) else 3
    if t.opening:
        return 0 if choice == OPENING else 3
    if choice == PASS:
        return 10 if t.many == 0 else 0
    rank, suits = choice >> 4, choice & 15
    if not 0 <= rank < RANKS or suits == 0 or suits & ~(t.at[HAND + seat] >> 4 * rank):
        return 4
    return 0 if count(suits) >= least(rank, t.many, t.rank) else 5


@law
def plays(hand: int, to_beat: int, rank_to_beat: int, out: Row) -> int:
    """List one good play for each rank and count, of the lowest suits; return how many."""
    n = 0
    while hand:
        rank = lowest(hand) >> 2
        left, suits, many = hand >> 4 * rank & 15, 0, 0
        hand ^= left << 4 * rank
        enough = least(rank, to_beat, rank_to_beat)
        while left:
            suits |= left & -left
            left &= left - 1
            many += 1
            if many >= enough:
                out[n] = rank << 4 | suits
                n += 1
    return n


@law
def moves(t: Table, seat: int, out: Row) -> int:
    """List the moves that differ for a player: the plays and the pass; return how many."""
    if not to_act(t, seat):
        return 0
    if t.opening:
        out[0] = OPENING
        return 1
    n = plays(t.at[HAND + seat], t.many, t.rank, out)
    if t.many:
        out[n] = PASS
        n += 1
    return n


@law
def default(t: Table, seat: int) -> int:
    """For a player who fails: pass, or lead the lowest single card, 2s and 3s last."""
    if t.opening:
        return OPENING
    if t.many:
        return PASS
    hand = t.at[HAND + seat]
    others = hand & ~0xFF
    card = lowest(others if others else hand)
    return card >> 2 << 4 | 1 << (card & 3)


# What it does


@law
def play(t: Table, seat: int, choice: int) -> None:
    t.skipped, t.cleared = NOBODY, 0
    if choice == PASS:
        if seat == t.last:  # rule 11, full_circle=everybody: asked too, and passed
            clear(t)
        advance(t, skips=False)
        return
    rank, suits = choice >> 4, choice & 15
    many = count(suits)
    skips = t.many > 0 and rank == t.rank and (many == t.many or t.skip_on == BY_RANK)  # rule 9
    move(t, t.at[TABLE], TABLE, DISCARDS)
    move(t, suits << 4 * rank, HAND + seat, TABLE)
    show(t, suits << 4 * rank, EVERYBODY)
    t.many, t.rank, t.last, t.opening = many, rank, seat, 0
    if rank == TWO:  # rule 7
        clear(t)
    if rank == THREE:  # rule 8
        t.way = -t.way
        t.tally[TURNS] += 1
    if t.at[HAND + seat] == 0:  # rule 12
        t.out += 1
        t.place[seat] = t.out
    elif rank == TWO:
        return
    if t.out == t.seats - 1:
        finish(t)
    else:
        advance(t, skips=skips)


@law
def clear(t: Table) -> None:
    move(t, t.at[TABLE], TABLE, DISCARDS)
    t.many, t.rank, t.last, t.cleared = 0, 0, NOBODY, 1
    t.tally[CLEARS] += 1


@law
def advance(t: Table, skips: bool) -> None:
    """The turn goes on. Rule 11: it clears the table where it comes to, or over, the last player."""
    while True:
        t.turn = (t.turn + t.way) % t.seats
        still_in = t.at[HAND + t.turn] != 0
        if t.turn == t.last and (not still_in or t.full_circle != EVERYBODY_IS_ASKED):
            clear(t)
        if still_in and not skips:
            return
        if still_in:
            t.skipped, skips = t.turn, False
            t.tally[SKIPS] += 1


# The end


@law
def finish(t: Table) -> None:
    """Rule 13: who holds cards is last. Rule 14: the players behind you are your points."""
    for seat in range(t.seats):
        if t.place[seat] == 0:
            t.place[seat] = t.seats
        t.points[seat] += t.seats - t.place[seat]
    show(t, CARDS, EVERYBODY)
    t.deal += 1
    t.first = (t.first + 1) % t.seats
    t.waits = 0 if over(t) else MOST_CARDS


@law
def over(t: Table) -> bool:
    return t.deal == t.deals


@law
def score(t: Table, seat: int) -> int:
    return t.points[seat]


@law
def ranked(t: Table, seat: int) -> int:
    """The seat's place in the match; equal totals share a place (rule 14)."""
    return placed(t.points, t.seats, seat)
