"""Recall a state from a view, for players and searches. Each game's `recall` is made of these functions.

Cards that the seat knows lie where they are; cards that it cannot know lie wherever there is room for them.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from cardhouse.cards.deck import Deck
from cardhouse.cards.ledger import LIMB, Ledger, numbers

L = TypeVar("L", bound=Ledger)


def lay(t: Ledger, deck: Deck, zone: int, names: Iterable[str], viewer: int) -> None:
    """Lay cards that the viewer knows into a zone, by name: of cards that share a name, any that is still free."""
    for name in names:
        card = deck.card(name)
        while is_somewhere(t, card):
            card += 1
        put(t, card, zone)
        t.seen[viewer * t.limbs + card // LIMB] |= 1 << card % LIMB


def put(t: Ledger, card: int, zone: int) -> None:
    t.at[zone * t.limbs + card // LIMB] |= 1 << card % LIMB


def is_somewhere(t: Ledger, card: int) -> bool:
    limb = card // LIMB
    return any(t.at[index] >> card % LIMB & 1 for index in range(limb, len(t.at), t.limbs))


def unseen(t: Ledger, deck: Iterable[int]) -> list[int]:
    """Return the cards of a deck, given limb by limb, that do not lie in any zone yet."""
    cards: list[int] = []
    for limb, whole in enumerate(deck):
        lying = 0
        for index in range(limb, len(t.at), t.limbs):
            lying |= t.at[index]
        cards += numbers(whole & ~lying, limb)
    return cards


def fill_up(t: Ledger, deck: Iterable[int], count: Mapping[int, int]) -> None:
    """Fill every zone up to its count with the cards that are left."""
    cards = unseen(t, deck)
    for zone, wanted in count.items():
        limbs = t.at[zone * t.limbs : (zone + 1) * t.limbs]
        for _ in range(wanted - sum(limb.bit_count() for limb in limbs)):
            put(t, cards.pop(), zone)


def bits(flags: Iterable[bool]) -> int:
    """Return a row of flags as a set of seats."""
    return sum(1 << seat for seat, flag in enumerate(flags) if flag)


def fill_where(t: L, deck: Iterable[int], count: Mapping[int, int], may_lie: Callable[[L, int, int], bool]) -> None:
    """Fill every zone up to its count where `may_lie` allows the cards: a bipartite matching, found card by card."""
    room = {zone: wanted - count_in(t, zone) for zone, wanted in count.items()}
    lying: dict[int, int] = {}  # the zone of each card
    for card in unseen(t, deck):
        settle(card, lying, room, lambda zone, card: may_lie(t, zone, card), set())
    for card, zone in lying.items():
        put(t, card, zone)


def count_in(t: Ledger, zone: int) -> int:
    return sum(limb.bit_count() for limb in t.at[zone * t.limbs : (zone + 1) * t.limbs])


def settle(
    card: int, lying: dict[int, int], room: dict[int, int], may: Callable[[int, int], bool], tried: set[int]
) -> bool:
    """Find a zone for a card, by an augmenting path: if its zones are full, another card moves out of one."""
    zones = [zone for zone in room if zone not in tried and may(zone, card)]
    for zone in zones:
        if sum(other == zone for other in lying.values()) < room[zone]:
            lying[card] = zone
            return True
    for zone in zones:
        tried.add(zone)
        for other in [other for other, there in lying.items() if there == zone]:
            if settle(other, lying, room, may, tried):
                lying[card] = zone
                return True
    return False
