"""The zones of a game: where its cards can lie, declared by kind. Their numbers and their names in events follow.

    ZONES = Zones(STANDARD, seats=8, stock=face_down(), discards=face_up(), hand=hands(), pile=face_up())
    PILE = ZONES["pile"]

A kind is one zone (`stock`), one for each seat (`hand 3`), several (`meld 12`), or several for each seat (`row 1 7`).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from cardhouse.cards.deck import Deck

Visibility = Literal["", "count", "cards", "both", "hands"]


@dataclass(frozen=True, kw_only=True)
class ZoneKind:
    """A group of zones that are declared together."""

    # What a view shows: the count of the cards, the cards, both, or a hand; nothing if the game has its own form.
    shown: Visibility
    by_seat: bool = False  # whether each seat has its own
    count: int = 1  # zones, of each seat or in all
    called: str = ""  # its name in events, if two kinds must look alike


def face_down() -> ZoneKind:
    """Declare a pile of which everybody knows only the number of cards."""
    return ZoneKind(shown="count")


def face_up(*, covered: bool = False, by_seat: bool = False) -> ZoneKind:
    """Declare a pile that everybody sees, or one for each seat; with `covered`, some of its cards may be face down."""
    if covered and by_seat:
        raise TypeError("a pile for each seat cannot be covered; declare `custom` zones for that")
    return ZoneKind(shown="both" if covered else "cards", by_seat=by_seat)


def hands() -> ZoneKind:
    """Declare the hands: a seat sees its own hand, and the number of cards in the others."""
    return ZoneKind(shown="hands", by_seat=True)


def custom(count: int = 1, *, by_seat: bool = False, called: str = "") -> ZoneKind:
    """Declare zones that the game shows in its own form."""
    return ZoneKind(shown="", by_seat=by_seat, count=count, called=called)


class Zone(NamedTuple):
    """A zone: its kind, its seat if each seat has one, and its number if there are several."""

    kind: str  # its name in events
    seat: int | None
    number: int | None

    def __str__(self) -> str:
        return " ".join(str(part) for part in self if part is not None)


class Zones:
    """All zones of a game, in the order of their numbers."""

    def __init__(self, deck: Deck, *, seats: int, **kinds: ZoneKind) -> None:
        self.deck = deck
        self.seats = seats
        self.kinds = kinds

    def __getitem__(self, name: str) -> int:
        """Return the number of the first zone of a kind."""
        return self._starts[name]

    @cached_property
    def _starts(self) -> dict[str, int]:
        starts, number = {}, 0
        for name, kind in self.kinds.items():
            starts[name] = number
            number += self._size(kind)
        return starts

    def _size(self, kind: ZoneKind) -> int:
        return kind.count * (self.seats if kind.by_seat else 1)

    @property
    def count(self) -> int:
        """The number of zones."""
        return sum(self._size(kind) for kind in self.kinds.values())

    @property
    def hands(self) -> str:
        """The name of the hands, or "" in a game without hands."""
        return next((name for name, kind in self.kinds.items() if kind.shown == "hands"), "")

    @cached_property
    def all(self) -> tuple[Zone, ...]:
        """Every zone, by number."""
        found: list[Zone] = []
        for name, kind in self.kinds.items():
            for zone in range(self._size(kind)):
                seat, number = divmod(zone, kind.count)
                whose = seat if kind.by_seat else None
                which = number if kind.count > 1 else None
                found.append(Zone(kind.called or name, whose, which))
        return tuple(found)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every zone, as in events."""
        return tuple(map(str, self.all))

    @cached_property
    def by_name(self) -> dict[str, Zone]:
        """The zones by their names in events."""
        return dict(zip(self.names, self.all, strict=True))
