"""Matches with players from files and with nets: the same law and the same random streams, in plain Python."""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from random import Random

import numpy as np

from cardhouse.bots import MASTER, from_file, is_net, master_net, net_player
from cardhouse.bots.elsewhere.child import line_in
from cardhouse.cards.errors import CardhouseError, PlayerFault
from cardhouse.cards.law import Row
from cardhouse.cards.ledger import Ledger
from cardhouse.compiled.batch import Playouts, play_plainly, who_of
from cardhouse.compiled.playout import PlayoutResults, chooser
from cardhouse.games.defaults import as_text
from cardhouse.games.definition import AnyGame, Player
from cardhouse.nets import shipped
from cardhouse.nets.player import NetPlayer
from cardhouse.play.runner import TOO_LONG, Patience, failed

FILE = -1  # FILE - n is the player of file number n


def is_file(name: str) -> bool:
    return name.endswith(".py") or is_net(name)


def is_plain(name: str) -> bool:
    """Return whether a player cannot be compiled: one from a file, or the net that is shipped with a game."""
    return is_file(name) or name == MASTER


def path_of(name: str, game: AnyGame, folder: Path) -> Path:
    """Return the file of a player that cannot be compiled."""
    shipped_file = shipped.file_of(game) if name == MASTER else None
    return shipped_file or folder / name


def check_fits(name: str, t: Ledger, game: AnyGame) -> None:
    """Raise an error if a player is a trained net, and cannot play at this table."""
    if is_net(name):
        net_player(Path(name)).check_fits(game, t)
    elif name == MASTER:
        master_net(game).check_fits(game, t)


def play_plain(todo: Playouts, players: Sequence[str], folder: Path) -> PlayoutResults:
    """Play a batch with these players, some of which are files. Raise an error for a file's fault."""
    game, files = todo.game, [name for name in dict.fromkeys(players) if is_plain(name)]
    who = [FILE - files.index(name) if is_plain(name) else who_of(game, name) for name in players]
    rotates = int(len(set(who)) > 1)
    plan = todo.plan._replace(rotates=rotates, block=todo.seats if rotates else 1)
    played = []
    with redirect_stdout(sys.stderr):  # what players print must not mix with the results
        paths = [path_of(name, game, folder) for name in files]
        functions = [from_file(path) for path in paths]
        for number in range(plan.first, plan.first + todo.matches):
            where = f"match {number} (seed {plan.seed}, deal {number // plan.block})"
            one = todo._replace(matches=1, plan=plan._replace(first=number))
            here = [for_match(function, f"{plan.seed} {number} {at}") for at, function in enumerate(functions)]
            played.append(play_plainly(one, FilePlayers(game, paths, here, where).choose, who))
    return PlayoutResults(*map(np.concatenate, zip(*played, strict=True)))


def for_match(choose: Player, seed: str) -> Player:
    """Return a player for one match. A net that draws its moves draws the same ones if the match is played again."""
    return partial(choose.choose, chance=Random(seed)) if isinstance(choose, NetPlayer) else choose


class FilePlayers:
    """Players from files, asked for their moves in one match."""

    def __init__(self, game: AnyGame, paths: list[Path], functions: list[Player], where: str) -> None:
        self.game = game
        self.paths = paths
        self.functions = functions
        self.where = where
        self.built_in, self.patience = chooser(game), Patience()
        self.rest: Row = []  # of a player's answer with several moves

    def choose(self, t: Ledger, seat: int, who: int, chance: Row, out: Row, count: int) -> int:
        patient = self.patience.lasts(seat)
        if who > FILE:
            return self.built_in(t, seat, who, chance, out, count)
        if self.game.automatic(t):
            return out[0]
        path = self.paths[FILE - who]
        try:
            if not patient:
                raise PlayerFault(TOO_LONG.fault)
            return self.ask(t, seat, self.functions[FILE - who])
        except CardhouseError as error:
            raise PlayerFault(f"{path.name} failed in {self.where}: {error.sentence}", rule=error.rule) from None
        except BaseException as error:
            at = f", {line}," if (line := line_in(path, error)) else ""
            raise PlayerFault(f"{path.name}{at} failed in {self.where}: {failed(error).fault}") from None

    def ask(self, t: Ledger, seat: int, choose: Player) -> int:
        """Return the player's move, or the next one of an answer with several moves."""
        law, notation = self.game.law, self.game.notation
        if not self.rest:
            self.rest = list(notation.read(t, seat, as_text(choose(self.game.view_for(t, seat)))))
        choice = self.rest.pop(0)
        if rule := law.breaks(t, seat, choice):
            raise PlayerFault(notation.why(t, seat, choice, rule), rule=self.game.rule(rule))
        return choice
