"""Workers: processes in which bots think, so that none can hold up the house.

One that dies, hangs at its start or at work, or answers nonsense is replaced within about a second.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardhouse.bots.elsewhere.process import LEVELS, Late, PlayerLost, PlayerProcess
from cardhouse.games.view import View

LIMIT = 1.0  # seconds for a move
START, LONGEST_START = 1.0, 60.0  # seconds for a start: at first, and on a machine where nothing has started in time
RETRY, LONGEST_RETRY = 0.1, 5.0  # seconds between starts, if the last worker lived for less
MISSED = 1.0  # seconds without any worker, until the house says that it has none
Answered = Callable[[str, str], None]  # it is called with a move, or with a fault
journal = logging.getLogger(__name__)


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
        self.count, self.limit, self._start, self._command = count, limit, start, command
        self._loop = asyncio.get_running_loop()
        self._questions: deque[MoveRequest] = deque()
        self._news = asyncio.Event()  # there are questions, or a process has ended
        self._tasks = [asyncio.create_task(self._work()) for _ in range(count)]
        self._stopped: deque[PlayerProcess] = deque(maxlen=2 * count)
        self._ready = 0
        self._none_since = self._loop.time()
        self.faults = self.answers = 0

    @property
    def waiting(self) -> int:
        """Questions that nobody thinks about yet."""
        return len(self._questions)

    @property
    def missing(self) -> bool:
        """Return whether there is no worker, and has been none for a while."""
        return not self._ready and self._loop.time() - self._none_since > MISSED

    def choose(
        self, game: str, bot: str, view: View, answered: Answered, wanted: Callable[[], bool] = lambda: True
    ) -> None:
        """Ask a bot; it is answered with a move, or with a fault, unless the answer is not wanted any more."""
        self._questions.append(MoveRequest(game, bot, view, answered, wanted))
        self._news.set()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(asyncio.wrap_future(process.ended) for process in self._stopped))

    async def _work(self) -> None:
        """Run one process after another, each as long as it answers in time."""
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
            except Exception as error:  # whatever it is: without this task, bots would stand still for ever
                journal.error("a bot's worker is replaced", exc_info=error)
            lived = self._loop.time() - began
            pause = 0.0 if lived > LONGEST_RETRY else min(max(RETRY, 2 * pause), LONGEST_RETRY)
            await asyncio.sleep(pause)

    async def _is_ready(self, process: PlayerProcess, seconds: float) -> bool:
        """Wait for the start of a process, which is not on a bot's time; return whether it was in time."""
        try:
            answer = await process.await_result(process.started, seconds=seconds)
        except Late:
            return False
        if answer.fault:
            raise PlayerLost(f"did not start: {answer.fault}")
        return True

    async def _serve(self, process: PlayerProcess) -> None:
        """Answer questions until the process can answer no more."""
        process.ended.add_done_callback(lambda _: self._loop.call_soon_threadsafe(self._news.set))
        self._ready += 1
        try:
            while True:
                await self._answer(process, await self._question(process))
        finally:
            self._ready -= 1
            self._none_since = self._loop.time()

    async def _question(self, process: PlayerProcess) -> MoveRequest:
        """Wait for a question that is still wanted, unless the process ends first."""
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
        asked.answered(answer.move, answer.fault)
