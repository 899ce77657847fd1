"""Split work into jobs for an executor's workers, and retry the jobs of a worker that dies.

Every job is counted exactly once. Counts are integers, so the order does not matter.
"""

import os
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from multiprocessing import get_context, parent_process
from os import cpu_count
from socket import create_connection
from threading import Thread
from typing import TypeVar

from cardhouse.cards.errors import BadSetup, CardhouseError, shown
from cardhouse.extras import needs
from cardhouse.interrupts import deferred

P = TypeVar("P")
R = TypeVar("R")
MOST_DEATHS = 5  # in a row, without a finished job in between
MOST_WORKERS = 61  # the limit of Windows
PATIENCE = 5  # timeout in seconds
INTERRUPTED = "Interrupted."  # the reason why a result is incomplete after Ctrl-C
ADDRESS = re.compile(r"(?:tcp://|tls://)?([\w.-]+|\[[\w:]+\]):(\d{1,5})")

Open = Callable[[], Executor]


def check(workers: int | None) -> None:
    if workers is not None and (type(workers) is not int or workers < 1):
        raise BadSetup(f"The number of workers is at least 1, not {shown(workers)}.", rule="simulation")


def processes(workers: int | None = None) -> Open:
    """Use processes of this machine, by default one per core. They are spawned, and share nothing with this one."""
    context = get_context("spawn")
    count = min(workers or cpu_count() or 1, MOST_WORKERS)
    return lambda: ProcessPoolExecutor(count, mp_context=context, initializer=begin_worker)


def threads(workers: int | None = None) -> Open:
    """Use threads of this process, because compiled laws release the GIL. One is enough for a GPU."""
    return lambda: ThreadPoolExecutor(workers or cpu_count())


def dask(address: str) -> Open:
    """Use the workers of a Dask cluster, which must have Cardhouse installed."""
    try:
        from distributed import Client
    except ModuleNotFoundError as missing:
        raise CardhouseError(needs("--dask", "dask")) from missing
    check_answers(address)
    client = Client(address, timeout=f"{PATIENCE}s", set_as_default=False)
    if not client.scheduler_info()["workers"]:
        client.close()
        raise BadSetup(f"The scheduler at {address} has no workers: start `dask worker {address}`.", rule="simulation")
    return lambda: client.get_executor()


def check_answers(address: str) -> None:
    """Raise an error if no scheduler answers; Dask itself would wait long, and leave a thread behind."""
    found = ADDRESS.fullmatch(address)
    if not found:
        raise BadSetup(
            f"The address of a scheduler looks like tcp://10.0.0.1:8786, not {address!r}.", rule="simulation"
        )
    try:
        create_connection((found[1], int(found[2])), timeout=PATIENCE).close()
    except (OSError, OverflowError):
        raise BadSetup(f"There is no Dask scheduler at {address!r}.", rule="simulation") from None


def begin_worker() -> None:
    """Make this worker end when its parent process ends, in whatever way."""
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


class Gone(BadSetup):
    """No worker is left to do the work."""


def run_parts(work: Callable[[P], R], parts: Sequence[P], executor: Open) -> Generator[tuple[P, R], None, None]:
    """Yield each job with its result as it finishes. Exceptions of the work itself are raised."""
    left, deaths = dict(enumerate(parts)), 0
    while left:
        before, pool = len(left), executor()
        try:
            for number, result in collect_results(submit(pool, work, left)):
                yield left.pop(number), result
        finally:
            shut_down(pool)
        deaths = 0 if len(left) < before else deaths + 1
        if deaths == MOST_DEATHS:
            why = "is there too little memory, or does a player end its process?"
            raise Gone(f"Workers died {MOST_DEATHS} times in a row with nothing done: {why}", rule="simulation")


def submit(pool: Executor, work: Callable[[P], R], parts: dict[int, P]) -> dict[Future[R], int]:
    """Submit the jobs. Worker processes start here; Ctrl-C is noticed between two jobs."""
    futures: dict[Future[R], int] = {}
    try:
        for number, part in parts.items():
            with deferred():
                futures[pool.submit(work, part)] = number
    except BrokenExecutor:
        pass  # the submitted futures report it, too
    return futures


def shut_down(pool: Executor) -> None:
    """Shut the pool down at once: cancel what has not begun, and kill the rest, without interruption by signals."""
    if isinstance(pool, ProcessPoolExecutor):
        with deferred():
            for worker in list((pool._processes or {}).values()):
                worker.kill()
            pool.shutdown(wait=True, cancel_futures=True)
    elif isinstance(pool, ThreadPoolExecutor):
        pool.shutdown(wait=False, cancel_futures=True)
    else:
        pool.shutdown(wait=False)  # Dask's pool cancels


def collect_results(futures: dict[Future[R], int]) -> Iterator[tuple[int, R]]:
    """Yield the results from before the pool, or a worker of it, died."""
    for future in as_completed(futures):
        if future.cancelled():
            raise Gone("The cluster is gone.", rule="simulation")
        error = future.exception()
        if error is None:
            yield futures[future], future.result()
        elif not is_death(error):
            raise error


def is_death(error: BaseException) -> bool:
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"
