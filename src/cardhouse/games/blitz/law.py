"""Blitz, a rummy. Play your cards to the board in books and runs; what is left in your hand counts against you.

`table.py` says what a move is, `melds.py` which cards fit where, `turns.py` what moves do and how a hand ends,
`canonical.py` which moves differ for a player. The rules are numbered as in RULES.md.
"""

from cardhouse.cards.law import Row, law, lowest
from cardhouse.cards.ledger import (
    DISCARDS,
    EVERYBODY,
    HAND,
    STOCK,
    WORD,
    fill,
    gather,
    give,
    listed,
    move,
    out_of_cards,
    show,
)
from cardhouse.cards.scores import placed
from cardhouse.games.blitz.canonical import canonical
from cardhouse.games.blitz.melds import may_add, may_new, may_take, next_at
from cardhouse.games.blitz.table import (
    ADD,
    BOOK,
    CARDS,
    COMPLETE,
    DEAL,
    DISCARD,
    DRAWN,
    FIRST_CARDS,
    FROM_STOCK,
    JOKER,
    MELDS,
    NEW,
    NONE,
    NOT_YET,
    OTHER_CARDS,
    PLACES,
    PLAYING,
    SEATS,
    SELECTING,
    SUITED,
    TAKE,
    UNDO,
    VIEWERS,
    holds,
    kind,
    move_of,
    part,
    wild,
    worth,
)
from cardhouse.games.blitz.table import Table as Table
from cardhouse.games.blitz.turns import (
    begin_turn,
    complete,
    discard,
    draw,
    finished,
    lay,
    next_hand,
    reshuffle,
    start_meld,
    take,
    undo,
)

CHOICES = 1 << 31
MOST_MOVES = 1024  # at most 390 books, 288 runs, 144 additions and 58 discards are canonical
MOST_CARDS = 110

# The deal


@law
def begin(t: Table, seating: Row) -> None:
    """Rule 3: seat 0, who opened the table, deals first; with dealer=rotates, a seat drawn by lot."""
    t.words, t.waits, t.deal, t.reached, t.ending, t.melds = 2, 0, 0, 0, 0, 0
    t.dealt_by = (seating[0] if t.dealer else 0) - 1
    fill(t.points, SEATS)
    fill(t.gained, SEATS)
    fill(t.tally, 7)
    clean(t)
    begin_turn(t, t.dealt_by + 1)
    next_hand(t)


@law
def clean(t: Table) -> None:
    """All cards in the stock, and nothing on the table."""
    gather(t, SUITED | ((1 << t.jokers) - 1) << JOKER, PLACES, VIEWERS)
    gather(t, SUITED if t.decks == 2 else 0, PLACES, VIEWERS, word=1)
    for row in (t.suit, t.low, t.high):
        fill(row, MELDS)
    for row in (t.pile, t.means, t.by):
        fill(row, CARDS)
    fill(t.wanted, SEATS)
    t.piled, t.melds, t.wild_rank, t.reshuffled, t.lap = 0, 0, NONE, 0, NONE


@law
def collect(t: Table, order: Row) -> int:
    """The whole deck for a hand; the stock for the rest of it, and for a draw."""
    if t.stage == FIRST_CARDS:
        clean(t)
    elif t.at[2 * STOCK] | t.at[2 * STOCK + 1] == 0:
        reshuffle(t)
    return listed(t.at[2 * STOCK + 1], order, listed(t.at[2 * STOCK], order), word=1)


@law
def shuffled(t: Table, cards: Row, many: int) -> None:
    t.waits = 0
    if t.stage == FIRST_CARDS:
        deal_first_cards(t, cards)
    elif t.stage == OTHER_CARDS:
        deal_other_cards(t, cards)
    else:
        give(t, cards[0], t.turn)
        t.drawn = DRAWN


@law
def deal_first_cards(t: Table, cards: Row) -> None:
    """Rule 2: the first card says how many you get. Rule 3: the dealer, who is last, makes his rank wild."""
    t.stage = OTHER_CARDS
    for i in range(t.seats):
        seat, rank = (t.dealt_by + 1 + i) % t.seats, kind(cards[i]) >> 2
        give(t, cards[i], seat)
        t.wanted[seat] = rank + 2 if rank <= 8 else 10
        t.waits += t.wanted[seat] - 1
        t.wild_rank = rank if rank < 13 else NONE
    t.waits += 1


