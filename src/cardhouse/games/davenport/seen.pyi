# Made by `make build` from the declarations of the state.

from dataclasses import dataclass

from cardhouse.games.davenport.state import State
from cardhouse.games.seen import Derived
from cardhouse.games.view import View as AnyView

@dataclass(kw_only=True)
class View(AnyView):
    stock: int
    discards: tuple[str, ...]
    discards_hidden: int
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    ace_rule: str
    playoff: str
    playoff_wins: int
    dealer: int
    stage: str
    playing_off: bool
    playing: tuple[bool, ...]
    committed: tuple[bool, ...]
    first: int
    shown: tuple[str, ...]
    exchanged: tuple[bool, ...]
    won: tuple[bool, ...]
    wins: tuple[int, ...]
    places: tuple[int, ...]
    commitment: str

SEEN: Derived[State]
