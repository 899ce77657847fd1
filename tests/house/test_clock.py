"""A house that was stopped, with its machine or by a signal, charges nobody for that time."""

from types import SimpleNamespace
from typing import Any

from cardhouse.house.clock import GAP, Clock


def test_while_the_process_stands_still_so_does_the_clock() -> None:
    called: list[float] = []
    loop: Any = SimpleNamespace(now=100.0, call_at=lambda when, call: called.append(when))
    loop.time = lambda: loop.now
    clock = Clock(loop)
    assert clock.time() == 100
    loop.now += GAP
    assert clock.time() == 100 + GAP
    loop.now += 3600
    assert clock.time() == 100 + GAP
    loop.now += 1
    assert clock.time() == 101 + GAP
    clock.call_at(clock.time() + 5, lambda: None)
    assert called == [loop.now + 5]
