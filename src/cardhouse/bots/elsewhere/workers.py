"""Workers: processes in which bots think, so that none can hold up the house.

One that dies, hangs at its start or at work, or answers nonsense is replaced within about a second.
"""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from cardhouse.bots.elsewhere.questions import START as FIRST
from cardhouse.bots.elsewhere.questions import Answer, Nonsense, Question, pickled, read_answer
from cardhouse.games.view import View

LIMIT = 1.0  # seconds for a move
START, LONGEST_START = 1.0, 60.0  # seconds for a start: at first, and on a machine where nothing has started in time
RETRY, LONGEST_RETRY = 0.1, 5.0  # seconds between starts, if the last worker lived for less
MISSED = 1.0  # seconds without any worker, until the house says that it has none
LONGEST_LINE = 1 << 16  # bytes of an answer
LEVELS = ("-m", "cardhouse.bots.elsewhere.levels")
THINKER = ("-m", "cardhouse.bots.elsewhere.thinker")
Answered = Callable[[str, str], None]  # it is called with a move, or with a fault
journal = logging.getLogger(__name__)


class Asked(NamedTuple):
    game: str
    bot: str
    view: View
    answered: Answered
    wanted: Callable[[], bool]


class Fault(Exception):
    """Why a worker is replaced."""


class Workers:
    def __init__(
        self, many: int, *, limit: float = LIMIT, start: float = START, command: Sequence[str] = LEVELS
    ) -> None:
        self.many, self.limit, self._start, self._command = many, limit, start, command
        self._loop = asyncio.get_running_loop()
        self._questions: deque[Asked] = deque()
        self._news = asyncio.Event()  # there are questions
        self._tasks = [asyncio.create_task(self._work()) for _ in range(many)]
        self._stopping: deque[asyncio.Future[None]] = deque(maxlen=2 * many)
        self._ready = 0
        self._none_since = self._loop.time()
        self._number = 0  # of the last question
        self.faults = self.answers = 0

    @property
    def waiting(self) -> int:
        """Questions that nobody thinks about yet."""
        return len(self._questions)

    @property
    def missing(self) -> bool:
        """Whether there is no worker, and has been none for a while."""
        return not self._ready and self._loop.time() - self._none_since > MISSED

    def choose(
        self, game: str, bot: str, view: View, answered: Answered, wanted: Callable[[], bool] = lambda: True
    ) -> None:
        """Ask a bot; it is answered with a move, or with a fault, unless the answer is not wanted any more."""
        self._questions.append(Asked(game, bot, view, answered, wanted))
        self._news.set()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._stopping)

    async def _work(self) -> None:
        """One process after another, each as long as it answers in time."""
        start, pause = self._start, 0.0
        while True:
            began, starting = self._loop.time(), asyncio.ensure_future(self._started())
            try:
                process = await asyncio.shield(starting)  # one that is being started must be stopped as well
                await _be_ready(process, start)
                start = self._start
                await self._serve(process)
            except TimeoutError:
                journal.warning("a bot's worker did not start", extra={"seconds": start})
                start = min(2 * start, LONGEST_START)
            except Fault as fault:
                journal.warning("a bot's worker is replaced", extra={"fault": str(fault)})
            except Exception as error:  # whatever it is: without this task, bots would stand still for ever
                journal.error("a bot's worker is replaced", exc_info=error)
            finally:
                self._stopping.append(asyncio.ensure_future(_stopped(starting)))
            lived = self._loop.time() - began
            pause = 0.0 if lived > LONGEST_RETRY else min(max(RETRY, 2 * pause), LONGEST_RETRY)
            await asyncio.sleep(pause)

    async def _started(self) -> Process:
        """In a session of its own: a Ctrl-C in the terminal is for the house, which ends its workers."""
        return await asyncio.create_subprocess_exec(
            sys.executable, *self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE, start_new_session=True
        )

    async def _serve(self, process: Process) -> None:
        """Answer questions until the process can answer no more."""
        ended = asyncio.ensure_future(process.wait())
        self._ready += 1
        try:
            while True:
                await self._answer(process, await self._question(ended))
        finally:
            ended.cancel()
            self._ready -= 1
            self._none_since = self._loop.time()

    async def _question(self, ended: asyncio.Future[int]) -> Asked:
        """The next one that is still wanted, unless the process ends first."""
        while True:
            if ended.done():
                raise Fault("died while it had nothing to do")
            while self._questions:
                if (asked := self._questions.popleft()).wanted():
                    return asked
            self._news.clear()
            news = asyncio.ensure_future(self._news.wait())
            either: tuple[asyncio.Future[Literal[True]] | asyncio.Future[int], ...] = news, ended
            try:
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            finally:
                news.cancel()

    async def _answer(self, process: Process, asked: Asked) -> None:
        self._number += 1
        question = Question(self._number, asked.game, asked.bot, asked.view)
        try:
            async with asyncio.timeout(self.limit):  # `wait_for` of Python 3.11 may swallow a cancellation
                answer = await _reply(process, question)
        except TimeoutError:
            gone = f"took more than {self.limit:g} s"
        except Nonsense as nonsense:
            gone = f"answered nonsense: {nonsense}"
        except Exception as error:  # the kinds differ between event loops
            gone = f"died: {type(error).__name__}"
        else:
            self.answers += 1
            self.faults += answer.fault != ""
            asked.answered(answer.move, answer.fault)
            return
        self.faults += 1
        asked.answered("", gone)
        raise Fault(gone)


async def _be_ready(process: Process, seconds: float) -> None:
    """Wait for its start, which is not on a bot's time."""
    assert process.stdout is not None
    async with asyncio.timeout(seconds):
        line = await process.stdout.readline()
    try:
        fault = read_answer(line, FIRST).fault
    except Nonsense as nonsense:
        fault = str(nonsense)
    if fault:
        raise Fault(f"did not start: {fault}")


async def _reply(process: Process, question: Question) -> Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(pickled(question))
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise EOFError
    return read_answer(line, question.number)


async def _stopped(starting: asyncio.Future[Process]) -> None:
    try:
        process = await starting
    except OSError:
        return
    if process.returncode is None:
        process.kill()
    await process.communicate()
