"""The deep bots of a house, in a process of their own: `python -m cardhouse.bots.elsewhere.deep_worker`

It answers from the start: until a game's kernels are compiled or loaded, with the heuristic.
"""

from importlib import import_module
from threading import Thread
from traceback import print_exc
from types import ModuleType

from cardhouse.bots import levels_of
from cardhouse.bots.elsewhere import child
from cardhouse.bots.elsewhere.levels import by_level
from cardhouse.bots.elsewhere.priority import be_nice
from cardhouse.games import GAMES
from cardhouse.games.definition import Player

MODULE = "cardhouse.bots.deep"  # imported by name, so that a house never imports the compiler
STEP_BACK = 5  # niceness: on a busy machine deep bots search less, and the house stays fast


class DeepWorker:
    deep: ModuleType | None = None

    def warm(self) -> None:
        self.deep = import_module(MODULE)
        for game in (name for name, game in GAMES.items() if "deep" in levels_of(game)):
            try:
                self.deep.warm(game)
            except Exception:  # go on with the other games
                print_exc()

    def level(self, game: str, name: str) -> str:
        """Return the level asked for, or the heuristic's while the kernels are not ready."""
        return name if self.deep is not None and self.deep.ready(game) else "quick"

    def player(self, game: str, name: str) -> Player:
        return by_level(game, self.level(game, name))


def main() -> None:
    be_nice(STEP_BACK)
    deep_worker = DeepWorker()
    Thread(target=deep_worker.warm, daemon=True).start()
    child.main(lambda: deep_worker.player)


if __name__ == "__main__":
    main()
