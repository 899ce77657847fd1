"""Players for any game, by name: `random`, and the levels `easy`, `quick` and `deep`. A player is `choose(view)`."""

import runpy
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from cardhouse.bots.prompted import Prompted
from cardhouse.cards.errors import BadSetup, CardhouseError
from cardhouse.extras import needs
from cardhouse.games.definition import AnyGame, Player
from cardhouse.games.view import View
from cardhouse.play.runner import failed

if TYPE_CHECKING:
    from cardhouse.nets.player import NetPlayer

LEVELS = {
    "easy": "Plays by simple rules, and makes a random move two times out of five.",
    "quick": "Plays by simple rules, and does not think ahead.",
    "deep": "Thinks ahead: tries its moves thousands of times, each time with other cards in the hidden hands.",
}
NET = ".safetensors"  # the suffix of trained nets
REMEMBERS = 60  # percentage of the easy player's moves that follow the heuristic


FIRST_MOVE = "Plays the first possible move: this game has no heuristic."


def levels_of(game: AnyGame) -> dict[str, str]:
    """Return a game's levels with their meanings: `easy` needs a heuristic, and `deep` a state recalled from a view."""
    if game.secrecy.recall is None:
        return {"quick": FIRST_MOVE}
    if game.bots.heuristic is None:
        return {"quick": FIRST_MOVE, "deep": LEVELS["deep"]}
    return LEVELS


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
    if level == "deep":
        return deep_player(game, budget, seed)
    raise BadSetup(f"There is no player {name!r}; there is random, {', '.join(LEVELS)}.", rule="players")


def deep_player(game: AnyGame, budget: str = "", seed: int | None = None) -> Player:
    """Return a deep player. Import it only now, because it needs the compiler, which is an extra and slow to import."""
    if find_spec("numba") is None:
        raise CardhouseError(needs("The level `deep`", "compiled"))
    deep = import_module("cardhouse.bots.deep")
    chosen: Player = deep.deep_player(game, deep.read_budget(budget), seed)
    return chosen


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
