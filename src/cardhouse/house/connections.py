"""Connections: limits per address, timeouts for requests, and back-pressure for answers.

The limits for the frames of a WebSocket are in `frames.py`.
"""

import asyncio
from collections import Counter
from typing import Any, NamedTuple, Protocol
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.h11_impl import H11Protocol

from cardhouse.house.journal import journal
from cardhouse.house.networks import is_in, networks
from cardhouse.house.settings import Settings

REQUEST_TIMEOUT = 10.0  # seconds from the first byte of a request to its last, and until the first request
READ_TIMEOUT = 20.0  # seconds for which a client may read nothing of an answer
SLOW_DOWN = 2.0  # seconds for which nothing is read from a client that sends too many requests
FLOODED = "cardhouse.flooded"  # key in the scope of a request that exceeds the rate limit
SEND_BUFFER = 1 << 14  # bytes per connection
MOST_UNREAD = 1 << 26  # bytes in all send buffers; above that, slow readers are closed at once
PIECE = 1 << 12  # bytes of a request that are parsed at once
RESERVE = 100  # open files that the house needs for itself
NO_LIMIT = 1 << 20  # open files, where the system has no limit

# Any, because uvicorn's types lack what is used here, such as `data_received` of `get_protocol()`.
Uvicorn = Any


class ReadTimeout(NamedTuple):
    """The timeout of a wait; `ended` counts earlier waits, so that a new one is not mistaken for the same."""

    timeout: float
    ended: int


class Connection(Protocol):
    """The part of a uvicorn protocol that matters here."""

    transport: Uvicorn

    @property
    def client(self) -> tuple[str, int] | None: ...

    def waits(self) -> ReadTimeout | None: ...


class Connections:
    """The open connections. Counts them by address, and closes those that wait for too long."""

    def __init__(self, settings: Settings, most_files: int) -> None:
        self._most, self._most_per_address = most_files - RESERVE, settings.connections
        self._trusted = networks(settings.proxies, "--proxies")
        self.all: set[Connection] = set()
        self._per_address: Counter[str] = Counter()
        self._waiting: WeakKeyDictionary[Connection, tuple[ReadTimeout | None, int, float]] = WeakKeyDictionary()
        self.refused = self.timed_out = 0
        self._was_full = False

    def add(self, connection: Connection) -> None:
        """Count a new connection, or close it if there are too many."""
        host = _host(connection)
        self.all.add(connection)
        self._per_address[host] += 1
        too_many = self._per_address[host] > self._most_per_address and not is_in(host, self._trusted)
        if too_many or len(self.all) > self._most:
            self.refused += 1
            connection.transport.abort()
            self._note(full=len(self.all) > self._most)

    def _note(self, *, full: bool) -> None:
        """Log once that no more connections are accepted, until they are again."""
        if full and not self._was_full:
            journal.warning("no more connections are accepted", extra={"connections": self._most})
        self._was_full |= full

    def remove(self, connection: Connection) -> None:
        if connection in self.all:
            self.all.remove(connection)
            host = _host(connection)
            self._per_address[host] -= 1
            if not self._per_address[host]:
                del self._per_address[host]

    def close_stuck(self, now: float) -> None:
        """Close the connections that have waited for too long. Call this about once a second."""
        if len(self.all) < self._most:
            self._was_full = False
        unread_by = {connection: connection.transport.get_write_buffer_size() for connection in self.all}
        held = sum(unread_by.values())
        for connection, unread in sorted(unread_by.items(), key=lambda one: -one[1]):  # the largest buffer first
            wait = connection.waits()
            before, least_unread, since = self._waiting.get(connection, (None, 0, now))
            if wait != before or unread < least_unread:
                least_unread, since = unread, now
            self._waiting[connection] = wait, least_unread, since
            crowded = held > MOST_UNREAD and unread > 0 and now > since
            if wait is not None and (now - since > wait.timeout or crowded):
                held -= unread
                self.timed_out += 1
                connection.transport.abort()


def _host(connection: Connection) -> str:
    return connection.client[0] if connection.client else "?"


def most_files() -> int:
    """Raise this process's limit on open files as far as the system allows, and return it."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return NO_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = NO_LIMIT if hard == resource.RLIM_INFINITY else min(hard, NO_LIMIT)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def protocol(connections: Connections) -> type[asyncio.Protocol]:
    """Return the HTTP protocol for uvicorn."""

    class Requests(H11Protocol):
        served = drained = 0

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            transport.set_write_buffer_limits(high=SEND_BUFFER)
            connections.add(self)

        def connection_lost(self, exc: Exception | None) -> None:
            connections.remove(self)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            """Parse the data piece by piece, so that a request with too large a head is refused early."""
            for start in range(0, len(data), PIECE):
                protocol: Uvicorn = self.transport.get_protocol()
                if self.transport.is_closing():
                    return
                if protocol is not self:  # upgraded to a WebSocket
                    protocol.data_received(data[start:])
                    return
                super().data_received(data[start : start + PIECE])

        def handle_websocket_upgrade(self, event: Uvicorn) -> None:
            connections.remove(self)  # the WebSocket protocol counts it from here on
            super().handle_websocket_upgrade(event)

        def on_response_complete(self) -> None:
            self.served += 1
            if self.scope.get(FLOODED):
                self.flow.pause_reading()
                self.loop.call_later(SLOW_DOWN, self._go_on)
            else:
                self._go_on()

        def _go_on(self) -> None:
            super().on_response_complete()

        def resume_writing(self) -> None:
            self.drained += 1
            super().resume_writing()

        def waits(self) -> ReadTimeout | None:
            return waits_for_reader(self) or waits_for_request(self)

    return Requests


def waits_for_reader(connection: Uvicorn) -> ReadTimeout | None:
    return ReadTimeout(READ_TIMEOUT, connection.drained) if connection.transport.get_write_buffer_size() else None


def waits_for_request(connection: Uvicorn) -> ReadTimeout | None:
    """Return the request timeout, if it runs: not during an answer, nor after it, when uvicorn's keep-alive runs."""
    cycle = connection.cycle
    answering = cycle is not None and not cycle.response_complete and not cycle.more_body
    if answering or connection.timeout_keep_alive_task is not None:
        return None
    return ReadTimeout(REQUEST_TIMEOUT, connection.served)
