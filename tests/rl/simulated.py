"""The GPU's kernel in numba-cuda's simulator, beside the compiled tables: `python -m tests.rl.simulated GAME ...`.

The simulator runs a kernel as plain Python, a thread of Python for each thread of the GPU. So states are plain, and so
is the memory of a thread. It must run in a process of its own, with NUMBA_ENABLE_CUDASIM=1.
"""

import sys
from random import Random
from typing import Any

import numpy as np
from numba import cuda
from numba.cuda.simulator.kernelapi import FakeCUDALocal

from cardhouse import game
from cardhouse.rl import Batch, Tables, device
from cardhouse.testing.tables import PlainTables, States
from tests.toy import TOY

COUNT, STEPS, BLOCKS, BLOCK = 5, 40, 2, 2  # four threads, so that one of them has two tables


def local(_: FakeCUDALocal, shape: int, kind: object) -> list[Any]:
    """Return plain memory: the laws are plain, and numbers of numpy are not Python's."""
    return States([None]) if shape == 1 else [0] * shape


class Simulated(PlainTables):
    """Plain tables, stepped by the kernel."""

    def _open(self, device_name: str, workers: int) -> None:
        super()._open(device_name, workers)
        self._launcher = cuda.jit(device.threaded(self.game, self._own))

    def _run(self, what: int) -> None:
        self._launcher[BLOCKS, BLOCK](what, self._actions.tolist(), self._wanted, self._memory, self.plan, self._batch)


def load(states: States, i: int, state: States) -> None:
    state[0] = states[i]


def save(states: States, i: int, state: States) -> None:
    states[i] = state[0]


def lose(states: States, i: int, state: States) -> None:
    """Do nothing: a planted fault."""


def same(one: Batch, other: Batch) -> None:
    for name in Batch._fields:
        left, right = getattr(one, name), getattr(other, name)
        assert left.dtype == right.dtype, name
        assert left.tobytes() == right.tobytes(), f"{name} differs: {left} and {right}"


def check(name: str, *, parallel: bool, fault: bool) -> None:
    kinds: tuple[type[Tables], ...] = (Tables, Simulated)
    chosen = TOY if name == "toy" else game(name)
    both = [kind(chosen, count=COUNT, seed=3, parallel=parallel) for kind in kinds]
    chance = Random(1)
    same(*(tables.reset() for tables in both))
    if fault:
        device.save = lose
    for _ in range(STEPS):
        rows = both[0].batch().mask.reshape(-1, both[0].actions)
        actions = np.array([chance.choice(np.flatnonzero(row)) if row.any() else -1 for row in rows])
        same(*(tables.step(actions) for tables in both))


if __name__ == "__main__":
    FakeCUDALocal.array, device.load, device.save = local, load, save
    for name in sys.argv[1:]:
        check(name.removeprefix("faulty-"), parallel=False, fault=name.startswith("faulty-"))
        check(name.removeprefix("faulty-"), parallel=True, fault=name.startswith("faulty-"))
