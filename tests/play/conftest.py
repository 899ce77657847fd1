"""Players that hang, without a clock."""

from collections.abc import Iterator
from threading import Event, Thread, current_thread

import pytest

from cardhouse.play import runner
from tests.waiting import HANG


class Hang:
    """A call that does not come back before the test is over: `hang()`.

    The runner's time limit passes as soon as a player hangs, and never otherwise: speed decides nothing.
    """

    def __init__(self) -> None:
        self.threads: list[Thread] = []
        self._over = Event()

    def __call__(self) -> None:
        self.threads.append(current_thread())
        self._over.wait(HANG)

    def end(self) -> None:
        self._over.set()
        for thread in self.threads:
            thread.join()


@pytest.fixture
def hang(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hang]:
    hang = Hang()

    class Call(Thread):
        def join(self, timeout: float | None = None) -> None:
            while self.is_alive() and (timeout is None or self not in hang.threads):
                super().join(0.005)

    monkeypatch.setattr(runner, "Thread", Call)
    yield hang
    hang.end()
