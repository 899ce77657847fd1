"""What is drawn: the seats around a table, and what lies before them and between them."""

from dataclasses import dataclass
from typing import Literal

Face = Literal["up", "down", "sideways", "empty"]


@dataclass(frozen=True)
class Card:
    """A card as it lies. One that lies face down has no label: nobody finds it in the markup."""

    label: str = ""
    suit: str = ""  # c, d, h or s; nothing for cards without suits
    face: Face = "up"
    note: str = ""  # what is known of it beyond its face

    def __post_init__(self) -> None:
        if self.face == "empty" and self.label:
            raise ValueError(f"an empty slot has no card, not {self.label!r}")


@dataclass(frozen=True)
class Group:
    """Cards that lie together."""

    caption: str
    cards: tuple[Card, ...] = ()
    hidden: int = 0  # cards that lie face down below them
    spread: bool = True  # side by side; otherwise a pile, whose last cards are seen


@dataclass(frozen=True)
class SceneSeat:
    name: str
    groups: tuple[Group, ...] = ()
    notes: tuple[str, ...] = ()
    to_act: bool = False
    hand: Group | None = None


@dataclass(frozen=True)
class Scene:
    label: str  # what a screen reader says
    seats: tuple[SceneSeat, ...]  # clockwise; the first sits at the bottom
    middle: tuple[Group, ...] = ()
