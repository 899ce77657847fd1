"""Blitz's melds: which cards fit where, and whether a card can be played at all.

A hand is two sets of cards, the two limbs of the ledger: `first` has those of the first deck and the jokers, `second`
those of the second deck. Two sets of positions, `held` and `twice` (see positions.py), and the number
of wilds say what a hand can do. The card of duty is the one that must be played in this turn (rule 6).
"""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import law, size
from cardhouse.cards.ledger import with_card
from cardhouse.cards.sets import rank_of_card
from cardhouse.games.blitz.cards import ACE, JOKER, kind, rank_of, suit_of
from cardhouse.games.blitz.moves import LOW, TO_BOOK
from cardhouse.games.blitz.positions import (
    BOOK,
    LAST,
    LAST_LOW,
    books,
    gap,
    of_rank,
    position_of,
    positions_of,
    run_with,
    runs,
)
from cardhouse.games.blitz.state import State, has_card, is_wild, naturals


@law
def fits(t: State, card: int, suit: int, at: int) -> bool:
    """Rules 1, 8 and 9: return whether this card may be in a book of this rank, or at this position in a run."""
    if is_wild(t, card):
        return True
    rank = rank_of(card)
    if suit == BOOK:
        return rank == at
    return suit == suit_of(card) and (position_of(rank) == at or (rank == ACE and at == 0))


@law
def may_new(t: State, seat: int, suit: int, low: int, a: int, b: int, c: int) -> bool:
    """Rule 7: return whether these make a new meld. The cards of a run come in its order, those of a book by number."""
    if low > (ACE if suit == BOOK else LAST_LOW):
        return False
    if a == b or b == c or a == c:
        return False
    if not (has_card(t, seat, a) and has_card(t, seat, b) and has_card(t, seat, c)):
        return False
    if suit == BOOK:
        return a < b < c and fits(t, a, BOOK, low) and fits(t, b, BOOK, low) and fits(t, c, BOOK, low)
    return fits(t, a, suit, low) and fits(t, b, suit, low + 1) and fits(t, c, suit, low + 2)


@law
def may_add(t: State, meld: int, end: int, card: int) -> bool:
    """Rule 7: return whether this card may be added: its rank to a book, the next card below or above to a run."""
    is_book = t.suit[meld] == BOOK
    if is_book != (end == TO_BOOK):
        return False
    at = next_at(t, meld, end)
    return 0 <= at <= LAST and fits(t, card, t.suit[meld], at)


@law
def next_at(t: State, meld: int, end: int) -> int:
    """Return what a card added to this end of a meld stands for: a rank or a position, perhaps beyond the end."""
    if t.suit[meld] == BOOK:
        return t.low[meld]
    return t.low[meld] - 1 if end == LOW else t.high[meld] + 1


# What a hand can do


@law
def wilds_in(first: int, second: int, natural: int) -> int:
    """Count the wilds of a hand."""
    return size(first & ~natural) + size(second & ~natural)


@law
def held_positions(first: int, second: int, natural: int) -> int:
    """Return the positions of the natural cards of a hand."""
    return positions_of((first | second) & natural)


@law
def twice_positions(first: int, second: int, natural: int) -> int:
    """Return the positions for which a hand has both copies of a natural card."""
    return positions_of(first & second & natural)


@law
def playable(t: State, first: int, second: int, card: int) -> bool:
    """Rule 6: return whether this card of a hand can be played, perhaps after others."""
    natural = naturals(t)
    held = held_positions(first, second, natural)
    twice = twice_positions(first, second, natural)
    wilds = wilds_in(first, second, natural)
    if is_wild(t, card):
        return wild_playable(t, held, twice, wilds)
    rank = rank_of(card)
    suit = suit_of(card)
    if of_rank(held, twice, rank) + wilds >= 3:
        return True
    if run_with(held, wilds, suit, position_of(rank)) or (rank == ACE and run_with(held, wilds, suit, 0)):
        return True
    for meld in range(t.melds):
        if t.suit[meld] == BOOK and t.low[meld] == rank:
            return True
        if t.suit[meld] == suit and (
            reaches(t, held, wilds, meld, position_of(rank)) or (rank == ACE and reaches(t, held, wilds, meld, 0))
        ):
            return True
    return False


@law
def reaches(t: State, held: int, wilds: int, meld: int, at: int) -> bool:
    """Return whether a run on the board can be extended as far as this position."""
    if at < t.low[meld]:
        return gap(held, t.suit[meld], at + 1, t.low[meld] - 1) <= wilds
    return at > t.high[meld] and gap(held, t.suit[meld], t.high[meld] + 1, at - 1) <= wilds


@law
def wild_playable(t: State, held: int, twice: int, wilds: int) -> bool:
    """Rule 6: return whether a wild of this hand can be played."""
    if wilds >= 3 or (wilds == 2 and held != 0) or open_meld(t) != NOBODY:
        return True
    return books(held, twice, wilds=1) | runs(held, wilds=1) != 0


@law
def open_meld(t: State) -> int:
    """Return a meld to which any wild can be added: a book, or else a run that is not full; or NOBODY."""
    found = NOBODY
    for meld in range(t.melds):
        if t.suit[meld] == BOOK:
            return meld
        if found == NOBODY and (t.low[meld] > 0 or t.high[meld] < LAST):
            found = meld
    return found


@law
def may_take(t: State, first: int, second: int, count: int) -> bool:
    """Rule 6: return whether the deepest of these discards can be played, if they are taken into the hand."""
    card = NOBODY
    for i in range(count):
        card = t.pile[t.piled - 1 - i]
        first = with_card(first, card, 0)
        second = with_card(second, card, 1)
    return playable(t, first, second, card)


@law
def meets_duty(t: State, card: int) -> bool:
    """Return whether this is the card of duty, or equal to it, or there is no duty."""
    return t.duty == NOBODY or t.duty == kind(card)


@law
def duty_is_wild(t: State) -> bool:
    """Return whether the card of duty is wild."""
    return t.duty == JOKER or (t.duty != NOBODY and rank_of_card(t.duty) == t.wild_rank)
