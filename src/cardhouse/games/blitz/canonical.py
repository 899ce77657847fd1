"""The canonical moves of Blitz: few, however many wilds there are, but enough for every way of going out.

All wilds are interchangeable, so they are only counted. A wild goes into a run between two cards, after two neighbours,
or where it leads on to a card farther away; a spare one goes to an open meld. While a card must be played (rule 6),
only moves that contain it or lead to it are listed, so there is never a dead end. The canonical moves do not reach
every board: on which of two runs a spare wild lies, for example, cannot be chosen.
"""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import Row, law, lowest, size
from cardhouse.cards.ledger import LIMB, out_of_cards, with_card, without_card
from cardhouse.cards.sets import (
    first_of,
    holds,
    nth_of,
    numbered,
    only,
    rank_of_card,
    rest_of,
    suit_of_card,
    suits_held,
)
from cardhouse.games.blitz.cards import ACE, JOKER, SUITED
from cardhouse.games.blitz.melds import (
    duty_is_wild,
    held_positions,
    meets_duty,
    next_at,
    open_meld,
    playable,
    twice_positions,
    wilds_in,
)
from cardhouse.games.blitz.moves import (
    COMPLETE_TURN,
    DRAW_FROM_STOCK,
    HIGH,
    LOW,
    TO_BOOK,
    UNDO_TURN,
    add_of,
    discard_of,
    new_of,
    take_of,
)
from cardhouse.games.blitz.positions import (
    BOOK,
    LAST,
    LAST_LOW,
    between,
    books,
    gap,
    has,
    position_of,
    runs,
)
from cardhouse.games.blitz.state import NOT_YET, State, held_by, naturals

COPIES = 8  # of a rank: two copies of each suit, the first before the second


@law
def canonical(t: State, seat: int, out: Row) -> int:
    """List the moves of a turn; return how many."""
    if t.drawn == NOT_YET:
        return draws(t, seat, out)
    if t.discarded != NOBODY or out_of_cards(t, seat):
        out[0] = COMPLETE_TURN
        return 1
    first = held_by(t, seat, 0)
    second = held_by(t, seat, 1)
    natural = naturals(t)
    held = held_positions(first, second, natural)
    twice = twice_positions(first, second, natural)
    wilds = wilds_in(first, second, natural)
    n = new_books(t, seat, held, twice, wilds, out)
    n = new_runs(t, seat, held, wilds, out, n)
    n = additions(t, seat, held, wilds, out, n)
    if t.duty == NOBODY:
        return discards(first, second, out, n)
    if n == 0:  # other moves than these can lead to a dead end
        out[0] = UNDO_TURN
        return 1
    return n


@law
def draws(t: State, seat: int, out: Row) -> int:
    """List the draw from the stock, and every number of discards whose deepest card can be played."""
    out[0] = DRAW_FROM_STOCK
    n = 1
    first = held_by(t, seat, 0)
    second = held_by(t, seat, 1)
    for count in range(1, t.piled + 1):
        card = t.pile[t.piled - count]
        first = with_card(first, card, 0)
        second = with_card(second, card, 1)
        if playable(t, first, second, card):
            out[n] = take_of(count)
            n += 1
    return n


@law
def discards(first: int, second: int, out: Row, n: int) -> int:
    """List the discards, one for equal cards."""
    cards = first & SUITED | first_of(first & ~SUITED)
    while cards:
        out[n] = discard_of(lowest(cards))
        n += 1
        cards = rest_of(cards)
    cards = second & ~first
    while cards:
        out[n] = discard_of(LIMB + lowest(cards))
        n += 1
        cards = rest_of(cards)
    return n


# The cards that moves are made of


@law
def card_for(t: State, seat: int, suit: int, position: int) -> int:
    """Return the seat's natural card of a suit for a position; of two copies, that of the first deck."""
    rank = position - 1 if position > 0 else ACE
    card = numbered(rank, suit)
    return card if holds(held_by(t, seat, 0), card) else card + LIMB


@law
def natural_at(t: State, seat: int, held: int, suit: int, position: int) -> int:
    """Return the seat's natural card of a suit for a position, or NOBODY if it has none."""
    return card_for(t, seat, suit, position) if has(held, suit, position) else NOBODY


@law
def nth_wild(t: State, seat: int, n: int) -> int:
    """Return the seat's nth wild, from 0, in the order in which wilds are used.

    A card of the wild rank that must be played comes first, then jokers, which cost most, then the wild rank.
    """
    first = held_by(t, seat, 0) & ~naturals(t)
    second = held_by(t, seat, 1) & ~naturals(t)
    if t.duty != JOKER and duty_is_wild(t):
        owed = t.duty if holds(first, t.duty) else t.duty + LIMB
        if n == 0:
            return owed
        first = without_card(first, owed, 0)
        second = without_card(second, owed, 1)
        n -= 1
    jokers = first & ~SUITED
    if n < size(jokers):
        return nth_of(jokers, n)
    n -= size(jokers)
    of_first_deck = first & SUITED
    if n < size(of_first_deck):
        return nth_of(of_first_deck, n)
    return LIMB + nth_of(second, n - size(of_first_deck))


