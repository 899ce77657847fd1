"""Any game: think for 20 ms about each move, and say how sure one is. Needs the extra `compiled`."""

import sys

from cardhouse import game
from cardhouse.bots.deep import Budget, think


def choose(view):
    rules = game(view.game)
    table = rules.secrecy.recall(view)  # what this seat knows; what it cannot know lies somewhere
    thought = think(rules, table, view.seat, Budget(seconds=0.02), seed=1)
    move = rules.notation.text(table, thought.best)
    print(f"{move}: {thought.playouts} playouts, {len(thought.moves)} moves left", file=sys.stderr)
    return move
