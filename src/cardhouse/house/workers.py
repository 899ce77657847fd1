"""Workers: processes in which bots think, so that none can hold up the house. One that hangs or dies is replaced."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Sequence

from msgspec import Raw, json

from cardhouse.games.view import View
from cardhouse.house.attendance import Answered
from cardhouse.house.journal import journal
from cardhouse.house.wire import encode
from cardhouse.house.worker import Answer, Question

LIMIT, RETRY = 2.0, 5.0  # seconds for a move, and until a process that did not start is tried again
LONGEST = 1 << 20  # bytes of an answer
MODULE = ("-m", "cardhouse.house.worker")
read_answer = json.Decoder(Answer).decode


class Workers:
    def __init__(self, many: int, *, limit: float = LIMIT, command: Sequence[str] = MODULE) -> None:
        self.many, self.limit, self._command = many, limit, command
        self._questions: asyncio.Queue[tuple[bytes, Answered, Callable[[], bool]]] = asyncio.Queue()
        self._tasks = [asyncio.create_task(self._work()) for _ in range(many)]
        self._stopping: deque[asyncio.Future[None]] = deque(maxlen=2 * many)
        self.faults = self.answers = 0

    @property
    def waiting(self) -> int:
        """Questions that nobody thinks about yet."""
        return self._questions.qsize()

    def choose(
        self, game: str, bot: str, view: View, answered: Answered, wanted: Callable[[], bool] = lambda: True
    ) -> None:
        """Ask a bot; it is answered with a move, or with a fault, unless the answer is not wanted any more."""
        self._questions.put_nowait((encode(Question(game, bot, Raw(encode(view)))) + b"\n", answered, wanted))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._stopping)

    async def _work(self) -> None:
        """One process after another, each as long as it answers in time."""
        while True:
            starting = asyncio.ensure_future(self._started())
            try:
                process = await asyncio.shield(starting)  # one that is being started must be stopped as well
                assert process.stdout is not None
                await process.stdout.readline()  # it is ready: its start is not on a bot's time
                fault = ""
                while not fault:
                    fault = await self._next(process)
                journal.warning("a bot's worker is replaced", extra={"fault": fault})
            except OSError as error:
                journal.error("a bot's worker cannot be started", exc_info=error)
                await asyncio.sleep(RETRY)
            finally:
                self._stopping.append(asyncio.ensure_future(_stopped(starting)))

    async def _started(self) -> Process:
        """In a session of its own: a Ctrl-C in the terminal is for the house, which ends its workers."""
        return await asyncio.create_subprocess_exec(
            sys.executable, *self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST, start_new_session=True
        )

    async def _next(self, process: Process) -> str:
        """Answer a question; the process's fault, if it can answer no more."""
        question, answered, wanted = await self._questions.get()
        if not wanted():
            return ""
        try:
            move, fault = await asyncio.wait_for(_asked(process, question), self.limit)
        except TimeoutError:
            move, fault = "", f"took more than {self.limit:g} s"
        except (ConnectionError, EOFError, ValueError) as error:
            move, fault = "", f"died: {type(error).__name__}"
        else:
            self.answers += 1
            self.faults += fault != ""
            answered(move, fault)
            return ""
        self.faults += 1
        answered(move, fault)
        return fault


async def _stopped(starting: asyncio.Future[Process]) -> None:
    try:
        process = await starting
    except OSError:
        return
    if process.returncode is None:
        process.kill()
    await process.communicate()


async def _asked(process: Process, question: bytes) -> tuple[str, str]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(question)
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise EOFError
    answer = read_answer(line)
    return answer.move, answer.fault
