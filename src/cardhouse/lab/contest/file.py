"""A player from a file, in a process of its own that only gets views. It is replaced if it hangs or dies.

player = FilePlayer(Path("mine.py"), limit=5)
player.ask(view)         # Tried("pass"), or Tried(fault="line 2: ZeroDivisionError: division by zero")
"""

from contextlib import suppress
from pathlib import Path
from weakref import finalize

from cardhouse.bots.elsewhere.process import FILE, PlayerLost, PlayerProcess
from cardhouse.cards.errors import BadSetup
from cardhouse.games.view import View
from cardhouse.play.runner import Tried

TO_START = 60.0  # timeout in seconds, long enough to load what the file needs


class FilePlayer:
    def __init__(self, file: Path, *, limit: float) -> None:
        self.file, self.limit = file.resolve(), limit
        self.begin()

    def begin(self) -> None:
        """Start a process, and wait until it is ready; raise BadSetup if the file does not run."""
        if not self.file.is_file():
            raise BadSetup(f"There is no file {str(self.file)!r}.", rule="players")
        self.process = PlayerProcess((*FILE, str(self.file)))
        self.close = finalize(self, self.process.close)
        try:
            fault = self.process.result(self.process.started, seconds=TO_START).fault
        except PlayerLost as lost:
            fault = f"{self.file.name} does not run: {lost}"
        if fault:
            self.process.stop(fault)
            self.close()
            raise BadSetup(fault, rule="players")

    def ready(self) -> None:
        """Replace a process that was lost."""
        if self.process.lost:
            self.close()
            with suppress(BadSetup):
                self.begin()

    def ask(self, view: View) -> Tried:
        return self.process.result(self.process.ask(view.game, "", view), seconds=self.limit).tried
