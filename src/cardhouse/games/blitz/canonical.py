"""The moves of Blitz that differ for a player: few, however many wilds there are, and no way of going out is missing.

All wilds can do the same, so they are counted, not told apart. A wild goes into a run between two cards, after two
neighbours, or where it leads on to a card farther away; a spare one goes to an open meld. While a card must be played
(rule 6), only what contains it or leads to it is listed: there is never a dead end. What this gives up is how the board
looks afterwards, such as on which of two runs a spare wild lies.
"""

from cardhouse.cards.law import Row, count, law, lowest
from cardhouse.cards.ledger import HAND, WORD, out_of_cards
from cardhouse.games.blitz.melds import (
    between,
    books,
    gap,
    next_at,
    of_kind,
    open_meld,
    playable,
    runs,
    spread,
    wild_duty,
)
from cardhouse.games.blitz.table import (
    ACE,
    ADD,
    BOOK,
    COMPLETE,
    DISCARD,
    FROM_STOCK,
    HIGH,
    JOKER,
    LOW,
    NEW,
    NONE,
    NOT_YET,
    SUITED,
    TAKE,
    UNDO,
    Table,
    move_of,
    naturals,
    shape,
)


@law
def canonical(t: Table, seat: int, out: Row) -> int:
    """List the moves of a turn; return how many."""
    if t.drawn == NOT_YET:
        return draws(t, seat, out)
    if t.discarded != NONE or out_of_cards(t, seat):
        out[0] = COMPLETE
        return 1
    first, second, natural = t.at[2 * (HAND + seat)], t.at[2 * (HAND + seat) + 1], naturals(t)
    held, twice = spread((first | second) & natural), spread(first & second & natural)
    wilds = count(first & ~natural) + count(second & ~natural)
    n = new_books(t, seat, held, twice, wilds, out)
    n = new_runs(t, seat, held, wilds, out, n)
    n = additions(t, seat, held, wilds, out, n)
    if t.duty == NONE:
        return discards(first, second, out, n)
    if n == 0:  # by other moves than these a player can come to a dead end
        out[0] = UNDO
        return 1
    return n


@law
def draws(t: Table, seat: int, out: Row) -> int:
    out[0], n = FROM_STOCK, 1
    first, second = t.at[2 * (HAND + seat)], t.at[2 * (HAND + seat) + 1]
    for many in range(1, t.piled + 1):
        card = t.pile[t.piled - many]
        if card < WORD:
            first |= 1 << card
        else:
            second |= 1 << card - WORD
        if playable(t, first, second, card):
            out[n] = move_of(TAKE, many)
            n += 1
    return n


@law
def discards(first: int, second: int, out: Row, n: int) -> int:
    """One of equal cards."""
    jokers = first >> JOKER
    cards = first & (1 << JOKER) - 1 | (jokers & -jokers) << JOKER
    while cards:
        out[n] = move_of(DISCARD, lowest(cards))
        n += 1
        cards &= cards - 1
    cards = second & ~first
    while cards:
        out[n] = move_of(DISCARD, WORD + lowest(cards))
        n += 1
        cards &= cards - 1
    return n


@law
def has(held: int, suit: int, at: int) -> bool:
    return held >> (4 * at + suit) & 1 == 1


@law
def card_for(t: Table, seat: int, suit: int, at: int) -> int:
    """The seat's natural card of a suit for a place; of two copies, the first deck's."""
    card = 4 * (at - 1 if at else ACE) + suit
    return card if t.at[2 * (HAND + seat)] >> card & 1 else card + WORD


@law
def nth_wild(t: Table, seat: int, n: int) -> int:
    """The seat's wilds in the order in which bots use them: the one of duty, jokers (they cost most), the wild rank."""
    first, second = t.at[2 * (HAND + seat)] & ~naturals(t), t.at[2 * (HAND + seat) + 1] & ~naturals(t)
    if t.duty != NONE and t.duty != JOKER and t.duty >> 2 == t.wild_rank:
        card = t.duty if first >> t.duty & 1 else t.duty + WORD
        if n == 0:
            return card
        first, second = (first & ~(1 << card), second) if card < WORD else (first, second & ~(1 << card - WORD))
        n -= 1
    jokers, others = first & ~SUITED, first & SUITED
    while True:
        if jokers:
            card, jokers = lowest(jokers), jokers & (jokers - 1)
        elif others:
            card, others = lowest(others), others & (others - 1)
        else:
            card, second = WORD + lowest(second), second & (second - 1)
        if n == 0:
            return card
        n -= 1


