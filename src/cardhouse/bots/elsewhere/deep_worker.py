"""The deep bots of a house, in a process of their own: `python -m cardhouse.bots.elsewhere.deep_worker`

It answers from the start: until a game's kernels are compiled, or loaded, by the heuristic.
"""

import os
from importlib import import_module
from threading import Thread
from traceback import print_exc
from types import ModuleType

from cardhouse.bots import levels_of
from cardhouse.bots.elsewhere import child
from cardhouse.bots.elsewhere.levels import by_level
from cardhouse.games import GAMES
from cardhouse.games.definition import Player

MODULE = "cardhouse.bots.deep"  # imported by name: nothing that a house imports leads to the compiler
STEP_BACK = 5  # others come first: on a busy machine deep bots think less, and the house is as quick as ever


class DeepWorker:
    deep: ModuleType | None = None

    def warm(self) -> None:
        self.deep = import_module(MODULE)
        for game in (name for name, game in GAMES.items() if "deep" in levels_of(game)):
            try:
                self.deep.warm(game)
            except Exception:  # the others are warmed all the same
                print_exc()

    def level(self, game: str, name: str) -> str:
        """Return the level that can be played already."""
        return name if self.deep is not None and self.deep.ready(game) else "quick"

    def player(self, game: str, name: str) -> Player:
        return by_level(game, self.level(game, name))


def main() -> None:
    if hasattr(os, "nice"):  # not on Windows
        os.nice(STEP_BACK)
    deep_worker = DeepWorker()
    Thread(target=deep_worker.warm, daemon=True).start()
    child.main(lambda: deep_worker.player)


if __name__ == "__main__":
    main()
