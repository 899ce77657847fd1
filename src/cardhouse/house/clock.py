"""The clock of the house: it stands still while the process does not run, so that nobody is charged for that time.

A process stops with SIGSTOP, when its machine is suspended, or when a virtual machine is moved.
"""

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable

GAP = 2.0  # seconds without a reading: the server takes ten a second, so the process was stopped


class Clock:
    """As much of an event loop as rooms need. Somebody must read it several times a second."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop, self._read, self._stopped = loop, loop.time(), 0.0

    def time(self) -> float:
        now = self._loop.time()
        if now - self._read > GAP:
            self._stopped += now - self._read
        self._read = now
        return now - self._stopped

    def call_at(self, when: float, call: Callable[[], None]) -> TimerHandle:
        """At the earliest: if the process was stopped meanwhile, it is called too soon, and looks at the clock."""
        return self._loop.call_at(when + self._stopped, call)
