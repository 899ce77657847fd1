"""What every view has. Each game adds its own; a view holds words and numbers, never the table."""

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple

from cardhouse.cards.zones import Zones
from cardhouse.untyped import Json

OwnView = Any  # a view of a game's own kind, where the game is known only at run time, and so are most of the fields
CallbackView = Any  # what a player function of the callback interface is given, in its own form: see `Bots.my_view`

Shown = Literal["pile", "cards", "number", "flag", "seat", "card", "word", "suits", "other"]


class Form(NamedTuple):
    """What a field of a view is, for those who show a game that they do not know."""

    kind: Shown  # a pile is how many cards lie face down; what is not declared is something else
    by_seat: bool = False  # whether it has one of these for each seat ...
    row: bool = False  # ... or any number of them
    covered: bool = False  # of cards: whether the field `..._hidden` says how many more lie there, face down


OTHER = Form("other")


class LyingCard(NamedTuple):
    """A card as it lies before everybody, for those who draw a game that they do not know."""

    card: str  # "" if the viewer may not know it, or there is none
    face: Literal["up", "down", "sideways", "empty"] = "up"
    note: str = ""  # what is known of it beyond its face


class CardRow(NamedTuple):
    """Cards that lie in a row."""

    caption: str
    cards: tuple[LyingCard, ...]


@cache
def flags(seats: int, count: int) -> tuple[bool, ...]:
    """A set of seats as a row of yes and no."""
    return tuple(seats >> seat & 1 == 1 for seat in range(count))


@dataclass(slots=True, kw_only=True)
class View:
    """What one seat, or a watcher (seat -1), may know. In a notebook it is shown as a picture of the table."""

    ZONES: ClassVar[Zones]

    game: str
    seat: int
    seats: int
    deal: int  # how many deals are over
    turn: int  # the seat to act; where several are, the one that is asked first
    to_act: tuple[int, ...]
    moves: tuple[str, ...]  # this seat's moves, one for each that differs; empty while it is not to act
    event: Any = None  # what happened last, for `cardhouse.run`; a schema has `Any`, and refuses `object`

    def as_dict(self) -> Json:
        return asdict(self)

    def _repr_html_(self) -> str:
        from cardhouse.games.scene import html

        return html(self)
