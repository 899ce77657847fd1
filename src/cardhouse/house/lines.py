"""Lines: connections, before and while something is asked over them. None can be held for nothing.

An address has only so many, a request must come in time, and an answer must be read. What a WebSocket may do is in
`frames.py`.
"""

import asyncio
from collections import Counter
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, NamedTuple, Protocol
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.h11_impl import H11Protocol

from cardhouse.cards.errors import BadTable
from cardhouse.house.settings import Settings

PATIENCE = 10.0  # seconds for a request, from its first byte to its last, and for the first request of a line
STUCK = 20.0  # seconds in which nothing of an answer is read
RESERVE = 100  # files that the house needs for itself
ALL = 1 << 20  # files, if the system has no limit


class Wait(NamedTuple):
    """What a line waits for: how long it may, and how often it has got it before."""

    limit: float
    before: int


class Line(Protocol):
    """A protocol of uvicorn, as far as it matters here."""

    transport: Any

    @property
    def client(self) -> tuple[str, int] | None: ...

    def waits(self) -> Wait | None: ...


class Lines:
    """How many there are of each address, and which of them wait for what, and since when."""

    def __init__(self, settings: Settings, most: int) -> None:
        self._most, self._of_one = most - RESERVE, settings.lines
        self._trusted = networks(settings.proxies, "--proxies")
        self.all: set[Line] = set()
        self._of: Counter[str] = Counter()
        self._waiting: WeakKeyDictionary[Line, tuple[Wait | None, int, float]] = WeakKeyDictionary()
        self.refused = self.cut = 0

    def come(self, line: Line) -> None:
        """Somebody has called; who has too many lines, or comes when all are taken, is cut off."""
        host = line.client[0] if line.client else "?"
        self.all.add(line)
        self._of[host] += 1
        if len(self.all) > self._most or (self._of[host] > self._of_one and not is_in(host, self._trusted)):
            self.refused += 1
            line.transport.abort()

    def go(self, line: Line) -> None:
        if line in self.all:
            self.all.remove(line)
            host = line.client[0] if line.client else "?"
            self._of[host] -= 1
            if not self._of[host]:
                del self._of[host]

    def look(self, now: float) -> None:
        """Cut off those that have waited for too long. To be called every second or so."""
        for line in [*self.all]:
            wait, unread = line.waits(), line.transport.get_write_buffer_size()
            before, least, since = self._waiting.get(line, (None, 0, now))
            if wait != before or unread < least:
                least, since = unread, now
            self._waiting[line] = wait, least, since
            if wait is not None and now - since > wait.limit:
                self.cut += 1
                line.transport.abort()


Networks = list[IPv4Network | IPv6Network]


def networks(words: str, flag: str) -> Networks:
    """Addresses and networks with commas; `*` is all of them."""
    found: Networks = []
    for one in filter(None, map(str.strip, words.split(","))):
        try:
            found += map(ip_network, ("0.0.0.0/0", "::/0")) if one == "*" else [ip_network(one, strict=False)]
        except ValueError:
            raise BadTable(
                f"{flag} takes addresses or networks, with commas, or *, not {one[:40]!r}.", rule="serve"
            ) from None
    return found


def is_in(host: str, networks: Networks) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return False
    plain = address.ipv4_mapped or address if isinstance(address, IPv6Address) else address
    return any(plain in network for network in networks)


def most_files() -> int:
    """How many files and connections this process may have open: as many as the system lets it."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows, where it is not so few
        return ALL
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ALL if hard == resource.RLIM_INFINITY else min(hard, ALL)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def protocol(lines: Lines) -> type[asyncio.Protocol]:
    """For uvicorn."""

    class Requests(H11Protocol):
        served = drained = 0

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            lines.come(self)

        def connection_lost(self, exc: Exception | None) -> None:
            lines.go(self)
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: Any) -> None:
            lines.go(self)  # the socket takes it over
            super().handle_websocket_upgrade(event)

        def on_response_complete(self) -> None:
            self.served += 1
            super().on_response_complete()

        def resume_writing(self) -> None:
            self.drained += 1
            super().resume_writing()

        def waits(self) -> Wait | None:
            return waits_for_reader(self) or waits_for_request(self)

    return Requests


def waits_for_reader(line: Any) -> Wait | None:
    return Wait(STUCK, line.drained) if line.transport.get_write_buffer_size() else None


def waits_for_request(line: Any) -> Wait | None:
    """Not while the house is at work for it, nor when uvicorn closes it soon."""
    answers = line.cycle is not None and not line.cycle.response_complete and not line.cycle.more_body
    return None if answers or line.timeout_keep_alive_task is not None else Wait(PATIENCE, line.served)
