"""The timeout of every wait in the tests. It ends a hang; nothing that works, however slowly, comes near it."""

from collections.abc import Callable
from time import monotonic, sleep

HANG = 600.0  # seconds


def until(condition: Callable[[], bool]) -> None:
    end = monotonic() + HANG
    while not condition():
        assert monotonic() < end, "it never came true"
        sleep(0.01)
