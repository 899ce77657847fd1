"""The ledger: the zone of every card, and who has seen it.

A set of cards is an int with one bit per card; a deck of more than 60 cards takes two such integers, its limbs.
`at[zone]` is the set of the cards in a zone, and `seen[viewer]` the set of the cards whose zone a viewer knows:
viewer 0 is everybody, and 1 + seat is that seat alone.

    t.at[HAND + 2] == 0b1100        # seat 2 holds cards 2 and 3
"""

from collections.abc import Callable
from itertools import cycle
from operator import and_
from typing import TYPE_CHECKING, ClassVar, TypeVar

from cardhouse.cards.law import Record, Row, law, lowest, size

if TYPE_CHECKING:
    from cardhouse.cards.cells import Cell, Option
    from cardhouse.cards.zones import Zones

LIMB = 60  # cards in one limb: signed 64-bit integers, with a margin
STOCK, DISCARDS, HAND = 0, 1, 2  # HAND + seat; a game numbers its own zones above the hands
EVERYBODY, SEAT = 0, 1  # viewers: SEAT + seat
WATCHER = -1  # the seat number of a watcher: SEAT + WATCHER is EVERYBODY


class Ledger(Record):
    """The base class of all states, with the cells that every game has. `@state` adds them."""

    __slots__ = ()
    ZONES: ClassVar["Zones"]
    CELLS: ClassVar[dict[str, "Cell"]]  # the game's own cells
    OPTIONS: ClassVar[tuple["Option", ...]]
    TALLIES: ClassVar[tuple[str, ...]]  # what each number of `tally` counts
    seats: int
    limbs: int  # how many a set of cards has
    at: Row
    seen: Row
    turn: int  # the seat to act; if there are several, the one that is asked first
    deal: int  # how many deals are over
    waits: int  # how many cards the dealer has to draw, or 0 if none
    tally: Row  # counters of the match, named by the game


L = TypeVar("L", bound=Ledger)


# Sets of cards. A deck of one limb needs no `limb`; where there are more, a set is one limb of a zone.


@law
def cards_at(t: Ledger, zone: int, limb: int = 0) -> int:
    """Return the cards of a zone, as a set."""
    return t.at[zone * t.limbs + limb]


@law
def seen_by(t: Ledger, viewer: int, limb: int = 0) -> int:
    """Return the cards whose zone a viewer knows, as a set."""
    return t.seen[viewer * t.limbs + limb]


@law
def is_empty(t: Ledger, zone: int) -> bool:
    first = zone * t.limbs
    return t.at[first] | t.at[first + t.limbs - 1] == 0


@law
def size_of(t: Ledger, zone: int) -> int:
    """Return the number of cards in a zone."""
    count = 0
    for index in range(zone * t.limbs, (zone + 1) * t.limbs):
        count += size(t.at[index])
    return count


@law
def limb_of(card: int) -> int:
    """Return the limb that a card belongs to: 0 or 1."""
    return 1 if card >= LIMB else 0


@law
def only_card(card: int) -> int:
    """Return the set of this card alone, in its limb."""
    return 1 << (card - LIMB if card >= LIMB else card)


@law
def first_card(cards: int, limb: int) -> int:
    """Return the number of the first card of a set that is not empty."""
    return limb * LIMB + lowest(cards)


@law
def with_card(cards: int, card: int, limb: int) -> int:
    """Return a set of one limb with this card added, if the card belongs to the limb."""
    return cards | only_card(card) if limb_of(card) == limb else cards


@law
def without_card(cards: int, card: int, limb: int) -> int:
    """Return a set of one limb without this card."""
    return cards & ~only_card(card) if limb_of(card) == limb else cards


@law
def lies_at(t: Ledger, card: int, zone: int) -> bool:
    return cards_at(t, zone, limb_of(card)) & only_card(card) != 0


@law
def move(t: Ledger, cards: int, source: int, to: int, limb: int = 0) -> None:
    """Move a set of cards from one zone to another. Only the laws of this module move cards."""
    t.at[source * t.limbs + limb] &= ~cards
    t.at[to * t.limbs + limb] |= cards


@law
def move_card(t: Ledger, card: int, source: int, to: int) -> None:
    """Move a card from one zone to another."""
    move(t, only_card(card), source, to, limb_of(card))


@law
def move_all(t: Ledger, source: int, to: int) -> None:
    """Move all cards of a zone to another."""
    for limb in range(t.limbs):
        move(t, cards_at(t, source, limb), source, to, limb)


@law
def fill(row: Row, count: int, value: int = 0) -> None:
    """Set the first `count` cells of a row to a value."""
    for i in range(count):
        row[i] = value


@law
def show(t: Ledger, cards: int, viewer: int, limb: int = 0) -> None:
    t.seen[viewer * t.limbs + limb] |= cards


@law
def show_card(t: Ledger, card: int, viewer: int) -> None:
    show(t, only_card(card), viewer, limb_of(card))


@law
def show_zone(t: Ledger, zone: int, viewer: int) -> None:
    """Show a viewer all cards of a zone."""
    for limb in range(t.limbs):
        show(t, cards_at(t, zone, limb), viewer, limb)


@law
def forget(t: Ledger, cards: int, viewers: int, limb: int = 0) -> None:
    """Make these cards unknown to all viewers, as when they are shuffled."""
    for viewer in range(viewers):
        t.seen[viewer * t.limbs + limb] &= ~cards


