"""The fields of every view, to which each game adds its own. A view holds words and numbers, never the state."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple

from cardhouse.cards.zones import Zones
from cardhouse.untyped import Json

OwnView = Any  # a view of a game that is known only at run time, like most of its fields
CallbackView = Any  # what a player function of the callback interface gets: see `Bots.my_view`

Shown = Literal["pile", "cards", "number", "flag", "seat", "card", "word", "suits", "other"]


class Form(NamedTuple):
    """The form of a view's field, for code that shows any game."""

    kind: Shown  # a pile is a number of face-down cards; OTHER is for fields that are not declared
    by_seat: bool = False  # whether it has one of these for each seat ...
    row: bool = False  # ... or any number of them
    covered: bool = False  # of cards: whether the field `..._hidden` counts more cards there, face down


OTHER = Form("other")


class LyingCard(NamedTuple):
    """A card as it lies on the table, for code that draws any game."""

    card: str  # "" if the viewer may not know it, or if there is none
    face: Literal["up", "down", "sideways", "empty"] = "up"
    note: str = ""  # what else is known of it


class CardRow(NamedTuple):
    """Cards that lie in a row."""

    caption: str
    cards: tuple[LyingCard, ...]


class Parts(NamedTuple):
    """The functions that make a view in parts, so that what viewers share is made once for all of them."""

    shared: Callable[..., Json]  # the fields that are the same for all viewers
    face_up: Callable[..., Json]  # the cards of face-up zones, the same for all who know the same of them
    is_public: Callable[..., bool]  # whether everybody knows all cards of the face-up zones
    own: Callable[..., Json]  # the fields that differ from viewer to viewer
    has_extras: bool  # whether `own` needs the state without the cards that the seat cannot know


@cache
def flags(seats: int, count: int) -> tuple[bool, ...]:
    """Return a set of seats as a row of flags."""
    return tuple(seats >> seat & 1 == 1 for seat in range(count))


@dataclass(slots=True, kw_only=True)
class View:
    """What one seat, or a watcher (seat -1), may know. In a notebook it is shown as a picture of the table."""

    ZONES: ClassVar[Zones]
    PARTS: ClassVar[Parts | None] = None  # of views that are derived from a state

    game: str
    seat: int
    seats: int
    deal: int  # how many deals are over
    turn: int  # the seat to act; if there are several, the one that is asked first
    to_act: tuple[int, ...]
    moves: tuple[str, ...]  # this seat's moves, one for each that makes a difference; empty while it is not to act
    event: Any = None  # the last event, for `cardhouse.run`; `Any`, because schemas refuse `object`

    def as_dict(self) -> Json:
        return asdict(self)

    def _repr_html_(self) -> str:
        from cardhouse.games.scene import html

        return html(self)
