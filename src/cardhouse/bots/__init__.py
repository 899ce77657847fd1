"""Players for any game, by name: `random`, and those that a game brings along, such as `rule`."""

import runpy
import sys
from pathlib import Path
from random import Random

from cardhouse.cards.errors import BadTable
from cardhouse.games.face import Game, Player
from cardhouse.games.view import View
from cardhouse.play.runner import failed


def random_player(seed: int | None = None) -> Player:
    """Chooses by chance among the moves that differ; the same seed, the same choices."""
    chance = Random(seed)

    def choose(view: View) -> str:
        return chance.choice(view.moves)

    return choose


def player(game: Game, name: str) -> Player:
    if name == "random":
        return random_player()
    if name not in game.bots:
        raise BadTable(f"There is no player {name!r}; there is random, {', '.join(game.bots)}.", rule="players")
    return game.bots[name]


def from_file(file: Path) -> Player:
    """The function `choose(view)` of a Python file."""
    if not file.is_file():
        raise BadTable(f"There is no file {str(file)!r}.", rule="players")
    if (folder := str(file.parent.resolve())) not in sys.path:
        sys.path.insert(0, folder)  # what lies beside it can be imported
    try:
        found = runpy.run_path(str(file)).get("choose")
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BadTable(f"{file.name} does not run: {failed(error)[1]}", rule="players") from None
    if not callable(found):
        raise BadTable(f"{file.name} has no function `choose(view)`.", rule="players")
    player: Player = found
    return player
