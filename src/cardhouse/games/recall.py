"""From a view back to a state: what a player, or a search, works with. Each game's `recall` is made of these.

What the seat knows lies where it is; what it cannot know lies somewhere, wherever there is room for it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from cardhouse.cards.deck import Deck
from cardhouse.cards.ledger import LIMB, Ledger, numbers

L = TypeVar("L", bound=Ledger)


def lay(t: Ledger, deck: Deck, place: int, names: Iterable[str], viewer: int) -> None:
    """Cards that the viewer knows of, by name: of those that share one, any that is still free."""
    for name in names:
        card = deck.card(name)
        while is_somewhere(t, card):
            card += 1
        put(t, card, place)
        t.seen[viewer * t.limbs + card // LIMB] |= 1 << card % LIMB


def put(t: Ledger, card: int, place: int) -> None:
    t.at[place * t.limbs + card // LIMB] |= 1 << card % LIMB


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
    """The other cards go where any are missing: each place gets the number that it lacks."""
    cards = unseen(t, deck)
    for place, wanted in count.items():
        slots = t.at[place * t.limbs : (place + 1) * t.limbs]
        for _ in range(wanted - sum(slot.bit_count() for slot in slots)):
            put(t, cards.pop(), place)


def bits(flags: Iterable[bool]) -> int:
    """A row of yes and no as a set of seats."""
    return sum(1 << seat for seat, flag in enumerate(flags) if flag)


def fill_where(t: L, deck: Iterable[int], count: Mapping[int, int], lies: Callable[[L, int, int], bool]) -> None:
    """The other cards go where any are missing and `lies` allows them: a matching, found card by card."""
    room = {place: wanted - count_in(t, place) for place, wanted in count.items()}
    lying: dict[int, int] = {}  # the place of each card
    for card in unseen(t, deck):
        settle(card, lying, room, lambda place, card: lies(t, place, card), set())
    for card, place in lying.items():
        put(t, card, place)


def count_in(t: Ledger, place: int) -> int:
    return sum(slot.bit_count() for slot in t.at[place * t.limbs : (place + 1) * t.limbs])


def settle(
    card: int, lying: dict[int, int], room: dict[int, int], may: Callable[[int, int], bool], tried: set[int]
) -> bool:
    """Find a place for a card; if all that it may lie in are full, another card gives way to it."""
    places = [place for place in room if place not in tried and may(place, card)]
    for place in places:
        if sum(other == place for other in lying.values()) < room[place]:
            lying[card] = place
            return True
    for place in places:
        tried.add(place)
        for other in [other for other, there in lying.items() if there == place]:
            if settle(other, lying, room, may, tried):
                lying[card] = place
                return True
    return False
