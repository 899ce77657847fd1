"""The zones of a game: where its cards can lie, declared by name. Their numbers and their names in events follow.

    ZONES = Zones(STANDARD, seats=8, stock=face_down(), discards=face_up(), hand=hands(), table=face_up())
    TABLE = ZONES["table"]

A zone is one place, or several: one for each seat (`hand 3`), some (`meld 12`), or some for each seat (`row 1 7`).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from cardhouse.cards.deck import Deck

Told = Literal["", "count", "cards", "both", "hands"]


@dataclass(frozen=True, kw_only=True)
class Zone:
    """Places of one kind."""

    told: (
        Told  # what a view tells of it: how many cards, which, both, a hand; or nothing, if it says so in another form
    )
    by_seat: bool = False  # whether each seat has its own
    many: int = 1  # places, of each seat or in all
    called: str = ""  # its name in events, if two zones must look alike


def face_down() -> Zone:
    """Declare a pile of which everybody knows how many cards it has."""
    return Zone(told="count")


def face_up(*, covered: bool = False) -> Zone:
    """Declare a pile that everybody sees; `covered` if some of its cards may lie face down."""
    return Zone(told="both" if covered else "cards")


def hands() -> Zone:
    """Declare the hands: a seat sees its own, and of the others how many cards they have."""
    return Zone(told="hands", by_seat=True)


def places(many: int = 1, *, by_seat: bool = False, called: str = "") -> Zone:
    """Declare places that the game shows in its own form."""
    return Zone(told="", by_seat=by_seat, many=many, called=called)


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
        return zone.many * (self.seats if zone.by_seat else 1)

    @property
    def places(self) -> int:
        """How many places there are in all."""
        return sum(self._size(zone) for zone in self.zones.values())

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every place, as events tell it."""
        names: list[str] = []
        for name, zone in self.zones.items():
            for place in range(self._size(zone)):
                seat, number = divmod(place, zone.many)
                parts = [zone.called or name]
                parts += [str(seat)] if zone.by_seat else []
                parts += [str(number)] if zone.many > 1 else []
                names.append(" ".join(parts))
        return tuple(names)
