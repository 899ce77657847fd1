"""Players for any game, by name: `random`, and the levels, such as `quick`. A player is `choose(view)`."""

import runpy
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from cardhouse.bots.prompted import Prompted
from cardhouse.cards.errors import BadSetup, CardhouseError
from cardhouse.extras import needs
from cardhouse.games.definition import AnyGame, Player
from cardhouse.games.view import OwnView, View
from cardhouse.nets import shipped
from cardhouse.nets.header import Misfit
from cardhouse.play.runner import failed

if TYPE_CHECKING:
    from cardhouse.nets.player import NetPlayer

LEVELS = {
    "easy": "Plays by simple rules, and makes a random move two times out of five.",
    "quick": "Plays by simple rules, and does not think ahead.",
    "deep": "Thinks ahead: tries its moves thousands of times, each time with other cards in the hidden hands.",
    "master": "Plays by a net that has learned the game from matches against itself.",
}
MASTER = "master"
ADVICE = "advice"  # not a level: the strongest one, which also says how its move compares with others
NET = ".safetensors"  # the suffix of trained nets
REMEMBERS = 60  # percentage of the easy player's moves that follow the heuristic


FIRST_MOVE = "Plays the first possible move: this game has no heuristic."


def levels_of(game: AnyGame) -> dict[str, str]:
    """Return a game's levels with their meanings, the strongest one last.

    `easy` needs a heuristic, `deep` a state recalled from a view, and `master` also a net that is shipped with the
    game.
    """
    if game.secrecy.recall is None:
        return {"quick": FIRST_MOVE}
    found = LEVELS if game.bots.heuristic else {"quick": FIRST_MOVE, "deep": LEVELS["deep"]}
    return {name: meaning for name, meaning in found.items() if name != MASTER or shipped.file_of(game)}


def strongest(game: AnyGame, seats: int, options: Mapping[str, str | int]) -> str:
    """Return the strongest level that can play at a table."""
    *others, last = levels_of(game)
    return others[-1] if last == MASTER and shipped.misfit(game, seats, options) else last


def random_player(seed: int | None = None) -> Player:
    """Return a player that chooses uniformly among the distinct moves. A seed makes its choices reproducible."""
    chance = Random(seed)

    def choose(view: View) -> str:
        return chance.choice(view.moves)

    return choose


def easy_player(game: AnyGame, seed: int | None = None) -> Player:
    """Return a player that follows the heuristic with noise."""
    chance, quick = Random(seed), game.quick

    def choose(view: View) -> str:
        return str(quick(view)) if chance.randrange(100) < REMEMBERS else chance.choice(view.moves)

    return choose


def player(game: AnyGame, name: str, seed: int | None = None) -> Player:
    """Return a player by name. `deep` takes a budget, in time or in playouts: `deep:50ms`, `deep:2000`."""
    level, _, budget = name.partition(":")
    if level in LEVELS and level not in levels_of(game):
        offered = ", ".join(["random", *levels_of(game)])
        raise BadSetup(f"{game.title} has no {level} player; it has: {offered}.", rule="players")
    if name == "random":
        return random_player(seed)
    if name == "easy":
        return easy_player(game, seed)
    if name == "quick":
        return game.quick
    if name == MASTER:
        return master_player(game, seed)
    if level in ("deep", ADVICE):
        return searching_player(game, level, budget, seed)
    raise BadSetup(f"There is no player {name!r}; there is random, {', '.join(LEVELS)}.", rule="players")


def searching_player(game: AnyGame, level: str, budget: str = "", seed: int | None = None) -> Player:
    """Return a player that searches. Import it only now, because it needs the compiler: an extra, slow to import."""
    if find_spec("numba") is None:
        raise CardhouseError(needs("A player that searches", "compiled"))
    deep = import_module("cardhouse.bots.deep")
    seconds_and_playouts = deep.read_budget(budget)
    chosen: Player
    if level == ADVICE:
        chosen = import_module("cardhouse.bots.advice").Adviser(game, seconds_and_playouts, seed)
    else:
        chosen = deep.deep_player(game, seconds_and_playouts, seed)
    return chosen


def master_player(game: AnyGame, seed: int | None = None) -> Player:
    """Return the player of the net that is shipped with a game.

    At a table that the net was not trained for, as when more people have joined, the heuristic plays.
    """
    net, chance = master_net(game), Random(seed)

    def choose(view: OwnView) -> str:
        try:
            return net.choose(view, chance)
        except Misfit:
            return game.quick(view)

    return choose


@cache
def master_net(game: AnyGame) -> "NetPlayer":
    """Return the net that is shipped with a game. A process reads it once."""
    file = shipped.file_of(game)
    if file is None:
        raise BadSetup(f"{game.title} has no master player: no net is shipped with it.", rule="players")
    return net_player(file)


def is_net(name: str) -> bool:
    return name.endswith(NET)


def net_player(file: Path) -> "NetPlayer":
    """Return a trained net as a player. Import it only now, because it needs numpy, which is an extra."""
    if find_spec("numpy") is None:
        raise CardhouseError(needs("A trained net", "compiled"))
    chosen: NetPlayer = import_module("cardhouse.nets.player").NetPlayer(file)
    return chosen


def from_file(file: Path) -> Player:
    """Return the player in a file: a trained net, or a Python file.

    A Python file has a function `choose(view)`, or a function `model(prompt)` that is asked for its moves.
    """
    if is_net(file.name):
        return net_player(file)
    if not file.is_file():
        raise BadSetup(f"There is no file {str(file)!r}.", rule="players")
    if (folder := str(file.parent.resolve())) not in sys.path:
        sys.path.insert(0, folder)  # so that it can import modules beside it
    try:
        found = runpy.run_path(str(file))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BadSetup(f"{file.name} does not run: {failed(error).fault}", rule="players") from None
    choose: Player | None = found.get("choose")
    if callable(choose):
        return choose
    if callable(model := found.get("model")):
        return Prompted(model)
    raise BadSetup(f"{file.name} has no function `choose(view)` or `model(prompt)`.", rule="players")
