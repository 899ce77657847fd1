# Made by `make build` from the declarations of the state.

from dataclasses import dataclass

from cardhouse.games.javelin.rows import Spot
from cardhouse.games.javelin.state import State
from cardhouse.games.seen import Derived
from cardhouse.games.view import View as AnyView

@dataclass(kw_only=True)
class View(AnyView):
    stock: int
    discards: tuple[str, ...]
    peek: str
    reshuffle: str
    target: int
    dealer: int
    turns: int
    replacing: int
    winner: int
    ending: str
    points: tuple[int, ...]
    ended: bool
    rows: tuple[tuple[Spot, ...], ...]

SEEN: Derived[State]