@law
def deal_other_cards(t: Table, cards: Row) -> None:
    """Rule 3: one at a time to those who still need cards. Rule 4: the last one is turned up."""
    dealt = 0
    for had in range(1, 10):
        for i in range(t.seats):
            seat = (t.dealt_by + 1 + i) % t.seats
            if t.wanted[seat] > had:
                give(t, cards[dealt], seat)
                dealt += 1
    top = cards[dealt]
    move(t, 1 << top % WORD, STOCK, DISCARDS, top // WORD)
    show(t, 1 << top % WORD, EVERYBODY, top // WORD)
    t.pile[0], t.piled, t.stage = top, 1, PLAYING
    begin_turn(t, (t.dealt_by + 1) % t.seats)


# What a seat may do


@law
def to_act(t: Table, seat: int) -> bool:
    """Rule 3: between hands everybody may deal, before the first one seat 0 alone."""
    if t.waits or over(t):
        return False
    return seat == t.turn or (t.stage == SELECTING and t.deal > 0)


@law
def automatic(t: Table) -> bool:
    return False


@law
def breaks(t: Table, seat: int, choice: int) -> int:
    """The number of the rule that forbids this move, or 0."""
    if over(t):
        return 16
    if not to_act(t, seat):
        return 3 if t.stage == SELECTING else 4
    verb, first = choice & 7, part(choice, 0)
    if not 0 <= choice < CHOICES or (verb != NEW and verb != ADD and choice >> 10):
        return 5
    if verb == DEAL or t.stage == SELECTING:
        leaves_it = t.deal == 0 and first == 1
        return 0 if verb == DEAL and t.stage == SELECTING and (first == seat or leaves_it) else 3
    if verb == FROM_STOCK or verb == TAKE:
        return 0 if t.drawn == NOT_YET and may_draw(t, seat, verb, first) else 6
    if verb == UNDO:
        return 0 if choice == UNDO and may_undo(t) else 10
    if verb == COMPLETE:
        done = t.discarded != NONE or (out_of_cards(t, seat) and t.drawn != NOT_YET)
        return 0 if choice == COMPLETE and done else 6 if t.duty != NONE else 5
    if t.drawn == NOT_YET or t.discarded != NONE:
        return 5
    if verb == DISCARD:
        return 6 if t.duty != NONE else 0 if first < CARDS and holds(t, seat, first) else 5
    return 0 if may_play(t, seat, choice) else 7


@law
def may_undo(t: Table) -> bool:
    """Rule 10: there is something to take back."""
    return t.taken > 0 or t.laid[0] | t.laid[1] != 0 or t.discarded != NONE


@law
def may_draw(t: Table, seat: int, verb: int, many: int) -> bool:
    if verb == FROM_STOCK:
        return many == 0
    hand = 2 * (HAND + seat)
    return 1 <= many <= t.piled and may_take(t, t.at[hand], t.at[hand + 1], many)


@law
def may_play(t: Table, seat: int, choice: int) -> bool:
    """Rule 7: a new meld, or a card for one on the board."""
    a, b, c, d = part(choice, 0), part(choice, 1), part(choice, 2), part(choice, 3)
    if choice & 7 == NEW:
        return max(b, c, d) < CARDS and may_new(t, seat, a, b, c, d)
    return a < t.melds and c < CARDS and d == 0 and holds(t, seat, c) and may_add(t, a, b, c)


@law
def moves(t: Table, seat: int, out: Row) -> int:
    """The canonical moves: for every set of cards that a turn can put on the board, a way there."""
    if not to_act(t, seat):
        return 0
    if t.stage == SELECTING:
        out[0] = move_of(DEAL, seat)
        return 1
    return canonical(t, seat, out)


@law
def default(t: Table, seat: int) -> int:
    """For a player who fails: the shortest way to the end of the turn."""
    if t.stage == SELECTING:
        return move_of(DEAL, seat if t.deal else 1)
    if t.duty != NONE:
        return UNDO
    if t.drawn == NOT_YET:
        return FROM_STOCK
    if t.discarded != NONE or out_of_cards(t, seat):
        return COMPLETE
    best, least = NONE, 0
    for word in range(2):
        cards = t.at[2 * (HAND + seat) + word]
        while cards:
            card = WORD * word + lowest(cards)
            cost = 100 * (worth(t, card) + 1000 * int(wild(t, card))) + kind(card)  # wilds last, then points, then rank
            if best == NONE or cost < least:
                best, least = card, cost
            cards &= cards - 1
    return move_of(DISCARD, best)


# What it does


@law
def play(t: Table, seat: int, choice: int) -> None:
    verb, first = choice & 7, part(choice, 0)
    if verb == DEAL:
        t.dealt_by, t.stage, t.waits = first, FIRST_CARDS, t.seats
        return
    t.hidden = 1  # rule 11
    if verb == FROM_STOCK:
        draw(t)
    elif verb == TAKE:
        take(t, first)
    elif verb == NEW:
        suit, low = first // 14, first % 14
        start_meld(t, suit, low)
        for i in range(3):
            lay(t, part(choice, 1 + i), t.melds - 1, low if suit == BOOK else low + i)
    elif verb == ADD:
        lay(t, part(choice, 2), first, next_at(t, first, part(choice, 1)))
    elif verb == DISCARD:
        discard(t, first)
    elif verb == UNDO:
        undo(t)
    else:
        complete(t)


# The end


@law
def over(t: Table) -> bool:
    return t.stage == SELECTING and finished(t)


@law
def score(t: Table, seat: int) -> int:
    return t.points[seat]


@law
def ranked(t: Table, seat: int) -> int:
    return placed(t.points, t.seats, seat)
