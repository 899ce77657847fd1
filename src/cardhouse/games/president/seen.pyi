# Made by `make build` from the declarations of the state.

from dataclasses import dataclass

from cardhouse.games.president.state import State
from cardhouse.games.seen import Derived
from cardhouse.games.view import View as AnyView

@dataclass(kw_only=True)
class View(AnyView):
    stock: int
    discards: tuple[str, ...]
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    skip_on: str
    full_circle: str
    deals: int
    first: int
    opening: bool
    direction: int
    count: int
    rank: int
    last: int
    skipped: int
    cleared: bool
    out: int
    places: tuple[int, ...]
    points: tuple[int, ...]

SEEN: Derived[State]
