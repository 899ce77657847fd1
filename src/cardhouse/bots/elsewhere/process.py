"""A player from a file, in a process of its own that knows its views and nothing else; replaced if it hangs or dies.

player = PlayerProcess(Path("mine.py"), limit=5)
player.ask(view)         # Tried("pass"), or Tried(fault="line 2: ZeroDivisionError: division by zero")
"""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from subprocess import PIPE, Popen
from threading import Thread
from typing import IO
from weakref import finalize

from cardhouse.bots.elsewhere.questions import LONGEST, START, Answer, Nonsense, Question, pickled, read_answer
from cardhouse.cards.errors import BadTable
from cardhouse.games.view import View
from cardhouse.play.runner import Tried

PROGRAM = ("-m", "cardhouse.bots.elsewhere.file")
TO_START = 60.0  # seconds, in which a file may load what it needs


class Lost(Exception):
    """A player has hung, died, or cannot be reached: time is lost, and not only a move."""


class PlayerProcess:
    def __init__(self, file: Path, *, limit: float) -> None:
        self.file, self.limit = file.resolve(), limit
        self.begin()

    def begin(self) -> None:
        """Start a process, and wait until it is ready; raise BadTable if the file does not run."""
        if not self.file.is_file():
            raise BadTable(f"There is no file {str(self.file)!r}.", rule="players")
        command = [sys.executable, *PROGRAM, str(self.file)]
        self.process: Popen[bytes] = Popen(command, stdin=PIPE, stdout=PIPE, start_new_session=True)
        self.close = finalize(self, end, self.process)
        self.answers: Queue[bytes] = Queue(maxsize=2)  # a player that says more than it is asked for waits
        self.number = START
        Thread(target=listen, args=(self.process.stdout, self.answers), daemon=True).start()
        try:
            fault = self.heard(TO_START).fault
        except Lost as lost:
            fault = f"{self.file.name} does not run: {lost}"
        if fault:
            self.close()
            raise BadTable(fault, rule="players")

    def ready(self) -> None:
        """Replace a process that was lost."""
        if not self.close.alive:
            with suppress(BadTable):
                self.begin()

    def ask(self, view: View) -> Tried:
        if not self.close.alive:
            raise Lost("its process cannot be started again")
        if not self.answers.empty():  # it would not be read, and the next view would not find room in the pipe
            self.close()
            raise Lost("it spoke before it was asked")
        assert self.process.stdin is not None
        self.number += 1
        with suppress(OSError):  # it is dead: that is heard soon
            self.process.stdin.write(pickled(Question(self.number, view.game, "", view)))
            self.process.stdin.flush()
        answer = self.heard(self.limit)
        return Tried(fault=answer.fault) if answer.fault else Tried(answer.move)

    def heard(self, seconds: float) -> Answer:
        try:
            line = self.answers.get(timeout=seconds)
        except Empty:
            self.close()
            raise Lost(f"TimeoutError: took more than {seconds:g} s") from None
        if not line:
            self.close()
            raise Lost(f"its process ended, with status {self.process.returncode}")
        try:
            return read_answer(line, self.number)
        except Nonsense as nonsense:
            self.close()
            raise Lost(str(nonsense)) from None


def listen(pipe: IO[bytes], answers: "Queue[bytes]") -> None:
    """Pass lines on, in a thread of its own; an empty one when there are no more."""
    with pipe:
        while line := pipe.readline(LONGEST):
            answers.put(line)
    answers.put(b"")


def end(process: Popen[bytes]) -> None:
    """Kill the process, and those that it has started."""
    with suppress(OSError, AttributeError):  # there are no groups on Windows
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    with suppress(OSError):
        process.stdin.close()  # type: ignore[union-attr]  # it is a pipe
