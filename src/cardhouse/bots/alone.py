"""A player from a file, in a process of its own that knows its views and nothing else; replaced if it hangs or dies.

alone = Alone(Path("mine.py"), limit=5)
alone.ask(view)         # Tried("pass"), or Tried(fault="line 2: ZeroDivisionError: division by zero")
"""

import os
import pickle
import signal
import sys
from contextlib import suppress
from json import loads
from pathlib import Path
from queue import Empty, Queue
from subprocess import PIPE, Popen
from threading import Thread
from typing import IO, Any
from weakref import finalize

from cardhouse.cards.errors import BadTable
from cardhouse.games.view import View
from cardhouse.play.runner import Tried

LONGEST, LONGEST_WORDS = 1 << 16, 2000  # bytes of an answer, characters of a fault
TO_START = 60.0  # seconds, in which a file may load what it needs


class Lost(Exception):
    """A player has hung, died, or cannot be reached: time is lost with him, and not only a move."""


class Alone:
    def __init__(self, file: Path, *, limit: float) -> None:
        self.file, self.limit = file.resolve(), limit
        self.begin()

    def begin(self) -> None:
        """A process that is ready; BadTable if the file does not run."""
        if not self.file.is_file():
            raise BadTable(f"There is no file {str(self.file)!r}.", rule="players")
        command = [sys.executable, "-m", "cardhouse.bots.child", str(self.file)]
        self.process: Popen[bytes] = Popen(command, stdin=PIPE, stdout=PIPE, start_new_session=True)
        self.close = finalize(self, end, self.process)
        self.answers: Queue[bytes] = Queue(maxsize=2)  # who says more than he is asked for waits
        Thread(target=listen, args=(self.process.stdout, self.answers), daemon=True).start()
        try:
            fault = self.heard(TO_START).fault
        except Lost as lost:
            fault = f"{self.file.name} does not run: {lost}"
        if fault:
            self.close()
            raise BadTable(fault, rule="players")

    def ready(self) -> None:
        """A process that was lost is replaced."""
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
        with suppress(OSError):  # it is dead: that is heard soon
            self.process.stdin.write(pickle.dumps(view))
            self.process.stdin.flush()
        return self.heard(self.limit)

    def heard(self, seconds: float) -> Tried:
        try:
            line = self.answers.get(timeout=seconds)
        except Empty:
            self.close()
            raise Lost(f"TimeoutError: took more than {seconds:g} s") from None
        if not line:
            self.close()
            raise Lost(f"its process ended, with status {self.process.returncode}")
        return read(line)


def read(line: bytes) -> Tried:
    """What was said, which may be anything: {"move": ...} or {"fault": ...}, both in words."""
    try:
        said: Any = loads(line)
    except (ValueError, RecursionError):
        return Tried(fault="the answer is no JSON")
    if isinstance(said, dict):
        if isinstance(fault := said.get("fault"), str) and fault:
            return Tried(fault=printable(fault))
        if isinstance(move := said.get("move"), str):
            return Tried(move)
    return Tried(fault='an answer is {"move": "..."}, with the move in words')


def printable(text: str) -> str:
    """A stranger's words, such that they do no harm where they are printed."""
    return "".join(sign if sign.isprintable() else "?" for sign in text[:LONGEST_WORDS])


def listen(pipe: IO[bytes], answers: "Queue[bytes]") -> None:
    """Lines, in a thread of their own; nothing when there are no more."""
    with pipe:
        while line := pipe.readline(LONGEST):
            answers.put(line)
    answers.put(b"")


def end(process: Popen[bytes]) -> None:
    """The process, and those that it has started."""
    with suppress(OSError, AttributeError):  # there are no groups on Windows
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    with suppress(OSError):
        process.stdin.close()  # type: ignore[union-attr]  # it is a pipe
