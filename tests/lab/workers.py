"""Work for workers who die: it is imported by their processes."""

import os
from pathlib import Path

from cardhouse.lab.counts import Counts
from cardhouse.lab.simulation import SimulationJob, count_matches


def square(number: int) -> int:
    return number * number


def dies_once(work: tuple[int, str]) -> int:
    """Worker number 3 dies, the first time."""
    number, mark = work
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        os._exit(1)
    return number * number


def dies_always(number: int) -> int:
    os._exit(1)


def raises(number: int) -> int:
    raise ValueError("no such number")


def counted_once_dead(part: SimulationJob) -> Counts:
    """A simulation's part; the worker of the second one is killed, the first time."""
    mark = Path(str(part.options.pop("mark")))
    if part.first and not mark.exists():
        mark.touch()
        os._exit(1)
    return count_matches(part)
