"""Work in parts: every part once, whoever does it and whoever dies."""

from collections import Counter
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from signal import SIGINT, raise_signal
from time import sleep
from typing import Any

import pytest

from cardhouse import BadSetup
from cardhouse.interrupts import Interruptible
from cardhouse.lab import work
from tests.lab.workers import dies_always, dies_once, raises, square
from tests.waiting import HANG


def test_every_part_is_done_once_by_threads_and_by_processes() -> None:
    for executor in (work.threads(2), work.processes(2)):
        done = list(work.run_parts(square, range(10), executor))
        assert sorted(done) == [(number, number * number) for number in range(10)]


def test_what_a_dead_worker_did_is_done_again_and_nothing_twice(tmp_path: Path) -> None:
    mark = str(tmp_path / "died")
    done = list(work.run_parts(dies_once, [(number, mark) for number in range(8)], work.processes(2)))
    assert Path(mark).exists()
    assert Counter(number for (number, _), _ in done) == Counter(range(8))
    assert all(result == number * number for (number, _), result in done)


def test_workers_who_always_die_are_not_replaced_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "MOST_DEATHS", 2)
    with pytest.raises(work.Gone, match="Workers died 2 times in a row with nothing done"):
        list(work.run_parts(dies_always, [1], work.processes(1)))


def test_what_the_work_raises_is_raised() -> None:
    with pytest.raises(ValueError, match="no such number"):
        list(work.run_parts(raises, [1, 2], work.threads(1)))


def test_ctrl_c_is_heard_between_two_parts_however_many_there_are() -> None:
    begun: list[int] = []

    class Pool(ThreadPoolExecutor):
        def submit(self, *given: Any, **more: Any) -> Future[Any]:
            begun.append(len(begun))
            if len(begun) == 3:
                raise_signal(SIGINT)
            return super().submit(*given, **more)

    with Interruptible() as interrupt:
        list(work.run_parts(square, range(1000), lambda: Pool(1)))
    assert (interrupt.signal, begun) == (SIGINT, [0, 1, 2])


def test_a_cluster_that_is_not_there_is_a_sentence() -> None:
    for address, says in (
        ("tcp://127.0.0.1:9", "There is no Dask scheduler at"),
        ("foo bar", "The address of a scheduler looks like"),
        ("http://x:1", "The address of a scheduler looks like"),
        ("tcp://127.0.0.1:99999", "There is no Dask scheduler at"),
    ):
        with pytest.raises(BadSetup, match=says):
            work.dask(address)


def test_nobody_waits_for_parts_that_are_no_longer_wanted() -> None:
    opened: list[Executor] = []

    def executor() -> Executor:
        opened.append(work.threads(1)())
        return opened[-1]

    number, squared = next(work.run_parts(square, range(10_000), executor))
    assert squared == number * number
    with pytest.raises(RuntimeError, match="after shutdown"):
        opened[0].submit(square, 1)


def test_a_lost_cluster_is_reported() -> None:
    def lost(number: int) -> int:
        raise CancelledError

    class Lost(ThreadPoolExecutor):
        def submit(self, *given: Any, **more: Any) -> Any:
            future: Future[int] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with pytest.raises(work.Gone, match="The cluster is gone"):
        list(work.run_parts(lost, [1], lambda: Lost(1)))


def test_processes_of_others_are_left_alone() -> None:
    other = get_context("spawn").Process(target=sleep, args=(HANG,))
    parts = work.run_parts(square, range(4), work.processes(1))
    next(parts)
    other.start()
    try:
        parts.close()
        assert other.is_alive()
    finally:
        other.kill()
        other.join()
        other.close()
