# Made by `make build` from the declarations of the state.

from dataclasses import dataclass

from cardhouse.games.blitz.board import Meld
from cardhouse.games.blitz.state import State
from cardhouse.games.seen import Derived
from cardhouse.games.view import View as AnyView

@dataclass(kw_only=True)
class View(AnyView):
    stock: int
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    decks: int
    jokers: int
    target: int
    max_hands: int
    dealing: str
    dealer: int
    stage: str
    wanted: tuple[int, ...]
    wild_rank: str
    hidden: bool
    drawn: str
    duty: str
    old_melds: int
    discarded: str
    reshuffled: bool
    lap: int
    reached: bool
    ending: str
    gained: tuple[int, ...]
    points: tuple[int, ...]
    board: tuple[Meld, ...]
    discards: tuple[str, ...]
    taken: tuple[str, ...]
    laid: tuple[str, ...]
    may_undo: bool

SEEN: Derived[State]
