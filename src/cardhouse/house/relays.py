"""Relays: a house that has the socket of a table of another house passes the frames on, over the bus.

The owner of the table makes every frame, as for its own sockets; the house with the socket keeps the send queue, which
is bounded, and counts what the client sends. Frames are numbered in both directions, and once a second the two houses
compare how many there were. After a gap, or if the other house does not answer, the socket is closed: the client comes
back, and resumes where it was.
"""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import TYPE_CHECKING

from msgspec import Struct, msgpack
from starlette.types import Message, Scope

from cardhouse.house.bus import Bus, BusLost
from cardhouse.house.frames import FLOOD
from cardhouse.house.house import MOVED, House
from cardhouse.house.journal import journal
from cardhouse.house.lobby import FRESH, TOKEN, refusal
from cardhouse.house.room import FAULT, failed, moved
from cardhouse.house.visitor import Arrival, Outlet, Visitor
from cardhouse.wire import MOST_BYTES, Bye, Denial

if TYPE_CHECKING:
    from cardhouse.house.stores.leases import Leases, Peer

RENEW = 1.0  # seconds between comparisons
MOST_EARLY = 64  # messages that wait for the table to be loaded
SILENCE = 5  # comparisons after which a house that has said nothing is given up; none are made by a stopped process
App = Callable[[Scope, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]]


class Relayed(Struct, frozen=True, tag=True):
    """A message between the house with a socket, `home`, and the owner of the table. `visit` counts home's relays."""

    home: str
    visit: int
    number: int  # of the message, from 0, in its direction


class Came(Relayed, frozen=True):
    arrival: Arrival


class Spoke(Relayed, frozen=True):
    text: bytes


class Went(Relayed, frozen=True):
    pass


class Framed(Relayed, frozen=True):
    text: bytes


class Ended(Relayed, frozen=True):
    bye: Bye


class Tally(Struct, frozen=True, tag=True):
    """How many messages a house has sent to another for each visit. It is answered in the same way."""

    sender: str
    home: str  # the house that has the sockets
    sent: dict[int, int]  # by visit


class Request(Struct, frozen=True):
    """An HTTP request about a table, as the house of the client has received and admitted it."""

    method: str
    path: str
    body: bytes
    token: str  # its SHA-256, or ""
    fresh: str  # the SHA-256 of the token or code that it asks for, or ""
    caller: str


class Response(Struct, frozen=True):
    status: int
    body: bytes


encode = msgpack.Encoder().encode
read = msgpack.Decoder(Came | Spoke | Went | Framed | Ended | Tally).decode
read_request = msgpack.Decoder(Request).decode
read_response = msgpack.Decoder(Response).decode


class Relay:
    """A socket here whose table another house owns."""

    def __init__(self, relays: "Relays", owner: str, visit: int, table: str, socket: Outlet) -> None:
        self._relays, self.owner, self._visit, self._table = relays, owner, visit, table
        self._socket = socket
        self.sent = self.received = 0

    def come(self, arrival: Arrival) -> None:
        self._say(Came(self._relays.home, self._visit, self.sent, arrival))

    def hear(self, text: bytes) -> None:
        text = text[: MOST_BYTES + 1]  # no more is needed to see that it is too large
        self._say(Spoke(self._relays.home, self._visit, self.sent, text))

    def leave(self) -> None:
        if self._relays.forget(self._visit):
            self._say(Went(self._relays.home, self._visit, self.sent))

    def lose(self) -> None:
        """Close the socket, because messages may have been lost."""
        self.leave()
        self._socket.close(MOVED)

    def take(self, message: Framed | Ended) -> None:
        """Pass a message of the owner on to the socket; if one before it is missing, close the socket."""
        if message.number != self.received:
            self._relays.gaps += 1
            self.lose()
        elif isinstance(message, Ended):
            self._relays.forget(self._visit)
            self._socket.close(message.bye)
        else:
            self.received += 1
            self._socket.put(message.text)

    def _say(self, message: Relayed) -> None:
        self.sent += 1
        self._relays.bus.say(self.owner, self._table, encode(message))