@law
def gather(t: Ledger, cards: int, zones: int, viewers: int, limb: int = 0) -> None:
    """Put these cards, all that are in play, into the stock, unseen by anybody."""
    for zone in range(zones):
        t.at[zone * t.limbs + limb] = 0
    t.at[STOCK * t.limbs + limb] = cards
    for viewer in range(viewers):
        t.seen[viewer * t.limbs + limb] = 0


@law
def gather_deck(t: Ledger, deck: tuple[int, ...], zones: int, viewers: int) -> None:
    """Put a deck, given limb by limb, into the stock, unseen by anybody."""
    for limb in range(t.limbs):
        gather(t, deck[limb], zones, viewers, limb)


@law
def show_deck(t: Ledger, deck: tuple[int, ...], viewer: int) -> None:
    """Show a viewer every card of a deck."""
    for limb in range(t.limbs):
        show(t, deck[limb], viewer, limb)


@law
def listed(cards: int, out: Row, count: int = 0, limb: int = 0) -> int:
    """Append the cards of a set to a row that has `count` cards; return the new count."""
    while cards:
        out[count] = first_card(cards, limb)
        count += 1
        cards &= cards - 1
    return count


@law
def list_zone(t: Ledger, zone: int, out: Row) -> int:
    """List the cards of a zone, by number; return their count."""
    count = 0
    for limb in range(t.limbs):
        count = listed(cards_at(t, zone, limb), out, count, limb)
    return count


@law
def renew(t: Ledger, cards: int, viewers: int, limb: int = 0) -> None:
    """Move these cards from the discards back into the stock, unseen by anybody."""
    forget(t, cards, viewers, limb)
    move(t, cards, DISCARDS, STOCK, limb)


@law
def give(t: Ledger, card: int, seat: int) -> None:
    """Give a seat a card of the stock, which it sees."""
    move_card(t, card, STOCK, HAND + seat)
    show_card(t, card, SEAT + seat)


@law
def hand_out(t: Ledger, drawn: Row, count: int, start: int, step: int, seat: int) -> None:
    """Give a seat every `step`-th of the `count` cards drawn from the stock, from `start` on; it sees them."""
    for limb in range(t.limbs):
        cards = 0
        for i in range(start, count, step):
            card = drawn[i] - limb * LIMB
            if 0 <= card < LIMB:
                cards |= 1 << card
        move(t, cards, STOCK, HAND + seat, limb)
        show(t, cards, SEAT + seat, limb)


@law
def deal_round(t: Ledger, drawn: Row, count: int, first: int) -> None:
    """Deal the `count` cards drawn, one at a time round the table from a seat on."""
    for turn in range(t.seats):
        hand_out(t, drawn, count, turn, t.seats, (first + turn) % t.seats)


@law
def out_of_cards(t: Ledger, seat: int) -> bool:
    return is_empty(t, HAND + seat)


def known(t: Ledger, seat: int, limb: int) -> int:
    """Return the cards of a limb whose zone this seat (or WATCHER) knows."""
    return t.seen[limb] | t.seen[(SEAT + seat) * t.limbs + limb]


def known_cards(t: Ledger, seat: int) -> Row:
    """Return the zones of a state without the cards that this seat (or WATCHER) cannot know."""
    if t.limbs == 1:
        mask = known(t, seat, 0)
        return [cards & mask for cards in t.at]
    return list(map(and_, t.at, cycle([known(t, seat, limb) for limb in range(t.limbs)])))


def hide(t: L, seat: int) -> L:
    """Return a copy of the state without the cards that this seat cannot know."""
    hidden = t.shadow()
    if t.limbs == 1:
        mask = known(t, seat, 0)
        hidden.at, hidden.seen = [cards & mask for cards in t.at], [cards & mask for cards in t.seen]
        return hidden
    masks = [known(t, seat, limb) for limb in range(t.limbs)]
    hidden.at, hidden.seen = list(map(and_, t.at, cycle(masks))), list(map(and_, t.seen, cycle(masks)))
    return hidden


def counted(t: Ledger) -> Callable[[int], int]:
    """Return the function that counts the cards in a zone of this state, known or not."""
    at, limbs = t.at, t.limbs
    if limbs == 1:
        return lambda zone: at[zone].bit_count()
    return lambda zone: at[2 * zone].bit_count() + at[2 * zone + 1].bit_count()


def numbers(cards: int, limb: int) -> Row:
    """Return the numbers of the cards in a set."""
    row = []
    while cards:
        row.append(limb * LIMB + (cards & -cards).bit_length() - 1)
        cards &= cards - 1
    return row


def hidden_cards(t: Ledger, seat: int) -> Row:
    """Return the numbers of the cards whose zone this seat (or WATCHER) does not know."""
    cards: Row = []
    for index, here in enumerate(t.at):
        limb = index % t.limbs
        cards += numbers(here & ~known(t, seat, limb), limb)
    return cards


def trade(t: Ledger, one: int, other: int) -> None:
    """Swap the zones and the viewers of two cards, to sample another state that looks the same to a seat."""
    first, one_bit = one // LIMB, 1 << one % LIMB
    second, other_bit = other // LIMB, 1 << other % LIMB
    for row in (t.at, t.seen):
        for start in range(0, len(row), t.limbs):
            if (not row[start + first] & one_bit) != (not row[start + second] & other_bit):
                row[start + first] ^= one_bit
                row[start + second] ^= other_bit
