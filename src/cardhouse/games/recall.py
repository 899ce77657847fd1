"""From a view back to a state: what a player, or a search, works with. Each game's `recall` is made of these.

What the seat knows lies where it is; what it cannot know lies somewhere, wherever there is room for it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from cardhouse.cards.deck import Deck
from cardhouse.cards.ledger import LIMB, Ledger, numbers

L = TypeVar("L", bound=Ledger)


def lay(t: Ledger, deck: Deck, zone: int, names: Iterable[str], viewer: int) -> None:
    """Cards that the viewer knows of, by name: of those that share one, any that is still free."""
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
    return any(t.at[slot] >> card % LIMB & 1 for slot in range(limb, len(t.at), t.limbs))


def unseen(t: Ledger, deck: Iterable[int]) -> list[int]:
    """The cards of a deck, given limb by limb, that lie nowhere yet."""
    cards: list[int] = []
    for limb, whole in enumerate(deck):
        lying = 0
        for slot in range(limb, len(t.at), t.limbs):
            lying |= t.at[slot]
        cards += numbers(whole & ~lying, limb)
    return cards


def fill_up(t: Ledger, deck: Iterable[int], count: Mapping[int, int]) -> None:
    """The other cards go where any are missing: each zone gets the number that it lacks."""
    cards = unseen(t, deck)
    for zone, wanted in count.items():
        slots = t.at[zone * t.limbs : (zone + 1) * t.limbs]
        for _ in range(wanted - sum(slot.bit_count() for slot in slots)):
            put(t, cards.pop(), zone)


def bits(flags: Iterable[bool]) -> int:
    """A row of yes and no as a set of seats."""
    return sum(1 << seat for seat, flag in enumerate(flags) if flag)


def fill_where(t: L, deck: Iterable[int], count: Mapping[int, int], lies: Callable[[L, int, int], bool]) -> None:
    """The other cards go where any are missing and `lies` allows them: a matching, found card by card."""
    room = {zone: wanted - count_in(t, zone) for zone, wanted in count.items()}
    lying: dict[int, int] = {}  # the zone of each card
    for card in unseen(t, deck):
        settle(card, lying, room, lambda zone, card: lies(t, zone, card), set())
    for card, zone in lying.items():
        put(t, card, zone)


def count_in(t: Ledger, zone: int) -> int:
    return sum(slot.bit_count() for slot in t.at[zone * t.limbs : (zone + 1) * t.limbs])


def settle(
    card: int, lying: dict[int, int], room: dict[int, int], may: Callable[[int, int], bool], tried: set[int]
) -> bool:
    """Find a zone for a card; if all that it may lie in are full, another card gives way to it."""
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
