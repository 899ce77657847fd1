"""The clock of the house. It stops while the process is stopped, so that no player loses that time.

A process is stopped by SIGSTOP, by suspending the machine, or by migrating a virtual machine.
"""

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable

GAP = 2.0  # seconds between two readings that mean that the process was stopped: the server reads ten times a second


class Clock:
    """The part of an event loop that rooms need. It must be read several times a second."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop, self._read, self._stopped = loop, loop.time(), 0.0

    def time(self) -> float:
        now = self._loop.time()
        if now - self._read > GAP:
            self._stopped += now - self._read
        self._read = now
        return now - self._stopped

    def call_at(self, when: float, call: Callable[[], None]) -> TimerHandle:
        """Schedule a call. It is early if the process is stopped meanwhile, so the callee must read the clock."""
        return self._loop.call_at(when + self._stopped, call)
