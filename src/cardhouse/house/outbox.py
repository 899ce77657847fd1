"""The outbox: the sockets that have something to send. They write together, after the moves of a commit are done.

What a socket is sent meanwhile goes out in one write. A write to a client that sleeps wakes it, which costs more than
the write; clients are awake when several writes follow each other.
"""

from asyncio import AbstractEventLoop
from typing import Protocol

from cardhouse.house.journal import journal

MOST_WAITING = 64  # sockets; with more, they write at once


class Sender(Protocol):
    def flush(self) -> None: ...


class Outbox:
    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._senders: list[Sender] = []

    def add(self, sender: Sender) -> None:
        """Let a sender write soon: after this callback of the event loop, or when enough others wait."""
        if not self._senders:
            self._loop.call_soon(self._flush)
        self._senders.append(sender)
        if len(self._senders) > MOST_WAITING:
            self._flush()

    def _flush(self) -> None:
        senders, self._senders = self._senders, []
        for sender in senders:
            try:
                sender.flush()
            except Exception as error:  # a bug at one socket must not silence the others
                journal.error("a socket could not be written to", exc_info=error)
