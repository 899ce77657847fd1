"""Javelin's state: the zones of its cards, and what is known of the cards in the rows.

The cells that every game has are in cards/ledger.py.
"""

from cardhouse.cards.cells import (
    MATCH,
    NOBODY,
    OFF_ON,
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
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import Row, law, lowest
from cardhouse.cards.ledger import EVERYBODY, SEAT, Ledger, show
from cardhouse.cards.ranks import KING, value_of
from cardhouse.cards.sets import only
from cardhouse.cards.zones import Zones, custom, face_down, face_up

SEATS, ROW = 2, 16  # each player has sixteen slots, for one card each
LONGEST_ROUND, MOST_ROUNDS = 300, 40  # rules 11 and 12
FOR_A_ROUND, MOST_FACE_DOWN = 5, 8  # rule 12: points for a round, and one for each card that is still face-down
ZONES = Zones(
    STANDARD, seats=SEATS, stock=face_down(), discards=face_up(), row=custom(ROW, by_seat=True)
)  # there are no hands
ROWS = ZONES["row"]
ZONE_COUNT, VIEWERS, DEALT = ZONES.count, SEAT + SEATS, SEATS * ROW
(CARDS,) = STANDARD.limbs  # all of them, as a set
# Sets of a player's slots, with a bit for each.
NEAR_ROW, FAR_ROW = 0x00FF, 0xFF00  # rule 1: dealt face-down, dealt face-up
ALL_SLOTS = NEAR_ROW | FAR_ROW
ENDINGS = ("none_down", "none_up", "forfeited", "stuck", "drawn")
NONE_DOWN, NONE_UP, FORFEITED, STUCK, DRAWN = range(5)
TALLIES = (
    "rounds",
    "turns",
    "rounds lost with no card face-down",
    "rounds lost with no card face-up",
    "rounds forfeited",
    "rounds forfeited with no other move",
    "rounds drawn",
    "rounds won by the dealer",
    "reshuffles",
)
ROUNDS, TURNS = 0, 1
BY_ENDING = 2  # BY_ENDING + how a round ended
DEALER_WON, RESHUFFLES = 7, 8


@state(ZONES, tallies=TALLIES)
class State(Ledger):
    peek: int = option(
        rule=2,
        label="Peeking",
        meaning="Whether you may look at your own face-down cards.",
        values=OFF_ON,
        default="off",
    )
    reshuffle: int = option(
        rule=8,
        label="Reshuffle",
        meaning="Whether the discards become a new deck when the deck is empty.",
        values=OFF_ON,
        default="off",
        rare=True,
    )
    target: int = option(
        rule=12, label="Target score", meaning="How many points end the match.", numbers=range(5, 101), default=25
    )
    dealer: int = seat(lives=MATCH)  # the seat that dealt this round
    turns: int = number(0, LONGEST_ROUND)  # how many turns this round has had
    # For each player, the slots of their cards, as a set.
    down: Row = per_seat(number(0, ALL_SLOTS), shown="")  # face-down cards
    up: Row = per_seat(number(0, ALL_SLOTS), shown="")  # face-up cards
    sideways: Row = per_seat(number(0, ALL_SLOTS), shown="")  # those of the face-up cards that lie sideways
    proved: Row = per_seat(number(0, ALL_SLOTS), shown="")  # rule 5: face-down cards of which something is proved
    # For each spot (see `spot_of`): what everybody knows of its card.
    face: Row = per_seat(row(ROW, number(0, KING)), shown="")  # the value of each face-up card, 0 elsewhere
    least: Row = per_seat(row(ROW, number(0, KING)), shown="")  # rule 5: a face-down card is not lower than this ...
    most: Row = per_seat(row(ROW, number(0, KING)), shown="")  # ... nor higher than this; 0 elsewhere
    undrawn: int = number(0, len(STANDARD), shown="")  # how many cards the stock has
    replacing: int = number(NOBODY, ROW - 1, start=NOBODY)  # the slot that waits for a card
    winner: int = seat(lives=MATCH)  # the seat that won the last round
    ending: int = word(*ENDINGS, lives=MATCH)  # how the last round ended
    points: Row = per_seat(number(0, MOST_ROUNDS * (FOR_A_ROUND + MOST_FACE_DOWN)), lives=MATCH)  # of each seat so far
    ended: int = flag(lives=MATCH)  # whether the match is over


new_match, new_deal = fresh(State)


@law
def spot_of(seat: int, slot: int) -> int:
    """Return the number of a player's slot among those of both players."""
    return ROW * seat + slot


@law
def card_at(t: State, seat: int, slot: int) -> int:
    """Return the number of the card in this slot."""
    return lowest(t.at[ROWS + spot_of(seat, slot)])


@law
def value_at(t: State, seat: int, slot: int) -> int:
    """Return the value of the face-up card in this slot."""
    return t.face[spot_of(seat, slot)]


@law
def upright(t: State, seat: int) -> int:
    """Return the slots of the player's upright face-up cards."""
    return t.up[seat] & ~t.sideways[seat]


@law
def turn_up(t: State, spot: int, card: int) -> None:
    """Show everybody the card that lies at this spot."""
    show(t, only(card), EVERYBODY)
    t.face[spot] = value_of(card)
    t.least[spot] = 0
    t.most[spot] = 0
