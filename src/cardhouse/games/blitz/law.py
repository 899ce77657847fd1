"""Blitz, a rummy. Play your cards to the board in books and runs; what is left in your hand counts against you.

`moves.py` declares the moves, `melds.py` says which cards fit where, `turns.py` what moves do and how a hand ends,
`canonical.py` which moves are listed. The rules are numbered as in RULES.md.
"""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import (
    DISCARDS,
    EVERYBODY,
    STOCK,
    first_card,
    gather,
    give,
    is_empty,
    list_zone,
    move_card,
    out_of_cards,
    show_card,
)
from cardhouse.cards.scores import placed
from cardhouse.cards.sets import rest_of
from cardhouse.games.blitz.canonical import canonical
from cardhouse.games.blitz.cards import ACE, DECK, TEN, kind, rank_of
from cardhouse.games.blitz.melds import may_add, may_new, may_take, next_at
from cardhouse.games.blitz.moves import (
    ADD,
    COMPLETE,
    COMPLETE_TURN,
    DEAL,
    DISCARD,
    DRAW_FROM_STOCK,
    FROM_STOCK,
    MOVES,
    NEW,
    TAKE,
    UNDO,
    UNDO_TURN,
    card_of,
    card_of_new,
    count_of,
    deal_of,
    dealer_of,
    discard_of,
    end_of,
    first_of_new,
    is_move,
    low_of_new,
    meld_of,
    second_of_new,
    suit_of_new,
    third_of_new,
    verb_of,
)
from cardhouse.games.blitz.positions import BOOK
from cardhouse.games.blitz.state import (
    DRAWN,
    FIRST_CARDS,
    MOST_DEALT,
    NOT_YET,
    OTHER_CARDS,
    PLAYING,
    ROTATES,
    SELECTING,
    VIEWERS,
    ZONE_COUNT,
    deck_of,
    has_card,
    held_by,
    is_wild,
    new_deal,
    new_match,
    worth,
)
from cardhouse.games.blitz.state import State as State
from cardhouse.games.blitz.turns import (
    begin_turn,
    complete,
    deal_next,
    decided,
    discard,
    draw,
    lay,
    next_hand,
    reshuffle,
    start_meld,
    take,
    undo,
)

CHOICES = MOVES.CHOICES  # moves are numbers below this one
MOST_MOVES = 1024  # at most 390 books, 288 runs, 144 additions and 58 discards are canonical
MOST_CARDS = len(DECK)

# The deal


@law
def begin(t: State, seating: Row) -> None:
    """Begin a match. Rule 3: seat 0, who opened the table, deals first; with dealer=rotates, a seat drawn by lot."""
    new_match(t)
    clean(t)
    begin_turn(t, seating[0] if t.dealer == ROTATES else 0)
    next_hand(t)


@law
def clean(t: State) -> None:
    """Put all cards into the stock, and clear the board and the discards."""
    new_deal(t)
    for limb in range(t.limbs):
        gather(t, deck_of(t, limb), ZONE_COUNT, VIEWERS, limb)


@law
def collect(t: State, out: Row) -> int:
    """List the cards to draw from in `out`; return how many. The whole deck for a hand, or else the stock."""
    if t.stage == FIRST_CARDS:
        clean(t)
    elif is_empty(t, STOCK):
        reshuffle(t)
    return list_zone(t, STOCK, out)


@law
def shuffled(t: State, cards: Row, count: int) -> None:
    """Hand out the cards that were drawn, in their order: first cards, the rest of a deal, or a draw from the stock."""
    t.waits = 0
    if t.stage == FIRST_CARDS:
        deal_first_cards(t, cards)
    elif t.stage == OTHER_CARDS:
        deal_other_cards(t, cards)
    else:
        give(t, cards[0], t.turn)
        t.drawn = DRAWN


@law
def deal_first_cards(t: State, cards: Row) -> None:
    """Deal one card each. Rule 2: it says how many you get. Rule 3: the dealer's, the last one, makes its rank wild."""
    t.stage = OTHER_CARDS
    t.waits = 1  # rule 4: the card that is turned up
    for i in range(t.seats):
        seat = (t.dealt_by + 1 + i) % t.seats
        rank = rank_of(cards[i])
        give(t, cards[i], seat)
        t.wanted[seat] = rank + 2 if rank <= TEN else MOST_DEALT
        t.waits += t.wanted[seat] - 1
        t.wild_rank = rank if rank <= ACE else NOBODY


@law
def deal_other_cards(t: State, cards: Row) -> None:
    """Rule 3: deal one at a time to those who still need cards. Rule 4: turn up the last one."""
    dealt = 0
    for had in range(1, MOST_DEALT):
        for i in range(t.seats):
            seat = (t.dealt_by + 1 + i) % t.seats
            if t.wanted[seat] > had:
                give(t, cards[dealt], seat)
                dealt += 1
    top = cards[dealt]
    move_card(t, top, STOCK, DISCARDS)
    show_card(t, top, EVERYBODY)
    t.pile[0] = top
    t.piled = 1
    t.stage = PLAYING
    begin_turn(t, (t.dealt_by + 1) % t.seats)


# What a seat may do


@law
def to_act(t: State, seat: int) -> bool:
    """Rule 3: between hands everybody may deal, before the first one seat 0 alone."""
    if t.waits or over(t):
        return False
    return seat == t.turn or (t.stage == SELECTING and t.deal > 0)


