"""Players for any game, by name: `random`, and those that a game brings along, such as `rule`."""

from random import Random

from cardhouse.cards.errors import BadTable
from cardhouse.games.face import Game, Player
from cardhouse.games.view import View


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