@law
def new_meld(t: Table, out: Row, n: int, what: int, a: int, b: int, c: int) -> int:
    """List a new meld, unless a card must be played that it has not; a wild can be added to any meld afterwards."""
    if not (of_kind(t, a) or of_kind(t, b) or of_kind(t, c) or wild_duty(t)):
        return n
    if what >= shape(BOOK, 0):
        a, b, c = min(a, b, c), a + b + c - min(a, b, c) - max(a, b, c), max(a, b, c)
    out[n] = move_of(NEW, what, a, b, c)
    return n + 1


@law
def new_books(t: Table, seat: int, held: int, twice: int, wilds: int, out: Row) -> int:
    """Which cards of a rank make the book matters, for the others may be wanted in runs; which wilds does not."""
    n = 0
    wild = nth_wild(t, seat, 0) if wilds > 0 else NONE
    other = nth_wild(t, seat, 1) if wilds > 1 else NONE
    if wilds > 2:  # of wilds alone: to this book only wilds can be added
        n = new_meld(t, out, n, shape(BOOK, max(0, t.wild_rank)), wild, other, nth_wild(t, seat, 2))
    ranks = books(held, twice, wilds)
    while ranks:
        rank = lowest(ranks) >> 2
        ranks &= ranks - 1
        what, at = shape(BOOK, rank), rank + 1
        for i in range(0, 8, 2):  # 2 * suit + copy: a second copy only beside the first
            if not has(held, i >> 1, at):
                continue
            a = card_for(t, seat, i >> 1, at)
            if wilds > 1:
                n = new_meld(t, out, n, what, a, wild, other)
            for j in range(i + 1, 8):
                if not has(twice if j & 1 else held, j >> 1, at) or (j & 1 and j != i + 1):
                    continue
                b = card_for(t, seat, j >> 1, at) + WORD * (j & 1)
                if wilds > 0:
                    n = new_meld(t, out, n, what, a, b, wild)
                for k in range(j + 1, 8):
                    if has(twice if k & 1 else held, k >> 1, at) and (k & 1 == 0 or k == j + 1):
                        n = new_meld(t, out, n, what, a, b, card_for(t, seat, k >> 1, at) + WORD * (k & 1))
    return n


@law
def new_runs(t: Table, seat: int, held: int, wilds: int, out: Row, n: int) -> int:
    """With wilds: between two cards, after two neighbours, or as the beginning of a bridge to a card farther up."""
    wild = nth_wild(t, seat, 0) if wilds > 0 else NONE
    other = nth_wild(t, seat, 1) if wilds > 1 else NONE
    lows = runs(held, wilds)
    while lows:
        low, suit = lowest(lows) >> 2, lowest(lows) & 3
        lows &= lows - 1
        x, y, z = has(held, suit, low), has(held, suit, low + 1), has(held, suit, low + 2)
        what = shape(suit, low)
        a = card_for(t, seat, suit, low) if x else NONE
        b = card_for(t, seat, suit, low + 1) if y else NONE
        c = card_for(t, seat, suit, low + 2) if z else NONE
        if x and y and z:
            n = new_meld(t, out, n, what, a, b, c)
        if wilds > 0:
            if x and y:
                n = new_meld(t, out, n, what, a, b, wild)
            if x and z:
                n = new_meld(t, out, n, what, a, wild, c)
            if y and z and low == 11:
                n = new_meld(t, out, n, what, wild, b, c)
        if wilds > 1 and x and bridges(held, suit, low + 2, 1, wilds - 2):
            n = new_meld(t, out, n, what, a, wild, other)
        if t.duty != NONE and z and not wild_duty(t):  # the card of duty goes first: bridges downwards as well
            if wilds > 0 and y and low < 11 and bridges(held, suit, low, -1, wilds - 1):
                n = new_meld(t, out, n, what, wild, b, c)
            if wilds > 1 and bridges(held, suit, low, -1, wilds - 2):
                n = new_meld(t, out, n, what, wild, other, c)
    return n


