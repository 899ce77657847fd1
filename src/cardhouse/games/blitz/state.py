"""Blitz's state: the zones of its cards, the board, and the current turn.

The cells that every game has are in cards/ledger.py.
"""

from cardhouse.cards.cells import (
    MATCH,
    NOBODY,
    card,
    flag,
    fresh,
    number,
    option,
    per_seat,
    row,
    seat,
    state,
    word,
)
from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import HAND, LIMB, SEAT, Ledger, cards_at, lies_at
from cardhouse.cards.sets import ALL_SUITS, below, cards_of
from cardhouse.cards.zones import Zones, custom, face_down, hands
from cardhouse.games.blitz.cards import ACE, CARDS, DECK, JOKER, MOST_JOKERS, RANKS, SUITED, TEN, kind, rank_of
from cardhouse.games.blitz.positions import BOOK, LAST

SEATS = 10
MELDS = 36  # 110 cards make no more melds than this
MOST_HANDS = 100
MOST_POINTS = 6000  # of one hand: all cards together count less
MOST_DEALT = 10  # rule 2
ZONES = Zones(DECK, seats=SEATS, stock=face_down(), discards=custom(), hand=hands(), meld=custom(MELDS))
BOARD = ZONES["meld"]  # BOARD + meld
ZONE_COUNT, VIEWERS = ZONES.count, SEAT + SEATS
ROTATES = 1  # dealer=rotates
SELECTING, FIRST_CARDS, OTHER_CARDS, PLAYING = range(4)  # stages of a hand
NOT_YET, DRAWN, TAKEN, NOTHING = range(4)  # how the seat whose turn it is has drawn
BLITZED, LAP_OVER, DRY = range(3)  # how a hand ends
TALLIES = (
    "hands",
    "turns",
    "hands that ended with a Blitz",
    "hands that ended with the last lap",
    "hands that ended with no card to draw",
    "reshuffles",
    "takes of discards",
)
HANDS, TURNS = 0, 1
BY_ENDING = 2  # BY_ENDING + how a hand ended
RESHUFFLES, TAKES = 5, 6


@state(ZONES, tallies=TALLIES)
class State(Ledger):
    decks: int = option(
        rule=1,
        label="Decks",
        meaning="How many decks you play with: one for up to 5 players, two for up to 10.",
        numbers=range(1, 3),
        default=1,
    )
    jokers: int = option(
        rule=1,
        label="Jokers",
        meaning="How many jokers there are in all.",
        numbers=range(MOST_JOKERS + 1),
        default=2,
    )
    target: int = option(
        rule=16,
        label="Target score",
        meaning="How many points end the match.",
        numbers=range(100, 10_001),
        default=1000,
    )
    max_hands: int = option(
        rule=16,
        label="Hand limit",
        meaning="After how many hands the match ends at the latest.",
        numbers=range(1, MOST_HANDS + 1),
        default=30,
        rare=True,
    )
    dealer: int = option(
        rule=3,
        label="Who deals",
        meaning="Whether the first player to press Deal deals the next hand, or each player in turn.",
        values=("selects", "rotates"),
        labels=("whoever is first", "each in turn"),
        default="selects",
        rare=True,
        shown="dealing",
    )
    dealt_by: int = seat(lives=MATCH, shown="dealer")  # the seat that deals, or dealt last
    stage: int = word("selecting", "first_cards", "other_cards", "playing", start=SELECTING, lives=MATCH)  # of the hand
    wanted: Row = per_seat(number(0, MOST_DEALT))  # rule 2: how many cards each seat gets
    wild_rank: int = word(*RANKS)  # rule 3: the rank that is wild in this hand
    pile: Row = row(CARDS, card(start=0), shown="")  # the discards in order, the top one last; then those taken
    piled: int = number(0, len(DECK), shown="")  # how many discards there are
    # The board
    melds: int = number(0, MELDS, shown="")
    suit: Row = row(MELDS, number(0, BOOK), shown="")  # of a run; or BOOK
    low: Row = row(MELDS, number(0, LAST), shown="")  # the first position of a run; the rank of a book
    high: Row = row(MELDS, number(0, LAST), shown="")  # the last position of a run; the rank of a book
    # Of each card on the board: its position in a run, or its rank.
    means: Row = row(CARDS, number(0, LAST), shown="", by_card=True)
    by: Row = row(CARDS, number(0, SEATS - 1), shown="", by_card=True)  # the seat that played it
    # The current turn
    hidden: int = flag()  # rule 11: whether there is a turn in progress, which the others do not see
    drawn: int = word("", "stock", "discards", "nothing", start=NOT_YET)  # how the seat drew in this turn
    taken: int = number(0, len(DECK), shown="")  # how many discards were taken in this turn
    duty: int = word(*(DECK.name(card) for card in range(JOKER)), "joker")  # rule 6: the kind that must be played first
    laid: Row = row(2, number(0, below(LIMB)), shown="")  # the cards played in this turn, as a set
    old_melds: int = number(0, MELDS)  # how many melds there were before this turn
    discarded: int = card()  # the card that was discarded in this turn
    reshuffled: int = flag()  # rule 14: whether the discards have become the stock in this hand
    lap: int = number(NOBODY, SEATS - 1, start=NOBODY)  # rule 13: turns left in the last lap
    reached: int = flag(lives=MATCH)  # rule 16: whether a seat has reached the target
    ending: int = word("went_out", "lap_over", "no_card_left", lives=MATCH)  # how the last hand ended
    gained: Row = per_seat(number(-MOST_POINTS, MOST_POINTS), lives=MATCH)  # the points of each seat in the last hand
    points: Row = per_seat(
        number(-MOST_HANDS * MOST_POINTS, MOST_HANDS * MOST_POINTS), lives=MATCH
    )  # of each seat so far


new_match, new_deal = fresh(State)


@law
def deck_of(t: State, limb: int) -> int:
    """Rule 1: return the cards that are in play, of one limb."""
    if limb == 0:
        return below(JOKER + t.jokers)
    return SUITED if t.decks == 2 else 0


@law
def held_by(t: State, seat: int, limb: int) -> int:
    """Return the cards in a hand, of one limb."""
    return cards_at(t, HAND + seat, limb)


@law
def has_card(t: State, seat: int, card: int) -> bool:
    """Return whether a seat holds this card."""
    return lies_at(t, card, HAND + seat)


@law
def is_wild(t: State, card: int) -> bool:
    """Return whether this card is wild. Rules 3 and 8: jokers are, and cards of the rank of the dealer's first card."""
    return kind(card) == JOKER or rank_of(card) == t.wild_rank


@law
def naturals(t: State) -> int:
    """Return the cards of a limb that are not wild."""
    return SUITED if t.wild_rank == NOBODY else SUITED & ~cards_of(t.wild_rank, ALL_SUITS)


@law
def worth(t: State, card: int) -> int:
    """Return the points of a card, by rule 15."""
    if kind(card) == JOKER:
        return 500
    rank = rank_of(card)
    if rank == ACE or rank == t.wild_rank:
        return 100
    return 10 if rank >= TEN else 5
