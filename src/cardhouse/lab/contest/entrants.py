"""Entrants: who sits in a seat, by name. `quick`, `deep:50ms`, a file `mine.py`, an address `http://localhost:9000/move`.

An entrant is asked with a view, and what came of it is an answer or a fault in words. Who is lost too often on end, as
he hangs or dies, is out: the rules move for him from then on.
"""

from dataclasses import dataclass
from pathlib import Path
from threading import local
from typing import Any, Protocol

from cardhouse.bots import RENAMED, easy_player, player, random_player
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
    """For one match. Those who choose by chance begin with this lot; others stay from match to match."""
    name = RENAMED.get(name, name)
    if name == "random":
        return Entrant(BuiltIn(random_player(lot)))
    if name == "easy":
        return Entrant(BuiltIn(easy_player(game, lot)))
    key: tuple[Any, ...] = (game, name, limit, folder)
    here: dict[tuple[Any, ...], Entrant] = opened.__dict__.setdefault("entrants", {})
    if key not in here:
        here[key] = Entrant(seated(game, name, limit, folder))
    return here[key]


def seated(game: Game, name: str, limit: float, folder: Path) -> Seated:
    if is_file(name):
        return Alone(folder / name, limit=limit)
    return Remote(name, limit=limit) if is_address(name) else BuiltIn(player(game, name))


def lot_of(seed: int, match: int, seat: int) -> int:
    """A number of its own for every seat of every match."""
    row = [0] * CELLS
    start(row, seed, match, PLAYERS + 1 + seat)
    return row[0] << 32 | row[1]