@law
def breaks(t: State, seat: int, choice: int) -> int:
    """Return the number of the rule that forbids this move, or 0."""
    if over(t):
        return 16
    if not to_act(t, seat):
        return 3 if t.stage == SELECTING else 4
    if not is_move(choice):
        return 5
    verb = verb_of(choice)
    if verb == DEAL or t.stage == SELECTING:
        return 0 if verb == DEAL and may_deal(t, seat, dealer_of(choice)) else 3
    if verb == FROM_STOCK or verb == TAKE:
        return 0 if t.drawn == NOT_YET and may_draw(t, seat, choice) else 6
    if verb == UNDO:
        return 0 if may_undo(t) else 10
    if verb == COMPLETE:
        is_done = t.discarded != NOBODY or (out_of_cards(t, seat) and t.drawn != NOT_YET)
        if is_done:
            return 0
        return 6 if t.duty != NOBODY else 5
    if t.drawn == NOT_YET or t.discarded != NOBODY:  # all other moves come between the draw and the discard
        return 5
    if verb == DISCARD:
        if t.duty != NOBODY:
            return 6
        return 0 if has_card(t, seat, card_of(choice)) else 5
    return 0 if may_play(t, seat, choice) else 7


@law
def may_deal(t: State, seat: int, dealer: int) -> bool:
    """Rule 3: return whether this seat may name this dealer: itself, or seat 1 for the first hand."""
    leaves_it = t.deal == 0 and dealer == 1
    return t.stage == SELECTING and (dealer == seat or leaves_it)


@law
def may_undo(t: State) -> bool:
    """Rule 10: return whether there is something to undo."""
    return t.taken > 0 or t.laid[0] | t.laid[1] != 0 or t.discarded != NOBODY


@law
def may_draw(t: State, seat: int, choice: int) -> bool:
    """Rule 6: return whether this draw is legal: from the stock, or discards of which the deepest can be played."""
    if verb_of(choice) == FROM_STOCK:
        return True
    count = count_of(choice)
    return 1 <= count <= t.piled and may_take(t, held_by(t, seat, 0), held_by(t, seat, 1), count)


@law
def may_play(t: State, seat: int, choice: int) -> bool:
    """Rule 7: return whether this is a new meld of the seat's cards, or one of its cards that fits a meld."""
    if verb_of(choice) == NEW:
        a = first_of_new(choice)
        b = second_of_new(choice)
        c = third_of_new(choice)
        return may_new(t, seat, suit_of_new(choice), low_of_new(choice), a, b, c)
    meld = meld_of(choice)
    card = card_of(choice)
    return meld < t.melds and has_card(t, seat, card) and may_add(t, meld, end_of(choice), card)


@law
def moves(t: State, seat: int, out: Row) -> int:
    """List the canonical moves: for every set of cards that a turn can put on the board, a way there."""
    if not to_act(t, seat):
        return 0
    if t.stage == SELECTING:
        out[0] = deal_of(seat)
        return 1
    return canonical(t, seat, out)


@law
def default(t: State, seat: int) -> int:
    """Return the move of a player who is away: the shortest way to the end of the turn."""
    if t.stage == SELECTING:
        return deal_of(seat if t.deal else 1)
    if t.duty != NOBODY:
        return UNDO_TURN
    if t.drawn == NOT_YET:
        return DRAW_FROM_STOCK
    if t.discarded != NOBODY or out_of_cards(t, seat):
        return COMPLETE_TURN
    return discard_of(least_card(t, seat))


@law
def least_card(t: State, seat: int) -> int:
    """Return the card of a hand with the fewest points, of those the lowest; a wild only if there is nothing else."""
    best = NOBODY
    least = 0
    # The sort key is a number: wilds come last, then points count, then the kind, which is below 100.
    for limb in range(t.limbs):
        cards = held_by(t, seat, limb)
        while cards:
            card = first_card(cards, limb)
            cards = rest_of(cards)
            order = 100 * (worth(t, card) + 1000 * int(is_wild(t, card))) + kind(card)
            if best == NOBODY or order < least:
                best = card
                least = order
    return best


# What a move does


@law
def play(t: State, seat: int, choice: int) -> None:
    """Make a legal move: turns.py says what each one does."""
    verb = verb_of(choice)
    if verb == DEAL:
        deal_next(t, dealer_of(choice))
        return
    t.hidden = 1  # rule 11
    if verb == FROM_STOCK:
        draw(t)
    elif verb == TAKE:
        take(t, count_of(choice))
    elif verb == NEW:
        lay_new(t, choice)
    elif verb == ADD:
        meld = meld_of(choice)
        lay(t, card_of(choice), meld, next_at(t, meld, end_of(choice)))
    elif verb == DISCARD:
        discard(t, card_of(choice))
    elif verb == UNDO:
        undo(t)
    else:
        complete(t)


@law
def lay_new(t: State, choice: int) -> None:
    """Rule 7: lay a book or a run of three cards."""
    suit = suit_of_new(choice)
    low = low_of_new(choice)
    start_meld(t, suit, low)
    for i in range(3):
        lay(t, card_of_new(choice, i), t.melds - 1, low if suit == BOOK else low + i)


# The end


@law
def over(t: State) -> bool:
    return t.stage == SELECTING and decided(t)


@law
def score(t: State, seat: int) -> int:
    return t.points[seat]


@law
def place_of(t: State, seat: int) -> int:
    return placed(t.points, t.seats, seat)
