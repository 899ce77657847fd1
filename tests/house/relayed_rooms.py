"""Relayed rooms: pairs of rooms whose viewers all have their sockets at another house.

In each world the same happens twice: once with all seats and a watcher connected directly, once with all of them
relayed over a bus in memory. Every viewer must be sent the same bytes both times; and in paired worlds, what the viewer
is sent over the relay must not differ.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

from cardhouse.cards.ledger import WATCHER
from cardhouse.games.definition import AnyGame
from cardhouse.house.house import House
from cardhouse.house.relays import Relays
from cardhouse.house.settings import Settings
from cardhouse.house.socket import Attendee
from cardhouse.house.stores.leases import Peer
from cardhouse.house.visitor import Arrival, Visitor
from cardhouse.house.votes import IDLE
from cardhouse.play import dealers
from cardhouse.wire import Bye, Denial, encode
from tests.house.in_memory import InMemoryHouse
from tests.house.paired_rooms import Act, PairedRooms, Recorder, compare, recording, twin

TABLE = "table"
HOME, OWNER = "home", "owner"
Enter = Callable[[Arrival, "Outlet"], Attendee]


class Outlet:
    """The socket of a viewer. `sent` is all that the client is sent, as bytes."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def put(self, frame: bytes) -> None:
        self.sent.append(frame)

    def close(self, bye: Bye) -> None:
        self.sent.append(encode(bye))


class MemoryBus:
    """A bus between two houses in memory. It delivers messages in order, when it is told to."""

    works = True

    def __init__(self) -> None:
        self.waiting: deque[tuple[str, bytes]] = deque()

    def say(self, house: str, table: str, message: bytes) -> None:
        self.waiting.append((house, message))


