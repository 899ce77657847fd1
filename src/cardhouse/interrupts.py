"""Ctrl-C and SIGTERM: a command ends soon, says what is known so far, and leaves no process behind."""

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children
from threading import current_thread, main_thread
from types import FrameType
from typing import NoReturn

SIGNALS = (signal.SIGINT, signal.SIGTERM)
CODES = tuple(128 + number for number in SIGNALS)  # exit codes, as shells have them
AGAIN = 1.0  # seconds until an interrupt is raised again


@dataclass
class Interrupt:
    """The signal that has ended a block, if one has."""

    signal: int = 0

    @property
    def code(self) -> int:
        return 128 + self.signal


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """End the block on Ctrl-C or SIGTERM: KeyboardInterrupt is raised in it, and goes no further.

    Code that runs at any moment, such as destructors, may swallow an exception: so it is raised every second until the
    block has ended.
    """
    interrupt = Interrupt()

    def raise_it(number: int, frame: FrameType | None) -> None:
        interrupt.signal = interrupt.signal or number
        repeat(AGAIN)
        raise KeyboardInterrupt

    handlers = {number: signal.signal(number, raise_it) for number in (*SIGNALS, *ALARM)}
    try:
        yield interrupt
    except KeyboardInterrupt:
        if not interrupt.signal:
            raise
    finally:
        repeat(0)
        for number, handler in handlers.items():
            signal.signal(number, handler)


if sys.platform == "win32":
    ALARM: tuple[signal.Signals, ...] = ()

    def repeat(seconds: float) -> None:
        pass

    def mask(how: int, signals: Iterable[int]) -> Iterable[int]:
        return ()

else:
    ALARM = (signal.SIGALRM,)
    mask = signal.pthread_sigmask

    def repeat(seconds: float) -> None:
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


@contextmanager
def deferred() -> Iterator[None]:
    """Deliver Ctrl-C and SIGTERM after the block, and never to the processes that are started within it.

    A terminal sends Ctrl-C to all processes of a command. A process inherits the mask of blocked signals: so it ignores
    them from its first instruction on, and leaves the answer to the one that started it.
    """
    received: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        received.append(number)

    here = current_thread() is main_thread()
    handlers = {number: signal.signal(number, note) for number in SIGNALS} if here else {}
    before = mask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
    if received:
        signal.raise_signal(received[0])


def leave(code: int) -> NoReturn:
    """Exit without waiting for threads: one that compiles cannot be stopped."""
    for child in active_children():
        child.kill()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
