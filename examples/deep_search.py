"""Any game: try each move in 2,000 playouts, and print what is left. Needs the extra `compiled`."""

import sys
from math import inf

from cardhouse import game
from cardhouse.bots.deep import Budget, think


def choose(view):
    played = game(view.game)
    state = played.secrecy.recall(view)  # what this seat knows; what it cannot know lies somewhere
    thought = think(played, state, view.seat, Budget(seconds=inf, playouts=2_000), seed=1)
    move = played.notation.text(state, thought.best)
    print(f"{move}: {thought.playouts} playouts, {len(thought.moves)} moves left", file=sys.stderr)
    return move
