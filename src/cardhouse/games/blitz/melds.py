"""Blitz's melds: which cards fit where, and whether a card can be played at all.

What a hand can do is told by three numbers: `held`, a set with a bit for each place and suit (`4 * place + suit`, an
ace in both its places), `twice`, those held in both copies, and how many wilds there are.
"""

from cardhouse.cards.law import count, law
from cardhouse.cards.ledger import WORD
from cardhouse.games.blitz.table import ACE, BOOK, HIGH, JOKER, LOW, NONE, Table, holds, kind, naturals, wild

LADDER = 0x11111111111111  # one suit in all 14 places
LOWS = (1 << 48) - 1  # the places at which a run of three can begin
EACH = LADDER >> 4  # of the four bits of every rank: the first; then others
ODD, LOWER, EIGHTS = 5 * EACH, 3 * EACH, 8 * EACH


@law
def fits(t: Table, card: int, suit: int, at: int) -> bool:
    """Rules 1, 8 and 9: may this card be at this rank in a book, or at this place in a run of a suit?"""
    if wild(t, card):
        return True
    rank = kind(card) >> 2
    if suit == BOOK:
        return rank == at
    return suit == kind(card) & 3 and (rank + 1 == at or (rank == ACE and at == 0))


@law
def may_new(t: Table, seat: int, what: int, a: int, b: int, c: int) -> bool:
    """Rule 7. The cards of a run stand in its order, those of a book by number."""
    suit, low = what // 14, what % 14
    if suit > BOOK or low > (12 if suit == BOOK else 11) or a == b or b == c or a == c:
        return False
    if not (holds(t, seat, a) and holds(t, seat, b) and holds(t, seat, c)):
        return False
    if suit == BOOK:
        return a < b < c and fits(t, a, BOOK, low) and fits(t, b, BOOK, low) and fits(t, c, BOOK, low)
    return fits(t, a, suit, low) and fits(t, b, suit, low + 1) and fits(t, c, suit, low + 2)


@law
def may_add(t: Table, meld: int, end: int, card: int) -> bool:
    """Rule 7: to a book its rank, to a run the next card below or above."""
    at = next_at(t, meld, end)
    return end <= (LOW if t.suit[meld] == BOOK else HIGH) and 0 <= at <= 13 and fits(t, card, t.suit[meld], at)


@law
def next_at(t: Table, meld: int, end: int) -> int:
    """What a card added to this end of a meld stands for."""
    if t.suit[meld] == BOOK:
        return t.low[meld]
    return t.low[meld] - 1 if end == LOW else t.high[meld] + 1


# What a hand can do


@law
def spread(cards: int) -> int:
    """A set of cards as a set of places: the aces, which come last, are also the first."""
    return cards << 4 | cards >> 48


@law
def of_rank(held: int, twice: int, rank: int) -> int:
    return count(held >> 4 * (rank + 1) & 15) + count(twice >> 4 * (rank + 1) & 15)


@law
def books(held: int, twice: int, wilds: int) -> int:
    """The ranks of which a hand can make a book, with a card of the rank in it: bit `4 * rank + 3` for each.

    All ranks are counted side by side, in four bits each; then what makes 3, less the wilds, an 8 is added.
    """
    ones, more = held >> 4, twice >> 4
    ones, more = (ones & ODD) + (ones >> 1 & ODD), (more & ODD) + (more >> 1 & ODD)
    many = (ones & LOWER) + (ones >> 2 & LOWER) + (more & LOWER) + (more >> 2 & LOWER)
    return many + EACH * (5 + min(wilds, 2)) & EIGHTS


@law
def runs(held: int, wilds: int) -> int:
    """The places from which on a hand can make a run of three, with a card of the suit in it."""
    second, third = held >> 4, held >> 8
    lows = held & second & third
    if wilds > 0:
        lows |= held & second | held & third | second & third
    if wilds > 1:
        lows |= held | second | third
    return lows & LOWS


@law
def between(held: int, suit: int, start: int, end: int) -> int:
    """How many of the places from start to end, both included, the hand has a card for."""
    if start > end:
        return 0
    return count(held >> (4 * start + suit) & LADDER & ((1 << 4 * (end - start + 1)) - 1))


@law
def gap(held: int, suit: int, start: int, end: int) -> int:
    """How many of these places it has no card for."""
    return max(0, end - start + 1) - between(held, suit, start, end)


@law
def playable(t: Table, first: int, second: int, card: int) -> bool:
    """Rule 6: can this card of a hand be played, perhaps after others?"""
    natural = naturals(t)
    held, twice = spread((first | second) & natural), spread(first & second & natural)
    wilds = count(first & ~natural) + count(second & ~natural)
    if wild(t, card):
        return wild_playable(t, held, twice, wilds)
    rank, suit = kind(card) >> 2, kind(card) & 3
    if of_rank(held, twice, rank) + wilds >= 3 or run_with(held, wilds, suit, rank + 1):
        return True
    if rank == ACE and run_with(held, wilds, suit, 0):
        return True
    for meld in range(t.melds):
        if t.suit[meld] == BOOK and t.low[meld] == rank:
            return True
        if t.suit[meld] == suit and (
            reaches(t, held, wilds, meld, rank + 1) or (rank == ACE and reaches(t, held, wilds, meld, 0))
        ):
            return True
    return False


@law
def run_with(held: int, wilds: int, suit: int, at: int) -> bool:
    """Can a run of three be made that has this place in it?"""
    return runs(held, wilds) & 0x111 << 4 * at + suit >> 8 != 0


@law
def reaches(t: Table, held: int, wilds: int, meld: int, at: int) -> bool:
    """Can a run on the board be carried on as far as this place?"""
    if at < t.low[meld]:
        return gap(held, t.suit[meld], at + 1, t.low[meld] - 1) <= wilds
    return at > t.high[meld] and gap(held, t.suit[meld], t.high[meld] + 1, at - 1) <= wilds


@law
def wild_playable(t: Table, held: int, twice: int, wilds: int) -> bool:
    if wilds >= 3 or (wilds == 2 and held) or open_meld(t) != NONE:
        return True
    return books(held, twice, wilds=1) | runs(held, wilds=1) != 0


@law
def open_meld(t: Table) -> int:
    """A meld to which any wild can be added: a book, or else a run that is not full; or NONE."""
    found = NONE
    for meld in range(t.melds):
        if t.suit[meld] == BOOK:
            return meld
        if found == NONE and (t.low[meld] > 0 or t.high[meld] < 13):
            found = meld
    return found


@law
def may_take(t: Table, first: int, second: int, many: int) -> bool:
    """Rule 6: so many discards may be taken into a hand if the deepest of them can then be played."""
    card = NONE
    for i in range(many):
        card = t.pile[t.piled - 1 - i]
        if card < WORD:
            first |= 1 << card
        else:
            second |= 1 << card - WORD
    return playable(t, first, second, card)


@law
def of_kind(t: Table, card: int) -> bool:
    """Is this a card of duty, or is there no duty?"""
    return t.duty == NONE or t.duty == kind(card)


@law
def wild_duty(t: Table) -> bool:
    return t.duty == JOKER or (t.duty != NONE and t.duty >> 2 == t.wild_rank)
