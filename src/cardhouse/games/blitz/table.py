"""Blitz's table, and what its cards and moves are.

A move is a verb and up to four parts of 7 bits. A new meld has exactly three cards, an addition one: any three
neighbours of a run are a run, so a longer meld is several moves, and what a wild stands for follows from its place.
A run's places go from 0, the low ace, to 13, the high one; a card of rank r (0 is a 2) has place r + 1.
"""

from cardhouse.cards.law import Row, cells, law, record
from cardhouse.cards.ledger import HAND, SEAT, WORD, Ledger

SEATS, CARDS, MELDS = 10, 112, 36  # card numbers are below 112; of 110 cards no more melds can be made
BOARD = HAND + SEATS  # BOARD + meld
PLACES, VIEWERS = BOARD + MELDS, SEAT + SEATS
SUITED = (1 << 52) - 1  # the cards of a word that are no jokers, as a set
ACE, JOKER = 12, 52  # a rank; the kind of all jokers
NONE = -1
DEAL, FROM_STOCK, TAKE, NEW, ADD, DISCARD, UNDO, COMPLETE = range(8)  # verbs
BOOK, LOW, HIGH = 4, 0, 1  # the "suit" of a book; the ends of a run (a book has the low one alone)
SELECTING, FIRST_CARDS, OTHER_CARDS, PLAYING = range(4)  # stages of a hand
NOT_YET, DRAWN, TAKEN, NOTHING = range(4)  # how the seat whose turn it is has drawn
HANDS, TURNS, BLITZES, LAPS, DRY, RESHUFFLES, TAKES = range(7)  # what is tallied


@record
class Table(Ledger):
    words: int = cells()
    at: Row = cells(2 * PLACES, bits=64)
    seen: Row = cells(2 * VIEWERS, bits=64)
    seats: int = cells()
    decks: int = cells()
    jokers: int = cells()
    target: int = cells(bits=16)
    max_hands: int = cells()
    dealer: int = cells()  # the option
    deal: int = cells()  # hands that are over
    waits: int = cells()
    stage: int = cells()
    dealt_by: int = cells()  # the seat that deals, or dealt last
    wanted: Row = cells(SEATS)  # rule 2: how many cards each seat gets
    wild_rank: int = cells()  # or NONE
    pile: Row = cells(CARDS)  # the discards in order, the top one last; beyond them, those taken in this turn
    piled: int = cells()
    suit: Row = cells(MELDS)  # of a run; or BOOK
    low: Row = cells(MELDS)  # the first place of a run; the rank of a book
    high: Row = cells(MELDS)  # the last place of a run; the rank of a book
    melds: int = cells()
    means: Row = cells(CARDS)  # on the board: the place in a run, or the rank in a book, that the card fills
    by: Row = cells(CARDS)  # on the board: the seat that played it
    turn: int = cells()
    hidden: int = cells()  # rule 11: 1 from the first move of a turn until it is completed
    drawn: int = cells()
    taken: int = cells()  # how many discards were taken in this turn
    duty: int = cells()  # rule 6: the kind of the card that must be played before the discard, or NONE
    laid: Row = cells(2, bits=64)  # the cards played to the board in this turn, as a set
    old_melds: int = cells()  # how many melds there were before it
    discarded: int = cells()  # the card discarded in it, or NONE
    reshuffled: int = cells()
    last: int = cells()  # rule 14: 1 if the hand ends with this turn
    lap: int = cells()  # rule 13: turns left in the last lap, NONE before
    reached: int = cells()  # rule 16: 1 once somebody has reached the target
    ending: int = cells()  # how the last hand ended: BLITZES, LAPS or DRY; 0 before
    gained: Row = cells(SEATS, bits=32)  # in the last hand
    points: Row = cells(SEATS, bits=32)
    tally: Row = cells(7, bits=32)


@law
def move_of(verb: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    return verb | a << 3 | b << 10 | c << 17 | d << 24


@law
def part(choice: int, i: int) -> int:
    return choice >> (3 + 7 * i) & 127


@law
def shape(suit: int, low: int) -> int:
    """What a new meld is to be: a book of a rank, or a run of a suit from a place on."""
    return suit * 14 + low


@law
def kind(card: int) -> int:
    """Equal cards are of one kind, and so are all jokers."""
    return min(card if card < WORD else card - WORD, JOKER)


@law
def wild(t: Table, card: int) -> bool:
    """Rules 3 and 8: jokers, and cards of the rank of the dealer's first card."""
    return kind(card) == JOKER or kind(card) >> 2 == t.wild_rank


@law
def worth(t: Table, card: int) -> int:
    """Rule 15."""
    if kind(card) == JOKER:
        return 500
    rank = kind(card) >> 2
    return 100 if rank == ACE or rank == t.wild_rank else 10 if rank >= 8 else 5


@law
def holds(t: Table, seat: int, card: int) -> bool:
    return t.at[2 * (HAND + seat) + card // WORD] >> card % WORD & 1 == 1


@law
def naturals(t: Table) -> int:
    """The cards of a word that are not wild, as a set."""
    return SUITED if t.wild_rank == NONE else SUITED & ~(15 << 4 * t.wild_rank)
