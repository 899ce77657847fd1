"""The coach: analyses of finished matches, computed in the background by processes of the lowest priority.

    job = coach.analyse("merry-oak", match=1, level="deep", address="192.0.2.7")
    job.over, job.of, job.choices

Analyses wait in a queue of their own. A process gets the rows of tables, one after the other, and ends when nobody
has asked for a while, so that a house in which nobody asks has no such process; one that hangs is killed. An analysis
follows from the log alone, so the last ones are kept in memory and the others are computed again: nothing has to be
stored, and no result of an older law or bot is ever shown.

While live tables are busy, the house stops the processes most of the time (`give_way`).
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from msgspec import MsgspecError, json

from cardhouse.cards.errors import CardhouseError
from cardhouse.house.coach_worker import Wanted
from cardhouse.house.journal import journal
from cardhouse.house.rows import Row
from cardhouse.wire import Denial, encode
from cardhouse.wire.lobby import JudgedMove

COMMAND = ("-m", "cardhouse.house.coach_worker")
MOST_WAITING, MOST_OF_ADDRESS = 32, 4  # analyses in the queue, and of them those that one address has asked for
MOST_KEPT = 64  # analyses in memory
LIMIT = 600.0  # seconds for a choice, on a busy machine; the first waits for the kernels, which may be compiled
KEPT = 60.0  # seconds that a process waits for the next analysis
LONGEST = 1 << 20  # bytes in a line of the worker, which has up to all choices of a match
BUSY = "The coach has too much to do; try again in some minutes."
FAILED = "The coach could not analyse this match. It has been noted; you can try again."
REST = 0.02  # seconds without a message from a live table after which the coach goes on
LONGEST_REST, WORK = 0.05, 0.01  # seconds: after a long rest it works for a moment, even if messages never stop
ReadRows = Callable[[str], Awaitable[list[Row]]]
read_judged = json.Decoder(list[JudgedMove]).decode


class Job:
    """An analysis, as far as it has come."""

    def __init__(self, table: str, match: int, level: str, address: str) -> None:
        self.table = table
        self.match = match
        self.level = level
        self.address = address
        self.of = 0  # how many choices there are; 0 until that is known
        self.choices: list[JudgedMove] = []
        self.over = False
        self.failed = False


class Coach:
    def __init__(self, count: int, read_rows: ReadRows, *, command: Sequence[str] = COMMAND) -> None:
        self._read_rows, self._command = read_rows, command
        self._jobs: OrderedDict[tuple[str, int, str], Job] = OrderedDict()  # the one asked for last at the end
        self._queue: deque[Job] = deque()
        self._news = asyncio.Event()
        self._tasks = [asyncio.create_task(self._work()) for _ in range(count)]
        self.done = self.faults = 0
        self._processes: set[Process] = set()
        self._loop = asyncio.get_running_loop()
        self._rests_since: float | None = None
        self._rests_until = self._works_until = 0.0

    @property
    def waiting(self) -> int:
        """Return how many analyses wait in the queue."""
        return len(self._queue)

    def ahead_of(self, job: Job) -> int:
        """Return how many analyses wait before this one."""
        return self._queue.index(job) if job in self._queue else 0

    def analyse(self, table: str, match: int, level: str, address: str) -> Job:
        """Return the analysis of a finished match; begin it if it is not there. Raise Denial once if it has failed."""
        key = (table, match, level)
        job = self._jobs.get(key)
        if job is not None and job.failed:
            del self._jobs[key]
            raise Denial("failed", FAILED, about="coach_failed")
        if job is None:
            mine = sum(1 for other in self._queue if other.address == address)
            if len(self._queue) >= MOST_WAITING or mine >= MOST_OF_ADDRESS:
                raise Denial("flood", BUSY, about="coach_busy")
            job = self._jobs[key] = Job(table, match, level, address)
            self._queue.append(job)
            self._news.set()
        self._jobs.move_to_end(key)
        for old in [key for key, other in self._jobs.items() if other.over][:-MOST_KEPT]:
            del self._jobs[old]
        return job

    def give_way(self) -> None:
        """Stop the processes for a moment, because a live table needs the processor.

        Even a process of the lowest priority delays live tables, as bench/coach.py has measured.
        """
        if not self._processes or sys.platform != "linux":  # elsewhere, a stopped process might outlive a killed house
            return
        now = self._loop.time()
        self._rests_until = now + REST
        if self._rests_since is None and now >= self._works_until:
            self._rests_since = now
            self._signal(signal.SIGSTOP)
            self._go_on()

    def _go_on(self) -> None:
        """Let the processes go on, unless live tables still need the processor."""
        assert self._rests_since is not None
        now = self._loop.time()
        longest = self._rests_since + LONGEST_REST
        if now < self._rests_until and now < longest:
            self._loop.call_at(min(self._rests_until, longest), self._go_on)
            return
        self._works_until = now + WORK
        self._rests_since = None
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        for process in self._processes:
            with suppress(ProcessLookupError):
                process.send_signal(number)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self) -> None:
        """Make one analysis after the other. Starting a process disturbs live tables, so it is kept for a while."""
        process: Process | None = None
        try:
            while True:
                try:
                    async with asyncio.timeout(None if process is None else KEPT):
                        job = await self._next_job()
                except TimeoutError:
                    await end(process)
                    process = None
                    continue
                try:
                    if process is None or process.returncode is not None:
                        process = await self._start()
                    await self._run(process, job)
                    self.done += 1
                except Exception as error:
                    self.faults += 1
                    job.failed = True
                    about = {"table": job.table, "match": job.match}
                    journal.warning("an analysis failed", exc_info=error, extra=about)
                    await end(process)
                    process = None
                job.over = True
        finally:
            await end(process)

    async def _next_job(self) -> Job:
        while not self._queue:
            self._news.clear()
            await self._news.wait()
        return self._queue.popleft()

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            limit=LONGEST,
        )

    async def _run(self, process: Process, job: Job) -> None:
        rows = await self._read_rows(job.table)
        assert process.stdin is not None
        process.stdin.write(encode(Wanted(rows=rows, match=job.match, level=job.level)) + b"\n")
        try:
            self._processes.add(process)
            job.of = int(await self._line(process))
            while len(job.choices) < job.of:
                job.choices += read_judged(await self._line(process))
        except (ValueError, MsgspecError) as error:
            raise CardhouseError(f"The coach's process does not answer: {error}") from error
        finally:
            self._signal(signal.SIGCONT)
            self._processes.discard(process)

    async def _line(self, process: Process) -> bytes:
        assert process.stdout is not None
        async with asyncio.timeout(LIMIT):
            return await process.stdout.readline()


async def end(process: Process | None) -> None:
    """Kill a process, if there is one."""
    if process is not None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
