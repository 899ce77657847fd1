"""Ctrl-C and SIGTERM: a command ends soon, says what is known so far, and leaves no process behind."""

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import active_children
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import NoReturn, Self

SIGNALS = (signal.SIGINT, signal.SIGTERM)
CODES = tuple(128 + number for number in SIGNALS)  # exit codes, as shells have them
HEARTBEAT = 1.0  # seconds between two heartbeats
AGAIN = 1.0  # seconds until an interrupt is raised again


class Interruptible:
    """End a block on Ctrl-C or SIGTERM: KeyboardInterrupt is raised in it, and goes no further.

    A heartbeat, SIGALRM, comes every second. Without it an interrupt could be lost: the main thread does not see a
    signal that arrives just before it waits for a lock; and code that runs at any moment, such as destructors, may
    swallow the exception. At every heartbeat it looks again, and raises again until the block has ended.
    """

    signal = 0  # what has ended the block, if anything has
    again = 0.0  # when it may be raised

    @property
    def code(self) -> int:
        return 128 + self.signal

    def __enter__(self) -> Self:
        self.entered = self.left = False
        self.handlers = {number: signal.signal(number, self.receive) for number in (*SIGNALS, *ALARM)}
        heartbeat(HEARTBEAT, HEARTBEAT)
        self.entered = True
        return self

    def receive(self, number: int, frame: FrameType | None) -> None:
        if number in SIGNALS:
            self.signal = self.signal or number
        if frame is not None and frame.f_code is type(self).__exit__.__code__:
            self.left = True  # as its first instruction would have done
        if self.signal and self.entered and not self.left and monotonic() >= self.again:
            self.again = monotonic() + AGAIN  # two at once would hit the code that tidies up after the first
            heartbeat(AGAIN, HEARTBEAT)
            raise KeyboardInterrupt

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        self.left = True
        heartbeat(0, 0)
        for number in ALARM:
            self.handlers[number] = ignore  # the last heartbeat may still be on its way, in another thread
        for number, handler in self.handlers.items():
            signal.signal(number, handler)
        return kind is KeyboardInterrupt and self.signal != 0


def ignore(number: int, frame: FrameType | None) -> None:
    """Do nothing. Unlike SIG_IGN, processes that are started do not inherit it."""


if sys.platform == "win32":
    ALARM: tuple[signal.Signals, ...] = ()

    def heartbeat(first: float, interval: float) -> None:
        pass

    def block() -> Iterable[int]:
        return ()

    def unblock(before: Iterable[int]) -> None:
        pass

else:
    ALARM = (signal.SIGALRM,)

    def heartbeat(first: float, interval: float) -> None:
        """Send SIGALRM after some seconds, and then at this interval; 0 stops it."""
        signal.setitimer(signal.ITIMER_REAL, first, interval)

    def block() -> Iterable[int]:
        return signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)

    def unblock(before: Iterable[int]) -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def deferred() -> Iterator[None]:
    """Deliver Ctrl-C and SIGTERM, and heartbeats, after the block; never to processes that are started in it.

    A terminal sends Ctrl-C to all processes of a command. A process inherits the mask of blocked signals: so it ignores
    them from its first instruction on, and leaves the answer to the one that started it.
    """
    received: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        received.append(number)

    here = current_thread() is main_thread()
    handlers = {number: signal.signal(number, note) for number in (*SIGNALS, *ALARM)} if here else {}
    before = block()
    try:
        yield
    finally:
        unblock(before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
    for one in sorted(set(received), key=ALARM.count):  # heartbeats last: the first that raises ends this
        signal.raise_signal(one)


def leave(code: int) -> NoReturn:
    """Exit without waiting for threads: one that compiles cannot be stopped."""
    for child in active_children():
        child.kill()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
