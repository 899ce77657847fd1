# Made by `make build` from the declarations of the state.

from dataclasses import dataclass

from cardhouse.games.dynasty.state import State
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
    monarchies: int
    taxation: str
    ended: bool
    order: tuple[int, ...]
    players: int
    at_turn: int
    count: int
    value: int
    last: int
    passed: tuple[bool, ...]
    cleared: bool
    out: int
    places: tuple[int, ...]
    monarch: int
    crowns: tuple[int, ...]
    taxes: int
    owes: tuple[int, ...]
    partner: tuple[int, ...]
    newcomers: tuple[bool, ...]
    left: tuple[int, ...]
    leavers: int
    shared: tuple[str, ...]

SEEN: Derived[State]
