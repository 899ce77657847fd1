"""What every view has. Each game adds its own; a view holds words and numbers, never the table."""

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from cardhouse.untyped import Json

OwnView = Any  # a view of a game's own kind, where the game is known only at run time, and so are most of the fields
SeedView = Any  # what a player function of the seed's interface is given, in the form of the seed: see `Bots.my_view`


@cache
def flags(seats: int, many: int) -> tuple[bool, ...]:
    """A set of seats as a row of yes and no."""
    return tuple(seats >> seat & 1 == 1 for seat in range(many))


@dataclass(slots=True, kw_only=True)
class View:
    """What one seat, or a watcher (seat -1), may know."""

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
