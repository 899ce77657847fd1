"""The clock of the house. It stops while the process is stopped, so that no player loses that time.

A process is stopped by SIGSTOP, by suspending the machine, or by migrating a virtual machine.
"""

import time
from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Awaitable, Callable

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


class StoreClock:
    """The time of day by the clock of the store, so that houses whose own clocks differ agree on it."""

    def __init__(self, ask: Callable[[], Awaitable[float]]) -> None:
        self._ask = ask
        self._ahead = 0.0  # of this machine's clock, in seconds, when the store was asked last

    async def ask(self) -> float:
        """Ask the store, and return its time in seconds since the epoch."""
        now = await self._ask()
        self._ahead = now - time.time()
        return now

    def time(self) -> float:
        """Return the time as far as it is known without asking."""
        return time.time() + self._ahead
