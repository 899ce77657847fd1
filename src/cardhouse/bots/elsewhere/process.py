"""A player's process: start it, ask one question at a time, and stop it.

process = PlayerProcess(LEVELS)
process.result(process.started, seconds=60)
process.result(process.ask("president", "quick", view), seconds=1)      # Answer(number=1, move="pass")
process.close()

In an event loop, use `await process.await_result(...)` instead of `process.result(...)`.

Two threads serve the pipes, so that a player that neither reads nor answers blocks nobody. A process that is too slow,
dies, or answers nonsense is killed, and `PlayerLost` says why; the caller must then start another one.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from subprocess import PIPE, Popen
from threading import Lock, Thread
from typing import TypeVar

from cardhouse.bots.elsewhere.questions import LONGEST, START, Answer, Nonsense, Question, pickle_question, read_answer
from cardhouse.games.view import View

FILE = ("-m", "cardhouse.bots.elsewhere.file")
LEVELS = ("-m", "cardhouse.bots.elsewhere.levels")
DEEP_WORKER = ("-m", "cardhouse.bots.elsewhere.deep_worker")
Found = TypeVar("Found")


class PlayerLost(Exception):
    """A player has timed out, died, or cannot be reached: it must be started again."""


class Late(PlayerLost):
    """The player timed out."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"TimeoutError: took more than {seconds:g} s")


class PlayerProcess:
    def __init__(self, program: Sequence[str]) -> None:
        """Start the process, in a process group of its own, so that Ctrl-C in the terminal only reaches the caller.

        It is in the caller's session: Linux may group processes by session, and then a priority counts within it only.
        """
        command = [sys.executable, *program]
        self._process: Popen[bytes] = Popen(command, stdin=PIPE, stdout=PIPE, process_group=0)
        self._lock = Lock()
        self._number = START
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()  # None ends the queue
        self.started: Future[Answer] = make_future()
        self._asked: Future[Answer] | None = self.started
        self.lost = ""  # why the process was given up, or empty
        self.ended: Future[int] = make_future()  # its exit status
        Thread(target=self._listen, daemon=True).start()
        Thread(target=self._speak, daemon=True).start()

    def ask(self, game: str, player: str, view: View) -> Future[Answer]:
        """Ask for a move. The previous question must have been answered."""
        answer: Future[Answer] = make_future()
        with self._lock:
            if self.lost:
                answer.set_exception(PlayerLost(self.lost))
                return answer
            assert self._asked is None, "it is still thinking"
            self._number += 1
            self._asked = answer
            self._questions.put(pickle_question(Question(self._number, game, player, view)))
        return answer

    def result(self, answer: Future[Answer], *, seconds: float) -> Answer:
        """Wait for an answer; raise PlayerLost if there is none in time."""
        try:
            return answer.result(seconds)
        except TimeoutError:
            raise self._late(seconds) from None
        finally:
            del answer  # it has the exception, which has this frame: a cycle would keep the player's process alive

    async def await_result(self, answer: Future[Answer], *, seconds: float) -> Answer:
        """Wait for an answer in an event loop; raise PlayerLost if there is none in time."""
        try:
            async with asyncio.timeout(seconds):  # `wait_for` of Python 3.11 may swallow a cancellation
                return await asyncio.wrap_future(answer)
        except TimeoutError:
            raise self._late(seconds) from None

    def _late(self, seconds: float) -> Late:
        late = Late(seconds)
        self.stop(str(late))
        return late

    def stop(self, why: str = "it was stopped") -> None:
        """Kill the process, and those that it has started, without waiting for its end."""
        with self._lock:
            if self.lost:
                return
            self.lost = why
            asked, self._asked = self._asked, None
        kill(self._process)
        self._questions.put(None)
        if asked is not None:
            asked.set_exception(PlayerLost(why))

    def close(self) -> None:
        """Stop the process, and wait for its end."""
        self.stop()
        self._process.wait()

    def _speak(self) -> None:
        """Send questions, in a thread that also waits for the end of the process."""
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as pipe:  # a broken pipe: the other thread notices
            while question := self._questions.get():
                pipe.write(question)
                pipe.flush()
        self.ended.set_result(self._process.wait())

    def _listen(self) -> None:
        """Receive answers, in a thread."""
        assert self._process.stdout is not None
        with self._process.stdout as pipe:
            while not self.lost and (line := pipe.readline(LONGEST)):
                self._hear(line)
        kill(self._process)  # it may have closed its pipe and still be alive
        self.stop(f"its process ended, with status {self._process.wait()}")

    def _hear(self, line: bytes) -> None:
        try:
            with self._lock:
                if self._asked is None:
                    raise Nonsense("it spoke before it was asked")
                answer = read_answer(line, self._number)
                asked, self._asked = self._asked, None
        except Nonsense as nonsense:
            self.stop(str(nonsense))
        else:
            asked.set_result(answer)


def make_future() -> Future[Found]:
    """Return a future that cannot be cancelled, because an event loop that stops waiting would cancel it."""
    future: Future[Found] = Future()
    future.set_running_or_notify_cancel()
    return future


def kill(process: Popen[bytes]) -> None:
    """Kill a process and those that it has started."""
    if process.returncode is None:  # otherwise its process id may have been reused
        with suppress(OSError, AttributeError):  # Windows has no process groups
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