class RelayedRooms(PairedRooms):
    def __init__(self, game: AnyGame, *, watchers: bool, seed: int) -> None:
        super().__init__(game, watchers=watchers, seed=seed)
        self.relayed = 0  # frames that came over the bus
        self._loop = asyncio.new_event_loop()
        self._owner = House(Settings(""))
        self._bus = MemoryBus()
        self._houses = {name: self._loop.run_until_complete(self._join(name)) for name in (HOME, OWNER)}

    async def _join(self, name: str) -> Relays:
        """Return the relays of a house on the bus. Only the owner has rooms."""
        leases = SimpleNamespace(me=SimpleNamespace(id=name))
        relays = Relays(self._owner, cast(Any, leases), "nats://127.0.0.1")
        relays.bus = cast(Any, self._bus)
        return relays

    def run(self, pairs: int, tell: Callable[[int], None] = lambda done: None) -> None:
        try:
            super().run(pairs, tell)
        finally:
            self._loop.close()
        assert not any(relays.gaps for relays in self._houses.values())

    def hears(
        self, house: InMemoryHouse, viewer: int, what: Act, tries: Sequence[str], *, asks: bool = False
    ) -> list[bytes] | None:
        """Let it happen for direct viewers and for relayed ones, compare them, and return what the relay has sent."""
        seed = self.chance.random()
        other = same_world(house)
        with same_secrets(seed):
            direct = self._heard(other, viewer, self._enter_directly, what, tries, asks=asks)
        with same_secrets(seed):
            relayed = self._heard(house, viewer, self._enter_by_relay, what, tries, asks=asks)
        if direct is None or relayed is None:
            assert direct is relayed, "it happened in one of two equal worlds"
            return None
        for seat, sent in relayed.items():
            compare(direct[seat], sent, f"{self.game.name}: a relay sends something else to seat {seat}")
            self.relayed += len(sent)
        return relayed[viewer]

    def _heard(
        self, house: InMemoryHouse, viewer: int, enter: Enter, what: Act, tries: Sequence[str], *, asks: bool
    ) -> dict[int, list[bytes]] | None:
        """Return what each viewer is sent while something happens; None if it does not happen.

        One of them also tries some moves, perhaps asks for a suggestion, votes, and comes back.
        """
        room = house.room
        self._owner.rooms = {TABLE: room}
        sockets = {seat: Outlet() for seat in (*range(len(house.people)), WATCHER)}
        now = room.sitting.seq  # what was before is told when they come back
        visits = {seat: enter(arrival(house, seat, last=now), socket) for seat, socket in sockets.items()}
        self._settle(house)
        if isinstance(what(house), Denial):
            self._end(house, visits.values())
            return None
        self._settle(house)
        for command in [*commands(house, viewer, tries, asks=asks)]:
            visits[viewer].hear(encode(command))
            self._settle(house)
        if not room.sitting.opened.clock:
            self._vote(house, visits[viewer])
        for last in (-1, room.sitting.seq - 1):
            visits[viewer].leave()
            self._settle(house)
            visits[viewer] = enter(arrival(house, viewer, last=last), sockets[viewer])
            self._settle(house)
        sent = {seat: [*socket.sent] for seat, socket in sockets.items()}
        self._end(house, visits.values())
        return sent

    def _vote(self, house: InMemoryHouse, visit: Attendee) -> None:
        """Let everybody be idle, and vote about all of them. No time passes for other worlds."""
        match, now = house.room.sitting.match, house.clock.now
        house.clock.now += IDLE
        house.room.attendance.ring()
        for seat in match.to_act if match is not None else ():
            visit.hear(encode({"type": "vote", "id": 1, "seat": seat}))
            self._settle(house)
        house.clock.now = now

    def _end(self, house: InMemoryHouse, visits: Iterable[Attendee]) -> None:
        """End this world. The clock is everybody's."""
        house.room.attendance.stop()
        for visit in visits:
            visit.leave()
        self._settle(house)
        house.room.attendance.stop()
        assert not self._houses[OWNER].guests, "the owner keeps guests that have left"

    # Ways in

    def _enter_directly(self, arrival: Arrival, socket: Outlet) -> Attendee:
        return self._loop.run_until_complete(Visitor.enter(self._owner, arrival, socket))

    def _enter_by_relay(self, arrival: Arrival, socket: Outlet) -> Attendee:
        relay = self._houses[HOME].visit(Peer(OWNER, ""), arrival, socket)
        self._loop.run_until_complete(self._deliver())
        return relay

    def _settle(self, house: InMemoryHouse) -> None:
        """Store and deliver until nothing waits."""
        house.run()
        while self._bus.waiting:
            self._loop.run_until_complete(self._deliver())
            house.run()

    async def _deliver(self) -> None:
        while self._bus.waiting:
            to, message = self._bus.waiting.popleft()
            self._houses[to]._heard(message)
            if self._houses[to]._entering:
                await asyncio.gather(*self._houses[to]._entering)


def commands(house: InMemoryHouse, viewer: int, tries: Sequence[str], *, asks: bool) -> Iterator[dict[str, Any]]:
    if asks:
        yield {"type": "suggest", "id": 1}
    for number, move in enumerate(tries, 1):
        base, draft = house.room.sitting.version_for(viewer)
        yield {"type": "play", "id": 2 * number - 1, "move": move, "base": base, "draft": draft}
        yield {"type": "play", "id": 2 * number, "move": move, "base": base, "draft": 2}


def arrival(house: InMemoryHouse, seat: int, *, last: int) -> Arrival:
    token = "" if seat == WATCHER else tokens(house)[seat]
    return Arrival(table=TABLE, token=token, last=last, reasons=True, caller="192.0.2.1")


def tokens(house: InMemoryHouse) -> dict[int, str]:
    sitting = house.room.sitting
    return {seat: player.token for player in sitting.people() if (seat := sitting.seat_of(player.number)) is not None}


def same_world(house: InMemoryHouse) -> InMemoryHouse:
    """Return a twin in which the same cards are drawn."""
    other, dealer = twin(house), house.room.sitting.dealer
    if isinstance(dealer, Recorder):
        recording(other.room, [*dealer.noted], echoes=dealer.echoes)
    return other


@contextmanager
def same_secrets(seed: float) -> Iterator[None]:
    """Let dealers draw the same secrets for new deals: viewers are sent the commitments to them."""
    with patch.object(dealers, "token_bytes", Random(seed).randbytes):
        yield
