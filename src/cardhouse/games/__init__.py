"""The register of games: the only place that lists them."""

from cardhouse.cards.errors import BadTable, shown
from cardhouse.games.blitz import BLITZ
from cardhouse.games.davenport import DAVENPORT
from cardhouse.games.dynasty import DYNASTY
from cardhouse.games.face import Game
from cardhouse.games.javelin import JAVELIN
from cardhouse.games.president import PRESIDENT

GAMES = {game.name: game for game in (BLITZ, DAVENPORT, DYNASTY, JAVELIN, PRESIDENT)}


def game(name: str) -> Game:
    """The game of this name."""
    try:
        return GAMES[name]
    except (KeyError, TypeError):
        raise BadTable(f"There is no game {shown(name)}; there is {', '.join(GAMES)}.", rule="games") from None
