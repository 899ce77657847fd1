"""Workers: processes in which bots run, so that none can block the house.

A worker that dies, hangs, or answers nonsense is replaced within about a second.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from cardhouse.bots.compared import Comparisons
from cardhouse.bots.elsewhere.process import LEVELS, Late, PlayerLost, PlayerProcess
from cardhouse.games.view import View

LIMIT = 1.0  # timeout for a move, in seconds
START, LONGEST_START = 1.0, 60.0  # timeouts for a start, in seconds: at first, and at most, when starts have timed out
RETRY, LONGEST_RETRY = 0.1, 5.0  # seconds between starts: at first, and at most, if workers die at once
MISSED = 1.0  # seconds without any worker before the house reports that
journal = logging.getLogger(__name__)


class Answered(Protocol):
    """Called with a move, or with a fault, and with what a search measured."""

    def __call__(self, move: str, fault: str, compared: Comparisons = ()) -> None: ...


class MoveRequest(NamedTuple):
    game: str
    bot: str
    view: View
    answered: Answered
    wanted: Callable[[], bool]


class Workers:
    def __init__(
        self, count: int, *, limit: float = LIMIT, start: float = START, command: Sequence[str] = LEVELS
    ) -> None:
        self.count = count
        self.limit = limit
        self._start = start
        self._command = command
        self._loop = asyncio.get_running_loop()
        self._questions: deque[MoveRequest] = deque()
        self._news = asyncio.Event()  # set when there are questions, or a process has ended
        self._tasks = [asyncio.create_task(self._work()) for _ in range(count)]
        self._stopped: deque[PlayerProcess] = deque(maxlen=2 * count)
        self._ready = 0
        self._none_since = self._loop.time()
        self.faults = self.answers = 0

    @property
    def waiting(self) -> int:
        """Return how many questions wait in the queue."""
        return len(self._questions)

    @property
    def missing(self) -> bool:
        """Return whether there has been no worker for a while."""
        return not self._ready and self._loop.time() - self._none_since > MISSED

    def choose(
        self, game: str, bot: str, view: View, answered: Answered, wanted: Callable[[], bool] = lambda: True
    ) -> None:
        """Ask a bot for a move; `answered` is called with the move or a fault, while the answer is still wanted."""
        self._questions.append(MoveRequest(game, bot, view, answered, wanted))
        self._news.set()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(asyncio.wrap_future(process.ended) for process in self._stopped))

    async def _work(self) -> None:
        """Run worker processes one after another, each until it fails to answer in time."""
        start, pause = self._start, 0.0
        while True:
            began = self._loop.time()
            try:
                process = PlayerProcess(self._command)
                try:
                    if await self._is_ready(process, start):
                        start = self._start
                        await self._serve(process)
                    else:
                        journal.warning("a bot's worker did not start", extra={"seconds": start})
                        start = min(2 * start, LONGEST_START)
                finally:
                    process.stop()
                    self._stopped.append(process)
            except PlayerLost as lost:
                journal.warning("a bot's worker is replaced", extra={"fault": str(lost)})
            except Exception as error:  # if this task ended, bots would never move again
                journal.error("a bot's worker is replaced", exc_info=error)
            lived = self._loop.time() - began
            pause = 0.0 if lived > LONGEST_RETRY else min(max(RETRY, 2 * pause), LONGEST_RETRY)
            await asyncio.sleep(pause)

    async def _is_ready(self, process: PlayerProcess, seconds: float) -> bool:
        """Wait for a process to start, and return whether it did in time. This does not count as a bot's time."""
        try:
            answer = await process.await_result(process.started, seconds=seconds)
        except Late:
            return False
        if answer.fault:
            raise PlayerLost(f"did not start: {answer.fault}")
        return True

    async def _serve(self, process: PlayerProcess) -> None:
        """Put questions to a process until it fails."""
        process.ended.add_done_callback(lambda _: self._loop.call_soon_threadsafe(self._news.set))
        self._ready += 1
        try:
            while True:
                await self._answer(process, await self._question(process))
        finally:
            self._ready -= 1
            self._none_since = self._loop.time()

    async def _question(self, process: PlayerProcess) -> MoveRequest:
        """Return the next question that is still wanted; raise if the process ends first."""
        while not process.lost:
            while self._questions:
                if (asked := self._questions.popleft()).wanted():
                    return asked
            self._news.clear()
            await self._news.wait()
        raise PlayerLost(process.lost)

    async def _answer(self, process: PlayerProcess, asked: MoveRequest) -> None:
        question = process.ask(asked.game, asked.bot, asked.view)
        try:
            answer = await process.await_result(question, seconds=self.limit)
        except PlayerLost as lost:
            self.faults += 1
            asked.answered("", str(lost))
            raise
        self.answers += 1
        self.faults += answer.fault != ""
        asked.answered(answer.move, answer.fault, answer.compared)
