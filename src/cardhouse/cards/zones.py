"""The zones of a game: where its cards can lie, declared by name. Their numbers and their names in events follow.

    ZONES = Zones(STANDARD, seats=8, stock=face_down(), discards=face_up(), hand=hands(), pile=face_up())
    PILE = ZONES["pile"]

A zone is one place, or several: one for each seat (`hand 3`), some (`meld 12`), or some for each seat (`row 1 7`).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from cardhouse.cards.deck import Deck

Visibility = Literal["", "count", "cards", "both", "hands"]


@dataclass(frozen=True, kw_only=True)
class Zone:
    """Places of one kind."""

    # What a view tells of it: how many cards, which, both, a hand; or nothing, if the game tells it in another form.
    shown: Visibility
    by_seat: bool = False  # whether each seat has its own
    count: int = 1  # places, of each seat or in all
    called: str = ""  # its name in events, if two zones must look alike


def face_down() -> Zone:
    """Declare a pile of which everybody knows how many cards it has."""
    return Zone(shown="count")


def face_up(*, covered: bool = False, by_seat: bool = False) -> Zone:
    """Declare a pile that everybody sees, or one for each seat; `covered` if some cards of it may lie face down."""
    if covered and by_seat:
        raise TypeError("a pile for each seat cannot be covered; declare `places` for that")
    return Zone(shown="both" if covered else "cards", by_seat=by_seat)


def hands() -> Zone:
    """Declare the hands: a seat sees its own, and of the others how many cards they have."""
    return Zone(shown="hands", by_seat=True)


def places(count: int = 1, *, by_seat: bool = False, called: str = "") -> Zone:
    """Declare places that the game shows in its own form."""
    return Zone(shown="", by_seat=by_seat, count=count, called=called)


class Place(NamedTuple):
    """One place of a zone: whose it is, if it is a seat's, and which one, if there are several."""

    zone: str  # its name in events
    seat: int | None
    number: int | None

    def __str__(self) -> str:
        return " ".join(str(part) for part in self if part is not None)


class Zones:
    """All zones of a game, in the order of their numbers."""

    def __init__(self, deck: Deck, *, seats: int, **zones: Zone) -> None:
        self.deck = deck
        self.seats = seats
        self.zones = zones

    def __getitem__(self, name: str) -> int:
        """Return the number of the first place of a zone."""
        return self._starts[name]

    @cached_property
    def _starts(self) -> dict[str, int]:
        starts, place = {}, 0
        for name, zone in self.zones.items():
            starts[name] = place
            place += self._size(zone)
        return starts

    def _size(self, zone: Zone) -> int:
        return zone.count * (self.seats if zone.by_seat else 1)

    @property
    def places(self) -> int:
        """How many places there are in all."""
        return sum(self._size(zone) for zone in self.zones.values())

    @property
    def hands(self) -> str:
        """The name of the zone of hands, or nothing in a game without them."""
        return next((name for name, zone in self.zones.items() if zone.shown == "hands"), "")

    @cached_property
    def all_places(self) -> tuple[Place, ...]:
        """Every place, by number."""
        found: list[Place] = []
        for name, zone in self.zones.items():
            for place in range(self._size(zone)):
                seat, number = divmod(place, zone.count)
                whose = seat if zone.by_seat else None
                which = number if zone.count > 1 else None
                found.append(Place(zone.called or name, whose, which))
        return tuple(found)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every place, as events tell it."""
        return tuple(map(str, self.all_places))

    @cached_property
    def by_name(self) -> dict[str, Place]:
        """The places by their names in events."""
        return dict(zip(self.names, self.all_places, strict=True))