class Guest:
    """A visitor here whose socket is at another house."""

    def __init__(self, relays: "Relays", came: Came) -> None:
        self._relays, self._arrival = relays, came.arrival
        self.key = came.home, came.visit
        self.sent, self.received = 0, 1
        self._early: list[bytes] = []  # what was said before the room was loaded
        self._visitor: Visitor | None = None

    async def enter(self, house: House) -> None:
        try:
            room = await house.room_for(self._arrival.table, self._arrival.caller)
            if not self._is_here:  # gone meanwhile, and perhaps here again in another way
                return
            self._visitor = Visitor.let_in(house, room, self._arrival, self)
        except Denial as denial:
            self.close(denial.bye)
            return
        except Exception as error:  # a bug
            journal.error("a guest could not enter", exc_info=error)
            self.close(Bye(code="failed", reason=FAULT))
            return
        if not self._is_here:  # the bus was lost with the first frame
            self._visitor.leave()
            return
        for text in self._early:
            self._hear(text)

    @property
    def _is_here(self) -> bool:
        return self._relays.guests.get(self.key) is self

    def take(self, message: Spoke | Went) -> None:
        if message.number != self.received:
            self._relays.gaps += 1
            self.close(MOVED)
        elif isinstance(message, Went):
            self.leave()
        else:
            self.received += 1
            self._hear(message.text)

    def _hear(self, text: bytes) -> None:
        if self._visitor is None:
            self._early.append(text)
            if len(self._early) > MOST_EARLY:
                self.close(FLOOD)
            return
        try:
            self._visitor.hear(text)
        except Exception as error:  # a bug
            journal.error("a guest failed", exc_info=error)
            self.close(Bye(code="failed", reason=FAULT))

    def put(self, frame: bytes) -> None:
        if self._is_here:
            self._say(Framed(*self.key, self.sent, frame))

    def close(self, bye: Bye) -> None:
        if self._is_here:
            self._say(Ended(*self.key, self.sent, bye))
            self.leave()

    def leave(self) -> None:
        if self._is_here:
            del self._relays.guests[self.key]
            if self._visitor is not None:
                self._visitor.leave()

    def _say(self, message: Relayed) -> None:
        self.sent += 1
        self._relays.bus.say(self.key[0], self._arrival.table, encode(message))