@law
def bridges(held: int, suit: int, at: int, step: int, wilds: int) -> bool:
    """Does the hand lead on from a wild at this place to another card of the suit, with so many more wilds?"""
    if step > 0:
        return between(held, suit, at + 1, min(13, at + 1 + wilds)) > 0
    return between(held, suit, max(0, at - 1 - wilds), at - 1) > 0


@law
def additions(t: Table, seat: int, held: int, wilds: int, out: Row, n: int) -> int:
    """Cards wherever they fit; one wild to an open meld, and others only where they lead on to a card."""
    wild = nth_wild(t, seat, 0) if wilds > 0 else NONE
    spare = open_meld(t) if wilds > 0 else NONE
    spare_end = LOW if spare != NONE and (t.suit[spare] == BOOK or t.low[spare] > 0) else HIGH
    spared = spare != NONE and of_kind(t, wild)
    if spared:
        out[n] = move_of(ADD, spare, spare_end, wild)
        n += 1
    books = 0  # the ranks that have had a book: a second one is the same
    for meld in range(t.melds):
        if t.suit[meld] == BOOK:
            rank = t.low[meld]
            if not books >> rank & 1:
                n = to_book(t, seat, held, meld, out, n)
            books |= 1 << rank
            continue
        for end in range(2):
            at = next_at(t, meld, end)
            if 0 <= at <= 13:
                n = to_run(t, seat, held, wilds, meld, end, out, n)
                if wilds > 0 and not (spared and meld == spare and end == spare_end):
                    n = wild_to_run(t, held, wilds, meld, end, wild, out, n)
    return n


@law
def to_book(t: Table, seat: int, held: int, meld: int, out: Row, n: int) -> int:
    cards = held >> 4 * (t.low[meld] + 1) & 15
    while cards:
        card = card_for(t, seat, lowest(cards), t.low[meld] + 1)
        if of_kind(t, card) or wild_duty(t):
            out[n] = move_of(ADD, meld, LOW, card)
            n += 1
        cards &= cards - 1
    return n


@law
def to_run(t: Table, seat: int, held: int, wilds: int, meld: int, end: int, out: Row, n: int) -> int:
    suit, at = t.suit[meld], next_at(t, meld, end)
    if has(held, suit, at):
        card = card_for(t, seat, suit, at)
        if of_kind(t, card) or leads(t, held, suit, at, 2 * end - 1, wilds) or (wild_duty(t) and room(t, meld, at)):
            out[n] = move_of(ADD, meld, end, card)
            n += 1
    return n


@law
def wild_to_run(t: Table, held: int, wilds: int, meld: int, end: int, wild: int, out: Row, n: int) -> int:
    suit, at, step, free = t.suit[meld], next_at(t, meld, end), 2 * end - 1, of_kind(t, wild)
    if bridges(held, suit, at, step, wilds - 1) if free else leads(t, held, suit, at, step, wilds - 1):
        out[n] = move_of(ADD, meld, end, wild)
        n += 1
    return n


@law
def room(t: Table, meld: int, at: int) -> bool:
    """Is there still a place for a wild when this run has been carried on to here?"""
    return open_meld(t) != meld or min(at, t.low[meld]) > 0 or max(at, t.high[meld]) < 13


@law
def leads(t: Table, held: int, suit: int, at: int, step: int, wilds: int) -> bool:
    """From a card laid at this place on, can the run be carried to the card of duty?"""
    if t.duty == NONE or t.duty == JOKER or t.duty & 3 != suit:
        return False
    goal = (t.duty >> 2) + 1
    if t.duty >> 2 == ACE and step < 0:
        goal = 0
    if step > 0:
        return goal > at and gap(held, suit, at + 1, goal - 1) <= wilds
    return goal < at and gap(held, suit, goal + 1, at - 1) <= wilds
