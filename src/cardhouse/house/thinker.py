"""A thinker: a worker for deep bots. `python -m cardhouse.house.thinker`

It answers from the start: until a game's kernels are compiled, or loaded, by the rule of thumb.
"""

import os
from importlib import import_module
from threading import Thread
from traceback import print_exc
from typing import Any

from cardhouse.bots import levels_of
from cardhouse.games import GAMES
from cardhouse.house import worker
from cardhouse.house.catalogue import DEEP

MODULE = "cardhouse.bots.deep"  # imported by name: nothing that the house imports leads to the press
STEP_BACK = 5  # others come first: on a busy machine deep bots think less, and the house is as quick as ever


class Thinker:
    deep: Any = None

    def warm(self) -> None:
        self.deep = import_module(MODULE)
        for game in (name for name, game in GAMES.items() if DEEP in levels_of(game)):
            try:
                self.deep.warm(game)
            except Exception:  # the others are warmed all the same
                print_exc()

    def answers(self, game: str, bot: str) -> str:
        """The bot that does."""
        return bot if self.deep is not None and self.deep.ready(game) else "quick"


def main() -> None:
    if hasattr(os, "nice"):  # not on Windows
        os.nice(STEP_BACK)
    thinker = Thinker()
    Thread(target=thinker.warm, daemon=True).start()
    worker.main(thinker.answers)


if __name__ == "__main__":
    main()