class Relays:
    def __init__(self, house: House, leases: "Leases", url: str) -> None:
        self._house, self.home = house, leases.me.id
        self.bus = Bus(url, self.home, heard=self._heard, answer=self._answer, lost=self._lose)
        self.app: App | None = None  # answers requests
        self.guests: dict[tuple[str, int], Guest] = {}
        self._relays: dict[int, Relay] = {}
        self._visits = count()
        self.gaps = 0  # messages that were missing, for the metrics
        self._entering: set[asyncio.Task[None]] = set()
        self._silent_for: dict[str, int] = {}  # comparisons since each house last said how many messages it has sent

    def open(self) -> None:
        self.bus.open()
        self._task = asyncio.create_task(self._compare())

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self.bus.close()

    @property
    def count(self) -> int:
        return len(self._relays)

    # Sockets here

    def visit(self, owner: "Peer", arrival: Arrival, socket: Outlet) -> Relay:
        """Relay a socket to the owner of its table. Raise Denial while the bus does not work."""
        if not self.bus.works:
            raise moved()
        number = next(self._visits)
        relay = self._relays[number] = Relay(self, owner.id, number, arrival.table, socket)
        relay.come(arrival)
        return relay

    def forget(self, visit: int) -> bool:
        return self._relays.pop(visit, None) is not None

    async def forward(self, owner: "Peer", request: Request) -> Response:
        """Have the owner of a table answer a request. Raise Denial if it does not."""
        try:
            return read_response(await self.bus.ask(owner.id, encode(request)))
        except BusLost:
            raise moved() from None

    # Sockets elsewhere

    def _heard(self, data: bytes) -> None:
        message = read(data)
        if isinstance(message, Tally):
            self._check(message)
            return
        if isinstance(message, Framed | Ended):
            if relay := self._relays.get(message.visit):
                relay.take(message)
            return
        key = message.home, message.visit
        known = self.guests.get(key)
        if isinstance(message, Came):
            if known is not None:  # announced twice
                return
            guest = self.guests[key] = Guest(self, message)
            task = asyncio.create_task(guest.enter(self._house))
            self._entering.add(task)
            task.add_done_callback(self._entering.discard)
        elif known is not None:
            known.take(message)

    async def _answer(self, data: bytes) -> bytes:
        """Answer a request that another house has forwarded; also if there is a bug, because that house waits."""
        try:
            return encode(await self._respond(read_request(data)))
        except Exception as error:
            journal.error("a forwarded request failed", exc_info=error)
            response = refusal(failed())
            return encode(Response(response.status_code, bytes(response.body)))

    async def _respond(self, request: Request) -> Response:
        """Do a request as if it had come here."""
        body, sent = [request.body], list[Message]()
        assert self.app is not None

        async def receive() -> Message:
            return {"type": "http.request", "body": body.pop() if body else b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.app(_scope(request), receive, send)
        status = next(one["status"] for one in sent if one["type"] == "http.response.start")
        text = b"".join(one.get("body", b"") for one in sent if one["type"] == "http.response.body")
        return Response(status, text)

    # Losses

    def _lose(self) -> None:
        """Close every relayed socket, because messages may have been lost."""
        for relay in [*self._relays.values()]:
            relay.lose()
        for guest in [*self.guests.values()]:
            guest.leave()

    async def _compare(self) -> None:
        """Tell owners how many messages they were sent, and give up houses that have been silent for too long."""
        while True:
            await asyncio.sleep(RENEW)
            self._give_up_silent()
            for owner in {relay.owner for relay in self._relays.values()}:
                sent = {visit: relay.sent for visit, relay in self._relays.items() if relay.owner == owner}
                self.bus.say(owner, "all", encode(Tally(self.home, self.home, sent)))

    def _give_up_silent(self) -> None:
        others = {relay.owner for relay in self._relays.values()} | {home for home, _ in self.guests}
        self._silent_for = {house: self._silent_for.get(house, 0) + 1 for house in others}
        silent = {house for house, comparisons in self._silent_for.items() if comparisons > SILENCE}
        for relay in [*self._relays.values()]:
            if relay.owner in silent:
                relay.lose()
        for guest in [*self.guests.values()]:
            if guest.key[0] in silent:
                guest.leave()

    def _check(self, tally: Tally) -> None:
        """Compare what another house has sent with what was received, and close what differs."""
        self._silent_for[tally.sender] = 0
        if tally.home == self.home:
            self._check_relays(tally.sent)
            return
        guests = {guest.key[1]: guest for guest in self.guests.values() if guest.key[0] == tally.home}
        for visit in tally.sent.keys() - guests.keys():  # their first message is missing
            self.bus.say(tally.home, "all", encode(Ended(tally.home, visit, 0, MOVED)))
        for visit, guest in guests.items():
            if visit not in tally.sent:
                guest.leave()
            elif guest.received != tally.sent[visit]:
                self.gaps += 1
                guest.close(MOVED)
        sent = {visit: guest.sent for visit, guest in guests.items() if guest.key in self.guests}
        self.bus.say(tally.home, "all", encode(Tally(self.home, tally.home, sent)))

    def _check_relays(self, sent: dict[int, int]) -> None:
        for visit, count_sent in sent.items():
            if (relay := self._relays.get(visit)) and relay.received != count_sent:
                self.gaps += 1
                relay.lose()


def _scope(request: Request) -> Scope:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": request.path,
        "raw_path": request.path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
        "client": (request.caller, 0),
        "server": None,
        TOKEN: request.token,
        FRESH: request.fresh,
    }
