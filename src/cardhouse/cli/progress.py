"""Progress of a command, on the terminal or in a log: how far it is, how fast, and the time left."""

from typing import Self


class ProgressLine:
    """A progress bar on a terminal; elsewhere a single line of text."""

    def __init__(self, words: str, total: int, *, counts: bool) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TaskProgressColumn,
            TextColumn,
            TimeRemainingColumn,
        )

        self.console = Console(stderr=True)
        done = MofNCompleteColumn() if counts else TaskProgressColumn()
        columns = TextColumn("{task.description}"), BarColumn(), done, TimeRemainingColumn()
        self.progress = Progress(*columns, console=self.console, transient=True)
        self.task = self.progress.add_task(words, total=max(1, total))
        self.say(words)

    def say(self, words: str) -> None:
        """Print a line if the output is a log and not a terminal."""
        if not self.console.is_terminal:
            self.console.print(words)

    def show(self, words: str, completed: int) -> None:
        self.progress.update(self.task, completed=completed, description=words)

    def __enter__(self) -> Self:
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()
