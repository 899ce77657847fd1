"""A scene to draw: the seats around a table, and the cards in front of them and between them."""

from dataclasses import dataclass
from typing import Literal

Face = Literal["up", "down", "sideways", "empty"]


@dataclass(frozen=True)
class Card:
    """A card as it lies. One that is face down has no label, so that the markup does not reveal it."""

    label: str = ""
    suit: str = ""  # c, d, h or s; empty for cards without a suit
    face: Face = "up"
    note: str = ""  # what else is known about it

    def __post_init__(self) -> None:
        if self.face == "empty" and self.label:
            raise ValueError(f"an empty position has no card, not {self.label!r}")


@dataclass(frozen=True)
class Group:
    """Cards that lie together."""

    caption: str
    cards: tuple[Card, ...] = ()
    hidden: int = 0  # further cards below them, face down
    spread: bool = True  # side by side; otherwise a pile of which the last cards are visible


@dataclass(frozen=True)
class SceneSeat:
    name: str
    groups: tuple[Group, ...] = ()
    notes: tuple[str, ...] = ()
    to_act: bool = False
    hand: Group | None = None


@dataclass(frozen=True)
class Scene:
    label: str  # for screen readers
    seats: tuple[SceneSeat, ...]  # clockwise; the first sits at the bottom
    middle: tuple[Group, ...] = ()