# New melds


@law
def new_meld(t: State, out: Row, n: int, suit: int, low: int, a: int, b: int, c: int) -> int:
    """Append a new meld to the n moves listed so far; return the new number of moves.

    While a card must be played, the meld has to contain it; a wild can also be added to the meld afterwards.
    """
    if not (meets_duty(t, a) or meets_duty(t, b) or meets_duty(t, c) or duty_is_wild(t)):
        return n
    out[n] = new_book(low, a, b, c) if suit == BOOK else new_of(suit, low, a, b, c)
    return n + 1


@law
def new_book(rank: int, a: int, b: int, c: int) -> int:
    """Return the new book of these cards, sorted by number."""
    least = min(a, b, c)
    most = max(a, b, c)
    return new_of(BOOK, rank, least, a + b + c - least - most, most)


@law
def new_books(t: State, seat: int, held: int, twice: int, wilds: int, out: Row) -> int:
    """List the new books; return how many.

    Which cards of a rank are used matters, as the others may be wanted in runs. Which wilds are used does not.
    """
    n = 0
    if wilds > 2:  # a book of wilds alone
        rank = 0 if t.wild_rank == NOBODY else t.wild_rank  # if only jokers are wild, any rank will do
        n = new_meld(t, out, n, BOOK, rank, nth_wild(t, seat, 0), nth_wild(t, seat, 1), nth_wild(t, seat, 2))
    wild = nth_wild(t, seat, 0) if wilds > 0 else NOBODY
    other_wild = nth_wild(t, seat, 1) if wilds > 1 else NOBODY
    ranks = books(held, twice, wilds)
    while ranks:
        rank = rank_of_card(lowest(ranks))
        ranks = rest_of(ranks)
        n = books_of(t, seat, rank, held, twice, wild, other_wild, out, n)
    return n


@law
def books_of(
    t: State, seat: int, rank: int, held: int, twice: int, wild: int, other_wild: int, out: Row, n: int
) -> int:
    """List the books of a rank: a card and two wilds, two cards and a wild, three cards."""
    for i in range(COPIES):
        if not usable(held, twice, rank, i, NOBODY):
            continue
        a = copy_in_hand(t, seat, rank, i)
        if other_wild != NOBODY:
            n = new_meld(t, out, n, BOOK, rank, a, wild, other_wild)
        for j in range(i + 1, COPIES):
            if not usable(held, twice, rank, j, i):
                continue
            b = copy_in_hand(t, seat, rank, j)
            if wild != NOBODY:
                n = new_meld(t, out, n, BOOK, rank, a, b, wild)
            for k in range(j + 1, COPIES):
                if usable(held, twice, rank, k, j):
                    n = new_meld(t, out, n, BOOK, rank, a, b, copy_in_hand(t, seat, rank, k))
    return n


@law
def usable(held: int, twice: int, rank: int, copy: int, before: int) -> bool:
    """Return whether the hand has this copy of a rank. The second of a suit is used only right after the first."""
    suit = copy // 2
    if copy % 2 == 0:
        return has(held, suit, position_of(rank))
    return before == copy - 1 and has(twice, suit, position_of(rank))


