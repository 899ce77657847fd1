"""Entrants: players by name, such as `quick`, `deep:50ms`, a file `mine.py` or a URL `http://localhost:9000/move`.

An entrant gets a view, and returns a move or a fault. An entrant that hangs or dies too often in a row is out: the
default move is played for it from then on.
"""

from dataclasses import dataclass, field
from pathlib import Path
from threading import local
from typing import Protocol

from cardhouse.bots import player
from cardhouse.bots.elsewhere.process import PlayerLost
from cardhouse.cards.chance import CELLS, PLAYERS, start
from cardhouse.games.definition import AnyGame, Player
from cardhouse.games.view import View
from cardhouse.lab.contest.file import FilePlayer
from cardhouse.lab.contest.remote import Remote
from cardhouse.lab.plain import is_file
from cardhouse.play.runner import Tried, limit_time

MOST_LOST = 20  # times in a row
OUT = f"is out, after {MOST_LOST} moves in a row in which it hung or died"
Called = tuple[AnyGame, str, float, Path]  # a file or a URL, with its time limit and its folder
Sits = tuple[int, int]  # the number of the match in its block, and the seat
opened = local()  # the entrants of each worker process or thread, by name


class SeatedPlayer(Protocol):
    def ready(self) -> None: ...
    def ask(self, view: View) -> Tried: ...


class BuiltIn:
    def __init__(self, choose: Player) -> None:
        self.ask = limit_time(choose, None)

    def ready(self) -> None:
        pass


@dataclass
class Losses:
    """Counts the consecutive losses of all entrants of one name."""

    on_end: int = 0


@dataclass
class Entrant:
    seated: SeatedPlayer
    losses: Losses = field(default_factory=Losses)

    @property
    def out(self) -> bool:
        return self.losses.on_end >= MOST_LOST

    def ready(self) -> None:
        """Prepare the entrant before its clock starts."""
        if not self.out:
            self.seated.ready()

    def ask(self, view: View) -> Tried:
        if self.out:
            return Tried(fault=OUT)
        try:
            tried = self.seated.ask(view)
        except PlayerLost as lost:
            self.losses.on_end += 1
            return Tried(fault=str(lost))
        self.losses.on_end = 0
        return tried


def is_address(name: str) -> bool:
    return name.startswith(("http://", "https://"))


def check(game: AnyGame, name: str, limit: float) -> None:
    """Raise BadSetup if there is no such player, a file does not run, or a URL does not answer."""
    if is_file(name):
        FilePlayer(Path(name), limit=limit).close()
    elif is_address(name):
        Remote(name, limit=limit).check()
    else:
        player(game, name)


def entrant(game: AnyGame, name: str, *, limit: float, folder: Path, seed: int, sits: Sits) -> Entrant:
    """Return an entrant for one match; `sits` is the number of the match in its block, and the seat.

    Built-in players use `seed`. Files keep running from block to block, with a process for every match of
    a block and every seat, so that none ever sees a deal from two seats.
    """
    if not is_file(name) and not is_address(name):
        return Entrant(BuiltIn(player(game, name, seed)))
    known: dict[Called, tuple[Losses, dict[Sits | None, Entrant]]] = opened.__dict__.setdefault("entrants", {})
    losses, here = known.setdefault((game, name, limit, folder), (Losses(), {}))
    at = sits if is_file(name) else None
    if at not in here:
        seated: SeatedPlayer = FilePlayer(folder / name, limit=limit) if is_file(name) else Remote(name, limit=limit)
        here[at] = Entrant(seated, losses)
    return here[at]


def seed_for(seed: int, match: int, seat: int) -> int:
    """Return a different seed for every seat of every match."""
    row = [0] * CELLS
    start(row, seed, match, PLAYERS + 1 + seat)
    return row[0] << 32 | row[1]
