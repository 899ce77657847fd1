"""Entrants: who sits in a seat, by name. `quick`, `deep:50ms`, a file `mine.py`, an address `http://localhost:9000/move`.

An entrant is asked with a view, and what came of it is an answer or a fault in words. Who is lost too often on end, as
he hangs or dies, is out: the rules move for him from then on.
"""

from dataclasses import dataclass
from pathlib import Path
from threading import local
from typing import Any, Protocol

from cardhouse.bots import player
from cardhouse.bots.alone import Alone, Lost
from cardhouse.cards.chance import CELLS, PLAYERS, start
from cardhouse.games.face import Game, Player
from cardhouse.games.view import View
from cardhouse.lab.contest.remote import Remote
from cardhouse.lab.plain import is_file
from cardhouse.play.runner import Tried, limited

MOST_LOST = 20  # times on end
OUT = f"is out, after {MOST_LOST} moves on end in which it hung or died"
opened = local()  # in each playing process, or thread: its entrants, by name


class Seated(Protocol):
    def ready(self) -> None: ...
    def ask(self, view: View) -> Tried: ...


class BuiltIn:
    def __init__(self, choose: Player) -> None:
        self.ask = limited(choose, None)

    def ready(self) -> None:
        pass


@dataclass
class Entrant:
    seated: Seated
    lost: int = 0

    @property
    def out(self) -> bool:
        return self.lost >= MOST_LOST

    def ready(self) -> None:
        """Before the clock is started."""
        if not self.out:
            self.seated.ready()

    def ask(self, view: View) -> Tried:
        if self.out:
            return None, OUT, ""
        try:
            tried = self.seated.ask(view)
        except Lost as lost:
            self.lost += 1
            return None, str(lost), ""
        self.lost = 0
        return tried


def is_address(name: str) -> bool:
    return name.startswith(("http://", "https://"))


def check(game: Game, name: str, limit: float) -> None:
    """BadTable if there is no such player, a file does not run, or nobody is at an address."""
    if is_file(name):
        Alone(Path(name), limit=limit).close()
    elif is_address(name):
        Remote(name, limit=limit).check()
    else:
        player(game, name)


def entrant(game: Game, name: str, *, limit: float, folder: Path, lot: int) -> Entrant:
    """For one match. Built-in players begin with this lot; files and addresses stay from match to match."""
    if not is_file(name) and not is_address(name):
        return Entrant(BuiltIn(player(game, name, lot)))
    key: tuple[Any, ...] = (game, name, limit, folder)
    here: dict[tuple[Any, ...], Entrant] = opened.__dict__.setdefault("entrants", {})
    if key not in here:
        here[key] = Entrant(Alone(folder / name, limit=limit) if is_file(name) else Remote(name, limit=limit))
    return here[key]


def lot_of(seed: int, match: int, seat: int) -> int:
    """A number of its own for every seat of every match."""
    row = [0] * CELLS
    start(row, seed, match, PLAYERS + 1 + seat)
    return row[0] << 32 | row[1]