@law
def copy_in_hand(t: State, seat: int, rank: int, copy: int) -> int:
    """Return the card that is a usable copy; the second of a suit is in the second limb."""
    return card_for(t, seat, copy // 2, position_of(rank)) + LIMB * (copy % 2)


@law
def new_runs(t: State, seat: int, held: int, wilds: int, out: Row, n: int) -> int:
    """Append the new runs to the n moves listed so far; return the new number of moves."""
    wild = nth_wild(t, seat, 0) if wilds > 0 else NOBODY
    other_wild = nth_wild(t, seat, 1) if wilds > 1 else NOBODY
    lows = runs(held, wilds)
    while lows:
        low = rank_of_card(lowest(lows))  # a position: sets of positions are like sets of cards
        suit = suit_of_card(lowest(lows))
        lows = rest_of(lows)
        n = runs_from(t, seat, held, wilds, wild, other_wild, suit, low, out, n)
    return n


@law
def runs_from(
    t: State, seat: int, held: int, wilds: int, wild: int, other_wild: int, suit: int, low: int, out: Row, n: int
) -> int:
    """List the runs of three that begin at a position.

    A wild goes between two cards, after two neighbours, or begins a bridge to a card farther up. Before two neighbours
    it goes only where they end with the high ace.
    """
    a = natural_at(t, seat, held, suit, low)
    b = natural_at(t, seat, held, suit, low + 1)
    c = natural_at(t, seat, held, suit, low + 2)
    has_a = a != NOBODY
    has_b = b != NOBODY
    has_c = c != NOBODY
    if has_a and has_b and has_c:
        n = new_meld(t, out, n, suit, low, a, b, c)
    if wilds > 0 and has_a and has_b:
        n = new_meld(t, out, n, suit, low, a, b, wild)
    if wilds > 0 and has_a and has_c:
        n = new_meld(t, out, n, suit, low, a, wild, c)
    if wilds > 0 and has_b and has_c and low == LAST_LOW:
        n = new_meld(t, out, n, suit, low, wild, b, c)
    if wilds > 1 and has_a and bridges(held, suit, low + 2, 1, wilds - 2):
        n = new_meld(t, out, n, suit, low, a, wild, other_wild)
    if t.duty != NOBODY and not duty_is_wild(t):  # the card of duty goes first: bridges downwards as well
        if wilds > 0 and has_b and has_c and low < LAST_LOW and bridges(held, suit, low, -1, wilds - 1):
            n = new_meld(t, out, n, suit, low, wild, b, c)
        if wilds > 1 and has_c and bridges(held, suit, low, -1, wilds - 2):
            n = new_meld(t, out, n, suit, low, wild, other_wild, c)
    return n


@law
def bridges(held: int, suit: int, at: int, step: int, wilds: int) -> bool:
    """Return whether a wild at this position leads on to a card of the suit in the hand, with `wilds` more wilds."""
    if step > 0:
        return between(held, suit, at + 1, min(LAST, at + 1 + wilds)) > 0
    return between(held, suit, max(0, at - 1 - wilds), at - 1) > 0


# Additions


@law
def additions(t: State, seat: int, held: int, wilds: int, out: Row, n: int) -> int:
    """List cards wherever they fit; one wild to an open meld, and others only where they lead on to a card."""
    wild = nth_wild(t, seat, 0) if wilds > 0 else NOBODY
    spare = open_meld(t) if wilds > 0 and meets_duty(t, wild) else NOBODY
    spare_end = HIGH
    if spare != NOBODY:
        if t.suit[spare] == BOOK:
            spare_end = TO_BOOK
        elif t.low[spare] > 0:
            spare_end = LOW
        out[n] = add_of(spare, spare_end, wild)
        n += 1
    ranks = 0  # ranks that have had a book, as a set: a second book makes no difference
    for meld in range(t.melds):
        if t.suit[meld] == BOOK:
            if not holds(ranks, t.low[meld]):
                n = to_book(t, seat, held, meld, out, n)
            ranks |= only(t.low[meld])
            continue
        for end in range(2):
            if 0 <= next_at(t, meld, end) <= LAST:
                n = to_run(t, seat, held, wilds, meld, end, out, n)
                is_listed = meld == spare and end == spare_end
                if wilds > 0 and not is_listed:
                    n = wild_to_run(t, held, wilds, meld, end, wild, out, n)
    return n


@law
def to_book(t: State, seat: int, held: int, meld: int, out: Row, n: int) -> int:
    """List the natural cards that can be added to a book."""
    position = position_of(t.low[meld])
    suits = suits_held(held, position)
    while suits:
        card = card_for(t, seat, lowest(suits), position)
        suits = rest_of(suits)
        if meets_duty(t, card) or duty_is_wild(t):
            out[n] = add_of(meld, TO_BOOK, card)
            n += 1
    return n


@law
def step_to(end: int) -> int:
    """Return the direction in which a run grows at this end: -1 or 1."""
    return 1 if end == HIGH else -1


@law
def to_run(t: State, seat: int, held: int, wilds: int, meld: int, end: int, out: Row, n: int) -> int:
    """List the natural card that can be added to this end of a run."""
    suit = t.suit[meld]
    at = next_at(t, meld, end)
    if has(held, suit, at):
        card = card_for(t, seat, suit, at)
        is_wanted = meets_duty(t, card) or leads_to_duty(t, held, suit, at, step_to(end), wilds)
        if is_wanted or (duty_is_wild(t) and leaves_room(t, meld, at)):
            out[n] = add_of(meld, end, card)
            n += 1
    return n


@law
def wild_to_run(t: State, held: int, wilds: int, meld: int, end: int, wild: int, out: Row, n: int) -> int:
    """List a wild for this end of a run if it leads on to a card: to the card of duty, if there is one."""
    suit = t.suit[meld]
    at = next_at(t, meld, end)
    if meets_duty(t, wild):
        goes_on = bridges(held, suit, at, step_to(end), wilds - 1)
    else:
        goes_on = leads_to_duty(t, held, suit, at, step_to(end), wilds - 1)
    if goes_on:
        out[n] = add_of(meld, end, wild)
        n += 1
    return n


@law
def leaves_room(t: State, meld: int, at: int) -> bool:
    """Return whether the board still has room for a wild once this run has been extended to this position."""
    return open_meld(t) != meld or min(at, t.low[meld]) > 0 or max(at, t.high[meld]) < LAST


@law
def leads_to_duty(t: State, held: int, suit: int, at: int, step: int, wilds: int) -> bool:
    """Return whether a run can be extended from this position to the card of duty."""
    if t.duty == NOBODY or t.duty == JOKER or suit_of_card(t.duty) != suit:
        return False
    rank = rank_of_card(t.duty)
    if step > 0:
        goal = position_of(rank)
        return goal > at and gap(held, suit, at + 1, goal - 1) <= wilds
    goal = 0 if rank == ACE else position_of(rank)
    return goal < at and gap(held, suit, goal + 1, at - 1) <= wilds
