"""Work that is split into parts, done by an executor's workers, and done again where a worker dies.

Every part is counted once, whatever happens; as counts are whole numbers, the order does not matter.
"""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import suppress
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from os import cpu_count
from typing import Any, TypeVar

from cardhouse.cards.errors import BadTable

P = TypeVar("P")
R = TypeVar("R")
MOST_DEATHS = 3  # in a row, with nothing done in between

Open = Callable[[], Executor]


def processes(workers: int | None = None) -> Open:
    """Processes of this machine, one for each core if not said: they start anew, and share nothing with this one."""
    context = get_context("spawn")
    return lambda: ProcessPoolExecutor(workers or cpu_count(), mp_context=context, initializer=ignore_interrupts)


def threads(workers: int | None = None) -> Open:
    """Threads of this process: compiled laws run without the interpreter's lock. One is enough for a GPU."""
    return lambda: ThreadPoolExecutor(workers or cpu_count())


def dask(address: str, seconds: int = 5) -> Open:
    """The workers of a Dask cluster, which have Cardhouse installed as well."""
    try:
        from distributed import Client
    except ModuleNotFoundError as missing:
        raise BadTable("--dask needs the extra `dask`, as in pip install '.[dask]'.", rule="simulation") from missing
    try:
        client = Client(address, timeout=f"{seconds}s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadTable(f"There is no Dask cluster at {address!r}: {type(error).__name__}.", rule="simulation") from None
    return lambda: client.get_executor()


def ignore_interrupts() -> None:
    """Ctrl-C is for the one who gave the work."""
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def done(work: Callable[[P], R], parts: Sequence[P], executor: Open) -> Iterator[tuple[P, R]]:
    """Each part with what came of it, as they are done. What the work itself raises is raised."""
    left, deaths = dict(enumerate(parts)), 0
    while left:
        before, others = len(left), set(active_children())
        pool, futures = executor(), dict[Future[R], int]()
        try:
            with suppress(BrokenExecutor):
                futures.update({pool.submit(work, part): number for number, part in left.items()})
            for number, result in settled(futures):
                yield left.pop(number), result
        finally:
            closed(pool, others)
        deaths = 0 if len(left) < before else deaths + 1
        if deaths == MOST_DEATHS:
            raise BadTable(f"Workers died {MOST_DEATHS} times without a result: too little memory?", rule="simulation")


def closed(pool: Executor, others: set[BaseProcess]) -> None:
    """At once: what is not begun is cancelled, what is begun is broken off. Other processes are nobody's business."""
    if isinstance(pool, ProcessPoolExecutor | ThreadPoolExecutor):
        pool.shutdown(wait=False, cancel_futures=True)
    else:
        pool.shutdown(wait=False)  # Dask's cancels
    for child in set(active_children()) - others:
        child.terminate()


def settled(futures: dict[Future[R], int]) -> Iterator[tuple[int, R]]:
    """What was done before the pool, or a worker of it, died."""
    for future in as_completed(futures):
        error = future.exception()
        if error is None:
            yield futures[future], future.result()
        elif not death(error):
            raise error


def death(error: Any) -> bool:
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"
