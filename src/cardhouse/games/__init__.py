"""The register of games, which is the only list of them. Installed packages add theirs: see `games/outside.py`."""

from cardhouse.cards.errors import BadSetup, shown
from cardhouse.games.blitz import BLITZ
from cardhouse.games.davenport import DAVENPORT
from cardhouse.games.definition import AnyGame, Game
from cardhouse.games.dynasty import DYNASTY
from cardhouse.games.facts import NoGame
from cardhouse.games.javelin import JAVELIN
from cardhouse.games.president import PRESIDENT

GAMES: dict[str, AnyGame] = {game.name: game for game in (BLITZ, DAVENPORT, DYNASTY, JAVELIN, PRESIDENT)}
TROUBLE: list[str] = []  # a sentence for each installed game that could not be added


def game(named: str | AnyGame) -> AnyGame:
    """Return the game of this name; a game is returned as it is."""
    if isinstance(named, Game):
        return named
    try:
        return GAMES[named]
    except (KeyError, TypeError):
        trouble = "".join(f". {sentence.removesuffix('.')}" for sentence in TROUBLE)
        raise BadSetup(NoGame(shown(named), ", ".join(GAMES), trouble), rule="games") from None
